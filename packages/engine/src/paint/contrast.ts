import { contrastRatio, type Rgb } from "@placard/templates/color";
import { createCanvas } from "canvas";
import type { Rect, TextFragment } from "../layout/placed.ts";
import type { ImageCommand, Scope } from "./commands.ts";
import type { Images, PixelSize } from "./images.ts";
import { imageOf, placeImage } from "./paint-tiles.ts";
import { freeCanvas } from "./pixels.ts";
import { matrixOf, resolutionOf } from "./scope.ts";

/** Of a logo, which WCAG exempts: parts of it with less are hardly visible. Eyes need more on dark colors. */
const [minLogoContrast, minLogoContrastOnDark] = [1.8, 2.4];
/** The share of a text or a logo that may have less contrast. */
const maxShare = 0.25;
/** The points of a stretch of text along each side, and of a logo. */
const [textPoints, logoPoints] = [6, 32];
/** Of one fragment. */
const maxStretches = 64;
/** Where the background of a logo without transparent parts is measured, in pixels from its sides. */
const logoMargin = 3;

/** The pixels of a card: BGRA, 4 bytes each. */
export interface CardPixels extends PixelSize {
  readonly bgra: Buffer;
}

/** Colors of the card behind each stretch of a text. Stretches are as long as the font size. */
export type Stretches = readonly (readonly Rgb[])[];

/** The stretches of a text, along its line. */
export function stretchRects({ x, y, width, height, fontSize }: TextFragment): Rect[] {
  const count = Math.min(maxStretches, Math.max(1, Math.round(width / fontSize)));
  const length = width / count;
  return Array.from({ length: count }, (_, index) => ({ x: x + index * length, y, width: length, height }));
}

/** The colors behind a text, as far as it is on the card. Some are colors of its glyphs. */
export function stretchesOf(fragment: TextFragment, scope: Scope | undefined, card: CardPixels): Stretches {
  return stretchRects(fragment)
    .map((stretch) => colorsAt(gridOf(stretch, textPoints, textPoints), scope, card))
    .filter((colors) => colors.length > 0);
}

/** The value of the lowest quarter of a text. A stretch has the value that a share of its points is below. */
export function lowest(stretches: Stretches, share: number, valueOf: (behind: Rgb) => number): number {
  const values = stretches.map((colors) => quantile(colors.map(valueOf), share));
  return quantile(values, maxShare);
}

/** Whether more than a quarter of a logo can hardly be seen on what is behind it. */
export function isLogoHidden(
  command: ImageCommand,
  scope: Scope | undefined,
  card: CardPixels & { readonly images: Images },
): boolean {
  const resolution = resolutionOf(scope);
  const needed = imageOf(command, resolution);
  const logo = needed && card.images.pixels(needed.source, needed.size);
  if (!logo) return false;
  const small = createCanvas(logoPoints, logoPoints);
  const context = small.getContext("2d");
  context.drawImage(logo, 0, 0, logoPoints, logoPoints);
  const { data } = context.getImageData(0, 0, logoPoints, logoPoints);
  freeCanvas(small);
  const { area } = placeImage(command, card.images, resolution);
  // Where a logo is transparent, the card shows what is behind it, such as a background of its own.
  const transparent = gridOf(area, logoPoints, logoPoints).filter((_, index) => data[4 * index + 3] === 0);
  const within = colorsAt(transparent, scope, card);
  const { x, y, width, height } = area;
  const around = [
    ...[y - logoMargin, y + height + logoMargin].flatMap((top) =>
      gridOf({ x, y: top, width, height: 0 }, logoPoints, 1),
    ),
    ...[x - logoMargin, x + width + logoMargin].flatMap((left) =>
      gridOf({ x: left, y, width: 0, height }, 1, logoPoints),
    ),
  ];
  const colors = within.length >= logoPoints ? within : colorsAt(around, scope, card);
  if (colors.length === 0) return false;
  const average = (channel: 0 | 1 | 2) =>
    colors.reduce((sum, color) => sum + color[channel] / colors.length, 0);
  const behind = [average(0), average(1), average(2)] as const;
  const isDark = contrastRatio(behind, [255, 255, 255]) > contrastRatio(behind, [0, 0, 0]);
  const minContrast = isDark ? minLogoContrastOnDark : minLogoContrast;
  let [all, hidden] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    all += alpha;
    if (contrastRatio([data[at]!, data[at + 1]!, data[at + 2]!], behind) < minContrast) hidden += alpha;
  }
  return hidden > all * maxShare;
}

type Point = readonly [x: number, y: number];

/** The centers of the cells of a rectangle, row by row. */
function gridOf({ x, y, width, height }: Rect, columns: number, rows: number): Point[] {
  return Array.from({ length: columns * rows }, (_, index): Point => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return [x + ((column + 0.5) * width) / columns, y + ((row + 0.5) * height) / rows];
  });
}

/** The colors of the card at points in a scope, except the ones outside of the card. */
function colorsAt(
  points: readonly Point[],
  scope: Scope | undefined,
  { width, height, bgra }: CardPixels,
): Rgb[] {
  const [a, b, c, d, e, f] = matrixOf(scope);
  const colors: Rgb[] = [];
  for (const [x, y] of points) {
    const [left, top] = [Math.floor(a * x + c * y + e), Math.floor(b * x + d * y + f)];
    if (!(left >= 0 && left < width && top >= 0 && top < height)) continue;
    const at = 4 * (top * width + left);
    colors.push([bgra[at + 2]!, bgra[at + 1]!, bgra[at]!]);
  }
  return colors;
}

/** The value below which a share of the values is; infinite without values. */
function quantile(values: readonly number[], share: number): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * share)] ?? Infinity;
}
