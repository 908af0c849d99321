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

/**
 * The tag that a tag of an unknown language probably means: `de` for `german`, and `ja` for the country code
 * `jp`.
 */
export function suggestLanguage(tag: string): string | undefined {
  const { language } = new Intl.Locale(tag);
  if (language.length > 3) return languageCodesByName().get(language);
  const countries = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const isCountry = language.length === 2 && countries.of(language.toUpperCase()) !== undefined;
  return isCountry ? new Intl.Locale(`und-${language}`).maximize().language : undefined;
}

/** The codes of all languages with two letters, by their names in English and in lower case. */
const languageCodesByName = lazy((): ReadonlyMap<string, string> => {
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = codes.map(
    (code) => [nameOfLanguage(code)?.toLowerCase() ?? "", canonicalLocale(code)] as const,
  );
  return new Map(names);
});
