import type { Brand, Warning } from "@placard/contracts";
import type { Palette } from "@placard/templates";
import { blend, contrastRatio, formatRatio, parseHex, type Rgb } from "@placard/templates/color";
import type { TextFragment } from "../layout/placed.ts";
import type { TimeSlice } from "../time-slice.ts";
import { isTransparent } from "./color.ts";
import type { DisplayItem, Item, PaintCommand, TextCommand } from "./commands.ts";
import { isLogoHidden, lowest, stretchesOf, type CardPixels, type Stretches } from "./contrast.ts";
import { fieldOf } from "./image-warnings.ts";
import type { Images } from "./images.ts";

/** The lowest contrast ratio of large text (WCAG 2.2, success criterion 1.4.3). */
const minTextContrast = 3;
/** Of small text. */
const goodTextContrast = 4.5;
/** Large text where the card is shown, in pixels (WCAG 2.2: 18 pt, or 14 pt and bold). */
const [largeSize, largeBoldSize] = [24, 18.66];
/** Websites and apps often show a card at half of its size. */
const shownScale = 0.5;
/** The largest difference of the channels of colors that look the same. */
const sameColor = 8;
/** At most this share of the points in a text is within its glyphs. */
const glyphShare = 0.75;

interface PaintedCard extends CardPixels {
  readonly items: readonly DisplayItem[];
  readonly images: Images;
  readonly brand: Brand | undefined;
  readonly palette: Palette;
  /** Texts and images that can't be seen, each with a message without its name. */
  readonly covered: ReadonlyMap<PaintCommand, string>;
  /** About the colors of the brand. */
  readonly brandWarnings: readonly Warning[];
  readonly timeSlice: TimeSlice;
}

/** A text whose contrast is not enough for small texts. */
interface WeakText {
  readonly command: TextCommand;
  readonly opacity: number;
  readonly stretches: Stretches;
  readonly ratio: number;
  /** The fields that warnings are about, with what they call the text. */
  readonly names: readonly (readonly [field: string, name: string])[];
}

/**
 * The warnings about the brand, one for each text and image that is covered, and one for each text and logo
 * that is hard to see on the pixels of the painted card. Of the brand's warnings, those remain whose color is
 * enough for large texts, and which a small text has. Texts below filters, masks and blending are not checked,
 * because their color is not known.
 */
export async function contrastWarnings(card: PaintedCard): Promise<Warning[]> {
  const warnings = new Map<string, Warning>();
  const weak: WeakText[] = [];
  const warn = (field: string, message: string, fix?: Warning["fix"]) =>
    warnings.set(field, { code: "low_contrast", field, message, ...(fix && { fix }) });
  for (const { item, opacity } of plainItems(card.items)) {
    if (card.timeSlice.isUsedUp()) await card.timeSlice.yieldToEventLoop();
    const { command, scope } = item;
    if (command.kind === "image") {
      const field = fieldOf(command.source, card.brand);
      const covered = card.covered.get(command);
      if (field !== undefined && covered !== undefined)
        warnings.set(field, { code: "content_covered", field, message: `“${field}” ${covered}` });
      else if (field?.startsWith("brand/logo/") && isLogoHidden(command, scope, card))
        warn(
          field,
          "The logo is hard to see on its background. Use another background, or add a logo for dark or light backgrounds to the brand.",
        );
    }
    if (command.kind !== "text" || command.stroke || isTransparent(command.color)) continue;
    const { color, fragment } = command;
    const { fields } = fragment.node;
    const text = fragment.text.slice(0, 40);
    const all: WeakText["names"] =
      fields.length > 0 ? fields.map((each) => [each, each]) : [["template", text]];
    const names = all.filter(([field]) => !warnings.has(field));
    if (names.length === 0) continue;
    const covered = card.covered.get(command);
    if (covered !== undefined) {
      for (const [field, name] of names)
        warnings.set(field, { code: "content_covered", field, message: `“${name}” ${covered}` });
      continue;
    }
    const stretches = stretchesOf(fragment, scope, card);
    // Points within the glyphs have no contrast with the color of the text.
    const ratio = contrastOn(stretches, color, opacity, glyphShare);
    if (ratio < goodTextContrast) weak.push({ command, opacity, stretches, ratio, names });
  }
  const hard = weak.filter(({ ratio }) => ratio < minTextContrast);
  const others = weak.filter(({ ratio }) => ratio >= minTextContrast);
  const hardColors = new Set(hard.map(({ command }) => command.color));
  // One fix is for all texts of a color.
  for (const text of [...hard, ...others.filter(({ command }) => hardColors.has(command.color))]) {
    const readable = findReadableColor(text, card.palette);
    for (const [field, name] of text.names) {
      if (warnings.has(field)) continue;
      warn(
        field,
        `The contrast of “${name}” with its background is ${formatRatio(text.ratio)}, which is hard to read. Use other colors or another background.`,
        readable === undefined ? undefined : { element: text.command.fragment.node.path, color: readable },
      );
    }
  }
  const small = others.filter(({ command }) => !isLarge(command.fragment));
  const colorsOfSmall = new Set(small.map(({ command }) => command.color));
  const roleOf = ({ field }: Warning) => field.split("/").at(-1) as "ink" | "muted" | "accent" | "onAccent";
  const ofBrand = card.brandWarnings.filter((warning) => {
    const color = card.palette[roleOf(warning)];
    return colorsOfSmall.has(color) && !hardColors.has(color);
  });
  return [...ofBrand, ...warnings.values()];
}

function isLarge({ fontSize, node }: TextFragment): boolean {
  return fontSize * shownScale >= (node.style.fontWeight >= 700 ? largeBoldSize : largeSize);
}

function plainItems(
  items: readonly DisplayItem[],
  opacity = 1,
): { readonly item: Item; readonly opacity: number }[] {
  return items.flatMap((item) => {
    if (item.kind === "item") return { item, opacity };
    return item.shadow || item.filter || item.mask || item.blend
      ? []
      : plainItems(item.items, opacity * item.opacity);
  });
}

function contrastOn(stretches: Stretches, color: string, opacity: number, share: number): number {
  return lowest(stretches, share, (behind) => contrastRatio(blend(color, behind, opacity), behind));
}

/** A color that makes a text readable: the palette's for the color behind it, or else white or black. */
function findReadableColor(
  { stretches, opacity }: WeakText,
  { ink, onAccent, accent, background }: Palette,
): string | undefined {
  // The glyphs on the card have another color: these points may only lower the contrast.
  const share = 1 - glyphShare;
  const ratioOf = (color: string) => contrastOn(stretches, color, opacity, share);
  const isBehind = (color: string) => {
    const ground = parseHex(color);
    const difference = (behind: Rgb) => Math.max(...behind.map((value, i) => Math.abs(value - ground[i]!)));
    return lowest(stretches, share, difference) <= sameColor;
  };
  if (isBehind(background[0]) && ratioOf(ink) >= goodTextContrast) return "var(--ink)";
  if (isBehind(accent) && ratioOf(onAccent) >= goodTextContrast) return "var(--on-accent)";
  const best = ratioOf("#ffffff") > ratioOf("#000000") ? "#ffffff" : "#000000";
  return ratioOf(best) >= minTextContrast ? best : undefined;
}
