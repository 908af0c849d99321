import type { ImageFormat, Recipe } from "@placard/contracts";
import { imageFormats } from "@placard/contracts/image-formats";
import { createCanvas, type Canvas } from "canvas";
import { freeCanvas } from "../paint/pixels.ts";
import type { Encode } from "./encode.ts";

export interface Encoding {
  readonly bytes: Buffer;
  readonly format: ImageFormat;
  /** 1 to 100; without meaning for formats without quality. */
  readonly quality: number;
}

/** The formats that `auto` chooses from. Not all services that show link previews accept WebP. */
const autoFormats = ["png", "jpeg"] as const satisfies readonly ImageFormat[];

/**
 * Encodes a card in the format of its recipe; with `auto`, in the format that takes fewer bytes. If that is
 * more than `maxBytes`, the quality is reduced until it fits, or to 1. A result can be too large all the
 * same, above all in a format without quality.
 */
export async function encodeToFit(
  encode: Encode,
  canvas: Canvas,
  { format, quality, maxBytes = Infinity }: Pick<Recipe, "format" | "quality" | "maxBytes">,
): Promise<Encoding> {
  const formats: readonly ImageFormat[] = format === "auto" ? autoFormats : [format];
  const encodings: Encoding[] = [];
  for (const each of formats)
    encodings.push({ bytes: await encode(canvas, each, quality), format: each, quality });
  const smallest = smallestOf(encodings);
  const lossy = encodings.find((each) => imageFormats[each.format].hasQuality);
  if (smallest.bytes.length <= maxBytes || !lossy || quality === 1) return smallest;
  return smallestOf([await reduceQuality(encode, canvas, lossy, maxBytes), smallest]);
}

/** The share of `maxBytes` that a prediction aims at. */
const aimedShare = 0.98;
/** From this share on, a file is not replaced by one with a higher quality. */
const closeShare = 0.96;
/** The share that the last file aims at if the one before was too large. */
const safeShare = 0.92;

/** The bytes of a file that do not depend on the number of pixels: mostly the tables of a JPEG. */
const headerBytes = 600;

/**
 * Encodes a card with a lower quality, at most twice. A sample of its pixels predicts the largest quality
 * that fits. The size of the first file corrects the prediction for the second.
 */
async function reduceQuality(
  encode: Encode,
  canvas: Canvas,
  { bytes, format, quality }: Encoding,
  maxBytes: number,
): Promise<Encoding> {
  const encodeAt = async (each: number) => {
    return { bytes: await encode(canvas, format, each, true), format, quality: each };
  };
  const sample = createSample(canvas);
  const sizes = new Map<number, number>();
  async function sampleSize(each: number): Promise<number> {
    const size = sizes.get(each) ?? (await encode(sample, format, each, true)).length - headerBytes;
    sizes.set(each, size);
    return size;
  }
  /** The largest quality at which a card with `scale` times the bytes of the sample fits, or else 1. */
  async function predict(scale: number, share: number): Promise<number> {
    const maxSize = (share * maxBytes - headerBytes) / scale;
    let [low, high] = [1, quality - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await sampleSize(middle)) <= maxSize) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  const scaleOf = async (file: Pick<Encoding, "bytes" | "quality">) =>
    (file.bytes.length - headerBytes) / (await sampleSize(file.quality));
  try {
    // A WebP with a high quality may be lossless, and says nothing about the others.
    const byPixels = (canvas.width * canvas.height) / (sample.width * sample.height);
    const scale = format === "webp" ? byPixels : await scaleOf({ bytes, quality });
    const first = await encodeAt(await predict(scale, aimedShare));
    const share = first.bytes.length / maxBytes;
    if (share <= 1 && share >= closeShare) return first;
    const aim = share > 1 ? safeShare : Math.max(safeShare, aimedShare - (1 - share) / 10);
    const next = await predict(await scaleOf(first), aim);
    if (share > 1 ? next === first.quality : next <= first.quality) return first;
    const second = await encodeAt(next);
    return share <= 1 && second.bytes.length > maxBytes ? first : second;
  } finally {
    freeCanvas(sample);
  }
}

/** The pixels of a sample, if the card has as many: a search in so few takes less than an encode. */
const samplePixels = 150_000;

/** The width and height of the parts of a sample, in pixels. */
const tile = 64;

/** A canvas of tiles that are spread evenly over a card. It compresses like the card. */
function createSample(canvas: Canvas): Canvas {
  const [columns, rows] = [Math.floor(canvas.width / tile), Math.floor(canvas.height / tile)];
  const every = Math.max(1, Math.floor((canvas.width * canvas.height) / samplePixels));
  const tiles = Array.from(
    { length: columns * rows },
    (_, i) => [i % columns, Math.floor(i / columns)] as const,
  ).filter(([x, y]) => (x + 3 * y) % every === 0); // rows start at different columns
  const perRow = Math.ceil(Math.sqrt(tiles.length));
  const perColumn = Math.floor(tiles.length / perRow);
  const sample = createCanvas(perRow * tile, perColumn * tile);
  const context = sample.getContext("2d");
  for (const [i, [x, y]] of tiles.slice(0, perRow * perColumn).entries()) {
    const [left, top] = [tile * (i % perRow), tile * Math.floor(i / perRow)];
    context.drawImage(canvas, tile * x, tile * y, tile, tile, left, top, tile, tile);
  }
  return sample;
}

function smallestOf(encodings: readonly Encoding[]): Encoding {
  return encodings.reduce((a, b) => (b.bytes.length < a.bytes.length ? b : a));
}
