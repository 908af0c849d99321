import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";
import type { Rect } from "../layout/placed.ts";
import { blurMask } from "./blur.ts";
import type { CanvasCache } from "./canvas-cache.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { ShadowCommand } from "./commands.ts";
import type { PixelSize } from "./images.ts";
import { blurMargin, maxBlurredPixels, paintBlurred, type BlurOptions } from "./paint-blurred.ts";
import { createDrawing, freeCanvas, maskOf, maxCanvasLength, tint } from "./pixels.ts";
import { intersect } from "../layout/intersect.ts";
import {
  grow,
  outerPixels,
  outsetRoundedRect,
  radiiOf,
  traceRoundedRect,
  type Radius,
  type RoundedRect,
} from "./rounded-rect.ts";

/** Pixels of a shadow that is joined before it is resampled at most. */
const maxWholePixels = 4_000_000;

interface ShadowOptions extends BlurOptions {
  readonly canvases: CanvasCache;
}

/** Paints a shadow outside of its box. Yields to the event loop where necessary. */
export async function paintShadow(
  context: CanvasRenderingContext2D,
  command: ShadowCommand,
  options: ShadowOptions,
): Promise<void> {
  const { box, shape, blur, color } = command;
  if (command.isInset) return paintInset(context, command, options);
  const isResampled = !keepsPixels(context);
  context.save();
  // Edges between pixels are soft: the ground would show between the box and its shadow.
  const hole = isResampled && command.isOpaque ? outsetRoundedRect(box, -1) : box;
  clipToOutside(context, hole, boundsOfCommand(command));
  if (blur <= 0) fillShape(context, shape, color);
  else {
    const size = patchSize(shape, blur);
    if (size && isResampled) await drawWhole(context, command, size, options);
    else if (size) await drawPatch(context, command, size, options);
    else {
      const blurred = { area: shape, color, shadow: { x: 0, y: 0, blur }, ...options };
      await paintBlurred(context, blurred, (layer) => fillShape(layer, shape, "#000000"));
    }
  }
  context.restore();
}

/** Paints what is around the hole of an inset shadow. */
async function paintInset(
  context: CanvasRenderingContext2D,
  { box, shape, blur, color }: ShadowCommand,
  options: ShadowOptions,
): Promise<void> {
  const fill = (layer: CanvasRenderingContext2D, fillStyle: string): void => {
    const { x, y, width, height } = grow(box, blurMargin(blur) + 1); // all that is blurred
    layer.beginPath();
    layer.rect(x, y, width, height);
    if (shape.width > 0 && shape.height > 0) traceRoundedRect(layer, shape);
    layer.fillStyle = fillStyle;
    layer.fill("evenodd");
  };
  context.save();
  context.beginPath();
  traceRoundedRect(context, box);
  context.clip();
  if (blur <= 0) fill(context, color);
  else {
    const blurred = { area: box, color, shadow: { x: 0, y: 0, blur }, ...options };
    await paintBlurred(context, blurred, (layer) => fill(layer, "#000000"));
  }
  context.restore();
}

function clipToOutside(context: CanvasRenderingContext2D, box: RoundedRect, shadow: Rect): void {
  const [left, top] = [Math.min(shadow.x, box.x), Math.min(shadow.y, box.y)];
  const right = Math.max(shadow.x + shadow.width, box.x + box.width);
  const bottom = Math.max(shadow.y + shadow.height, box.y + box.height);
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  traceRoundedRect(context, box);
  context.clip("evenodd");
}

function fillShape(context: CanvasRenderingContext2D, shape: RoundedRect, color: string): void {
  context.beginPath();
  traceRoundedRect(context, shape);
  context.fillStyle = color;
  context.fill();
}

/**
 * The size of a shape with the same corners whose shadow can be stretched. A shadow varies only near corners,
 * so boxes of all sizes share one blurred canvas, whose size is `canvas`. Undefined if that is too large to
 * be blurred at once.
 */
export function patchSize(
  shape: RoundedRect,
  blur: number,
): (PixelSize & { readonly canvas: PixelSize }) | undefined {
  const margin = blurMargin(blur);
  const corner = cornerSizeOf(shape);
  const size = {
    width: Math.min(shape.width, 2 * (margin + corner.x) + 3),
    height: Math.min(shape.height, 2 * (margin + corner.y) + 3),
  };
  const canvas = { width: size.width + 2 * margin, height: size.height + 2 * margin };
  const { width, height } = canvas;
  const isTooLarge = width * height > maxBlurredPixels || Math.max(width, height) > maxCanvasLength;
  return isTooLarge ? undefined : { ...size, canvas };
}

/** Whether a context maps edges of pixels to edges of pixels. */
function keepsPixels({ currentTransform: { a, b, c, d, e, f } }: CanvasRenderingContext2D): boolean {
  return b === 0 && c === 0 && [a, d, e, f].every((number) => Number.isInteger(number));
}

/** Joins the parts of a patch before they are resampled: the ground would show between them. */
async function drawWhole(
  context: CanvasRenderingContext2D,
  command: ShadowCommand,
  size: PixelSize,
  options: ShadowOptions,
): Promise<void> {
  const area = intersect(outerPixels(boundsOfCommand(command)), outerPixels(options.visible));
  if (!area) return;
  const { x, y, width, height } = area;
  if (width * height > maxWholePixels || Math.max(width, height) > maxCanvasLength)
    return drawPatch(context, command, size, options);
  const layer = createDrawing(width, height);
  layer.translate(-x, -y);
  await drawPatch(layer, command, size, options);
  context.drawImage(layer.canvas, x, y);
  freeCanvas(layer.canvas);
}

async function drawPatch(
  context: CanvasRenderingContext2D,
  { shape, blur, color }: ShadowCommand,
  { width, height }: PixelSize,
  { canvases, visible, timeSlice }: ShadowOptions,
): Promise<void> {
  const margin = blurMargin(blur);
  const fraction = { x: shape.x - Math.floor(shape.x), y: shape.y - Math.floor(shape.y) };
  const key = JSON.stringify([width, height, fraction, shape.radii, blur, color]);
  let created: Canvas | undefined;
  // Looked up after each pause: other cards may evict it.
  const patch = (): Canvas =>
    canvases.get(key) ?? (created ??= createPatch({ ...shape, ...fraction, width, height }, blur, color));
  const columns = partsOf(patch().width, Math.floor(shape.x) - margin, shape.width - width);
  const rows = partsOf(patch().height, Math.floor(shape.y) - margin, shape.height - height);
  for (const column of columns.flatMap((part) => crop(part, visible.x, visible.x + visible.width))) {
    for (const row of rows.flatMap((part) => crop(part, visible.y, visible.y + visible.height))) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      const { from, length } = column;
      const { to, size } = row;
      context.drawImage(patch(), from, row.from, length, row.length, column.to, to, column.size, size);
    }
  }
  if (created) canvases.add(key, created);
}

function cornerSizeOf(shape: RoundedRect): Radius {
  const radii = radiiOf(shape);
  return {
    x: Math.ceil(Math.max(0, ...radii.map(({ x }) => x))),
    y: Math.ceil(Math.max(0, ...radii.map(({ y }) => y))),
  };
}

function createPatch(shape: RoundedRect, blur: number, color: string): Canvas {
  const margin = blurMargin(blur);
  const width = Math.ceil(shape.x + shape.width) + 2 * margin;
  const mask = createCanvas(width, Math.ceil(shape.y + shape.height) + 2 * margin);
  const context = mask.getContext("2d");
  context.translate(margin, margin);
  fillShape(context, shape, "#000000");
  const blurred = blurMask(maskOf(mask), blur / 2);
  freeCanvas(mask);
  return tint(blurred, color);
}

/** Columns or rows of a canvas, and where on the card they are drawn, in pixels. */
interface Part {
  readonly from: number;
  readonly length: number;
  readonly to: number;
  readonly size: number;
}

/** A canvas whose middle column or row is stretched by a number of pixels. */
function partsOf(length: number, to: number, extra: number): Part[] {
  if (extra <= 0) return [{ from: 0, length, to, size: length }];
  const middle = Math.floor(length / 2);
  const rest = length - middle - 1;
  return [
    { from: 0, length: middle, to, size: middle },
    { from: middle, length: 1, to: to + middle, size: extra + 1 },
    { from: middle + 1, length: rest, to: to + middle + 1 + extra, size: rest },
  ];
}

/** Leaves out what can't be seen of a part, which may be stretched to any size. */
function crop(part: Part, start: number, end: number): Part[] {
  if (part.to >= end || part.to + part.size <= start) return [];
  if (part.length > 1) return [part];
  const to = Math.max(part.to, Math.floor(start));
  return [{ ...part, to, size: Math.min(part.to + part.size, Math.ceil(end)) - to }];
}
