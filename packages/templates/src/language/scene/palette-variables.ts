import type { Brand, TemplateData } from "@placard/contracts";
import { visiblePattern } from "@placard/contracts/text";
import { chooseAccent } from "../../accents.ts";
import type { Gradient } from "../../gradient.ts";
import { brandPalette, isLightGround } from "../../brand-palette.ts";
import { choosePalette, lightPalette, strongPalette, type Palette } from "../../palette.ts";
import { parseComponentValues } from "../css/component-values.ts";
import type { Variables } from "../style/cascade.ts";
import { colorValue } from "../style/style-tree.ts";
import { normalizeHexColor } from "../css/color.ts";
import type { CheckedTemplateJson } from "../data/template-json.ts";
import type { variableNames } from "./variable-names.ts";

const visible = new RegExp(visiblePattern, "u");

/** The colors of a card, and a key that identifies them. */
export interface CardColors {
  readonly key: string;
  readonly palette: Palette;
  readonly brand: Brand | undefined;
}

/** Chooses the colors of a card: those of the brand or, without brand colors, those derived from the data. */
export function chooseColors(
  { paletteFields, paletteTone }: Pick<CheckedTemplateJson, "paletteFields" | "paletteTone">,
  data: TemplateData,
  brand: Brand | undefined,
): CardColors {
  const fonts = brand?.fonts ? `${brand.fonts.heading?.family ?? ""}|${brand.fonts.body?.family ?? ""}` : "";
  const ofBrand = brandPalette(brand?.colors);
  if (ofBrand) return { key: `${JSON.stringify(brand?.colors)}${fonts}`, palette: ofBrand, brand };
  let text = "";
  for (const name of paletteFields) {
    const value = data[name];
    if (typeof value !== "string" || !visible.test(value)) continue;
    text = value;
    break;
  }
  if (paletteTone) {
    const accent = chooseAccent(text);
    const palette = paletteTone === "light" ? lightPalette(accent) : strongPalette(accent);
    return { key: `${accent.name}/${paletteTone}${fonts}`, palette, brand };
  }
  const palette = choosePalette(text);
  return { key: `${palette.tone}${palette.ink}${palette.accent}${fonts}`, palette, brand };
}

/** Whether the card has a bright ground: its logo is then the one for bright grounds. */
export function hasLightGround({ palette }: CardColors): boolean {
  return isLightGround(palette.background.stops[0]?.[1] ?? "#ffffff");
}

/** The CSS values of the custom properties. */
export function variableTexts({
  palette,
  brand,
}: CardColors): Record<(typeof variableNames)[number], string> {
  const { background, poster, highlight } = palette;
  const first = ({ stops }: Gradient) => stops[0]?.[1] ?? "#000000";
  const last = ({ stops }: Gradient) => stops.at(-1)?.[1] ?? "#000000";
  const family = (face: { family: string } | undefined) =>
    face ? `${familyText(face.family)}, sans-serif` : "Inter, sans-serif";
  return {
    "--ground": first(background),
    "--ground-2": last(background),
    "--ground-gradient": gradientText(background),
    "--tint": palette.tint,
    "--grid": palette.grid,
    "--hairline": palette.hairline,
    "--ink": palette.ink,
    "--muted": palette.muted,
    "--accent": palette.accent,
    "--on-accent": palette.onChip,
    "--chip": palette.chip,
    "--on-chip": palette.onChip,
    "--poster": first(poster),
    "--poster-2": last(poster),
    "--poster-gradient": gradientText(poster),
    "--highlight": first(highlight),
    "--highlight-2": last(highlight),
    "--highlight-gradient": gradientText(highlight),
    "--on-highlight": palette.onHighlight,
    "--font-heading": family(brand?.fonts?.heading),
    "--font-body": family(brand?.fonts?.body),
  };
}

/** The name of a font family as a CSS string. */
export function familyText(family: string): string {
  return `"${family.replace(/["\\\n<>]/gu, "")}"`;
}

function gradientText({ angle, stops }: Gradient): string {
  return `linear-gradient(${angle}deg, ${stops.map(([offset, color]) => `${color} ${offset * 100}%`).join(", ")})`;
}

/** The custom properties as component values. */
export function createVariables(colors: CardColors): Variables {
  return new Map(
    Object.entries(variableTexts(colors)).map(([name, text]) => {
      const color = normalizeHexColor(text);
      return [name, color === undefined ? parseComponentValues(text, () => {}) : [colorValue(color)]];
    }),
  );
}
