import type { SearchEntry } from "@placard/contracts/search-entry";
import MiniSearch, { type SearchResult } from "minisearch";

/** An entry that matches, with the `terms` of the index that it has in common with the query. */
export type SearchMatch = SearchResult & SearchEntry;

/**
 * How many characters of a word may be wrong, missing or additional, by its length. Each is tried if the one
 * before finds nothing: “logo” doesn't find logins.
 */
const typos = [
  () => 0,
  (term: string) => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0),
  (term: string) => (term.length > 4 ? 2 : 0), // exchanged characters count as two
];

/** Names such as `image_unavailable` are words. They are also found by their parts. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * Creates the search. It finds entries with all words of a query, best first, or else those with any of them.
 * A word of three letters and more is also found by its beginning, and with typos if nothing else is found. Words
 * of headings count most, and guides more than the API reference and the security model.
 */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchMatch[] {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ["title", "page", "keywords", "text"],
    storeFields: ["page", "title", "text", "path"],
    tokenize: (text) =>
      wordsOf(text).flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : word)),
    searchOptions: {
      tokenize: wordsOf,
      boost: { title: 6, keywords: 8, page: 2 },
      boostDocument: (id) => (/^docs\/(?:reference|security)/.test(entries[id as number]!.path) ? 0.7 : 1),
      prefix: ({ length }) => length > 2,
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    for (const fuzzy of typos)
      for (const combineWith of ["AND", "OR"] as const) {
        const found = index.search(query, { combineWith, fuzzy });
        if (found.length > 0) return found as SearchMatch[];
      }
    return [];
  };
}
