import type { RenderResult, Warning } from "./render-job.ts";
import { textFitOf, textFitWarning } from "./text-fit-warning.ts";

/**
 * How Redis keeps a result: as JSON of the RenderResult. If all warnings of an image are about texts that were truncated or
 * omitted, which most are, `cut` stands for them: the field of each, after a hyphen if its text was omitted.
 *
 * Releases before `cut` read the rest, and return such an image without warnings. They store results without `cut`, which are
 * decoded for as long as an image is kept (`IMAGE_TTL`).
 */
type StoredResult = RenderResult & { cut?: readonly string[] };

/** Encodes a result for Redis. Every byte counts, because Redis keeps a result for each image (`bench/redis-bytes.mjs`). */
export function encodeResult(result: RenderResult): string {
  if (!("image" in result)) return JSON.stringify(result);
  const { warnings, ...image } = result.image;
  const cut = warnings && encodeWarnings(warnings);
  return JSON.stringify(cut ? ({ ...result, image, cut } satisfies StoredResult) : result);
}

/** Decodes a result from Redis. */
export function decodeResult(json: string): RenderResult {
  const { cut, ...result } = JSON.parse(json) as StoredResult;
  if (!cut || !("image" in result)) return result;
  return { ...result, image: { ...result.image, warnings: cut.map(decodeWarning) } };
}

/** The short form of warnings; undefined if one of them has none. */
function encodeWarnings(warnings: readonly Warning[]): string[] | undefined {
  const cut: string[] = [];
  for (const warning of warnings) {
    const fit = textFitOf(warning);
    if (!fit) return undefined;
    cut.push(fit === "omitted" ? `-${warning.field}` : warning.field);
  }
  return cut;
}

function decodeWarning(cut: string): Warning {
  return cut.startsWith("-") ? textFitWarning("omitted", cut.slice(1)) : textFitWarning("truncated", cut);
}
