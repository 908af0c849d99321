import { limits } from "../../limits.ts";
import { identOf, keywordOf, splitAt, type ComponentValue, type Values } from "../component-values.ts";
import type { ValueContext } from "../value-context.ts";
import { keywordsByGroup } from "../value-reader.ts";
import type { Longhands } from "./longhands.ts";
import { either, inherited, inheritedKeywords, keywordMap, type Grammar } from "./property.ts";
import { anyOrder, type Shorthand } from "./shorthand.ts";

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
  const names = Object.fromEntries(Object.entries(groups).map(([group, each]) => [group, Object.keys(each)]));
  const parse = (values: Values): FontFeatures | undefined => {
    const found = keywordsByGroup(values, names);
    return found && Object.assign({}, ...Object.entries(found).map(([group, name]) => groups[group]![name!]));
  };
  const syntax = Object.values(names)
    .map((group) => `[ ${group.join(" | ")} ]`)
    .join(" || ");
  return either(keywordMap(whole), { syntax, parse });
}

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
    normalOr("[ <string> [ on | off | 0 | 1 ]? ]#", parseFeatureSettings),
    "normal",
    '"ss01", "zero"',
  ),
};

export const fontFeatureShorthands: Readonly<Record<string, Shorthand>> = {
  "font-variant": fontVariant(),
};

function fontVariant(): Shorthand {
  const names = ["font-variant-caps", "font-variant-numeric", "font-variant-ligatures"];
  const each = anyOrder(names, "<caps> || <numeric> || <ligatures>", "small-caps tabular-nums");
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

function parseFeatureSettings(values: Values, context: ValueContext): FontFeatures | undefined {
  return parseTags(values, context, (setting) => {
    const value = setting === undefined ? 1 : parseSetting(setting);
    if (value === undefined || value <= 1) return value as 0 | 1 | undefined;
    return context.refuse("A font feature is on or off", "Write `1` or `0` after the tag.");
  });
}

/** `normal` for no tags, or a list of them. */
export function normalOr<T>(syntax: string, parse: Grammar<T>["parse"]): Grammar<T | Record<string, never>> {
  return either(keywordMap({ normal: {} }), { syntax, parse });
}

/** Reads a list of OpenType tags, each with a value. */
export function parseTags<T>(
  values: Values,
  context: ValueContext,
  parse: (value: ComponentValue | undefined) => T | undefined,
): Readonly<Record<string, T>> | undefined {
  const found: Record<string, T> = {};
  for (const [tag, setting, ...others] of splitAt(values, ",")) {
    if (tag?.kind !== "string" || others.length > 0) return undefined;
    if (!/^[ -~]{4}$/.test(tag.value)) return context.refuse("The tag of a font has four characters");
    const value = parse(setting);
    if (value === undefined) return undefined;
    found[tag.value] = value;
  }
  const { fontTags } = limits;
  return Object.keys(found).length <= fontTags
    ? found
    : context.refuse(`There are more than ${fontTags} tags`);
}

function parseSetting(value: ComponentValue): number | undefined {
  if (value.kind === "number")
    return Number.isInteger(value.value) && value.value >= 0 ? value.value : undefined;
  const name = identOf(value);
  return name === "on" ? 1 : name === "off" ? 0 : undefined;
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
