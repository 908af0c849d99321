import type { FontCoverage } from "./coverage.ts";

/** A letter of each script that titles often use. The bundled font has Latin, Greek and Cyrillic. */
const samples: Readonly<Record<string, string>> = {
  Arabic: "ع",
  Bengali: "ক",
  Chinese: "中",
  Devanagari: "क",
  emoji: "😀",
  Hebrew: "א",
  Japanese: "あ",
  Korean: "한",
  Thai: "ก",
};

/** The names of common scripts that no font has glyphs for. */
export function listMissingScripts(fonts: FontCoverage): string[] {
  return Object.keys(samples).filter((script) => !fonts.has(samples[script]?.codePointAt(0) ?? 0));
}
