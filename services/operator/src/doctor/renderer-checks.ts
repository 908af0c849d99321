import { rendererHeartbeat, renderKeys, type RendererStatus } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { failed, ok, warning, type Finding } from "./finding.ts";

/** The status that a renderer has reported last; undefined if none is running. */
export async function readRendererStatus(redis: RedisClient): Promise<RendererStatus | undefined> {
  const json = await redis.get(renderKeys.rendererAlive);
  return json === null ? undefined : (JSON.parse(json) as RendererStatus);
}

/** Whether a renderer is running and connected to this Redis. */
export function checkRenderers(status: RendererStatus | undefined): Finding {
  const seconds = rendererHeartbeat.ttlMs / 1000;
  return status
    ? ok(`A renderer has reported within the last ${seconds} s.`)
    : failed(
        `No renderer has reported within the last ${seconds} s. Start one, and check that its REDIS_URL leads to the same Redis.`,
      );
}

/** Whether the renderer that has reported last has fonts for common scripts. */
export function checkFonts({ missingScripts }: RendererStatus): Finding {
  if (missingScripts === null)
    return warning(
      "The renderer could not list its fonts. Install fontconfig, with fc-list and fc-query, there.",
    );
  return missingScripts.length === 0
    ? ok("The renderer has fonts for common scripts.")
    : warning(
        `The renderer has no font for ${missingScripts.join(", ")}: such characters are drawn as boxes. Install fonts there, such as Noto.`,
      );
}
