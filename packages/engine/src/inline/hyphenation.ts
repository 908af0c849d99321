import createHyphenator, { type HyphenationPatterns } from "hyphen";
import { createRequire } from "node:module";
import { compoundJoints } from "./german-compounds.ts";
import { detectLanguage } from "./text-language.ts";

/** Languages whose patterns have another name than their tag. */
const patternNames: Readonly<Record<string, string>> = {
  de: "de-1996",
  el: "el-monoton",
  en: "en-us",
  mn: "mn-cyrl",
  sh: "sh-latn",
  sr: "sr-cyrl",
};

const patternLanguages = new Set(
  (
    "af as be bg bn ca cs cy da en-gb es et eu fi fr fur ga gl gu hi hr hsb hu hy ia id is it ka kmr kn la lt lv mk ml mr " +
    "nb nl nn no oc or pa pl pms pt rm ro ru sk sl sq sv ta te tk tr uk"
  ).split(" "),
);

/**
 * As in CSS Text 4 (`hyphenate-limit-chars: auto`), but with three letters after a hyphen: two are too few to
 * read. Longer words than `maxWord` are not hyphenated: the time that it takes grows with the square of the
 * length.
 */
const limits = { minWord: 5, maxWord: 120, before: 2, after: 3 } as const;

const require = createRequire(import.meta.url);

/** The name of the patterns of a language (BCP 47). */
function patternNameOf(language: string): string | undefined {
  const [primary = "", ...others] = language.toLowerCase().split("-");
  for (const tag of [`${primary}-${others[0] ?? ""}`, primary]) {
    if (Object.hasOwn(patternNames, tag)) return patternNames[tag];
    if (patternLanguages.has(tag)) return tag;
  }
  return undefined;
}

/** A word without digits and signs, or several that are joined by hyphens or dashes. */
const wordsOfLetters = /^[\p{L}\p{M}’']+(?:[-‐–—][\p{L}\p{M}’']+)*$/u;
/** Names such as `parseJsonBody` are no words of a language. */
const camelCase = /\p{Ll}\p{Lu}/u;

/** The s that links words behind suffixes of Germanic languages, as in `Qualitätssicherung`. */
const afterLinkingS =
  /(?<=(?:ung|ing|ion|tät|teit|tet|[hk]eit|heid|hed|het|schaft|schap|ska[pb]|tum)s)(?=\p{Ll})/gu;

/** Offsets at which a text may be hyphenated, in UTF-16 code units. */
export interface Hyphenation {
  readonly syllables: readonly number[];
  /** Those of `syllables` that are between the words of a compound: the best ones. */
  readonly joints: readonly number[];
}

/**
 * Where a text without white space may be hyphenated. Nowhere in addresses, numbers, identifiers and
 * languages without patterns. `lang` is its stated language (BCP 47). Without one, or for words of another
 * script, the `paragraph` decides.
 */
export function findHyphenation(text: string, lang: string | undefined, paragraph: string): Hyphenation {
  const none = { syllables: [], joints: [] };
  const start = /^[\p{P}\p{S}]*/u.exec(text)?.[0].length ?? 0;
  const core = text.slice(start).replace(/(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u, "");
  if (!wordsOfLetters.test(core) || camelCase.test(core)) return none;
  const name = (lang && patternNameOf(lang)) || patternNameOf(detectLanguage(core, paragraph));
  if (!name) return none;
  // Read when first needed: German takes tens of milliseconds.
  const [levels, trie, exceptions] = require(`hyphen/patterns/${name}`) as HyphenationPatterns;
  // A hyphenator caches every word, so one is created for each text, and freed with its cache.
  const hyphenate = createHyphenator([levels, trie, { ...exceptions }], {
    hyphenChar: "\u00ad",
    html: false,
  });
  const syllables: number[] = [];
  const joints: number[] = [];
  for (const { 0: word, index } of core.matchAll(/[\p{L}\p{M}’']+/gu)) {
    if (word.length < limits.minWord || word.length > limits.maxWord) continue;
    const ends: number[] = [];
    for (const syllable of hyphenate(word).split("\u00ad")) ends.push((ends.at(-1) ?? 0) + syllable.length);
    const inner = ends.filter((end) => end >= limits.before && word.length - end >= limits.after);
    const linked = Array.from(word.matchAll(afterLinkingS), (match) => match.index);
    const compound = name === patternNames["de"] ? compoundJoints(word, inner) : [];
    const between = new Set([...linked, ...compound]);
    syllables.push(...inner.map((end) => start + index + end));
    joints.push(...inner.filter((end) => between.has(end)).map((end) => start + index + end));
  }
  return { syllables, joints };
}
