import type { Canvas, CanvasRenderingContext2D } from "canvas";
import type { Rect } from "../layout/placed.ts";
import { blurMask } from "./blur.ts";
import type { TextShadowOffset } from "./commands.ts";
import { createDrawing, freeCanvas, maskOf, maxCanvasLength, tint } from "./pixels.ts";
import type { TimeSlice } from "../time-slice.ts";

export interface BlurOptions {
  /** Pixels of the canvas per pixel of the command's coordinates. */
  readonly resolution: number;
  /** What of the card can be seen, in the coordinates of the command. */
  readonly visible: Rect;
  readonly timeSlice: TimeSlice;
}

interface Blurred extends BlurOptions {
  /** What is painted, before it is moved. */
  readonly area: Rect;
  readonly color: string;
  readonly shadow: TextShadowOffset;
}

/** Pixels blurred at once; larger areas are blurred at a lower resolution. Takes about 20 ms. */
export const maxBlurredPixels = 600_000;

/** Rows of an area that are scaled up at once. */
const rowsPerBand = 240;

/** How far a blur reaches, in whole pixels: three standard deviations. */
export function blurMargin(blur: number): number {
  return Math.ceil(blur * 1.5);
}

/**
 * Paints what `paint` covers, moved and blurred, in one color. Yields to the event loop where necessary.
 * @param paint gets the pixels of its canvas per pixel of the command's coordinates
 */
export async function paintBlurred(
  context: CanvasRenderingContext2D,
  { area, visible, resolution, color, shadow: { x, y, blur }, timeSlice }: Blurred,
  paint: (layer: CanvasRenderingContext2D, resolution: number) => void,
): Promise<void> {
  const margin = blurMargin(blur);
  // What is farther from the visible part than the blur reaches does not matter.
  const left = Math.floor(Math.max(area.x, visible.x - x - margin)) - margin;
  const top = Math.floor(Math.max(area.y, visible.y - y - margin)) - margin;
  const right = Math.ceil(Math.min(area.x + area.width, visible.x + visible.width - x + margin)) + margin;
  const bottom = Math.ceil(Math.min(area.y + area.height, visible.y + visible.height - y + margin)) + margin;
  const [width, height] = [right - left, bottom - top];
  if (width <= 2 * margin || height <= 2 * margin) return;
  const reduction = Math.max(
    Math.sqrt((width * height) / maxBlurredPixels),
    width / maxCanvasLength,
    height / maxCanvasLength,
  );
  const fitsInFull = resolution > 1 && reduction * resolution <= 1;
  const factor = fitsInFull ? 1 / resolution : Math.max(1, Math.ceil(reduction));
  const layer = createDrawing(Math.ceil(width / factor), Math.ceil(height / factor));
  layer.scale(1 / factor, 1 / factor);
  layer.translate(-left, -top);
  paint(layer, Math.max(1, 1 / factor));
  const blurred = tint(blurMask(maskOf(layer.canvas), blur / 2 / factor), color);
  freeCanvas(layer.canvas);
  if (factor === 1) context.drawImage(blurred, left + x, top + y);
  else await drawEnlarged(context, blurred, { x: left + x, y: top + y, factor }, timeSlice);
  freeCanvas(blurred);
}

/** Scales a canvas up in bands, because that takes longer than blurring it. */
async function drawEnlarged(
  context: CanvasRenderingContext2D,
  canvas: Canvas,
  { x, y, factor }: { x: number; y: number; factor: number },
  timeSlice: TimeSlice,
): Promise<void> {
  const { width, height } = canvas;
  const rows = Math.ceil(rowsPerBand / factor);
  for (let from = 0; from < height; from += rows) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const count = Math.min(rows, height - from);
    context.drawImage(canvas, 0, from, width, count, x, y + from * factor, width * factor, count * factor);
  }
}
