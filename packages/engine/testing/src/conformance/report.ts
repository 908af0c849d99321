import { reasonsOfMisses } from "./reasons.ts";
import {
  isMiss,
  requiredShare,
  requiredSsim,
  shareWithin,
  summarize,
  type FixtureResult,
} from "./results.ts";

/** What is stated above the results. */
const introduction = `# Conformance

A template must look as it does in a browser. \`npm run conformance\` renders every fixture in
\`packages/templates/conformance\` with Placard and with headless Chromium, and compares:

- the box of every element and the position and width of every line of text: ${percent(requiredShare)} of them must be
  within 1 px in x, y, width and height (before transforms),
- the image: its structural similarity (SSIM, 8 × 8 pixels, mean of red, green and blue at full size) must be at least
  ${requiredSsim} for every fixture.

The group \`built-ins\` consists of the built-in templates with the sample data of the contact sheet, without the
samples in scripts with tall letters: Placard gives them at least the line height that they need.

Both use the same font files. Chromium runs without hinting and without subpixel antialiasing. Fitted texts have the
size that Placard chose, and what Placard dropped is removed, because browsers know neither \`fit()\` nor \`drop\`.

\`npm run conformance -- --update\` writes this page. \`--only <name>\` and \`--group <group>\` select fixtures. The
images (Placard, Chromium, difference) are in \`conformance-output/\`.

\`npm run conformance -- --taffy PATH\` compares the boxes of the layout fixtures in a checkout of
[DioxusLabs/taffy](https://github.com/DioxusLabs/taffy) instead, and lists what Placard refuses by reason.

[The comparison](comparison.md) has the results of these fixtures, and takumi's and satori's on the same 100
documents.
`;

/** Writes the results as Markdown: a table by group, and the fixtures that differ. */
export function writeReport(results: readonly FixtureResult[], chromiumVersion: string): string {
  const groups = [...new Set(results.map((result) => result.group))];
  const rows = groups.map((group) =>
    summaryRow(
      group,
      results.filter((result) => result.group === group),
    ),
  );
  const misses = results.filter(isMiss);
  return `${introduction}
## Results

Compared with Chromium ${chromiumVersion}.

| Group | Fixtures | Boxes within 1 px | Lines within 1 px | SSIM at least ${requiredSsim} | Lowest SSIM |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
${summaryRow("**all**", results)}

Boxes and lines together: ${percent(shareWithin(summarize(results)))} within 1 px.

## Misses

${misses.length === 0 ? "None." : missTable(misses)}
`;
}

function summaryRow(title: string, results: readonly FixtureResult[]): string {
  const { fixtures, boxes, boxesWithin, lines, linesWithin, similar, lowestSsim } = summarize(results);
  return `| ${title} | ${fixtures} | ${boxesWithin} of ${boxes} | ${linesWithin} of ${lines} | ${similar} of ${fixtures} | ${lowestSsim.toFixed(3)} |`;
}

function missTable(misses: readonly FixtureResult[]): string {
  const rows = misses.map((result) => {
    const reason = result.error ?? reasonsOfMisses[result.name] ?? "not explained yet";
    return `| ${result.name} | ${result.boxDifferences.length} of ${result.boxCount} | ${result.lineDifferences.length} of ${result.lineCount} | ${result.ssim.toFixed(3)} | ${reason.replaceAll("|", "\\|")} |`;
  });
  return `| Fixture | Boxes that differ | Lines that differ | SSIM | Reason |\n| --- | --- | --- | --- | --- |\n${rows.join("\n")}`;
}

/** Rounded down: 97.99 % is not 98 %. */
function percent(share: number): string {
  return `${Math.floor(share * 1000) / 10} %`;
}
