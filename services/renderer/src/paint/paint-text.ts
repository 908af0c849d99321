import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import { fontOf } from "../fonts/drawn-size.ts";
import type { Rect, TextFragment } from "../layout/placed.ts";
import { blurMask } from "./blur.ts";
import type { TextCommand } from "./commands.ts";
import { freeCanvas, maskOf, tint } from "./pixels.ts";

/** Paints glyphs or their shadow. */
export function paintText(
  context: CanvasRenderingContext2D,
  { fragment, color, shadow }: TextCommand,
  visible: Rect,
): void {
  if (!shadow) return fillFragment(context, fragment, color);
  const area = inkArea(fragment);
  paintBlurred(context, { area, visible, color, shadow }, (layer) =>
    fillFragment(layer, fragment, "#000000"),
  );
}

/** What a fragment paints on at most: accents, swashes and italics leave its content area. */
export function inkArea({ x, y, width, height, fontSize }: TextFragment): Rect {
  const margin = fontSize / 2;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** Fills the glyphs of a fragment. */
export function fillFragment(context: CanvasRenderingContext2D, fragment: TextFragment, color: string): void {
  const { direction, language, letters, baseline } = fragment;
  context.font = fontOf(fragment);
  context.fillStyle = color;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.direction = direction;
  context.lang = language;
  const y = Math.round(baseline); // sharp horizontal strokes, as in Chromium
  for (const { text, x } of letters ?? [fragment]) context.fillText(text, x, y);
}

export interface Blurred {
  readonly area: Rect;
  readonly visible: Rect;
  readonly color: string;
  readonly shadow: { readonly x: number; readonly y: number; readonly blur: number };
}

/** Pixels blurred at once; larger shadows are blurred at a lower resolution. Takes about 20 ms. */
const maxBlurredPixels = 600_000;

/** Paints what `paint` covers, moved and blurred, in one color. */
export function paintBlurred(
  context: CanvasRenderingContext2D,
  { area, visible, color, shadow: { x, y, blur } }: Blurred,
  paint: (layer: CanvasRenderingContext2D) => void,
): void {
  const margin = Math.ceil(blur * 1.5);
  // What is farther from the visible part than the blur reaches does not matter.
  const left = Math.floor(Math.max(area.x, visible.x - x - margin)) - margin;
  const top = Math.floor(Math.max(area.y, visible.y - y - margin)) - margin;
  const right = Math.ceil(Math.min(area.x + area.width, visible.x + visible.width - x + margin)) + margin;
  const bottom = Math.ceil(Math.min(area.y + area.height, visible.y + visible.height - y + margin)) + margin;
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0) return;
  const factor = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxBlurredPixels)));
  const layer = createCanvas(Math.ceil(width / factor), Math.ceil(height / factor));
  const layerContext = layer.getContext("2d");
  layerContext.textDrawingMode = "glyph";
  layerContext.scale(1 / factor, 1 / factor);
  layerContext.translate(-left, -top);
  paint(layerContext);
  const shadow = tint(blurMask(maskOf(layer), blur / 2 / factor), color);
  if (factor === 1) context.drawImage(shadow, left + x, top + y);
  else context.drawImage(shadow, left + x, top + y, layer.width * factor, layer.height * factor);
  freeCanvas(layer);
  freeCanvas(shadow);
}
