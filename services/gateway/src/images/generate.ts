import {
  deriveImageId,
  failureLifeMs,
  parseGenerateRequest,
  randomImageId,
  type RenderedImage,
  type RenderTimes,
} from "@placard/contracts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import type { ImageOrder, Renders } from "./renders.ts";

interface Deps {
  renders: Pick<Renders, "requestImage" | "startImage">;
  countGenerate: GatewayMetrics["countGenerate"];
  /** `{base_url}`, without a slash at its end. */
  publicUrl: string;
}

/** What a caller says and how it says it. */
interface Asked {
  body: Readonly<Record<string, unknown>>;
  requestId: string;
  /** See ImageOrder. */
  bulk?: boolean;
}

/** An image, where it is to be had, and whether it was drawn for who asked. */
export interface Generated {
  data: RenderedImage & { url: string };
  cache: "HIT" | "MISS";
  /** Of a MISS, where the renderer has told them. */
  times?: RenderTimes | undefined;
}

/** With `cache: false` only the request that asked needs the result, and only while it waits. */
const rememberUncachedSeconds = 60;

/** The generate requests, less their HTTP: one path for those that come alone, in a batch, or wait for nothing. */
export function createGenerate({ renders, countGenerate, publicUrl }: Deps) {
  function order({ body, requestId, bulk }: Asked, rememberSeconds: number): ImageOrder {
    const { recipe, cache } = parseGenerateRequest(body);
    return {
      id: cache ? deriveImageId(recipe) : randomImageId(),
      recipe,
      requestId,
      ...(bulk && { bulk }),
      ...(!cache && { rememberSeconds }),
    };
  }

  /** An image with the link to it. */
  function linked(id: string, image: RenderedImage): Generated["data"] {
    return { url: `${publicUrl}/og/${id}.${image.format}`, ...image };
  }

  return {
    linked,

    /** The image of a request's body, found or drawn. AppError of the body's faults and of the render codes. */
    async generate(asked: Asked): Promise<Generated> {
      const ordered = order(asked, rememberUncachedSeconds);
      const { image, cache, times } = await renders.requestImage(ordered);
      countGenerate(cache);
      return { data: linked(ordered.id, image), cache: cache === "miss" ? "MISS" : "HIT", times };
    },

    /** The same without waiting: the image where it is known, else only its id, which is also the job's. */
    async start(asked: Asked): Promise<Generated | { id: string }> {
      const ordered = order(asked, failureLifeMs / 1000);
      const image = await renders.startImage(ordered);
      if (image) countGenerate("hit");
      return image ? { data: linked(ordered.id, image), cache: "HIT" } : { id: ordered.id };
    },
  };
}
export type Generate = ReturnType<typeof createGenerate>;
