import type { Rect } from "./layout/placed.ts";
import type { Pixels } from "./paint/images.ts";

/** What continues an image beyond its edges. */
export interface ImageGround {
  /** `#rrggbb`: the color of the edges, or a neutral one that contrasts with a transparent image. */
  readonly color: string;
  readonly isTransparent: boolean;
  /** What white margins surround, in fractions of the image; undefined for other grounds. */
  readonly subject?: Rect;
}

/** The most that a channel of a plain edge differs from its average, of 255: photos have noise. */
const maxDifference = 24;

/** The share of the pixels of the edges that must be alike: few belong to a subject that touches an edge. */
const minPlainShare = 0.97;

/** The share of the pixels of the edges that are transparent in a cut-out. */
const minTransparentShare = 0.05;

/** The least that each channel of a white margin has, of 255. */
const minWhite = 235;

/**
 * The most that a channel of a white margin differs from its average: the edges of a subject may be bright.
 */
const maxMarginDifference = 8;

/** Samples along each side, to find a subject. */
const subjectSamples = 256;

const neutral = { light: "#f1f2f4", dark: "#24272c" } as const;

/** Cut-outs of a brighter average luminance, of 255, are shown before the dark neutral color. */
const brightLuminance = 200;

/** Finds the ground of an image with transparent or plain edges; undefined for all other images. */
export function findGround(pixels: Pixels): ImageGround | undefined {
  const edge = edgeOffsets(pixels);
  const { rgba } = pixels;
  const transparent = edge.filter((at) => rgba[at + 3]! < 128).length;
  if (transparent >= minTransparentShare * edge.length) {
    return {
      color: luminanceOf(pixels) > brightLuminance ? neutral.dark : neutral.light,
      isTransparent: true,
    };
  }
  const average = [0, 1, 2].map(
    (channel) => edge.reduce((sum, at) => sum + rgba[at + channel]!, 0) / edge.length,
  );
  const plain = edge.filter((at) =>
    average.every((value, channel) => Math.abs(rgba[at + channel]! - value) <= maxDifference),
  ).length;
  if (plain < minPlainShare * edge.length) return undefined;
  const color = `#${average.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
  const subject = average.every((value) => value >= minWhite) && findSubject(pixels, average);
  return { color, isTransparent: false, ...(subject && { subject }) };
}

/** The smallest box around all that differs from a color. */
function findSubject({ width, height, rgba }: Pixels, color: readonly number[]): Rect | undefined {
  const stepX = Math.ceil(width / subjectSamples);
  const stepY = Math.ceil(height / subjectSamples);
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y += stepY) {
    for (let x = 0; x < width; x += stepX) {
      const at = 4 * (y * width + x);
      if (color.every((value, channel) => Math.abs(rgba[at + channel]! - value) <= maxMarginDifference))
        continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  if (right === 0) return undefined;
  return { x: left / width, y: top / height, width: (right - left) / width, height: (bottom - top) / height };
}

function edgeOffsets({ width, height }: Pixels): number[] {
  const offsets: number[] = [];
  for (let x = 0; x < width; x++) offsets.push(4 * x, 4 * ((height - 1) * width + x));
  for (let y = 1; y < height - 1; y++) offsets.push(4 * y * width, 4 * (y * width + width - 1));
  return offsets;
}

/** Samples along each side for the luminance. */
const samples = 64;

/** The average luminance of what is opaque, from 0 to 255 (Rec. 709, of encoded values). */
function luminanceOf({ width, height, rgba }: Pixels): number {
  const stepX = Math.max(1, Math.floor(width / samples));
  const stepY = Math.max(1, Math.floor(height / samples));
  let [sum, weight] = [0, 0];
  for (let y = 0; y < height; y += stepY) {
    for (let x = 0; x < width; x += stepX) {
      const at = 4 * (y * width + x);
      const alpha = rgba[at + 3]!;
      sum += alpha * (0.2126 * rgba[at]! + 0.7152 * rgba[at + 1]! + 0.0722 * rgba[at + 2]!);
      weight += alpha;
    }
  }
  return weight === 0 ? 0 : sum / weight;
}
