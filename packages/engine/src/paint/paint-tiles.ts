import type { ImageSource } from "@placard/templates/scene";
import { createCanvas, DOMMatrix, type Canvas, type CanvasRenderingContext2D } from "canvas";
import type { CanvasCache } from "./canvas-cache.ts";
import type { ImageCommand, ResolvedGradient, TileCommand } from "./commands.ts";
import { isGradient } from "./gradient-geometry.ts";
import { decodedSize, type Images, type PixelSize } from "./images.ts";
import { createGradientCanvas, type GradientWindow } from "./paint-gradient.ts";
import { freeCanvas, maxCanvasLength } from "./pixels.ts";
import { intersect } from "../layout/intersect.ts";
import { outerPixels, snapRect, traceRoundedRect, type RoundedRect } from "./rounded-rect.ts";
import type { Rect } from "../layout/placed.ts";
import type { TimeSlice } from "../time-slice.ts";

/** What images and gradients are painted with. */
export interface TileOptions {
  /** Pixels of the canvas per pixel of the command's coordinates. */
  readonly resolution: number;
  /** What of the card can be seen, in the coordinates of the command. */
  readonly visible: Rect;
  readonly timeSlice: TimeSlice;
  readonly images: Images;
  readonly canvases: CanvasCache;
}

/** Pixels of a gradient that are computed at most; larger ones are scaled up. */
export const maxGradientPixels = 2048 * 2048;

/** Paints tiles, and yields to the event loop while a gradient is computed. */
export async function paintTiles(
  context: CanvasRenderingContext2D,
  command: TileCommand,
  options: TileOptions,
): Promise<void> {
  const { clip, tile, repeat, image } = command;
  const snapped = snapRect(tile);
  const band = {
    x: repeat.x ? clip.x : snapped.x,
    y: repeat.y ? clip.y : snapped.y,
    width: repeat.x ? clip.width : snapped.width,
    height: repeat.y ? clip.height : snapped.height,
  };
  const region = intersect(intersect(clip, band), options.visible);
  if (!region) return;
  const isRepeated = !contains(snapped, region);
  if (isRepeated) return paintRepeated(context, command, region, options);
  if (isGradient(image)) {
    const window = outerPixels(region);
    const part = options.resolution === 1 ? repeatedPart(image, window) : window;
    const origin = { x: part.x - tile.x, y: part.y - tile.y };
    return withGradient(image, part, origin, options, (canvas) => {
      fillShape(context, clip, canvas, part, region);
    });
  }
  const pixels = imagePixels(command, options.resolution, options.images);
  if (pixels) drawImageIn(context, pixels, tile, { ...clip, region });
}

/** Paints the content of a replaced element. */
export function paintImage(
  context: CanvasRenderingContext2D,
  command: ImageCommand,
  { images, visible, resolution }: TileOptions,
): void {
  const { clip } = command;
  const pixels = imagePixels(command, resolution, images);
  const shown = intersect(clip, visible);
  if (!pixels || !shown) return;
  const { area, color } = placeImage(command, images, resolution);
  if (color !== undefined) fillRegion(context, clip, shown, color);
  const region = intersect(area, shown);
  if (region) drawImageIn(context, pixels, area, { ...clip, region });
}

/** The part of its place that an image takes without transparent or white margins. */
const cutOutScale = 0.9;

/** The most that an image is enlarged to trim its white margins. */
export const maxTrimScale = 2;

/** Where an image goes, and the color that is painted behind it. `resolution` as in `TileOptions`. */
export function placeImage(
  command: ImageCommand,
  images: Images,
  resolution: number,
): { readonly area: Rect; readonly color?: string } {
  const { fitted } = command;
  const image = fitted && imageOf(command, resolution);
  const ground = image && images.ground(image.source, image.size);
  if (!ground) return { area: command.area };
  const { color, subject } = ground;
  if (subject) return { area: trimMargins(fitted.area, subject, command.clip), color };
  if (!ground.isTransparent) return { area: fitted.area, color };
  const { x, y, width, height } = fitted.area;
  const inset = (1 - cutOutScale) / 2;
  const area = {
    x: x + inset * width,
    y: y + inset * height,
    width: cutOutScale * width,
    height: cutOutScale * height,
  };
  return fitted.hasBackground ? { area } : { area, color };
}

/** Enlarges the area of an image around its subject, until the subject reaches the margin of a place. */
function trimMargins(area: Rect, subject: Rect, place: Rect): Rect {
  const room = Math.min(
    place.width / (area.width * subject.width),
    place.height / (area.height * subject.height),
  );
  const scale = Math.min(maxTrimScale, cutOutScale * room);
  if (scale <= 1) return area;
  const [width, height] = [scale * area.width, scale * area.height];
  return {
    x: place.x + place.width / 2 - width * (subject.x + subject.width / 2),
    y: place.y + place.height / 2 - height * (subject.y + subject.height / 2),
    width,
    height,
  };
}

/** The image of a command and the size in which it is decoded; undefined if it paints a gradient. */
export function imageOf(
  command: TileCommand | ImageCommand,
  resolution: number,
): { readonly source: ImageSource; readonly size: PixelSize } | undefined {
  const source = command.kind === "image" ? command.source : command.image;
  if (isGradient(source)) return undefined;
  return { source, size: decodedSize(command.kind === "image" ? command.area : command.tile, resolution) };
}

/** The pixels of the image of a command; undefined if it is unavailable. `resolution` as in `TileOptions`. */
function imagePixels(
  command: TileCommand | ImageCommand,
  resolution: number,
  images: Images,
): Canvas | undefined {
  const image = imageOf(command, resolution);
  return image && images.pixels(image.source, image.size);
}

function contains(outer: Rect, inner: Rect): boolean {
  const tolerance = 1e-3;
  return (
    outer.x <= inner.x + tolerance &&
    outer.y <= inner.y + tolerance &&
    outer.x + outer.width >= inner.x + inner.width - tolerance &&
    outer.y + outer.height >= inner.y + inner.height - tolerance
  );
}

/** The part of a window that the rest repeats: a column or a row, if the gradient is straight. */
function repeatedPart(gradient: ResolvedGradient, window: Rect): Rect {
  if (gradient.kind !== "linear-gradient") return window;
  const { x, y, width, height } = window;
  // One more pixel at both ends: a rotated edge is mixed with it.
  if (Math.abs(gradient.x1 - gradient.x0) < 1e-6) return { x, y: y - 1, width: 1, height: height + 2 };
  if (Math.abs(gradient.y1 - gradient.y0) < 1e-6) return { x: x - 1, y, width: width + 2, height: 1 };
  return window;
}

async function withGradient(
  gradient: ResolvedGradient,
  { width, height }: PixelSize,
  origin: { x: number; y: number },
  { resolution, canvases, timeSlice }: TileOptions,
  use: (canvas: Canvas) => void,
): Promise<void> {
  const scale = Math.min(
    resolution,
    Math.sqrt(maxGradientPixels / (width * height)),
    maxCanvasLength / width,
    maxCanvasLength / height,
  );
  const size = {
    width: Math.max(1, Math.ceil(width * scale - 1e-3)),
    height: Math.max(1, Math.ceil(height * scale - 1e-3)),
  };
  const window: GradientWindow = { ...origin, scaleX: size.width / width, scaleY: size.height / height };
  const key = JSON.stringify([gradient, size, window]);
  const cached = canvases.get(key);
  const canvas = cached ?? (await createGradientCanvas(gradient, size, { window, timeSlice }));
  use(canvas);
  if (!cached) canvases.add(key, canvas);
}

/** Fills a shape with a canvas that covers an area, and repeats it outside. */
function fillShape(
  context: CanvasRenderingContext2D,
  shape: RoundedRect,
  canvas: Canvas,
  area: Rect,
  region: Rect,
): void {
  const isScaled = canvas.width !== area.width || canvas.height !== area.height;
  if (isScaled) return drawImageIn(context, canvas, area, { ...shape, region });
  const isExact = area.width === region.width && area.height === region.height;
  if (!shape.radii && isExact) return context.drawImage(canvas, area.x, area.y);
  const pattern = context.createPattern(canvas, "repeat");
  pattern.setTransform(new DOMMatrix([1, 0, 0, 1, area.x, area.y]));
  fillRegion(context, shape, region, pattern);
}

function fillRegion(
  context: CanvasRenderingContext2D,
  shape: RoundedRect,
  region: Rect,
  fillStyle: CanvasRenderingContext2D["fillStyle"],
): void {
  context.save();
  context.beginPath();
  context.rect(region.x, region.y, region.width, region.height);
  context.clip();
  context.beginPath();
  traceRoundedRect(context, shape);
  context.fillStyle = fillStyle;
  context.fill();
  context.restore();
}

/** Repeats one tile over a region, in both directions: the region is limited where it repeats in one. */
async function paintRepeated(
  context: CanvasRenderingContext2D,
  command: TileCommand,
  region: Rect,
  options: TileOptions,
): Promise<void> {
  const { clip, tile, image, gap = { x: 0, y: 0 } } = command;
  // Smaller ones look the same.
  const [width, height] = [Math.max(1, tile.width + gap.x), Math.max(1, tile.height + gap.y)];
  const fill = (source: Canvas): void => {
    const canvas = command.gap ? withSpace(source, tile, { width, height }) : source;
    const pattern = context.createPattern(canvas, "repeat");
    const [scaleX, scaleY] = [width / canvas.width, height / canvas.height];
    // Few periods from the region: coordinates in patterns have 16 bits.
    const x = tile.x + Math.floor((region.x - tile.x) / width) * width;
    const y = tile.y + Math.floor((region.y - tile.y) / height) * height;
    pattern.setTransform(new DOMMatrix([scaleX, 0, 0, scaleY, x, y]));
    fillRegion(context, clip, region, pattern);
    if (canvas !== source) freeCanvas(canvas);
  };
  if (isGradient(image)) {
    return withGradient(image, tile, { x: 0, y: 0 }, options, fill);
  }
  const pixels = imagePixels(command, options.resolution, options.images);
  if (pixels) fill(pixels);
}

/** A tile with the space to the next one, on a canvas with the same pixels per pixel of the tile. */
function withSpace(source: Canvas, tile: PixelSize, { width, height }: PixelSize): Canvas {
  const [scaleX, scaleY] = [source.width / Math.max(1, tile.width), source.height / Math.max(1, tile.height)];
  const canvas = createCanvas(Math.ceil(width * scaleX), Math.ceil(height * scaleY));
  const [x, y] = [canvas.width / width, canvas.height / height];
  canvas.getContext("2d").drawImage(source, 0, 0, tile.width * x, tile.height * y);
  return canvas;
}

/** Draws the visible part of an image: scaling the whole could take any amount of memory. */
function drawImageIn(
  context: CanvasRenderingContext2D,
  image: Canvas,
  area: Rect,
  { region, ...shape }: RoundedRect & { readonly region: Rect },
): void {
  context.save();
  context.beginPath();
  if (shape.radii) traceRoundedRect(context, shape);
  else context.rect(region.x, region.y, region.width, region.height);
  context.clip();
  if (image.width === area.width && image.height === area.height) context.drawImage(image, area.x, area.y);
  else {
    const [scaleX, scaleY] = [image.width / area.width, image.height / area.height];
    context.drawImage(
      image,
      (region.x - area.x) * scaleX,
      (region.y - area.y) * scaleY,
      region.width * scaleX,
      region.height * scaleY,
      region.x,
      region.y,
      region.width,
      region.height,
    );
  }
  context.restore();
}
