import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startChromium, type ChromiumRenderer } from "./chromium.ts";
import { compareMeasurements, type Difference } from "./compare.ts";
import { assetsDirectory, readAssets, readBuiltInFixtures, readFixtures, type Fixture } from "./fixtures.ts";
import { createPlacardRenderer, type PlacardRenderer } from "./placard.ts";
import { writeReport } from "./report.ts";
import { isConformant, isMiss, type FixtureResult } from "./results.ts";
import { drawSideBySide } from "./side-by-side.ts";
import { computeSsim, decodePixels } from "./ssim.ts";

export interface ConformanceOptions {
  /** Renders only fixtures whose name contains this. */
  readonly only?: string | undefined;
  readonly group?: string | undefined;
  /** A directory for the images. */
  readonly output: string;
  readonly log: (line: string) => void;
}

/** Renders fixtures with Placard and Chromium, and compares them. */
export async function runConformance({ only, group, output, log }: ConformanceOptions): Promise<{
  isConformant: boolean;
  /** Markdown. */
  report: string;
}> {
  const assets = await readAssets();
  const fixtures = [...readFixtures(assets), ...readBuiltInFixtures()].filter(
    (fixture) => (!only || fixture.name.includes(only)) && (!group || fixture.group === group),
  );
  if (fixtures.length === 0) throw new Error("No fixture has this name. See packages/templates/conformance.");
  if (!only && !group) rmSync(output, { recursive: true, force: true });
  const placard = createPlacardRenderer(assets);
  const chromium = await startChromium(assetsDirectory);
  try {
    const results: FixtureResult[] = [];
    for (const fixture of fixtures) {
      const result = await compareFixture(fixture, placard, chromium, output);
      results.push(result);
      if (isMiss(result)) log(describeMiss(result));
    }
    return { isConformant: isConformant(results), report: writeReport(results, chromium.version) };
  } finally {
    await chromium.close();
  }
}

async function compareFixture(
  fixture: Fixture,
  placard: PlacardRenderer,
  chromium: ChromiumRenderer,
  output: string,
): Promise<FixtureResult> {
  const { name, group } = fixture;
  try {
    const ours = await placard.render(fixture);
    const theirs = await chromium.render(ours.page);
    const [a, b] = await Promise.all([decodePixels(ours.png), decodePixels(theirs.png)]);
    const path = join(output, `${name}.png`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await drawSideBySide(a, b));
    return { name, group, ssim: computeSsim(a, b), ...compareMeasurements(ours, theirs) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const nothing = { boxCount: 0, lineCount: 0, boxDifferences: [], lineDifferences: [], ssim: 0 };
    return { name, group, ...nothing, error: message.split("\n", 1)[0]! };
  }
}

function describeMiss({ name, ssim, error, boxDifferences, lineDifferences }: FixtureResult): string {
  if (error !== undefined) return `${name}: ${error}`;
  const differences = [...boxDifferences, ...lineDifferences].map(
    (difference) => `\n    ${describe(difference)}`,
  );
  return `${name}: SSIM ${ssim.toFixed(4)}${differences.slice(0, 6).join("")}${differences.length > 6 ? `\n    and ${differences.length - 6} more` : ""}`;
}

function describe({ what, placard, chromium }: Difference): string {
  const text = (rect: Difference["placard"]) =>
    rect
      ? [rect.x, rect.y, rect.width, rect.height].map((value) => Math.round(value * 100) / 100).join(" ")
      : "absent";
  return `${what}: ${text(placard)}, Chromium ${text(chromium)}`;
}
