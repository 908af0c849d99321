import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sanitizeFile } from "../../../dist/files/index.js";
import { startChromium } from "./chromium.ts";
import { compareMeasurements } from "./compare.ts";
import type { Fixture, FixtureAsset } from "./fixtures.ts";
import { createPlacardRenderer } from "./placard.ts";

/** The groups of fixtures that Placard's layout modes cover. */
const groups = ["flex", "block", "blockflex", "leaf", "grid", "blockgrid", "gridflex"];

/** What `scripts/gentest/test_base_style.css` of the checkout says, in a card. */
const baseStyle = `
@font-face { font-family: ahem; src: url(assets/ahem.ttf) }
main { font: 10px/1 ahem }
div, span, img { box-sizing: border-box; position: relative; border: 0 solid red; margin: 0; padding: 0 }
div { display: flex }
main > * { position: absolute }
`;
const viewport =
  ".viewport { display: flex; align-items: start; justify-content: start; width: max-content; height: max-content }";

/** Pixels of the card, which stands for the viewport. */
const side = 1200;

interface TaffyResult {
  readonly name: string;
  readonly group: string;
  /** Why the document is refused. */
  readonly refusal?: string;
  readonly differences: readonly string[];
}

export interface TaffyOptions {
  readonly only?: string | undefined;
  readonly group?: string | undefined;
  readonly log: (line: string) => void;
}

/**
 * Compares the boxes of fixtures in a checkout of DioxusLabs/taffy with Chromium. Returns a table and the
 * reasons of refusals as Markdown.
 */
export async function runTaffy(checkout: string, { only, group, log }: TaffyOptions): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "taffy-"));
  const font = await readFont(checkout);
  writeFileSync(join(directory, font.path), font.bytes);
  const placard = createPlacardRenderer([font]);
  const chromium = await startChromium(directory);
  const results: TaffyResult[] = [];
  try {
    for (const fixture of readTaffyFixtures(checkout, font)) {
      if ((only && !fixture.name.includes(only)) || (group && fixture.group !== group)) continue;
      const result = await compare(fixture);
      results.push(result);
      if (result.differences.length > 0) log(`${fixture.name}: ${result.differences.join("; ")}`);
    }
  } finally {
    await chromium.close();
    rmSync(directory, { recursive: true });
  }
  if (results.length === 0) throw new Error("No fixture has this name or group.");
  return report(results);

  async function compare(fixture: Fixture): Promise<TaffyResult> {
    const { name, group: groupOfFixture } = fixture;
    let ours;
    try {
      ours = await placard.measure(fixture);
    } catch (error) {
      const refusal = (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]!;
      return { name, group: groupOfFixture, refusal, differences: [] };
    }
    const { boxDifferences } = compareMeasurements(ours, await chromium.measure(ours.page));
    const text = (rect: { x: number; y: number; width: number; height: number } | undefined) =>
      rect
        ? [rect.x, rect.y, rect.width, rect.height].map((value) => Math.round(value * 100) / 100).join(" ")
        : "absent";
    const differences = boxDifferences.map(
      ({ what, placard: a, chromium: b }) => `${what} ${text(a)}, Chromium ${text(b)}`,
    );
    return { name, group: groupOfFixture, differences };
  }
}

/** The font of the checkout: every glyph is an em box. */
async function readFont(checkout: string): Promise<FixtureAsset> {
  const css = readFileSync(join(checkout, "scripts/gentest/test_base_style.css"), "utf8");
  const base64 = /base64,([A-Za-z0-9+/=]+)/.exec(css)?.[1];
  if (base64 === undefined)
    throw new Error(`${checkout} has no font in scripts/gentest/test_base_style.css.`);
  const { bytes } = await sanitizeFile({ bytes: Buffer.from(base64, "base64"), format: "woff2" });
  return { id: "ahem", path: "ahem.ttf", contentType: "font/ttf", bytes: Buffer.from(bytes) };
}

function readTaffyFixtures(checkout: string, font: FixtureAsset): Fixture[] {
  const { id, contentType } = font;
  return groups.flatMap((group) =>
    readdirSync(join(checkout, "test_fixtures", group))
      .filter((file) => file.endsWith(".html"))
      .map((file) => ({
        name: `${group}/${file.slice(0, -".html".length)}`,
        group,
        width: side,
        height: side,
        document: {
          template: { id: "taffy", name: "Taffy", description: "A fixture of taffy", fields: {} },
          html: toTemplate(readFileSync(join(checkout, "test_fixtures", group, file), "utf8")),
          assets: { [font.path]: { id, contentType } },
        },
        data: {},
      })),
  );
}

/** A fixture as a template: its own style elements and its body. */
function toTemplate(html: string): string {
  const ownStyles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css).join("\n");
  const body = (/<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? html)
    .replace(/<!--.*?-->/gs, "")
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "")
    .replace(/<html[^>]*>/g, "")
    // Templates have no IDs. Few fixtures have classes, and those have no ID that matters.
    .replace(/ id="([^"]*)"/g, (_, id: string) => (ownStyles.includes(`#${id}`) ? ` class="${id}"` : ""))
    .replaceAll("&ZeroWidthSpace;", "\u200b");
  const style = `${baseStyle}${body.includes("viewport") ? viewport : ""}${ownStyles.replaceAll("#", ".")}`;
  return `<style>${style}</style><main>${body}</main>`;
}

function report(results: readonly TaffyResult[]): string {
  const named = [...new Set(results.map(({ group }) => group))];
  const row = (title: string, some: readonly TaffyResult[]) => {
    const accepted = some.filter(({ refusal }) => refusal === undefined);
    const exact = accepted.filter(({ differences }) => differences.length === 0);
    const percent = (part: number, whole: number) =>
      whole === 0 ? "" : ` (${((part / whole) * 100).toFixed(1)} %)`;
    return `| ${title} | ${some.length} | ${accepted.length}${percent(accepted.length, some.length)} | ${exact.length}${percent(exact.length, accepted.length)} |`;
  };
  const reasons = new Map<string, number>();
  for (const { refusal } of results) {
    if (refusal === undefined) continue;
    const reason = refusal.replace(/ \(line.*/, "");
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const listed = [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `| ${reason} | ${count} |`);
  return `| Group | Fixtures | Accepted | Exact |
| --- | --- | --- | --- |
${named
  .map((group) =>
    row(
      group,
      results.filter((result) => result.group === group),
    ),
  )
  .join("\n")}
${row("**all**", results)}

| Refused | Fixtures |
| --- | --- |
${listed.join("\n")}
`;
}
