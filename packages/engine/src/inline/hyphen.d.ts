/** The part of the hyphen package that is used; the package has no types. */
declare module "hyphen" {
  /** Patterns of a language, with the exceptions that the hyphenator adds to. */
  export type HyphenationPatterns = readonly [levels: unknown, trie: unknown, exceptions?: object];
  /** Creates a function that inserts a character where a word may be hyphenated. */
  export default function createHyphenator(
    patterns: HyphenationPatterns,
    options: { hyphenChar: string; html: boolean },
  ): (text: string) => string;
}
