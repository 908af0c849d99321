import type { SearchEntry } from "@placard/contracts/search-entry";
import MiniSearch, { type SearchResult } from "minisearch";

/** An entry that matches, with the `terms` of the index that it has in common with the query. */
export type SearchMatch = SearchResult & SearchEntry;

/** Words of fewer characters must be written correctly. */
const minCharactersWithTypo = 4;

/** Names such as `image_unavailable` are words. They are also found by their parts. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * Creates the search. It finds entries with all words of a query, best first, or else those with any of them.
 * A word is also found by its beginning, and with one wrong, missing or additional character. Two are
 * permitted in words of 8 characters, and in shorter ones if there are no other matches: exchanged characters
 * count as two.
 */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchMatch[] {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ["title", "page", "keywords", "text"],
    storeFields: ["page", "title", "text", "path"],
    tokenize: (text) =>
      wordsOf(text).flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : word)),
    searchOptions: {
      tokenize: wordsOf,
      boost: { title: 4, keywords: 8, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length >= minCharactersWithTypo ? 0.2 : false),
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    const all = index.search(query, { combineWith: "AND" });
    const some = all.length > 0 ? all : index.search(query);
    if (some.length > 0) return some as SearchMatch[];
    return index.search(query, {
      fuzzy: (term) => (term.length > minCharactersWithTypo ? 2 : false),
    }) as SearchMatch[];
  };
}
