import { lazy } from "./lazy.ts";

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

const languageNames = lazy(() => new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }));

/** The name of a language in English; undefined for an unknown code. */
function nameOfLanguage(code: string): string | undefined {
  try {
    return languageNames().of(code);
  } catch {
    return undefined; // not a code
  }
}

/** Whether a well-formed language tag names a language that exists: `de-CH` does, `german` and `xx` don't. */
export function isKnownLanguage(tag: string): boolean {
  const { language } = new Intl.Locale(tag);
  return (
    nameOfLanguage(language) !== undefined || Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
  );
}
