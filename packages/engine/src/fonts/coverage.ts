import { execFileSync } from "node:child_process";
import { bundledFontPath } from "./face-sources.ts";

/** Which characters the available fonts have a glyph for. */
export interface FontCoverage {
  /** One bit per code point. */
  readonly bits: Uint8Array;
  has(codePoint: number): boolean;
}

/** The formats that Pango draws with; fontconfig lists others too. */
const usableFormats = /^(?:TrueType|CFF) /;

const outputFormat = "%{fontformat} %{charset}\\n";

/**
 * Reads the coverage of the bundled and the system's fonts with fontconfig's tools, which Pango needs too.
 * Undefined if the tools can't be run.
 */
export function readCoverage(): FontCoverage | undefined {
  try {
    const system = runTool("fc-list", ["--format", outputFormat]);
    const bundled = runTool("fc-query", ["--format", outputFormat, bundledFontPath("Inter")]);
    return parseCoverage(`${system}${bundled}`);
  } catch {
    return undefined;
  }
}

/** Runs one of fontconfig's tools; throws if it is not installed or fails. */
export function runTool(tool: string, parameters: string[]): string {
  const limits = { timeout: 20_000, maxBuffer: 256 * 1024 * 1024 } as const;
  return execFileSync(tool, parameters, {
    ...limits,
    encoding: "latin1",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/**
 * Parses one font per line: its format and its ranges of code points in hexadecimal, as in
 * `TrueType 20-7e a0 410-44f`. Fonts of a family often have the same line, and each is parsed once.
 */
export function parseCoverage(listing: string): FontCoverage {
  const bits = new Uint8Array(0x110000 / 8);
  for (const line of new Set(listing.split("\n"))) {
    if (!usableFormats.test(line)) continue;
    for (const range of line.split(" ").slice(1)) {
      const [first = NaN, last = first] = range.split("-").map((hex) => Number.parseInt(hex, 16));
      for (let at = first; at <= last; at++) bits[at >> 3]! |= 1 << (at & 7);
    }
  }
  return toCoverage(bits);
}

export function toCoverage(bits: Uint8Array): FontCoverage {
  return { bits, has: (codePoint) => ((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0 };
}

/** Characters without a visible glyph, which cannot be missing. */
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** The characters of a text (in NFC) that no font has, each once. They are drawn as boxes. */
export function missingGlyphs(text: string, fonts: FontCoverage): string[] {
  const missing = new Set<string>();
  for (const character of text) {
    if (!fonts.has(character.codePointAt(0) ?? 0) && !invisible.test(character)) missing.add(character);
  }
  return [...missing];
}

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
