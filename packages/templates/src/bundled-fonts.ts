import type { FontWeight } from "./scene/index.ts";

/** A font family that every installation has. */
export interface BundledFont {
  /** The CSS name. */
  readonly family: string;
  readonly weights: readonly FontWeight[];
  readonly hasItalics: boolean;
  /** The width of “0” in ems, for each weight. */
  readonly zeros: readonly number[];
  /** The height of “x” in ems. */
  readonly xHeight: number;
  /** The height above the baseline in ems. */
  readonly ascent: number;
}

/** `zeros`: in thousandths of an em, from the first weight on. */
function font(
  family: string,
  firstWeight: FontWeight,
  zeros: readonly number[],
  xHeight: number,
  ascent: number,
  hasItalics = true,
): BundledFont {
  const weights = zeros.map((_, index) => (firstWeight + 100 * index) as FontWeight);
  return { family, weights, hasItalics, zeros: zeros.map((zero) => zero / 1000), xHeight, ascent };
}

const mono = Array.from({ length: 8 }, () => 600);

/** The default comes first. */
export const bundledFonts: readonly BundledFont[] = [
  font("Inter", 100, [590.8, 604, 617.7, 630.9, 645.5, 659.7, 674.3, 691.9, 710.9], 0.546, 0.96875),
  font("Geist", 100, [648, 653, 658, 663, 673, 683, 693, 703, 713], 0.53, 1.005),
  font("Fraunces", 100, [595, 608.5, 622, 648.5, 662, 675, 702, 715.5, 728.5], 0.482, 0.978),
  font("Source Serif 4", 200, [518, 522, 529, 538, 547, 569, 577, 585], 0.475, 1.036),
  font("Space Grotesk", 300, [638, 641, 645, 646, 648], 0.486, 0.984, false),
  font("JetBrains Mono", 100, mono, 0.55, 1.02),
];

/**
 * The hundred that matches a weight (CSS Fonts 4, section 5.2, step 4.3): fonts that are not variable have no
 * weights in between.
 */
export function staticWeight(weight: number): FontWeight {
  if (weight < 100 || weight > 900) return weight < 100 ? 100 : 900;
  const round = weight < 400 ? Math.floor : Math.ceil;
  return (100 * round(weight / 100)) as FontWeight;
}

/** Finds a bundled font by its CSS name, in any case. */
export function bundledFont(family: string): BundledFont | undefined {
  return bundledFonts.find((each) => each.family.toLowerCase() === family.toLowerCase());
}
