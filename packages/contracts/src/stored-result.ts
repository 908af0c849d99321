import type { RenderResult } from "./render-job.ts";
import type { Warning } from "./warnings.ts";
import { textFitOf, textFitWarning } from "./text-fit-warning.ts";

/**
 * Encodes a result for Redis, which keeps one for each image: every byte counts.
 * Warnings are `warn`. Most are about the length of a text, and take only the name of its field.
 */
export function encodeResult(result: RenderResult): string {
  if (!("image" in result)) return JSON.stringify(result);
  const { timings: _, image, ...kept } = result;
  const { warnings, ...metadata } = image;
  return JSON.stringify({ ...kept, image: metadata, warn: warnings?.map(encodeWarning) });
}

export function decodeResult(json: string): RenderResult {
  const stored = JSON.parse(json) as RenderResult & { warn?: (Warning | string)[] };
  if (!stored.warn || !("image" in stored)) return stored;
  const { warn, ...result } = stored;
  return { ...result, image: { ...result.image, warnings: warn.map(decodeWarning) } };
}

/** The field of a text that was truncated, or omitted: then after a hyphen. Other warnings as they are. */
function encodeWarning(warning: Warning): Warning | string {
  const fit = textFitOf(warning);
  if (fit === "omitted") return `-${warning.field}`;
  return fit === "truncated" ? warning.field : warning;
}

function decodeWarning(warning: Warning | string): Warning {
  if (typeof warning !== "string") return warning;
  return warning.startsWith("-")
    ? textFitWarning("omitted", warning.slice(1))
    : textFitWarning("truncated", warning);
}
