/** What units of a font are in `em`. */
export interface FontMeasures {
  /** `ch`: the width of “0”. */
  readonly zero: number;
  /** `ex`: the height of “x”. */
  readonly xHeight: number;
}

/** The width of “0” in Inter, in thousandths of an em, for the weights from 100 to 900. */
const interZeros = [590.8, 604, 617.7, 630.9, 645.5, 659.7, 674.3, 691.9, 710.9];

/**
 * The measures of the first bundled font in a list of families. The files of other fonts are not known while
 * styles are computed.
 */
export function fontMeasures(families: readonly string[], weight: number): FontMeasures {
  const names = families.map((family) => family.toLowerCase());
  const bundled = names.find((name) => ["inter", "sans-serif", "serif", "monospace"].includes(name));
  if (bundled === "serif") return { zero: 0.559, xHeight: 0.536 };
  if (bundled === "monospace") return { zero: 0.6, xHeight: 0.536 };
  return { zero: interZeros[Math.round(weight / 100) - 1]! / 1000, xHeight: 0.546 };
}
