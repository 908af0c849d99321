import { bundledFont, bundledFonts, staticWeight, type BundledFont } from "../../bundled-fonts.ts";

/** What units of a font are in `em`. */
export interface FontMeasures {
  /** `ch`: the width of “0”. */
  readonly zero: number;
  /** `ex`: the height of “x”. */
  readonly xHeight: number;
  /** The height above the baseline. */
  readonly ascent: number;
}

const [defaultFont] = bundledFonts;

/**
 * The measures of the first bundled font in a list of families. The files of other fonts are not known while
 * styles are computed.
 */
export function fontMeasures(families: readonly string[], weight: number): FontMeasures {
  for (const family of families.map((name) => name.toLowerCase())) {
    if (family === "sans-serif") break;
    if (family === "serif") return { zero: 0.559, xHeight: 0.536, ascent: 1.069 };
    if (family === "monospace") return { zero: 0.6, xHeight: 0.536, ascent: 1.069 };
    const font = bundledFont(family);
    if (font) return measuresOf(font, weight);
  }
  return measuresOf(defaultFont!, weight);
}

function measuresOf({ weights, zeros, xHeight, ascent }: BundledFont, weight: number): FontMeasures {
  const index = (staticWeight(weight) - weights[0]!) / 100;
  return { zero: zeros[Math.min(Math.max(0, index), zeros.length - 1)]!, xHeight, ascent };
}
