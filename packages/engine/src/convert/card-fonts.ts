// The fonts that the code of a card gives to its renderer.
import { bundledFont } from "@placard/templates/bundled-fonts";
import { readTables, useTypoMetrics } from "../fonts/sfnt.ts";
import type { Element } from "./card-tree.ts";

/** A font that the code of a card gives to its renderer. */
export interface CardFont {
  readonly name: string;
  readonly weight: number;
  readonly isItalic: boolean;
  /** Its file; undefined if it is not known. */
  readonly data?: Buffer | undefined;
}

/** The only font of next/og, and the default of takumi. */
export const geist: CardFont = { name: "Geist", weight: 400, isItalic: false };

/** Of sveltekit-og. */
export const notoSans: readonly CardFont[] = [400, 700].map((weight) => ({
  ...geist,
  name: "Noto Sans",
  weight,
}));

/** The rules of elements whose default styles depend on the fonts. */
export function defaultFonts(fonts: readonly CardFont[], tags: ReadonlySet<string>): string[] {
  const [{ name }] = fonts as [CardFont];
  const [regular, bold] = [400, 700].map((weight) => nearestWeight(weight, ofFamily(fonts, name)));
  const rules = [
    ["h1, h2, h3, h4, h5, h6, b, strong", `font-weight: ${bold}`],
    ["i, em", hasItalics(fonts, name) ? "font-style: italic" : "font-style: normal"],
    ["code, kbd, pre", "font-family: inherit"],
  ].flatMap(([names = "", declaration]) => {
    const used = names.split(", ").filter((tag) => tags.has(tag));
    return used.length > 0 ? [`:where(${used.join(", ")}) { ${declaration} }`] : [];
  });
  return [writeRootFont({ name, weight: regular! }), ...rules];
}

/** The rule for texts without a family. */
export function writeRootFont({ name, weight }: Pick<CardFont, "name" | "weight">): string {
  return `:where(:root) { font-family: ${quote(name)}; font-weight: ${weight} }`;
}

/** A font whose lines are as in satori, which reads only `hhea`, and ignores the line gap. */
export function withSatoriLines(font: CardFont): CardFont {
  const data = font.data && Buffer.from(font.data);
  try {
    const tables = data && readTables(data);
    tables?.get("hhea")!.writeInt16BE(0, 8);
    const os2 = tables?.get("OS/2");
    os2?.writeUInt16BE(os2.readUInt16BE(62) & ~useTypoMetrics, 62);
    return { ...font, data };
  } catch {
    return font; // a compressed or damaged file
  }
}

/** The rules for the files of the fonts in a style sheet. `replaced`: those of the installation. */
export function writeFontFaces(
  fonts: readonly CardFont[],
  css: string,
): { rules: string[]; replaced: string[] } {
  const found = css.matchAll(/font-weight[^;}]*?\b(\d+|bold)\b|<(?:h[1-6]|b|strong|th)\b/gu);
  const weights = new Set(Array.from(found, ([, weight]) => Number(weight) || 700));
  const isUsed = ({ name, weight }: CardFont) =>
    [...weights].some((wanted) => nearestWeight(wanted, ofFamily(fonts, name)) === weight);
  const used = fonts.filter((font) => css.includes(font.name) && isUsed(font));
  const rules = used.flatMap(({ name, weight, isItalic, data }) => {
    if (!data) return [];
    const type = data.toString("latin1", 0, 4) === "OTTO" ? "otf" : "ttf";
    const url = `url(data:font/${type};base64,${data.toString("base64")})`;
    const style = isItalic ? "; font-style: italic" : "";
    return [`@font-face { font-family: ${quote(name)}; src: ${url}; font-weight: ${weight}${style} }`];
  });
  const isInstalled = (name: string) => bundledFont(name) !== undefined || /^noto /iu.test(name);
  const replaced = used.filter(({ name, data }) => !data && isInstalled(name)).map(({ name }) => name);
  return { rules, replaced: [...new Set(replaced)] };
}

/** The font of an element: its family, and the weight that the code asks for. */
export interface Font {
  readonly family: string;
  readonly weight: number;
}

/** Satori uses the nearest of the fonts that it has. Returns the font of the element. */
export function writeFont(style: Map<string, string>, fonts: readonly CardFont[], inherited: Font): Font {
  const declaredFamily = style.get("font-family")?.toLowerCase();
  const names = declaredFamily?.match(/[^\s"',](?:[^"',]*[^\s"',])?/gu);
  const found = names?.flatMap((name) => fonts.find((font) => font.name.toLowerCase() === name) ?? [])[0];
  const family = names ? (found ?? fonts[0]!).name : inherited.family;
  if (family === inherited.family) style.delete("font-family");
  else style.set("font-family", quote(family));
  const declared = style.get("font-weight") ?? "";
  const weight = ({ bold: 700, normal: 400 }[declared] ?? Number(declared)) || inherited.weight;
  const nearest = nearestWeight(weight, ofFamily(fonts, family));
  const isInherited = nearest === nearestWeight(inherited.weight, ofFamily(fonts, inherited.family));
  if (declared !== "" || !isInherited) style.set("font-weight", `${nearest}`);
  if (!hasItalics(fonts, family)) style.delete("font-style");
  return { family, weight };
}

const ofFamily = (fonts: readonly CardFont[], family: string) => fonts.filter(({ name }) => name === family);

const hasItalics = (fonts: readonly CardFont[], family: string) =>
  ofFamily(fonts, family).some(({ isItalic }) => isItalic);

/** In the rules of Tailwind, whose families satori does not have. */
export function replaceFonts({ childNodes: [css] }: Element, fonts: readonly CardFont[]): void {
  if (!css || !("value" in css)) return;
  css.value = css.value
    .replace(/\s*font-family:[^;]*;/gu, "")
    .replace(
      /(font-weight[\w-]*:\s*)(\d+)/gu,
      (_, name, weight) => name + nearestWeight(Number(weight), fonts),
    );
  if (!fonts.some(({ isItalic }) => isItalic)) css.value = css.value.replace(/\s*font-style:[^;]*;/gu, "");
}

function quote(family: string): string {
  return /^[\w-]+$/u.test(family) ? family : `'${family}'`;
}

/** Below 400, lighter ones come first. 400 and 500 replace each other. */
function nearestWeight(wanted: number, fonts: readonly CardFont[]): number {
  const rank = ({ weight }: CardFont) => {
    const isMiddle = [weight, wanted].every((each) => each === 400 || each === 500);
    const isPreferred = weight === wanted || isMiddle || weight > wanted === wanted >= 400;
    return Math.abs(weight - wanted) - (isMiddle ? 100 : 0) + (isPreferred ? 0 : 1000);
  };
  return fonts.toSorted((a, b) => rank(a) - rank(b))[0]!.weight;
}
