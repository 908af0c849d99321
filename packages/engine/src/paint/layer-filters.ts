import { readFileSync } from "node:fs";
import type { ColorMatrix, FilterFunction } from "@placard/templates/scene";
import { createCanvas, createImageData, type Canvas } from "canvas";
import type { Matrix } from "./matrix.ts";
import { freeCanvas } from "./pixels.ts";
import type { TimeSlice } from "../time-slice.ts";

/** The exports of assembly/layer-filters.ts. */
interface FilterModule {
  readonly memory: WebAssembly.Memory;
  readonly matrix: WebAssembly.Global;
  reserve(count: number, lineLength: number): number;
  blurRows(
    width: number,
    height: number,
    from: number,
    to: number,
    radius: number,
    edge: number,
    mirrored: number,
  ): void;
  swap(): number;
  multiplyColors(count: number): void;
  unpremultiply(count: number): void;
}

type PixelFilter = Exclude<FilterFunction, { kind: "drop-shadow" }>;

/** What is beyond the edges of a layer: nothing, or its mirror image. */
type Edges = "transparent" | "mirrored";

export interface FilterContext {
  /** The coordinates of the filters' lengths. */
  readonly matrix: Matrix;
  readonly edges: Edges;
  readonly timeSlice: TimeSlice;
}

/** Memory that is kept between layers, in bytes: enough for a card of 1200×630 pixels. */
const maxIdleBytes = 8 * 1024 * 1024;

/** Pixels that are blurred without a look at the time. */
const bandPixels = 200_000;

/** How far filters move or blur pixels at most, in pixels of the card. */
export function reachOf(filters: readonly FilterFunction[], matrix: Matrix): number {
  const [a, b, c, d] = matrix;
  const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  return filters.reduce((sum, filter) => {
    if (filter.kind === "color-matrix") return sum;
    const offset = filter.kind === "drop-shadow" ? Math.hypot(filter.x, filter.y) : 0;
    return sum + Math.ceil(scale * (3 * filter.deviation + offset));
  }, 0);
}

/** Applies filters to canvases. Use it for one layer at a time. */
export class LayerFilters {
  #instance: FilterModule | undefined;

  /** Filters the pixels of a canvas. Yields to the event loop where necessary. */
  async apply(canvas: Canvas, filters: readonly FilterFunction[], context: FilterContext): Promise<void> {
    for (let next = 0; next < filters.length;) {
      const filter = filters[next]!;
      if (filter.kind === "drop-shadow") {
        await this.#addShadow(canvas, filter, context);
        next++;
        continue;
      }
      const group: PixelFilter[] = [];
      for (let each = filters[next]; each && each.kind !== "drop-shadow"; each = filters[++next])
        group.push(each);
      await this.#filterPixels(canvas, group, context);
    }
  }

  async #addShadow(
    canvas: Canvas,
    { x, y, deviation, color }: FilterFunction & { kind: "drop-shadow" },
    context: FilterContext,
  ): Promise<void> {
    const { width, height } = canvas;
    const shadow = createCanvas(width, height);
    const drawing = shadow.getContext("2d");
    drawing.drawImage(canvas, 0, 0);
    drawing.globalCompositeOperation = "source-in";
    drawing.fillStyle = color;
    drawing.fillRect(0, 0, width, height);
    if (deviation > 0) await this.#filterPixels(shadow, [{ kind: "blur", deviation }], context);
    const target = canvas.getContext("2d");
    const [a, b, c, d] = context.matrix;
    target.save();
    target.resetTransform();
    target.globalCompositeOperation = "destination-over";
    target.drawImage(shadow, a * x + c * y, b * x + d * y);
    target.restore();
    freeCanvas(shadow);
  }

  async #filterPixels(
    canvas: Canvas,
    filters: readonly PixelFilter[],
    { matrix: [a, b, c, d], edges, timeSlice }: FilterContext,
  ): Promise<void> {
    const { width, height } = canvas;
    const count = width * height;
    const steps = filters.map((filter) => {
      if (filter.kind === "color-matrix") return filter;
      const { deviation } = filter;
      const x = axisOf(width, deviation * Math.hypot(a, c), edges);
      const y = axisOf(height, deviation * Math.hypot(b, d), edges);
      return { kind: "blur", axes: [x, y], lineLength: Math.max(lineLengthOf(x), lineLengthOf(y)) } as const;
    });
    const module = (this.#instance ??= createInstance());
    const lineLength = Math.max(0, ...steps.map((step) => (step.kind === "blur" ? step.lineLength : 0)));
    let address = module.reserve(count, lineLength);
    const view = () => new Uint8Array(module.memory.buffer, address, 4 * count);
    view().set(canvas.toBuffer("raw"));
    for (const step of steps) {
      if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
      if (step.kind === "color-matrix") {
        setMatrix(module, step.matrix);
        module.multiplyColors(count);
        continue;
      }
      const [x, y] = step.axes;
      await blurRows(module, x, height, timeSlice);
      module.swap();
      await blurRows(module, y, width, timeSlice);
      address = module.swap();
    }
    module.unpremultiply(count);
    const data = createImageData(new Uint8ClampedArray(view()), width, height);
    canvas.getContext("2d").putImageData(data, 0, 0);
    if (module.memory.buffer.byteLength > maxIdleBytes) this.#instance = undefined;
  }
}

/** How rows or columns of a length are blurred. */
interface Axis {
  readonly length: number;
  readonly radius: number;
  readonly edge: number;
  readonly mirrored: number;
}

/**
 * The box that blurs with a standard deviation in pixels when it is applied three times, as close to a Gaussian
 * as eight bits can tell (Gwosdek et al., 2011). `radius`: the whole pixels on each side of its middle;
 * `edge`: the weight of the next ones.
 */
function boxOf(deviation: number): Pick<Axis, "radius" | "edge"> {
  const variance = deviation ** 2 / 3;
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  const edge =
    ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) ** 2));
  return { radius, edge };
}

function axisOf(length: number, deviation: number, edges: Edges): Axis {
  const box = boxOf(deviation);
  return { length, ...box, mirrored: edges === "mirrored" ? 3 * (box.radius + 1) : 0 };
}

function lineLengthOf({ length, radius, mirrored }: Axis): number {
  return length + 2 * (mirrored + radius + 1);
}

async function blurRows(
  module: FilterModule,
  { length, radius, edge, mirrored }: Axis,
  rows: number,
  timeSlice: TimeSlice,
): Promise<void> {
  const band = Math.max(1, Math.floor(bandPixels / length));
  for (let from = 0; from < rows; from += band) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    module.blurRows(length, rows, from, Math.min(from + band, rows), radius, edge, mirrored);
  }
}

/** The module has the channels of pixels in memory: blue, green, red and alpha. */
const channels = [2, 1, 0, 3];

function setMatrix({ memory, matrix: address }: FilterModule, matrix: ColorMatrix): void {
  const columns = [...channels, 4].flatMap((column) => channels.map((row) => matrix[5 * row + column]!));
  new Float32Array(memory.buffer, address.value, columns.length).set(columns);
}

function createInstance(): FilterModule {
  const module = new WebAssembly.Module(readFileSync(new URL("layer-filters.wasm", import.meta.url)));
  return new WebAssembly.Instance(module).exports as FilterModule;
}
