import type { Style } from "@placard/templates/scene";
import type { FontMetrics } from "../fonts/sfnt.ts";

/** Distances from a baseline in pixels, positive above (`ascent`) and below it (`descent`). */
export interface Extent {
  readonly ascent: number;
  readonly descent: number;
}

/** The content area of text: ascent and descent of its font, rounded as in Chromium, and then scaled. */
export function contentArea({ ascent, descent }: FontMetrics, size: number, factor = 1): Extent {
  return { ascent: Math.round(ascent * size) * factor, descent: Math.round(descent * size) * factor };
}

/**
 * The inline box of text: its content area with half of the leading above and below (CSS 2.2, section
 * 10.8.1). `minFactor`: the least line height as a factor of the size, if the style's is a factor too.
 * `factor`: of `text-fit`, which does not scale absolute line heights.
 */
export function inlineExtent(
  metrics: FontMetrics,
  size: number,
  lineHeight: Style["lineHeight"],
  { em = 0, minFactor = 0, factor = 1 }: { em?: number; minFactor?: number; factor?: number },
): Extent {
  const { ascent, descent } = contentArea(metrics, size, factor);
  const height =
    lineHeight === "normal"
      ? ascent + descent + Math.round(metrics.lineGap * size) * factor
      : typeof lineHeight === "number"
        ? lineHeight
        : "em" in lineHeight
          ? lineHeight.em * em
          : floorToUnit(Math.max(lineHeight.factor, minFactor) * size * factor);
  // Chromium keeps baselines on whole pixels.
  const above = ascent + Math.floor((height - ascent - descent) / 2 + 1e-6);
  return { ascent: above, descent: height - above };
}

/**
 * Chromium computes line heights in 1/64 px. Other units would round the boxes of a long card differently.
 */
function floorToUnit(height: number): number {
  return Math.floor(height * 64 + 1e-6) / 64;
}
