import type { Brand, TemplateData } from "@placard/contracts";
import { isVisible } from "@placard/contracts/text";
import { chooseAccent } from "../../accents.ts";
import { brandPalette, isLightGround } from "../../brand-palette.ts";
import { choosePalette, lightPalette, strongPalette, type Palette, type Stops } from "../../palette.ts";
import { valuesOf } from "../css/component-values.ts";
import type { Variables } from "../style/cascade.ts";
import { colorValue } from "../style/style-tree.ts";
import { normalizeHexColor } from "../css/color.ts";
import type { CheckedTemplateJson } from "../data/template-json.ts";
import type { brandVariableNames, variableNames } from "./variable-names.ts";

/** The colors of a card, and a key that identifies them. */
export interface CardColors {
  readonly key: string;
  readonly palette: Palette;
  readonly brand: Brand | undefined;
}

/** Chooses the colors of a card: the brand's or, without brand colors, colors derived from the data. */
export function chooseColors(
  { paletteFields, paletteTone }: Pick<CheckedTemplateJson, "paletteFields" | "paletteTone">,
  data: TemplateData,
  brand: Brand | undefined,
): CardColors {
  const look = brand ? JSON.stringify(brand) : "";
  const ofBrand = brandPalette(brand?.colors);
  if (ofBrand) return { key: look, palette: ofBrand, brand };
  const text = paletteFields.map((name) => data[name]).find(isVisible) ?? "";
  if (paletteTone) {
    const accent = chooseAccent(text);
    const palette = paletteTone === "light" ? lightPalette(accent) : strongPalette(accent);
    return { key: `${accent.name}/${paletteTone}${look}`, palette, brand };
  }
  const palette = choosePalette(text);
  return { key: `${palette.tone}${palette.ink}${palette.accent}${look}`, palette, brand };
}

/** Whether the card has a bright ground: its logo is then the one for bright grounds. */
export function hasLightGround({ palette }: CardColors): boolean {
  return isLightGround(palette.background[0]);
}

/** The CSS values of the custom properties. */
export function variableTexts({
  palette,
  brand,
}: CardColors): Record<(typeof variableNames)[number], string> & BrandVariables {
  const { background, poster, highlight, accent, onAccent } = palette;
  const last = (stops: Stops) => stops.at(-1)!;
  return {
    "--ground": background[0],
    "--ground-2": last(background),
    "--ground-gradient": gradientText(background),
    "--tint": palette.tint,
    "--grid": palette.grid,
    "--hairline": palette.hairline,
    "--ink": palette.ink,
    "--muted": palette.muted,
    "--accent": accent,
    "--on-accent": onAccent,
    "--secondary": brand?.colors?.secondary ?? accent,
    "--chip": accent,
    "--on-chip": onAccent,
    "--poster": poster[0],
    "--poster-2": last(poster),
    "--poster-gradient": gradientText(poster),
    "--highlight": highlight[0],
    "--highlight-2": last(highlight),
    "--highlight-gradient": gradientText(highlight),
    "--on-highlight": palette.onHighlight,
    "--font-heading": fontFamily(brand?.fonts?.heading),
    "--font-body": fontFamily(brand?.fonts?.body),
    ...brandVariables(brand, palette),
  };
}

function fontFamily(face: { family: string } | undefined): string {
  return face ? `${familyText(face.family)}, sans-serif` : "Inter, sans-serif";
}

const logoScales = { small: 0.75, medium: 1, large: 1.5 } as const;

type BrandVariables = Partial<Record<(typeof brandVariableNames)[number], string>>;

/** The CSS values of the custom properties that only brands set. */
function brandVariables(brand: Brand = {}, palette: Palette): BrandVariables {
  const { heading = {}, logo = {}, background: { gradient } = {}, decoration } = brand;
  const { weight, letterSpacing } = heading;
  return {
    ...(weight !== undefined && { "--heading-weight": String(weight) }),
    ...(letterSpacing !== undefined && { "--heading-letter-spacing": `${letterSpacing}em` }),
    ...(logo.size && { "--logo-scale": String(logoScales[logo.size]) }),
    ...((gradient ?? decoration) && { "--background": backgroundText(palette, gradient, decoration) }),
    ...(logo.place && { "--logo-side": logo.place, "--logo-order": logo.place === "start" ? "-1" : "0" }),
  };
}

/** The layers of a background: a pattern, and the ground. */
function backgroundText(
  { background: [ground], ink, hairline, tint }: Palette,
  gradient: string | undefined,
  decoration: Brand["decoration"] = "none",
): string {
  const line = `${ink}14 0.25cqmin, transparent 0.25cqmin`;
  const patterns = {
    none: "",
    dots: `radial-gradient(circle, ${hairline} 0.35cqmin, transparent 0.45cqmin) 0 0 / 4cqmin 4cqmin, `,
    grid: `linear-gradient(${line}) 0 0 / 8cqmin 8cqmin, linear-gradient(90deg, ${line}) 0 0 / 8cqmin 8cqmin, `,
    lines: `repeating-linear-gradient(135deg, ${line}, transparent 3cqmin), `,
    glow: `radial-gradient(circle at 0% 0%, ${tint}, transparent 55%), radial-gradient(circle at 100% 100%, ${tint}, transparent 65%), `,
  };
  return patterns[decoration] + (gradient ? gradientText([ground, gradient]) : ground);
}

/** The name of a font family as a CSS string. */
export function familyText(family: string): string {
  return `"${family.replace(/["\\\n<>]/gu, "")}"`;
}

function gradientText(stops: Stops): string {
  const texts = stops.map((color, index) => `${color} ${(index / (stops.length - 1)) * 100}%`);
  return `linear-gradient(180deg, ${texts.join(", ")})`;
}

/** The custom properties as component values. */
export function createVariables(colors: CardColors): Variables {
  return new Map(
    Object.entries(variableTexts(colors)).map(([name, text]) => {
      const color = normalizeHexColor(text);
      return [name, color === undefined ? valuesOf(text) : [colorValue(color)]];
    }),
  );
}
