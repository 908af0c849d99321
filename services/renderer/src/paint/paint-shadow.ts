import type { Corners } from "@placard/templates/scene";
import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";
import { LRUCache } from "lru-cache";
import { blurMask } from "./blur.ts";
import type { ShadowCommand } from "./commands.ts";
import { freeCanvas, maskOf, tint } from "./pixels.ts";
import { traceRoundedRect, type Radius, type RoundedRect } from "./rounded-rect.ts";

/** Bytes of blurred shadows that are cached. */
const maxCacheBytes = 16 * 1024 * 1024;

/** Pixels blurred at once; larger shadows are blurred at a lower resolution. Takes about 20 ms. */
const maxBlurredPixels = 600_000;

/** Paints a shadow outside of its box. */
export function paintShadow(context: CanvasRenderingContext2D, command: ShadowCommand): void {
  const { box, shape, blur, color } = command;
  context.save();
  context.beginPath();
  const margin = Math.ceil(blur * 1.5) + 1;
  const [left, top] = [Math.min(shape.x - margin, box.x), Math.min(shape.y - margin, box.y)];
  const right = Math.max(shape.x + shape.width + margin, box.x + box.width);
  const bottom = Math.max(shape.y + shape.height + margin, box.y + box.height);
  context.rect(left, top, right - left, bottom - top);
  traceRoundedRect(context, box);
  context.clip("evenodd");
  if (blur <= 0) {
    context.beginPath();
    traceRoundedRect(context, shape);
    context.fillStyle = color;
    context.fill();
  } else drawBlurred(context, shape, blur, color);
  context.restore();
}

interface Patch {
  readonly canvas: Canvas;
  /** Pixels of the card per pixel of the canvas. */
  readonly factor: number;
}

const patches = new LRUCache<string, Patch>({
  maxSize: maxCacheBytes,
  sizeCalculation: ({ canvas }) => canvas.width * canvas.height * 4,
  dispose: ({ canvas }) => freeCanvas(canvas),
});

/** A shadow varies only near its corners: the parts between are stretched, so that boxes of all sizes share one blurred canvas. */
function drawBlurred(
  context: CanvasRenderingContext2D,
  shape: RoundedRect,
  blur: number,
  color: string,
): void {
  const margin = Math.ceil(blur * 1.5);
  const corner = cornerSizeOf(shape.radii);
  const size = {
    width: Math.min(shape.width, 2 * (margin + corner.x) + 3),
    height: Math.min(shape.height, 2 * (margin + corner.y) + 3),
  };
  const isTooLarge = (size.width + 2 * margin) * (size.height + 2 * margin) > maxBlurredPixels;
  const { width, height } = isTooLarge ? shape : size;
  const fraction = { x: shape.x - Math.floor(shape.x), y: shape.y - Math.floor(shape.y) };
  const key = JSON.stringify([width, height, fraction, shape.radii, blur, color]);
  let patch = patches.get(key);
  if (!patch) {
    patch = createPatch({ ...shape, ...fraction, width, height }, blur, margin, color);
    patches.set(key, patch);
  }
  const [x, y] = [Math.floor(shape.x) - margin, Math.floor(shape.y) - margin];
  const { canvas, factor } = patch;
  if (factor > 1) {
    return context.drawImage(canvas, x, y, canvas.width * factor, canvas.height * factor);
  }
  drawStretched(context, canvas, { x, y }, { x: shape.width - width, y: shape.height - height });
}

function cornerSizeOf(radii: Corners<Radius> | undefined): Radius {
  if (!radii) return { x: 0, y: 0 };
  const { topLeft, topRight, bottomRight, bottomLeft } = radii;
  const all = [topLeft, topRight, bottomRight, bottomLeft];
  return {
    x: Math.ceil(Math.max(...all.map(({ x }) => x))),
    y: Math.ceil(Math.max(...all.map(({ y }) => y))),
  };
}

function createPatch(shape: RoundedRect, blur: number, margin: number, color: string): Patch {
  const width = Math.ceil(shape.x + shape.width) + 2 * margin;
  const height = Math.ceil(shape.y + shape.height) + 2 * margin;
  const factor = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxBlurredPixels)));
  const mask = createCanvas(Math.ceil(width / factor), Math.ceil(height / factor));
  const context = mask.getContext("2d");
  context.scale(1 / factor, 1 / factor);
  context.translate(margin, margin);
  context.beginPath();
  traceRoundedRect(context, shape);
  context.fill();
  const blurred = blurMask(maskOf(mask), blur / 2 / factor);
  freeCanvas(mask);
  return { canvas: tint(blurred, color), factor };
}

/** Draws a canvas whose middle row and column are repeated, by a number of pixels. */
function drawStretched(
  context: CanvasRenderingContext2D,
  canvas: Canvas,
  at: { x: number; y: number },
  extra: { x: number; y: number },
): void {
  for (const column of partsOf(canvas.width, extra.x)) {
    for (const row of partsOf(canvas.height, extra.y)) {
      context.drawImage(
        canvas,
        column.from,
        row.from,
        column.length,
        row.length,
        at.x + column.to,
        at.y + row.to,
        column.size,
        row.size,
      );
    }
  }
}

function partsOf(
  length: number,
  extra: number,
): { from: number; length: number; to: number; size: number }[] {
  if (extra <= 0) return [{ from: 0, length, to: 0, size: length }];
  const middle = Math.floor(length / 2);
  return [
    { from: 0, length: middle, to: 0, size: middle },
    { from: middle, length: 1, to: middle, size: extra + 1 },
    { from: middle + 1, length: length - middle - 1, to: middle + 1 + extra, size: length - middle - 1 },
  ];
}
