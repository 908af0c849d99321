/** Whether a text is a well-formed BCP 47 language tag (RFC 5646). */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** The canonical form of a well-formed language tag: `EN-us` is `en-US`. Throws a RangeError for others. */
export function canonicalLocale(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0]!;
}
