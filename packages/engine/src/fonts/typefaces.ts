import type { FontFace, FontWeight, Style } from "@placard/templates/scene";
import { TextWidths, type MeasuredFont } from "../inline/widths.ts";
import { bundledFaces, bundledFacesOf, type FaceSource } from "./face-sources.ts";
import { fontRegistry, type Face } from "./font-registry.ts";
import { effectiveFeatures } from "./font-features.ts";
import type { Language } from "./language.ts";
import type { FontMetrics } from "./sfnt.ts";

/** The fonts of a text style: the families to draw it with, and the metrics of the first. */
export interface Typeface extends MeasuredFont {
  readonly metrics: FontMetrics;
  /** The width of a text in ems. */
  readonly widthOf: (text: string, language: Language) => number;
  /** The kerning between two texts in ems; negative if they are set closer than their widths say. */
  readonly kerningOf: (before: string, after: string, language: Language) => number;
}

export type FontStyle = Pick<Style, "fontFamily" | "fontWeight" | "fontStyle"> &
  Partial<Pick<Style, "fontFeatures">>;

/** Fonts with OpenType features that a card may use: canvas keeps a copy of each until the process exits. */
export const maxFeatureFonts = 24;

export interface Typefaces {
  readonly of: (style: FontStyle) => Typeface;
  /** Whether the first font of a style has OpenType features. */
  readonly hasFeatures: (style: FontStyle, tags: readonly string[]) => boolean;
  /** The number of fonts whose features were left out, because the card uses more than the limit. */
  readonly omittedCount: () => number;
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
  readonly #files = new Map<string, Buffer>();
  readonly #typefaces = new Map<string, Typeface>();
  readonly #widths = new TextWidths();

  /** Loads the font files that it doesn't have yet. Rejects as the loader does. */
  async load(fontFaces: readonly FontFace[], read: FontLoader): Promise<void> {
    const assets = new Set(fontFaces.map(({ asset }) => asset).filter((asset) => !this.#files.has(asset)));
    const load = async (asset: string) => {
      const file = await read(asset);
      if (file) this.#files.set(asset, file);
    };
    await Promise.all([...assets].map(load));
  }

  /**
   * The fonts of a scene: its files, the bundled font and the system's. A missing file is left out.
   * `beforeRegistration`: called before another font is registered for the process. It may throw.
   */
  typefacesOf(fontFaces: readonly FontFace[], beforeRegistration?: () => void): Typefaces {
    const sources = new Map<string, FaceSource[]>();
    for (const { family, weight, style, asset } of fontFaces) {
      const file = this.#files.get(asset);
      if (!file) continue;
      const faces = sources.get(family.toLowerCase()) ?? [];
      const source = { weight, style, id: `asset ${asset} ${weight} ${style}`, read: () => file };
      sources.set(family.toLowerCase(), [...faces, source]);
    }
    const byStyle = new WeakMap<FontStyle, Typeface>();
    const variants = new Set<string>();
    const omitted = new Set<string>();
    const faceWith = (source: FaceSource, features: string) => {
      const effective = effectiveFeatures(features, fontRegistry.features(source));
      const key = `${source.id} ${effective}`;
      if (effective === "") return undefined;
      if (variants.size >= maxFeatureFonts && !variants.has(key)) {
        omitted.add(key);
        return undefined;
      }
      variants.add(key);
      return fontRegistry.face(source, effective, beforeRegistration);
    };
    const plainFace = (source: FaceSource) =>
      fontRegistry.face(source, "", bundledFaces.includes(source) ? undefined : beforeRegistration);
    return {
      of: (style) => {
        let typeface = byStyle.get(style);
        if (!typeface)
          byStyle.set(style, (typeface = this.#findTypeface(style, sources, faceWith, plainFace)));
        return typeface;
      },
      hasFeatures: (style, tags) => {
        const [font] = fontsOf(style, sources);
        const source = font && sourceOf(font, style);
        return source !== undefined && tags.every((tag) => fontRegistry.features(source).has(tag));
      },
      omittedCount: () => omitted.size,
    };
  }

  #findTypeface(
    { fontFamily, fontWeight, fontStyle, fontFeatures = "" }: FontStyle,
    sources: ReadonlyMap<string, readonly FaceSource[]>,
    faceWith: (source: FaceSource, features: string) => Face | undefined,
    plainFace: (source: FaceSource) => Face,
  ): Typeface {
    const fonts = fontsOf({ fontFamily, fontWeight, fontStyle }, sources).map((font) => {
      const source = fontFeatures === "" ? undefined : sourceOf(font, { fontWeight, fontStyle });
      const face = source && faceWith(source, fontFeatures);
      return face ?? ("read" in font ? plainFace(font) : font);
    });
    const names = Array.from(new Set(fonts.map(({ family }) => `"${family}"`)));
    const families = [...names, fallbackFamilies].join(", ");
    const key = `${fontStyle} ${fontWeight} ${families}`;
    let typeface = this.#typefaces.get(key);
    if (!typeface) {
      const { metrics } = fonts[0]!; // sans-serif is always available
      const font = { id: this.#typefaces.size, weight: fontWeight, style: fontStyle, families };
      typeface = {
        ...font,
        metrics,
        widthOf: (text, language) => this.#widths.widthOf(text, font, language),
        kerningOf: (before, after, language) => this.#widths.kerningOf(before, after, font, language),
      };
      this.#typefaces.set(key, typeface);
    }
    return typeface;
  }
}

type Sources = ReadonlyMap<string, readonly FaceSource[]>;

/** The fonts of a style by preference: font files, and families of the system. */
function fontsOf({ fontFamily, fontWeight, fontStyle }: FontStyle, sources: Sources): (FaceSource | Face)[] {
  return [...fontFamily, "sans-serif"].flatMap((name): FaceSource | Face | readonly Face[] => {
    const family = name.toLowerCase();
    for (const system of systemFamilies.get(family) ?? []) {
      const metrics = fontRegistry.systemMetrics(system);
      if (metrics) return [{ family: system, metrics }];
    }
    const faces = sources.get(family) ?? bundledFacesOf(family);
    return matchFace(faces, fontWeight, fontStyle) ?? [];
  });
}

/** The file of a font; undefined if the system has it in a collection. */
function sourceOf(
  font: FaceSource | Face,
  { fontWeight, fontStyle }: Pick<FontStyle, "fontWeight" | "fontStyle">,
): FaceSource | undefined {
  return "read" in font ? font : fontRegistry.systemSource(font.family, fontWeight, fontStyle);
}

/** The face of a family that is nearest to a style (CSS Fonts 4, section 5.2). */
export function matchFace<Candidate extends Pick<FaceSource, "weight" | "style">>(
  faces: readonly Candidate[],
  weight: FontWeight,
  style: "normal" | "italic",
): Candidate | undefined {
  const sameStyle = faces.filter((face) => face.style === style);
  const candidates = sameStyle.length > 0 ? sameStyle : faces;
  let nearest: Candidate | undefined;
  let lowest = Infinity;
  for (const face of candidates) {
    const value = rank(face.weight, weight);
    if (value < lowest) [nearest, lowest] = [face, value];
  }
  return nearest;
}

/** Orders weights by preference: from 400 to 500 first up to 500, otherwise on the same side of it. */
function rank(candidate: FontWeight, desired: FontWeight): number {
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
