import type { FontWeight } from "@placard/templates/scene";
import { runTool } from "./coverage.ts";
import { weightNames } from "./face-sources.ts";

/** A font of the system: its file, and its index in a collection of fonts. */
export interface SystemFont {
  readonly path: string;
  readonly index: number;
}

/** The font of a family that is nearest to a style; undefined if the family is not installed. */
export function findSystemFont(
  family: string,
  weight: FontWeight,
  style: "normal" | "italic",
): SystemFont | undefined {
  const slant = style === "italic" ? 100 : 0;
  const pattern = `${family}:weight=${weightNames[weight]}:slant=${slant}`;
  try {
    const match = runTool("fc-match", [pattern, "--format", "%{family}\\t%{index}\\t%{file}"]);
    const [families = "", index, path] = match.split("\t");
    if (!path || !families.split(",").includes(family)) return undefined;
    return { path, index: Number(index) & 0xffff };
  } catch {
    return undefined; // without fontconfig's tools, no family counts as installed
  }
}
