import { readFileSync } from "node:fs";
import { runTool } from "./coverage.ts";
import { readFontMetrics, type FontMetrics } from "./sfnt.ts";

/** A font of the system: its file, and its index in a collection of fonts. */
interface FontFile {
  readonly path: string;
  readonly index: number;
}

let files: ReadonlyMap<string, FontFile> | undefined;
const metricsByFamily = new Map<string, FontMetrics | undefined>();

/** The metrics of a font installed on the system, read once per process; undefined if the family is not installed. */
export function systemFontMetrics(family: string): FontMetrics | undefined {
  if (!metricsByFamily.has(family)) metricsByFamily.set(family, readMetrics(family));
  return metricsByFamily.get(family);
}

function readMetrics(family: string): FontMetrics | undefined {
  files ??= listFiles();
  const file = files.get(family);
  return file && readFontMetrics(readFileSync(file.path), file.index);
}

/** The regular upright font of each family; empty if fontconfig's tools are not installed. */
function listFiles(): ReadonlyMap<string, FontFile> {
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
