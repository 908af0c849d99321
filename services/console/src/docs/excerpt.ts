const charactersBefore = 40;
const maxCharacters = 150;

interface ExcerptPart {
  part: string;
  /** Whether it is one of the terms that were searched for. */
  isMatch: boolean;
}

/**
 * The part of a text around the first of the terms that it contains, split at all of them; its beginning if
 * it has none.
 * @param terms in lower case, as the search found them
 */
export function excerptOf(text: string, terms: readonly string[]): ExcerptPart[] {
  const escaped = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const words = escaped.toSorted((a, b) => b.length - a.length).join("|");
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(${words})(?![\p{L}\p{N}])`, "giu");
  const at = terms.length === 0 ? -1 : text.search(pattern);
  const start = at <= charactersBefore ? 0 : text.indexOf(" ", at - charactersBefore) + 1;
  const excerpt = text.slice(start, start + maxCharacters);
  const framed = `${start > 0 ? "…" : ""}${excerpt}${start + maxCharacters < text.length ? "…" : ""}`;
  if (terms.length === 0) return [{ part: framed, isMatch: false }];
  return framed
    .split(pattern)
    .map((part, index) => ({ part, isMatch: index % 2 === 1 }))
    .filter(({ part }) => part !== "");
}
