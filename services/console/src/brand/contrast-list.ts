import type { BrandColors } from "@placard/client";
import { completeColors } from "@placard/templates/brand-palette";
import { contrastRatio, parseHex } from "@placard/templates/color";
import { createElement } from "../elements.ts";

/** The lowest contrast ratio of text (WCAG 2.2, success criterion 1.4.3). */
const minRatio = 4.5;

const pairs = [
  ["Headlines on the background", "ink", "ground"],
  ["Supporting text on the background", "muted", "ground"],
  ["Accent on the background", "accent", "ground"],
  ["Text on the accent", "onAccent", "accent"],
] as const;

/** Creates the list of a brand's text and background colors with their contrast. Empty for a brand without colors. */
export function createContrastList(colors: BrandColors): HTMLElement[] {
  const complete = completeColors(withoutUndefined(colors));
  if (!complete) return [];
  return pairs.map(([label, text, background]) => {
    const ratio = contrastRatio(parseHex(complete[text]), parseHex(complete[background]));
    const sample = createElement("span", { className: "contrast-sample", ariaHidden: "true" });
    sample.style.color = complete[text];
    sample.style.backgroundColor = complete[background];
    const isReadable = ratio >= minRatio;
    // Rounded down, so that a ratio just below the minimum is not shown as the minimum.
    const ratioText = `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
    return createElement(
      "li",
      { className: isReadable ? "" : "low" },
      sample,
      createElement("span", {}, `${label} `),
      createElement("strong", {}, isReadable ? ratioText : `${ratioText}, hard to read: needs ${minRatio}:1`),
    );
  });
}

/** The colors that a brand has, without members that are undefined. */
export function withoutUndefined<Value extends object>(
  values: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>;
  };
}
