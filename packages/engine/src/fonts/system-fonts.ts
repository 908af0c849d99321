import type { FontWeight } from "@placard/templates/scene";
import { runTool } from "./coverage.ts";

/** A font of the system: its file, and its index in a collection of fonts. */
interface FontFile {
  readonly path: string;
  readonly index: number;
}

/** The regular upright font of each family. */
export type SystemFonts = ReadonlyMap<string, FontFile>;

/** Lists the fonts of the system; none if fontconfig's tools are not installed. */
export function listSystemFonts(): SystemFonts {
  let listing = "";
  try {
    listing = runTool("fc-list", [
      ":slant=0:weight=80",
      "--format",
      "%{family}\\t%{fontformat}\\t%{index}\\t%{file}\\n",
    ]);
  } catch {
    return new Map(); // no family counts as installed
  }
  const found = new Map<string, FontFile>();
  for (const line of listing.split("\n")) {
    const [families = "", format, index, path] = line.split("\t");
    if (!path || (format !== "TrueType" && format !== "CFF")) continue;
    for (const family of families.split(",")) found.set(family, { path, index: Number(index) & 0xffff });
  }
  return found;
}

/** Weights of fontconfig. */
const weights: Readonly<Record<FontWeight, number>> = {
  100: 0,
  200: 40,
  300: 50,
  400: 80,
  500: 100,
  600: 180,
  700: 200,
  800: 205,
  900: 210,
};

/** The file of the font of a family that is nearest to a style; undefined if it is in a collection. */
export function findSystemFont(
  family: string,
  weight: FontWeight,
  style: "normal" | "italic",
): string | undefined {
  const slant = style === "italic" ? 100 : 0;
  const pattern = `${family}:weight=${weights[weight]}:slant=${slant}`;
  const [path, index] = runTool("fc-match", [pattern, "--format", "%{file}\\n%{index}"]).split("\n");
  return path && index === "0" ? path : undefined;
}
