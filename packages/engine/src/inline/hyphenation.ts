import createHyphenator, { type HyphenationPatterns } from "hyphen";
import { createRequire } from "node:module";
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

/** The patterns of a language (BCP 47), read when first needed: German takes tens of milliseconds. */
function patternsOf(language: string): HyphenationPatterns | undefined {
  const [primary = "", ...others] = language.toLowerCase().split("-");
  const name = [`${primary}-${others[0] ?? ""}`, primary]
    .map((tag) => (Object.hasOwn(patternNames, tag) ? patternNames[tag] : patternLanguages.has(tag) && tag))
    .find(Boolean);
  return name ? (require(`hyphen/patterns/${name}`) as HyphenationPatterns) : undefined;
}

/** A word without digits and signs, or several that are joined by hyphens or dashes. */
const wordsOfLetters = /^[\p{L}\p{M}’']+(?:[-‐–—][\p{L}\p{M}’']+)*$/u;
/** Names such as `parseJsonBody` are no words of a language. */
const camelCase = /\p{Ll}\p{Lu}/u;

/**
 * The offsets at which a text without white space may be hyphenated. None for addresses, numbers, identifiers
 * and languages without patterns. `lang` is its stated language (BCP 47). Without one, or for words of
 * another script, the `paragraph` decides.
 */
export function hyphenationOffsets(text: string, lang: string | undefined, paragraph: string): number[] {
  const start = /^[\p{P}\p{S}]*/u.exec(text)?.[0].length ?? 0;
  const core = text.slice(start).replace(/(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u, "");
  if (!wordsOfLetters.test(core) || camelCase.test(core)) return [];
  const patterns = (lang && patternsOf(lang)) || patternsOf(detectLanguage(core, paragraph));
  if (!patterns) return [];
  const [levels, trie, exceptions] = patterns;
  // A hyphenator caches every word, so one is created for each text, and freed with its cache.
  const hyphenate = createHyphenator([levels, trie, { ...exceptions }], {
    hyphenChar: "\u00ad",
    html: false,
  });
  return Array.from(core.matchAll(/[\p{L}\p{M}’']+/gu)).flatMap(({ 0: word, index }) => {
    if (word.length < limits.minWord || word.length > limits.maxWord) return [];
    const ends: number[] = [];
    for (const syllable of hyphenate(word).split("\u00ad")) ends.push((ends.at(-1) ?? 0) + syllable.length);
    return ends
      .filter((end) => end >= limits.before && word.length - end >= limits.after)
      .map((end) => start + index + end);
  });
}
