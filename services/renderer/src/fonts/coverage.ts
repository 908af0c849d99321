import { execFileSync } from "node:child_process";
import { bundledFonts } from "./register-fonts.ts";

/** Tells whether any font that is there has a glyph for a character. */
export interface Coverage {
  has(codePoint: number): boolean;
}

/** Pango draws with no other formats, though fontconfig lists them. */
const usable = /^(?:TrueType|CFF) /;

const format = "%{fontformat} %{charset}\\n";

let coverage: Coverage | undefined | "unknown" = "unknown";

/**
 * What the bundled fonts and those of the system cover, read once a process with fontconfig's own tools, which come
 * with the library that Pango finds its fonts with. Undefined where these can't be run: then nothing is known.
 */
export function fontCoverage(): Coverage | undefined {
  if (coverage === "unknown") coverage = readCoverage();
  return coverage;
}

function readCoverage(): Coverage | undefined {
  try {
    const system = ask("fc-list", ["--format", format]);
    const bundled = ask("fc-query", ["--format", format, ...Object.values(bundledFonts())]);
    return coverageOf(`${system}${bundled}`);
  } catch {
    return undefined;
  }
}

function ask(tool: string, parameters: string[]): string {
  const limits = { timeout: 20_000, maxBuffer: 256 * 1024 * 1024 } as const;
  return execFileSync(tool, parameters, {
    ...limits,
    encoding: "latin1",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Reads lines of a font's format and its ranges of code points in hexadecimal: `TrueType 20-7e a0 410-44f`. */
export function coverageOf(listing: string): Coverage {
  const bits = new Uint8Array(0x110000 / 8);
  for (const line of listing.split("\n")) {
    if (!usable.test(line)) continue;
    for (const range of line.split(" ").slice(1)) {
      const [first = NaN, last = first] = range.split("-").map((hex) => Number.parseInt(hex, 16));
      for (let at = first; at <= last; at++) bits[at >> 3]! |= 1 << (at & 7);
    }
  }
  return { has: (codePoint) => ((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0 };
}
