import { limits } from "../../limits.ts";
import { keywordOf } from "../component-values.ts";
import { anyOrder, either, keywordMap, list, sequence, type Grammar } from "../grammar.ts";
import { literalInteger, string } from "../value-types.ts";
import type { Longhands } from "./longhands.ts";
import { inherited, inheritedKeywords } from "./property.ts";
import { anyOrderOf, type Shorthand } from "./shorthand.ts";

/** OpenType features and their values. 0 turns a feature off. */
export type FontFeatures = Readonly<Record<string, 0 | 1>>;

/** The features of keywords, by groups of which a value has at most one keyword. */
type KeywordGroups = Readonly<Record<string, Readonly<Record<string, FontFeatures>>>>;

const ligatures: KeywordGroups = {
  common: { "common-ligatures": {}, "no-common-ligatures": { liga: 0, clig: 0 } },
  discretionary: { "discretionary-ligatures": { dlig: 1 }, "no-discretionary-ligatures": { dlig: 0 } },
  historical: { "historical-ligatures": { hlig: 1 }, "no-historical-ligatures": { hlig: 0 } },
  contextual: { contextual: {}, "no-contextual": { calt: 0 } },
};
const noLigatures: FontFeatures = { liga: 0, clig: 0, dlig: 0, hlig: 0, calt: 0 };

const numerals: KeywordGroups = {
  figure: { "lining-nums": { lnum: 1 }, "oldstyle-nums": { onum: 1 } },
  spacing: { "proportional-nums": { pnum: 1 }, "tabular-nums": { tnum: 1 } },
  fraction: { "diagonal-fractions": { frac: 1 }, "stacked-fractions": { afrc: 1 } },
  ordinal: { ordinal: { ordn: 1 } },
  zero: { "slashed-zero": { zero: 1 } },
};

/** One keyword of each group, or a keyword for all of them. */
function keywordGroups(groups: KeywordGroups, whole: Readonly<Record<string, FontFeatures>>) {
  const grammars = Object.entries(groups).map(([name, group]) => [name, keywordMap(group)] as const);
  const each = anyOrder(Object.fromEntries(grammars)).map(
    (found): FontFeatures => Object.assign({}, ...Object.values(found)) as FontFeatures,
  );
  return either(keywordMap(whole), each);
}

/** A list of OpenType tags, each with a value; `normal` for none. */
export function tagsWith<T>(value: Grammar<T>): Grammar<Readonly<Record<string, T>>> {
  const tag = string.map((text, context) =>
    /^[ -~]{4}$/.test(text) ? text : context.refuse("The tag of a font has four characters"),
  );
  const tags = list(sequence(tag, value), "tags", Infinity).map((found, context) => {
    const valueOf: Readonly<Record<string, T>> = Object.fromEntries(found);
    return Object.keys(valueOf).length <= limits.fontTags
      ? valueOf
      : context.refuse(`There are more than ${limits.fontTags} tags`);
  });
  return either(keywordMap<Readonly<Record<string, T>>>({ normal: {} }), tags);
}

/** Whether a feature is on. */
const setting = either(keywordMap({ on: 1, off: 0 }), literalInteger)
  .optional(1)
  .map((value, context): 0 | 1 | undefined => {
    if (value === 0 || value === 1) return value;
    return value < 0
      ? undefined
      : context.refuse("A font feature is on or off", "Write `1` or `0` after the tag.");
  });

/** Properties that choose glyphs of a font (CSS Fonts 4, section 6). */
export const fontFeatureProperties = {
  "font-variant-ligatures": inherited(
    keywordGroups(ligatures, { normal: {}, none: noLigatures }),
    "normal",
    "no-common-ligatures",
  ),
  "font-variant-caps": inheritedKeywords(["normal", "small-caps", "all-small-caps"], "small-caps", {
    "petite-caps": "Use `small-caps`.",
    "all-petite-caps": "Use `all-small-caps`.",
    unicase: "Use `all-small-caps`.",
    "titling-caps": 'Use `font-feature-settings: "titl"`.',
  }),
  "font-variant-numeric": inherited(keywordGroups(numerals, { normal: {} }), "normal", "tabular-nums"),
  "font-kerning": inheritedKeywords(["auto", "normal", "none"], "none"),
  "font-feature-settings": inherited(
    tagsWith(setting.withSyntax("[ on | off | 0 | 1 ]?")),
    "normal",
    '"ss01", "zero"',
  ),
};

export const fontFeatureShorthands: Readonly<Record<string, Shorthand>> = {
  "font-variant": fontVariant(),
};

function fontVariant(): Shorthand {
  const names = ["font-variant-caps", "font-variant-numeric", "font-variant-ligatures"];
  const each = anyOrderOf(names, "<caps> || <numeric> || <ligatures>", "small-caps tabular-nums");
  return {
    ...each,
    syntax: `normal | none | ${each.syntax}`,
    expand: (values, isValid) => {
      const keyword = keywordOf(values);
      if (keyword !== "none" && keyword !== "normal") return each.expand(values, isValid);
      return keyword === "none" ? { "font-variant-ligatures": values } : {};
    },
  };
}

/** The features of `font-variant-caps`. Without them in a font, small capitals are scaled letters. */
const capsFeatures = {
  normal: {},
  "small-caps": { smcp: 1 },
  "all-small-caps": { smcp: 1, c2sc: 1 },
} satisfies Record<string, FontFeatures>;

/** The features of a style, as `kern=0 tnum=1`: sorted, and empty if there are none (section 7.2). */
export function fontFeaturesOf(values: Pick<Longhands, keyof typeof fontFeatureProperties>): string {
  const features: FontFeatures = {
    ...(values["font-kerning"] === "none" && { kern: 0 }),
    ...values["font-variant-ligatures"],
    ...capsFeatures[values["font-variant-caps"]],
    ...values["font-variant-numeric"],
    ...values["font-feature-settings"],
  };
  return Object.entries(features)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(" ");
}
