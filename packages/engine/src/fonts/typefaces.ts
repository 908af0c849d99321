import { getOrInsert } from "@placard/contracts/maps";
import { staticWeight } from "@placard/templates/bundled-fonts";
import type { FontFace, FontRange, Style } from "@placard/templates/scene";
import { rewriteTables } from "./harfbuzz-subset.ts";
import { TextWidths, type MeasuredFont } from "../inline/widths.ts";
import { bundledFaces, bundledFacesOf, type FaceSource, type FontFile } from "./face-sources.ts";
import { fontRegistry, type Face } from "./font-registry.ts";
import { effectiveFeatures } from "./font-features.ts";
import type { Language } from "./language.ts";
import { readAxes, type FontAxes, type FontMetrics } from "./sfnt.ts";

/** The fonts of a text style: the families to draw it with, and the metrics of the first. */
export interface Typeface extends MeasuredFont {
  readonly metrics: FontMetrics;
  /** Whether its first font has no italics, and its upright letters are drawn slanted. */
  readonly isSlanted: boolean;
  /** The width of a text in ems. */
  readonly widthOf: (text: string, language: Language) => number;
  /** The kerning between two texts in ems; negative if they are set closer than their widths say. */
  readonly kerningOf: (before: string, after: string, language: Language, isSpaced: boolean) => number;
}

export type FontStyle = Pick<Style, "fontFamily" | "fontWeight" | "fontStyle"> &
  Partial<Pick<Style, "fontFeatures" | "fontStretch" | "fontVariations" | "opticalSize">>;

/**
 * Fonts with OpenType features, and positions of variable fonts, that a card may use: canvas keeps a copy of
 * each until the process exits.
 */
export const maxFontVariants = 24;

export interface Typefaces {
  readonly of: (style: FontStyle) => Typeface;
  /** Whether the first font of a style has OpenType features. */
  readonly hasFeatures: (style: FontStyle, tags: readonly string[]) => boolean;
  /** The number of variants of fonts that were left out, because the card uses more than the limit. */
  readonly omittedCount: () => number;
  /** What first fonts lack that their styles set, such as "Inter has no axis `opsz`". */
  readonly missingAxes: () => ReadonlySet<string>;
}

/**
 * The families after the style's own. Glyphs that they lack come from the system's other fonts. The Noto
 * families are named because fontconfig's defaults would prefer other fonts for Arabic and Hebrew.
 */
const fallbackFamilies = `"Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew"`;

/** The system's fonts for families, other than `sans-serif`: the first that is installed. */
const systemFamilies: ReadonlyMap<string, readonly string[]> = new Map([
  ["serif", ["Noto Serif", "DejaVu Serif", "Liberation Serif"]],
  ["monospace", ["Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono"]],
  ["noto serif", ["Noto Serif"]],
  ["noto sans mono", ["Noto Sans Mono"]],
]);

/** Reads the font file of an asset (TrueType or OpenType, sanitized); undefined if there is none. */
export type FontLoader = (asset: string) => Promise<Buffer | undefined>;

/** The typefaces of an engine, the font files of its templates, and the widths of texts. */
export class FontLibrary {
  readonly #files = new Map<string, { readonly bytes: Buffer; readonly axes: FontAxes }>();
  readonly #typefaces = new Map<string, Typeface>();
  readonly #widths = new TextWidths();

  /** Loads the font files that it doesn't have yet. Rejects as the loader does. */
  async load(fontFaces: readonly FontFace[], read: FontLoader): Promise<void> {
    const assets = new Set(fontFaces.map(({ asset }) => asset).filter((asset) => !this.#files.has(asset)));
    const load = async (asset: string) => {
      const bytes = await read(asset);
      if (bytes) this.#files.set(asset, { bytes, axes: readAxes(bytes) });
    };
    await Promise.all([...assets].map(load));
  }

  /**
   * The fonts of a scene: its files, the bundled font and the system's. A missing file is left out.
   * `beforeRegistration`: called before another font is registered for the process. It may throw.
   */
  typefacesOf(fontFaces: readonly FontFace[], beforeRegistration?: () => void): Typefaces {
    const sources = new Map<string, FontFile[]>();
    for (const { family, weight, stretch, style, asset } of fontFaces) {
      const file = this.#files.get(asset);
      if (!file) continue;
      const { bytes, axes } = file;
      const range = (declared: FontFace["weight"], tag: string) =>
        typeof declared === "number" ? (axes.get(tag) ?? declared) : declared;
      const source = {
        weight: range(weight, "wght"),
        stretch: range(stretch, "wdth"),
        style,
        id: `asset ${asset} ${style}`,
        read: () => bytes,
        axes,
      };
      sources.set(family.toLowerCase(), [...(sources.get(family.toLowerCase()) ?? []), source]);
    }
    const byStyle = new WeakMap<FontStyle, Typeface>();
    const variants = new Set<string>();
    const omitted = new Set<string>();
    const missingAxes = new Set<string>();
    const register = (source: FaceSource, features: string) => {
      const isPlainBundled = features === "" && bundledFaces.includes(source);
      return fontRegistry.face(source, features, isPlainBundled ? undefined : beforeRegistration);
    };
    const faceOf = (font: Font, style: FontStyle): Face => {
      const { fontFeatures = "" } = style;
      const file = "read" in font || fontFeatures !== "" ? sourceOf(font, style) : undefined;
      if (!file) return font as Face;
      const features = fontFeatures && effectiveFeatures(fontFeatures, fontRegistry.features(file));
      const source = instanceOf(file, style);
      if (features === "" && !isVariable(file)) return "read" in font ? register(source, "") : font;
      const key = `${source.id} ${features}`;
      if (variants.size < maxFontVariants || variants.has(key)) {
        variants.add(key);
        return register(source, features);
      }
      omitted.add(key);
      return "read" in font ? register(instanceOf(file, { fontWeight: 400 }), "") : font;
    };
    const findMissingAxes = (style: FontStyle) => {
      const [font] = fontsOf(style, sources);
      for (const axis of Object.keys(style.fontVariations ?? {}))
        if (!(font && "axes" in font && font.axes.has(axis)))
          missingAxes.add(`${style.fontFamily[0] ?? "sans-serif"} has no axis \`${axis}\``);
    };
    return {
      of: (style) =>
        getOrInsert(byStyle, style, () => {
          findMissingAxes(style);
          return this.#findTypeface(style, sources, faceOf);
        }),
      hasFeatures: (style, tags) => {
        const [font] = fontsOf(style, sources);
        const source = font && sourceOf(font, style);
        return source !== undefined && tags.every((tag) => fontRegistry.features(source).has(tag));
      },
      omittedCount: () => omitted.size,
      missingAxes: () => missingAxes,
    };
  }

  #findTypeface(
    style: FontStyle,
    sources: Sources,
    faceOf: (font: Font, style: FontStyle) => Face,
  ): Typeface {
    const fontWeight = staticWeight(style.fontWeight);
    const matched = fontsOf(style, sources);
    const [first] = matched;
    const isSlanted =
      style.fontStyle === "italic" && first !== undefined && "read" in first && first.style === "normal";
    const fontStyle = isSlanted ? "normal" : style.fontStyle;
    const fonts = matched.map((font) => faceOf(font, style));
    const names = Array.from(new Set(fonts.map(({ family }) => `"${family}"`)));
    const families = [...names, fallbackFamilies].join(", ");
    const key = `${isSlanted ? "slanted" : fontStyle} ${fontWeight} ${families}`;
    return getOrInsert(this.#typefaces, key, (): Typeface => {
      const { metrics } = fonts[0]!; // sans-serif is always available
      const font = { id: this.#typefaces.size, weight: fontWeight, style: fontStyle, families };
      return {
        ...font,
        metrics,
        isSlanted,
        widthOf: (text, language) => this.#widths.widthOf(text, font, language),
        kerningOf: (before, after, language, isSpaced) =>
          this.#widths.kerningOf(before, after, font, language, isSpaced),
      };
    });
  }
}

type Sources = ReadonlyMap<string, readonly FontFile[]>;

/** A font file, a bundled font, or a family of the system. */
type Font = FontFile | FaceSource | Face;

/** The fonts of a style by preference. */
function fontsOf({ fontFamily, fontWeight, fontStretch, fontStyle }: FontStyle, sources: Sources): Font[] {
  return [...fontFamily, "sans-serif"].flatMap((name): Font | readonly Font[] => {
    const family = name.toLowerCase();
    for (const system of systemFamilies.get(family) ?? []) {
      const metrics = fontRegistry.systemMetrics(system);
      if (metrics) return [{ family: system, metrics }];
    }
    const faces: readonly (FontFile | FaceSource)[] = sources.get(family) ?? bundledFacesOf(family);
    return matchFace(faces, fontWeight, fontStyle, fontStretch) ?? [];
  });
}

/** The file of a font; undefined if the system has it in a collection. */
function sourceOf(
  font: Font,
  { fontWeight, fontStyle }: Pick<FontStyle, "fontWeight" | "fontStyle">,
): FontFile | FaceSource | undefined {
  return "read" in font ? font : fontRegistry.systemSource(font.family, staticWeight(fontWeight), fontStyle);
}

function isVariable(file: FontFile | FaceSource): boolean {
  return "axes" in file && file.axes.size > 0;
}

/** The font of a file that a style is drawn with: at its positions, if the file is variable (section 7). */
function instanceOf(
  file: FontFile | FaceSource,
  { fontWeight, fontStretch = 100, opticalSize, fontVariations }: Omit<FontStyle, "fontFamily" | "fontStyle">,
): FaceSource {
  if (!("axes" in file)) return file;
  const { style, axes } = file;
  const weight = clampTo(file.weight, fontWeight);
  const desired: Readonly<Record<string, number | undefined>> = {
    wght: weight,
    wdth: clampTo(file.stretch, fontStretch),
    opsz: opticalSize,
    ...fontVariations,
  };
  const positions = Object.fromEntries(
    Array.from(axes).flatMap(([tag, range]) => {
      const position = desired[tag];
      return position === undefined ? [] : [[tag, clampTo(range, position)] as const];
    }),
  );
  const id = `${file.id} ${weight} ${JSON.stringify(positions)}`;
  const read = isVariable(file) ? () => rewriteTables(file.read(), positions, { isStatic: true }) : file.read;
  return { weight: staticWeight(weight), style, id, read };
}

/** The number in a range that is nearest to another one. */
function clampTo(range: number | FontRange, desired: number): number {
  return typeof range === "number" ? range : Math.min(Math.max(range[0], desired), range[1]);
}

type Matched = Pick<FontFile, "weight" | "style"> & Partial<Pick<FontFile, "stretch">>;

/** The face of a family that is nearest to a style (CSS Fonts 4, section 5.2). `stretch`: percent. */
export function matchFace<Candidate extends Matched>(
  faces: readonly Candidate[],
  weight: number,
  style: "normal" | "italic",
  stretch = 100,
): Candidate | undefined {
  const compare = (a: Candidate, b: Candidate) =>
    rankWidth(a, stretch) - rankWidth(b, stretch) ||
    Number(a.style !== style) - Number(b.style !== style) ||
    rankWeight(a, weight) - rankWeight(b, weight);
  let nearest = faces[0];
  for (const face of faces) if (compare(face, nearest!) < 0) nearest = face;
  return nearest;
}

/** Orders widths by preference: first the narrower ones up to 100, and otherwise the wider ones. */
function rankWidth({ stretch = 100 }: Matched, desired: number): number {
  const candidate = clampTo(stretch, desired);
  const isFirstChoice = desired <= 100 ? candidate <= desired : candidate >= desired;
  return Math.abs(candidate - desired) + (isFirstChoice ? 0 : 1000);
}

/** Orders weights by preference: from 400 to 500 first up to 500, otherwise on the same side of it. */
function rankWeight({ weight }: Matched, desired: number): number {
  const candidate = clampTo(weight, desired);
  const distance = Math.abs(candidate - desired);
  const isFirstChoice =
    desired > 500
      ? candidate >= desired
      : desired < 400
        ? candidate <= desired
        : candidate >= desired && candidate <= 500;
  if (isFirstChoice) return distance;
  return desired <= 500 && candidate > desired ? 2000 + distance : 1000 + distance;
}
