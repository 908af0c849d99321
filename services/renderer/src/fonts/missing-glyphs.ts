import type { Coverage } from "./coverage.ts";

/** Characters that leave no mark of their own, so that no glyph of theirs is missed. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** The characters of a text that no font has, each once, in order: these are drawn as boxes. Expects Unicode NFC. */
export function missingGlyphs(text: string, coverage: Coverage): string[] {
  const missing = new Set<string>();
  for (const character of text) {
    if (!coverage.has(character.codePointAt(0) ?? 0) && !unseen.test(character)) missing.add(character);
  }
  return [...missing];
}
