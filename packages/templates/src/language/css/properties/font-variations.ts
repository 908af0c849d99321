import { either, keywordMap, single } from "../grammar.ts";
import { number } from "../value-types.ts";
import { tagsWith } from "./font-features.ts";
import { inherited, inheritedKeywords } from "./property.ts";

/** A width in percent. */
export const fontStretch = either(
  single("<percentage [0,∞]>", (value) =>
    value.kind === "percentage" && value.value >= 0 ? value.value : undefined,
  ),
  keywordMap<number>({
    normal: 100,
    "ultra-condensed": 50,
    "extra-condensed": 62.5,
    condensed: 75,
    "semi-condensed": 87.5,
    "semi-expanded": 112.5,
    expanded: 125,
    "extra-expanded": 150,
    "ultra-expanded": 200,
  }),
);

/** Properties that choose a width, or the positions of a variable font (CSS Fonts 4, sections 2.3 and 7). */
export const fontVariationProperties = {
  "font-stretch": inherited(fontStretch, "normal", "85%"),
  "font-optical-sizing": inheritedKeywords(["auto", "none"], "none"),
  "font-variation-settings": inherited(tagsWith(number), "normal", '"SOFT" 50, "WONK" 1'),
};
