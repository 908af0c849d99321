import type { CanvasRenderingContext2D } from "canvas";
import type { Rect } from "../layout/placed.ts";

// The shape of wavy lines is left to browsers: this is Chromium's.

/** The length of a wave, and the height of the control points of its Bézier curve, in pixels. */
function waveOf(thickness: number) {
  return {
    length: 1 + 2 * Math.round(2 * thickness + 0.5),
    control: 0.5 + Math.round(3 * thickness + 0.5),
  };
}

/** The highest point of the curve as a share of its control points' height. */
const crest = Math.sqrt(3) / 6;

/** What a wavy line paints on. `rect`: a straight line of its thickness. */
export function waveArea({ x, y, width, height }: Rect): Rect {
  const top = Math.ceil(crest * waveOf(height).control) + 1;
  return { x, y: y - top, width, height: height + 2 * top };
}

/** Where the ink of glyphs interrupts a wavy line: half a pixel within it. */
export function waveInkArea({ x, y, width, height }: Rect): Rect {
  const reach = crest * waveOf(height).control - 0.5;
  return { x, y: y - reach, width, height: height + 2 * reach };
}

/** Strokes the waves of a line within `part`. */
export function strokeWave(
  context: CanvasRenderingContext2D,
  { x, y, height }: Rect,
  part: Rect,
  color: string,
): void {
  const { length, control } = waveOf(height);
  const center = y + height / 2;
  context.beginPath();
  context.rect(part.x, part.y, part.width, part.height);
  context.clip();
  context.beginPath();
  let from = x + Math.floor((part.x - x) / length - 1) * length;
  context.moveTo(from, center);
  for (; from < part.x + part.width + length; from += length) {
    const middle = from + length / 2;
    context.bezierCurveTo(middle, center + control, middle, center - control, from + length, center);
  }
  context.strokeStyle = color;
  context.lineWidth = height;
  context.stroke();
}
