import { readFileSync } from "node:fs";
import { runTool } from "./coverage.ts";
import { readFontMetrics, type FontMetrics } from "./sfnt.ts";

const metricsByFamily = new Map<string, FontMetrics | undefined>();

/** The metrics of a font installed on the system, read once per process; undefined if the family is not installed. */
export function systemFontMetrics(family: string): FontMetrics | undefined {
  if (!metricsByFamily.has(family)) metricsByFamily.set(family, readMetrics(family));
  return metricsByFamily.get(family);
}

function readMetrics(family: string): FontMetrics | undefined {
  try {
    const output = runTool("fc-match", ["--format", "%{family}\\n%{index}\\n%{file}", family]);
    const [families = "", index, file = ""] = output.split("\n");
    if (!families.split(",").includes(family)) return undefined;
    return readFontMetrics(readFileSync(file), Number(index) & 0xffff);
  } catch {
    return undefined; // fc-match is not installed, or the font has another format: the family counts as missing
  }
}
