import type { CanvasRenderingContext2D } from "canvas";
import { fontOf } from "../fonts/drawn-size.ts";
import type { Rect, TextFragment } from "../layout/placed.ts";
import { isTransparent } from "./color.ts";
import type { TextCommand, TextStroke } from "./commands.ts";
import { paintBlurred, type BlurOptions } from "./paint-blurred.ts";

export async function paintText(
  context: CanvasRenderingContext2D,
  { fragment, color, stroke, shadow }: TextCommand,
  options: BlurOptions,
): Promise<void> {
  const { resolution } = options;
  if (!shadow) return drawFragment(context, fragment, { color, stroke, resolution });
  const blurred = { area: inkArea(fragment, stroke), color, shadow, ...options };
  const black = stroke && { ...stroke, color: "#000000" };
  await paintBlurred(context, blurred, (layer, scale) => {
    drawFragment(layer, fragment, { color: "#000000", stroke: black, resolution: scale });
  });
}

/** What a fragment paints on at most: accents, swashes and italics leave its content area. */
export function inkArea(
  { x, y, width, height, fontSize }: TextFragment,
  stroke: TextStroke | undefined,
): Rect {
  // Miters reach farther than half of the width.
  const margin = fontSize / 2 + (stroke ? stroke.width * 2 : 0);
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

interface Ink {
  readonly color: string;
  readonly stroke?: TextStroke | undefined;
  readonly resolution?: number;
}

/**
 * Draws the glyphs of a fragment. A transform that scales them by `resolution` is replaced by a larger font.
 * Pango leaks memory for every scale, and large scales break the context.
 */
export function drawFragment(
  context: CanvasRenderingContext2D,
  fragment: TextFragment,
  { color, stroke, resolution = 1 }: Ink,
): void {
  const { node, families, fontSize, direction, language, letters, baseline, y: top } = fragment;
  context.save();
  context.scale(1 / resolution, 1 / resolution);
  context.font = fontOf({ node, families, fontSize: fontSize * resolution });
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.direction = direction;
  context.lang = language;
  // Sharp horizontal strokes, as in Chromium. It rounds the top of text that `text-fit` scales, too.
  const exact = fragment.factor === undefined ? baseline : Math.round(top) + baseline - top;
  const y = Math.round(exact * resolution);
  const texts = letters ?? [fragment];
  const drawStroke = () => {
    if (!stroke) return;
    context.textDrawingMode = "path"; // strokes are fills in glyph mode
    context.lineWidth = stroke.width * resolution;
    context.lineJoin = "miter";
    context.miterLimit = 4;
    context.strokeStyle = stroke.color;
    for (const { text, x } of texts) context.strokeText(text, x * resolution, y);
    context.textDrawingMode = "glyph";
  };
  if (stroke?.isFirst) drawStroke();
  context.fillStyle = color;
  if (!isTransparent(color)) for (const { text, x } of texts) context.fillText(text, x * resolution, y);
  if (!stroke?.isFirst) drawStroke();
  context.restore();
}
