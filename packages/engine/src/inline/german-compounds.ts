import { lazy } from "@placard/contracts/lazy";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Shorter words are found by chance. */
const minLetters = 4;

/** Frequent German words in lower case, 4 MB. Read when first needed, which takes tens of milliseconds. */
const readWords = lazy((): ReadonlySet<string> => {
  const { dictionary } = require("@zxcvbn-ts/language-de") as typeof import("@zxcvbn-ts/language-de");
  const words = [...dictionary.commonWords, ...dictionary.wikipedia];
  return new Set(words.filter((word) => word.length >= minLetters));
});

/** Letters that link a word to the next one: `Arbeit-s-vertrag`. */
const links = ["e", "en", "er", "es", "n", "s"];

/**
 * The offsets between the words of a German compound: the fewest words that it consists of. Empty if it is
 * no compound of known words. Compounds are joined at syllables only, so `Urinstinkt` has no `stinkt`.
 */
export function compoundJoints(compound: string, syllables: readonly number[]): number[] {
  const text = compound.toLowerCase();
  /** By the end of a part of the compound: the starts of its words. */
  const splits = new Map<number, readonly number[]>([[0, []]]);
  for (const end of [...syllables, text.length]) {
    let fewest: readonly number[] | undefined;
    for (const [start, before] of splits) {
      if (fewest && fewest.length <= before.length + 1) continue;
      if (isPart(text, start, end)) fewest = [...before, start];
    }
    if (fewest) splits.set(end, fewest);
  }
  return splits.get(text.length)?.slice(1) ?? [];
}

function isPart(text: string, start: number, end: number): boolean {
  if (start === 0 && end === text.length) return false; // a compound may be in the list, too
  const words = readWords();
  const part = text.slice(start, end);
  if (words.has(part)) return true;
  if (end === text.length) return false;
  return links.some((link) => part.endsWith(link) && words.has(part.slice(0, -link.length)));
}
