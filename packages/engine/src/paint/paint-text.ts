import type { CanvasRenderingContext2D } from "canvas";
import { fontOf } from "../fonts/drawn-size.ts";
import type { Rect, TextFragment } from "../layout/placed.ts";
import type { TextCommand } from "./commands.ts";
import { paintBlurred, type BlurOptions } from "./paint-blurred.ts";

export async function paintText(
  context: CanvasRenderingContext2D,
  { fragment, color, shadow }: TextCommand,
  options: BlurOptions,
): Promise<void> {
  if (!shadow) return fillFragment(context, fragment, color, options.resolution);
  const blurred = { area: inkArea(fragment), color, shadow, ...options };
  await paintBlurred(context, blurred, (layer, resolution) => {
    fillFragment(layer, fragment, "#000000", resolution);
  });
}

/** What a fragment paints on at most: accents, swashes and italics leave its content area. */
export function inkArea({ x, y, width, height, fontSize }: TextFragment): Rect {
  const margin = fontSize / 2;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/**
 * Fills the glyphs of a fragment. A transform that scales them by `resolution` is replaced by a larger font.
 * Pango leaks memory for every scale, and large scales break the context.
 */
export function fillFragment(
  context: CanvasRenderingContext2D,
  fragment: TextFragment,
  color: string,
  resolution = 1,
): void {
  const { node, families, fontSize, direction, language, letters, baseline } = fragment;
  context.save();
  context.scale(1 / resolution, 1 / resolution);
  context.font = fontOf({ node, families, fontSize: fontSize * resolution });
  context.fillStyle = color;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.direction = direction;
  context.lang = language;
  const y = Math.round(baseline * resolution); // sharp horizontal strokes, as in Chromium
  for (const { text, x } of letters ?? [fragment]) context.fillText(text, x * resolution, y);
  context.restore();
}
