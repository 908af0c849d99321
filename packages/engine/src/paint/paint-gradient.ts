import { mixColors } from "@placard/templates";
import { createCanvas, createImageData, type Canvas } from "canvas";
import { parseColor, type Channels } from "./color.ts";
import type { ResolvedGradient } from "./commands.ts";
import type { PixelSize } from "./images.ts";
import type { TimeSlice } from "../time-slice.ts";

/** Colors are computed in multiples of this number, so that usual percentages fall between two of them. */
const colorUnit = 1200;

/** Colors computed per gradient at most: more if edges between colors must be where they belong. */
const maxColors = { soft: 4 * colorUnit, hard: 14 * colorUnit };

/** Stops may be less than a pixel apart. */
const colorsPerPixel = 16;

/** Less than this share of a color's width from an edge is at the edge: rounding differs. */
const onEdge = 1e-4;

/** Rows that are computed at a time: few enough for the caches of a CPU. */
const bandRows = 8;

/** The part of a tile that a canvas shows: where it starts, and the canvas's pixels per pixel of the tile. */
export interface GradientWindow {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Paints a gradient on a new canvas of a size in whole pixels, and yields to the event loop between bands.
 * Faster than the gradients of node-canvas, which also interpolate without premultiplying and don't repeat.
 */
export async function createGradientCanvas(
  gradient: ResolvedGradient,
  size: PixelSize,
  { window, timeSlice }: { readonly window: GradientWindow; readonly timeSlice: TimeSlice },
): Promise<Canvas> {
  const { width, height } = size;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const pixels = new Uint32Array(width * bandRows);
  const band = createImageData(new Uint8ClampedArray(pixels.buffer), width, bandRows);
  const fillRow = rowsOf(gradient, size, window);
  for (let top = 0; top < height; top += bandRows) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    const count = Math.min(bandRows, height - top);
    for (let row = 0; row < count; row++) fillRow(pixels.subarray(row * width, (row + 1) * width), top + row);
    context.putImageData(band, 0, top, 0, 0, width, count);
  }
  return canvas;
}

/** Fills the pixels of the row `y`. */
type FillRow = (row: Uint32Array, y: number) => void;

function rowsOf(gradient: ResolvedGradient, size: PixelSize, { x, y, ...scale }: GradientWindow): FillRow {
  if (gradient.kind === "linear-gradient") {
    const { x0, x1, y0, y1 } = gradient;
    return linearRows({ ...gradient, x0: x0 - x, x1: x1 - x, y0: y0 - y, y1: y1 - y }, size, scale);
  }
  const center = { x: gradient.x - x, y: gradient.y - y };
  if (gradient.kind === "radial-gradient") return radialRows({ ...gradient, ...center }, size, scale);
  return conicRows({ ...gradient, ...center }, size, scale);
}

type Scale = Pick<GradientWindow, "scaleX" | "scaleY">;

function linearRows(
  gradient: ResolvedGradient & { kind: "linear-gradient" },
  { width }: PixelSize,
  { scaleX, scaleY }: Scale,
): FillRow {
  const { x0, y0 } = gradient;
  const [dx, dy] = [gradient.x1 - x0, gradient.y1 - y0];
  const squared = dx * dx + dy * dy || 1;
  const colors = colorTable(gradient, 1, Math.sqrt(squared));
  const last = colors.length - 1;
  const stepX = (dx / squared / scaleX) * colors.length;
  return (row, y) => {
    const offsetY = ((y + 0.5) / scaleY - y0) * dy;
    const start = ((offsetY + (0.5 / scaleX - x0) * dx) / squared) * colors.length;
    if (dx === 0) row.fill(colors[clamp(start, last)]!);
    else for (let x = 0; x < width; x++) row[x] = colors[clamp(start + x * stepX, last)]!;
  };
}

/** The index of a color. A pixel exactly at an edge has the next color, whatever the rounding. */
function clamp(position: number, last: number): number {
  const index = position + onEdge;
  return index <= 0 ? 0 : index >= last ? last : index | 0;
}

function radialRows(
  gradient: ResolvedGradient & { kind: "radial-gradient" },
  { width, height }: PixelSize,
  { scaleX, scaleY }: Scale,
): FillRow {
  // Shapes without an extent are tiny circles (CSS Images 3, section 3.2.3).
  const radiusX = Math.max(gradient.radiusX, 1e-3);
  const radiusY = Math.max(gradient.radiusY, 1e-3);
  const farX = Math.max(Math.abs(gradient.x), Math.abs(width / scaleX - gradient.x)) / radiusX;
  const farY = Math.max(Math.abs(gradient.y), Math.abs(height / scaleY - gradient.y)) / radiusY;
  const far = gradient.isRepeating
    ? Math.hypot(farX, farY)
    : Math.max(1e-6, Math.min(Math.hypot(farX, farY), gradient.stops.at(-1)!.position + 2 / radiusX));
  const colors = colorTable(gradient, far, far * Math.max(radiusX, radiusY));
  const last = colors.length - 1;
  const density = colors.length / far;
  return (row, y) => {
    const dy = (((y + 0.5) / scaleY - gradient.y) / radiusY) * density;
    const step = density / scaleX / radiusX;
    const start = ((0.5 / scaleX - gradient.x) / radiusX) * density;
    const squaredY = dy * dy;
    for (let x = 0; x < width; x++) {
      const dx = start + x * step;
      const index = Math.sqrt(dx * dx + squaredY);
      row[x] = colors[index >= last ? last : index | 0]!;
    }
  };
}

function conicRows(
  gradient: ResolvedGradient & { kind: "conic-gradient" },
  { width, height }: PixelSize,
  { scaleX, scaleY }: Scale,
): FillRow {
  const colors = colorTable(gradient, 1, Math.PI * (width / scaleX + height / scaleY));
  const count = colors.length;
  const perRadian = count / (2 * Math.PI);
  const start = (1 - (gradient.from - Math.floor(gradient.from))) * count;
  return (row, y) => {
    const dy = gradient.y - (y + 0.5) / scaleY;
    for (let x = 0; x < width; x++) {
      const position = start + Math.atan2((x + 0.5) / scaleX - gradient.x, dy) * perRadian;
      row[x] = colors[Math.floor(position + count) % count]!;
    }
  };
}

/** The colors of a gradient from 0 to a position, evenly spaced, as 0xAABBGGRR. */
function colorTable({ stops, isRepeating }: ResolvedGradient, to: number, lengthPx: number): Uint32Array {
  const hasEdges =
    isRepeating || stops.some(({ position }, index) => position === stops[index - 1]?.position);
  const limit = hasEdges ? maxColors.hard : maxColors.soft;
  const needed = Math.ceil((lengthPx * colorsPerPixel) / colorUnit) * colorUnit;
  const colors = new Uint32Array(Math.max(colorUnit, Math.min(limit, needed)));
  const channels = stops.map(({ color, position, hint, ...stop }): Stop => {
    return { ...parseColor(color), position, hint, ramp: stop.mix && mixColors(stop.mix).map(parseColor) };
  });
  const [first, last] = [stops[0]!.position, stops.at(-1)!.position];
  const period = last - first;
  const wrap = (position: number) =>
    isRepeating && period > 0 ? first + ((((position - first) % period) + period) % period) : position;
  let next = 0;
  for (let index = 0; index < colors.length; index++) {
    // An edge within an entry is at its start: browsers draw a pixel exactly at an edge in the next color.
    const end = wrap(((index + 1 - onEdge) / colors.length) * to);
    if (next > 0 && end < channels[next - 1]!.position) next = 0;
    while (next < channels.length && channels[next]!.position <= end) next++;
    const from = channels[Math.max(0, next - 1)]!;
    const until = channels[Math.min(channels.length - 1, next)]!;
    const position = Math.max(from.position, Math.min(end, wrap((index / colors.length) * to)));
    const span = until.position - from.position;
    colors[index] = span > 0 ? between(from, until, (position - from.position) / span) : mix(from, from, 0);
  }
  return colors;
}

interface Stop extends Channels {
  readonly position: number;
  readonly hint: number | undefined;
  /** The colors from this stop to the next one, evenly spaced, if they are not mixed in sRGB. */
  readonly ramp: readonly Channels[] | undefined;
}

/** The color at a share of the way from a stop to the next one (CSS Images 4, section 3.5.3). */
function between(start: Stop, end: Stop, share: number): number {
  const { ramp, hint } = start;
  let adjusted = share;
  if (hint !== undefined) {
    const middle = (hint - start.position) / (end.position - start.position);
    if (middle <= 0) adjusted = 1;
    else if (middle >= 1) adjusted = 0;
    else adjusted = share ** (Math.LN2 / -Math.log(middle));
  }
  if (!ramp) return mix(start, end, adjusted);
  const place = adjusted * (ramp.length - 1);
  const index = Math.min(Math.floor(place), ramp.length - 2);
  return mix(ramp[index]!, ramp[index + 1]!, place - index);
}

/** Interpolates premultiplied colors (CSS Images 3, section 3.4.2). */
function mix(start: Channels, end: Channels, share: number): number {
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
