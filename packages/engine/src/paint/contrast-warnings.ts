import type { Brand, Warning } from "@placard/contracts";
import type { Palette } from "@placard/templates";
import { contrastRatio, type Rgb } from "@placard/templates/color";
import { createCanvas } from "canvas";
import type { TimeSlice } from "../time-slice.ts";
import { isTransparent, parseColor } from "./color.ts";
import type { DisplayItem, ImageCommand, Item, Scope, TextCommand } from "./commands.ts";
import { fieldOf } from "./image-warnings.ts";
import type { Images, PixelSize } from "./images.ts";
import type { Matrix } from "./matrix.ts";
import { imageOf, placeImage } from "./paint-tiles.ts";
import { freeCanvas } from "./pixels.ts";
import { matrixOf, resolutionOf } from "./scope.ts";

/** The lowest contrast ratio of large text (WCAG 2.2, success criterion 1.4.3). */
const minTextContrast = 3;
/** Of small text. */
const goodTextContrast = 4.5;
/** The largest difference of the channels of colors that look the same. */
const sameColor = 8;
/** Of a logo, which is exempt there: parts of it with less are hardly visible. */
const minLogoContrast = 1.5;
/** The share of a text or a logo that may have less contrast. */
const maxShare = 0.25;
/** At most this share of the points in a text is within its glyphs. */
const glyphShare = 0.75;
/** The points of a stretch of text along each side, and of a logo. */
const [textPoints, logoPoints] = [6, 32];
/** Of one fragment. */
const maxStretches = 64;
/** Where the background of a logo without transparent parts is measured, in pixels from its sides. */
const logoMargin = 3;

interface PaintedCard extends PixelSize {
  readonly items: readonly DisplayItem[];
  readonly images: Images;
  readonly brand: Brand | undefined;
  readonly palette: Palette;
  /** About the colors of the brand. */
  readonly brandWarnings: readonly Warning[];
  readonly bgra: Buffer;
  readonly timeSlice: TimeSlice;
}

/**
 * The warnings about the brand, and one for each text and logo that is hard to see on the pixels of the
 * painted card. These replace the brand's warnings about the same colors. Texts below filters, masks and
 * blending are not checked, because their color is not known.
 */
export async function contrastWarnings(card: PaintedCard): Promise<Warning[]> {
  const warnings = new Map<string, Warning>();
  const textColors = new Set<string>();
  const warn = (field: string, message: string, fix?: Warning["fix"]) =>
    warnings.set(field, { code: "low_contrast", field, message, ...(fix && { fix }) });
  for (const { item, opacity } of plainItems(card.items)) {
    if (card.timeSlice.isUsedUp()) await card.timeSlice.yieldToEventLoop();
    const { command, scope } = item;
    if (command.kind === "image") {
      const field = fieldOf(command.source, card.brand);
      if (field?.startsWith("brand/logo/") && isLogoHidden(command, scope, card))
        warn(
          field,
          "The logo is hard to see on its background. Use a logo for this background, or another background.",
        );
    } else if (command.kind === "text") {
      const { fields } = command.fragment.node;
      const unknown = (fields.length > 0 ? fields : ["template"]).filter((field) => !warnings.has(field));
      const ratio = unknown.length > 0 ? contrastOfText(command, scope, opacity, card) : Infinity;
      if (ratio >= minTextContrast) continue;
      textColors.add(command.color);
      const color = findReadableColor(command, scope, opacity, card);
      const fix = color === undefined ? undefined : { element: command.fragment.node.path, color };
      for (const field of unknown) {
        const name = fields.length > 0 ? field : command.fragment.text.slice(0, 40);
        warn(
          field,
          `The contrast of “${name}” with its background is ${ratio.toFixed(1)}:1, which is hard to read. Use other colors or another background.`,
          fix,
        );
      }
    }
  }
  const roleOf = ({ field }: Warning) => field.split("/").at(-1) as "ink" | "muted" | "accent" | "onAccent";
  const others = card.brandWarnings.filter((warning) => !textColors.has(card.palette[roleOf(warning)]));
  return [...others, ...warnings.values()];
}

/** A color that makes a text readable: what the palette has for the color behind it, or else white or black. */
function findReadableColor(
  command: TextCommand,
  scope: Scope | undefined,
  opacity: number,
  card: PaintedCard,
): string | undefined {
  const measure = (color: string, measured: Measure, share: number) =>
    contrastOfText({ ...command, color }, scope, opacity, card, measured, share);
  // The glyphs on the card have another color: these points may only lower the contrast.
  const ratioOf = (color: string) => measure(color, contrastRatio, 1 - glyphShare);
  const { ink, onAccent, accent, background } = card.palette;
  const pairs = [
    ["var(--ink)", ink, background[0]],
    ["var(--on-accent)", onAccent, accent],
  ] as const;
  const isReadableOn = (color: string, ground: string) =>
    measure(ground, difference, 1 - glyphShare) <= sameColor && ratioOf(color) >= goodTextContrast;
  const [variable] = pairs.find(([, color, ground]) => isReadableOn(color, ground)) ?? [];
  if (variable !== undefined) return variable;
  const [white, black] = [ratioOf("#ffffff"), ratioOf("#000000")];
  if (Math.max(white, black) < minTextContrast) return undefined;
  return white > black ? "#ffffff" : "#000000";
}

type Measure = (seen: Rgb, behind: Rgb) => number;

/** The largest difference of the channels of two colors. */
function difference(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, i) => Math.abs(value - other[i]!)));
}

function plainItems(
  items: readonly DisplayItem[],
  opacity = 1,
): { readonly item: Item; readonly opacity: number }[] {
  return items.flatMap((item) => {
    if (item.kind === "item") return { item, opacity };
    return item.filter || item.mask || item.blend ? [] : plainItems(item.items, opacity * item.opacity);
  });
}

/**
 * The contrast of a text: that of its lowest quarter, in stretches as long as the font size. Points within its
 * glyphs have no contrast with its color, so a stretch has the contrast of most of the other points.
 */
function contrastOfText(
  { fragment, color, stroke, shadow }: TextCommand,
  scope: Scope | undefined,
  opacity: number,
  card: PaintedCard,
  measure: Measure = contrastRatio,
  share = glyphShare,
): number {
  if (shadow || stroke || isTransparent(color)) return Infinity;
  const { x, y, width, height, fontSize } = fragment;
  const { red, green, blue, alpha } = parseColor(color);
  const coverage = alpha * opacity;
  const matrix = matrixOf(scope);
  const stretches = Math.min(maxStretches, Math.max(1, Math.round(width / fontSize)));
  const step = { x: width / stretches / textPoints, y: height / textPoints };
  const ratios = range(stretches).flatMap((stretch) => {
    const found: number[] = [];
    for (let column = 0; column < textPoints; column++)
      for (let row = 0; row < textPoints; row++) {
        const left = x + (stretch * textPoints + column + 0.5) * step.x;
        const behind = colorAt(left, y + (row + 0.5) * step.y, matrix, card);
        if (!behind) continue;
        const mixed = (value: number, ground: number) => value * coverage + ground * (1 - coverage);
        const seen: Rgb = [mixed(red, behind[0]), mixed(green, behind[1]), mixed(blue, behind[2])];
        found.push(measure(seen, behind));
      }
    return found.length > 0 ? quantile(found, share) : [];
  });
  return quantile(ratios, maxShare);
}

/** Whether more than a quarter of a logo can hardly be seen on what is behind it. */
function isLogoHidden(command: ImageCommand, scope: Scope | undefined, card: PaintedCard): boolean {
  const resolution = resolutionOf(scope);
  const needed = imageOf(command, resolution);
  const logo = needed && card.images.pixels(needed.source, needed.size);
  if (!logo) return false;
  const small = createCanvas(logoPoints, logoPoints);
  const context = small.getContext("2d");
  context.drawImage(logo, 0, 0, logoPoints, logoPoints);
  const { data } = context.getImageData(0, 0, logoPoints, logoPoints);
  freeCanvas(small);
  const { x, y, width, height } = placeImage(command, card.images, resolution).area;
  const matrix = matrixOf(scope);
  const colorsAt = (points: readonly (readonly [along: number, down: number])[]) =>
    points.flatMap(([along, down]) => {
      const color = colorAt(x + along, y + down, matrix, card);
      return color ? [color] : [];
    });
  const shares = range(logoPoints).map((index) => (index + 0.5) / logoPoints);
  // Where a logo is transparent, the card shows what is behind it, such as a background of its own.
  const transparent = shares.flatMap((down, row) =>
    shares.flatMap((along, column) =>
      data[4 * (row * logoPoints + column) + 3] === 0 ? [[along * width, down * height] as const] : [],
    ),
  );
  const around = shares.flatMap((share) => [
    ...[-logoMargin, height + logoMargin].map((down) => [share * width, down] as const),
    ...[-logoMargin, width + logoMargin].map((along) => [along, share * height] as const),
  ]);
  const within = colorsAt(transparent);
  const colors = within.length >= logoPoints ? within : colorsAt(around);
  if (colors.length === 0) return false;
  const behind = [0, 1, 2].map((i) => colors.reduce((sum, color) => sum + color[i]!, 0) / colors.length);
  let [all, hidden] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const color: Rgb = [data[at]!, data[at + 1]!, data[at + 2]!];
    all += data[at + 3]!;
    if (contrastRatio(color, behind as unknown as Rgb) < minLogoContrast) hidden += data[at + 3]!;
  }
  return hidden > all * maxShare;
}

/** The color of the card at a point in a scope; undefined outside of the card. */
function colorAt(x: number, y: number, [a, b, c, d, e, f]: Matrix, card: PaintedCard): Rgb | undefined {
  const [left, top] = [Math.floor(a * x + c * y + e), Math.floor(b * x + d * y + f)];
  if (!(left >= 0 && left < card.width && top >= 0 && top < card.height)) return undefined;
  const at = 4 * (top * card.width + left);
  return [card.bgra[at + 2]!, card.bgra[at + 1]!, card.bgra[at]!];
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** The value below which a share of the values is; infinite without values. */
function quantile(values: readonly number[], share: number): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * share)] ?? Infinity;
}
