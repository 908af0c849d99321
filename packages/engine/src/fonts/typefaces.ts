import type { FontFace, FontWeight, Style } from "@placard/templates/scene";
import { assetFace, bundledFaces, hasFontAsset, registeredFace, type FaceSource } from "./faces.ts";
import type { FontMetrics } from "./sfnt.ts";
import { systemFontMetrics } from "./system-fonts.ts";

/** The fonts of a text style: the families to draw it with, and the metrics of the first. */
export interface Typeface {
  /** Unique per process. */
  readonly id: number;
  readonly weight: FontWeight;
  readonly style: "normal" | "italic";
  /** The CSS families, fallbacks included, for `context.font`. */
  readonly families: string;
  readonly metrics: FontMetrics;
}

/** The properties that select a font. */
export type FontStyle = Pick<Style, "fontFamily" | "fontWeight" | "fontStyle">;

/** Finds the fonts of styles. */
export interface Typefaces {
  readonly of: (style: FontStyle) => Typeface;
}

/**
 * The families after those of the style. Glyphs that they lack come from the system's other fonts. The Noto families are
 * named because fontconfig's defaults would prefer other fonts for Arabic and Hebrew.
 */
const fallbackFamilies = `"Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew"`;

/** The fonts of the generic families other than `sans-serif`: the first that is installed. */
const systemFamilies: Readonly<Record<string, readonly string[]>> = {
  serif: ["Noto Serif", "DejaVu Serif", "Liberation Serif"],
  monospace: ["Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono"],
};

const typefaces = new Map<string, Typeface>();

/** The fonts of a scene: its own font files, the bundled font and the system's. */
export function createTypefaces(fontFaces: readonly FontFace[]): Typefaces {
  const sources = new Map<string, FaceSource[]>();
  for (const { family, weight, style, asset } of fontFaces) {
    if (!hasFontAsset(asset)) continue; // deleted: the next family is used
    const faces = sources.get(family.toLowerCase()) ?? [];
    sources.set(family.toLowerCase(), [...faces, assetFace(asset, weight, style)]);
  }
  const byStyle = new WeakMap<FontStyle, Typeface>();
  return {
    of(style) {
      let typeface = byStyle.get(style);
      if (!typeface) byStyle.set(style, (typeface = findTypeface(style, sources)));
      return typeface;
    },
  };
}

function findTypeface(
  { fontFamily, fontWeight, fontStyle }: FontStyle,
  sources: ReadonlyMap<string, readonly FaceSource[]>,
): Typeface {
  const fonts = [...fontFamily, "sans-serif"].flatMap((name) => {
    const family = name.toLowerCase();
    for (const system of systemFamilies[family] ?? []) {
      const metrics = systemFontMetrics(system);
      if (metrics) return [{ family: system, metrics }];
    }
    const faces = sources.get(family) ?? (isBundled(family) ? bundledFaces : []);
    const source = matchFace(faces, fontWeight, fontStyle);
    return source ? [registeredFace(source)] : [];
  });
  const names = Array.from(new Set(fonts.map(({ family }) => `"${family}"`)));
  const families = [...names, fallbackFamilies].join(", ");
  const key = `${fontStyle} ${fontWeight} ${families}`;
  let typeface = typefaces.get(key);
  if (!typeface) {
    const { metrics } = fonts[0]!; // sans-serif is always available
    typeface = { id: typefaces.size, weight: fontWeight, style: fontStyle, families, metrics };
    typefaces.set(key, typeface);
  }
  return typeface;
}

function isBundled(family: string): boolean {
  return family === "inter" || family === "sans-serif";
}

/** The face of a family that is nearest to a style (CSS Fonts 4, section 5.2). */
export function matchFace<Face extends Pick<FaceSource, "weight" | "style">>(
  faces: readonly Face[],
  weight: FontWeight,
  style: "normal" | "italic",
): Face | undefined {
  const sameStyle = faces.filter((face) => face.style === style);
  const candidates = sameStyle.length > 0 ? sameStyle : faces;
  let nearest: Face | undefined;
  let lowest = Infinity;
  for (const face of candidates) {
    const value = rank(face.weight, weight);
    if (value < lowest) [nearest, lowest] = [face, value];
  }
  return nearest;
}

/** Orders weights by preference: from 400 to 500 first those up to 500, otherwise those on the same side of it. */
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
