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
 * A word of three letters and more is also found by its beginning, and in the singular or with typos if
 * nothing else is found. Words of headings count most, and guides more than the API reference and the
 * security model.
 */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => SearchMatch[] {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ["title", "page", "keywords", "text"],
    storeFields: ["page", "title", "text", "path"],
    tokenize: termsOf,
    searchOptions: {
      tokenize: wordsOf,
      boost: { title: 6, keywords: 8, page: 2 },
      boostDocument: (id) => (/^docs\/(?:reference|security)/.test(entries[id as number]!.path) ? 0.7 : 1),
      prefix: ({ length }) => length > 2,
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (query) => {
    const joined = joinHyphens(query);
    for (const fuzzy of typos)
      for (const combineWith of ["AND", "OR"] as const)
        for (const text of new Set([joined, removePlurals(joined), query])) {
          const found = index.search(text, { combineWith, fuzzy });
          if (found.length > 0) return found as SearchMatch[];
        }
    return [];
  };
}
