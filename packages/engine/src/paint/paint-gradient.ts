import type { Canvas } from "canvas";
import { parseColor } from "./color.ts";
import type { ResolvedGradient, ResolvedStop } from "./commands.ts";
import type { PixelSize } from "./images.ts";
import { canvasOfPixels } from "./pixels.ts";

/** Colors are computed in multiples of this number, so that usual percentages fall between two of them. */
const colorUnit = 1200;

/** Colors computed per gradient at most: more if edges between colors must be where they belong. */
const maxColors = { soft: 4 * colorUnit, hard: 14 * colorUnit };

/** Stops may be less than a pixel apart. */
const colorsPerPixel = 16;

/** The part of a tile that a canvas shows: where it starts, and the canvas's pixels per pixel of the tile. */
export interface GradientWindow {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Paints a gradient on a new canvas of a size in whole pixels. Faster than the gradients of node-canvas,
 * which also interpolate without premultiplying and don't repeat.
 */
export function createGradientCanvas(
  gradient: ResolvedGradient,
  size: PixelSize,
  { x, y, ...scale }: GradientWindow,
): Canvas {
  return gradient.kind === "linear-gradient"
    ? createLinear(
        { ...gradient, x0: gradient.x0 - x, x1: gradient.x1 - x, y0: gradient.y0 - y, y1: gradient.y1 - y },
        size,
        scale,
      )
    : createRadial({ ...gradient, x: gradient.x - x, y: gradient.y - y }, size, scale);
}

type Scale = Pick<GradientWindow, "scaleX" | "scaleY">;

function createLinear(
  gradient: ResolvedGradient & { kind: "linear-gradient" },
  { width, height }: PixelSize,
  { scaleX, scaleY }: Scale,
): Canvas {
  const { x0, y0 } = gradient;
  const [dx, dy] = [gradient.x1 - x0, gradient.y1 - y0];
  const squared = dx * dx + dy * dy || 1;
  const colors = colorTable(gradient, 0, 1, Math.sqrt(squared));
  const last = colors.length - 1;
  const stepX = (dx / squared / scaleX) * colors.length;
  return canvasOfPixels(width, height, (pixels) => {
    for (let y = 0; y < height; y++) {
      const offsetY = ((y + 0.5) / scaleY - y0) * dy;
      const start = ((offsetY + (0.5 / scaleX - x0) * dx) / squared) * colors.length;
      const row = y * width;
      if (dx === 0) {
        pixels.fill(colors[clamp(start, last)]!, row, row + width);
        continue;
      }
      if (dy === 0 && y > 0) {
        pixels.copyWithin(row, 0, width);
        continue;
      }
      for (let x = 0; x < width; x++) pixels[row + x] = colors[clamp(start + x * stepX, last)]!;
    }
  });
}

/** The index of a color. A pixel exactly at an edge has the next color, whatever the rounding. */
function clamp(position: number, last: number): number {
  const index = position + 1e-4;
  return index <= 0 ? 0 : index >= last ? last : index | 0;
}

function createRadial(
  gradient: ResolvedGradient & { kind: "radial-gradient" },
  { width, height }: PixelSize,
  { scaleX, scaleY }: Scale,
): Canvas {
  // Shapes without an extent are tiny circles (CSS Images 3, section 3.2.3).
  const radiusX = Math.max(gradient.radiusX, 1e-3);
  const radiusY = Math.max(gradient.radiusY, 1e-3);
  const farX = Math.max(Math.abs(gradient.x), Math.abs(width / scaleX - gradient.x)) / radiusX;
  const farY = Math.max(Math.abs(gradient.y), Math.abs(height / scaleY - gradient.y)) / radiusY;
  const far = gradient.isRepeating
    ? Math.hypot(farX, farY)
    : Math.max(1e-6, Math.min(Math.hypot(farX, farY), gradient.stops.at(-1)!.position + 2 / radiusX));
  const colors = colorTable(gradient, 0, far, far * Math.max(radiusX, radiusY));
  const last = colors.length - 1;
  const density = colors.length / far;
  return canvasOfPixels(width, height, (pixels) => {
    for (let y = 0; y < height; y++) {
      const dy = (((y + 0.5) / scaleY - gradient.y) / radiusY) * density;
      const row = y * width;
      const step = density / scaleX / radiusX;
      const start = ((0.5 / scaleX - gradient.x) / radiusX) * density;
      const squaredY = dy * dy;
      for (let x = 0; x < width; x++) {
        const dx = start + x * step;
        const index = Math.sqrt(dx * dx + squaredY);
        pixels[row + x] = colors[index >= last ? last : index | 0]!;
      }
    }
  });
}

/** The colors of a gradient between two positions, evenly spaced, as 0xAABBGGRR. */
function colorTable(
  { stops, isRepeating }: ResolvedGradient,
  from: number,
  to: number,
  lengthPx: number,
): Uint32Array {
  const hasEdges =
    isRepeating || stops.some(({ position }, index) => position === stops[index - 1]?.position);
  const limit = hasEdges ? maxColors.hard : maxColors.soft;
  const needed = Math.ceil((lengthPx * colorsPerPixel) / colorUnit) * colorUnit;
  const colors = new Uint32Array(Math.max(colorUnit, Math.min(limit, needed)));
  const channels = stops.map((stop) => ({ ...parseColor(stop.color), position: stop.position }));
  const [first, last] = [stops[0]!.position, stops.at(-1)!.position];
  const period = last - first;
  let next = 0;
  for (let index = 0; index < colors.length; index++) {
    let position = from + (index / colors.length) * (to - from);
    if (isRepeating && period > 0) {
      position = first + ((((position - first) % period) + period) % period);
      if (next > 0 && position < channels[next - 1]!.position) next = 0;
    }
    while (next < channels.length && channels[next]!.position <= position) next++;
    const start = channels[Math.max(0, next - 1)]!;
    const end = channels[Math.min(channels.length - 1, next)]!;
    const span = end.position - start.position;
    colors[index] = mix(start, end, span > 0 ? (position - start.position) / span : 0);
  }
  return colors;
}

type Stop = ReturnType<typeof parseColor> & Pick<ResolvedStop, "position">;

/** Interpolates premultiplied colors (CSS Images 3, section 3.4.2). */
function mix(start: Stop, end: Stop, share: number): number {
  const [a, b] = [start.alpha * (1 - share), end.alpha * share];
  const alpha = a + b;
  if (alpha <= 0) return 0;
  const channel = (from: number, to: number) => Math.round((from * a + to * b) / alpha);
  const rgb =
    (channel(start.blue, end.blue) << 16) |
    (channel(start.green, end.green) << 8) |
    channel(start.red, end.red);
  return ((Math.round(alpha * 255) << 24) | rgb) >>> 0;
}
