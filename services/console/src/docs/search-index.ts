import type { SearchEntry } from "@placard/contracts/search-entry";
import MiniSearch, { type SearchResult } from "minisearch";

/**
 * How many characters of a word may be wrong, missing or additional, by its length. Each is tried if the one
 * before finds nothing: “logo” doesn't find logins.
 */
const typos = [
  () => 0,
  (term: string) => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0),
  (term: string) => (term.length > 4 ? 2 : 0), // exchanged characters count as two
];

/** Words of questions in plain English that say nothing about their topic. */
const ignoredWord =
  /^(?:an?|and|are|by|can|could|do|does|for|how|i|if|is|it|my|of|or|should|that|the|to|we|what|when|where|which|with|your?)$/i;

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

const joinHyphens = (text: string) => text.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, "");
const removePlurals = (text: string) => text.replaceAll(/(?<=\p{L}{3})(?<!s)s(?!\p{L})/gu, "");

/** The words of a section: also the parts of `image_unavailable`, and “signup” for “sign-up”. */
function termsOf(text: string): string[] {
  const compounds = text.match(/\p{L}+(?:-\p{L}+)+/gu) ?? [];
  const words = wordsOf(text).flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : word));
  return [...words, ...compounds.map(joinHyphens)];
}

/**
 * Creates the search. It finds entries with all words of a query, best first, or else those with any of them.
 * Words such as “how” are ignored. A word of three letters and more is also found by its beginning, and in
 * the singular or with typos if nothing else is found. Words of headings count most, and guides more than the
 * API reference and the security model. The name of a setting finds its description first.
 */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchEntry[] {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ["title", "page", "keywords", "text"],
    storeFields: ["page", "title", "text", "path"],
    tokenize: termsOf,
    searchOptions: {
      tokenize: wordsOf,
      boost: { title: 6, keywords: 8, page: 2 },
      processTerm: (term) => !ignoredWord.test(term) && term.toLowerCase(),
      prefix: ({ length }) => length > 2,
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    const isSetting = /^[A-Z\d]+_[A-Z\d_]+$/.test(query);
    const boostDocument = (id: number) => {
      const { path } = entries[id]!;
      if (isSetting && path.startsWith("docs/configuration")) return 10;
      return /^docs\/(?:reference|security)/.test(path) ? 0.7 : 1;
    };
    const joined = joinHyphens(query);
    for (const fuzzy of typos)
      for (const combineWith of ["AND", "OR"] as const)
        for (const text of new Set([joined, removePlurals(joined), query])) {
          const found = index.search(text, { combineWith, fuzzy, boostDocument });
          if (found.length > 0) return found as (SearchResult & SearchEntry)[];
        }
    return [];
  };
}
