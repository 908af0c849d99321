// Renders the same documents with Placard, takumi and satori, compares them with Chromium, and writes the
// tables of docs/comparison.md. `node bench/peers/documents.mjs`
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { format, resolveConfig } from "prettier";
import { compileTemplate } from "../../packages/templates/dist/index.js";
import { startChromium } from "../../packages/engine/testing/dist/conformance/chromium.js";
import {
  assetsDirectory,
  readAssets,
  readBuiltInFixtures,
  readFixtures,
} from "../../packages/engine/testing/dist/conformance/fixtures.js";
import { createPlacardRenderer } from "../../packages/engine/testing/dist/conformance/placard.js";
import { computeSsim, decodePixels } from "../../packages/engine/testing/dist/conformance/ssim.js";
import { inlineStyles } from "./inline-styles.mjs";
import { createPeers } from "./document-peers.mjs";
import { probes } from "./probes.mjs";

const documentCount = 100;
const tolerance = 1;
const requiredSsim = 0.97;
const assets = await readAssets();
const placard = createPlacardRenderer(assets);
const chromium = await startChromium(assetsDirectory);
const peers = await createPeers(assets);
const names = ["Placard", ...Object.keys(peers)];

/** Documents that use fonts which only Placard's fixtures have, or placeholders of fitted text. */
const otherFonts = /font-face|serif|monospace|<(?:code|pre|kbd|samp)|[\u0370-\uffff]/u;

/** Documents with features that Placard refuses or lacks, written for this comparison. */
function readOwnDocuments() {
  const directory = new URL("documents/", import.meta.url);
  return readdirSync(directory).map((file) => ({
    name: `beyond/${file.replace(".html", "")}`,
    group: "beyond",
    width: 600,
    height: 315,
    document: {
      template: { id: "beyond", name: "Beyond", description: "Not in Placard", fields: {} },
      html: readFileSync(new URL(file, directory), "utf8"),
      assets: {},
    },
    data: {},
  }));
}

/** Takes documents from all groups in turn, evenly spread within each group. */
function chooseDocuments() {
  const own = readOwnDocuments();
  const fixtures = [...readFixtures(assets), ...readBuiltInFixtures()];
  const groups = [...new Set(fixtures.map(({ group }) => group))];
  const queues = groups.map((name) => {
    const usable = fixtures.filter(
      ({ group, document }) => group === name && !otherFonts.test(document.html),
    );
    const step = Math.max(1, Math.floor(usable.length / 6));
    return [...usable.filter((_, i) => i % step === 0), ...usable.filter((_, i) => i % step !== 0)];
  });
  const chosen = [];
  for (let round = 0; chosen.length < documentCount - own.length; round++)
    chosen.push(...queues.flatMap((queue) => queue.slice(round, round + 1)));
  return [...chosen.slice(0, documentCount - own.length), ...own];
}

/** How many boxes of the reference a library has, too. */
function countBoxes(reference, boxes) {
  const left = [...boxes];
  return reference.filter((box) => {
    const found = left.findIndex((other) =>
      ["x", "y", "width", "height"].every((side) => Math.abs(box[side] - other[side]) <= tolerance),
    );
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  }).length;
}

/** The page that Chromium shows: of a document that Placard refuses, the document itself. */
async function pageOf(fixture) {
  try {
    const ours = await placard.render(fixture);
    return { page: ours.page, ours: { png: ours.png, boxes: Object.values(ours.boxes) } };
  } catch (error) {
    const { width, height } = fixture;
    const html = `<style>[data-path] { margin: 0; padding: 0; box-sizing: border-box } main { width: 100%; height: 100% }</style>${fixture.document.html.replaceAll(/<(main|div|p|span|section|img|b|i)\b/g, "<$1 data-path=x")}`;
    return { page: { width, height, html }, ours: { error } };
  }
}

async function attempt(render) {
  try {
    return await render();
  } catch (error) {
    return { error };
  }
}

async function compareDocument(fixture) {
  const { page, ours } = await pageOf(fixture);
  const reference = await chromium.render(page);
  const { boxes, tree, html } = await chromium.evaluate(page, inlineStyles);
  const size = { width: fixture.width, height: fixture.height };
  const rendered = { Placard: ours };
  for (const [name, render] of Object.entries(peers))
    rendered[name] = await attempt(() => render({ tree, html }, size));
  const pixels = await decodePixels(reference.png);
  const row = { name: fixture.name, group: fixture.group, boxCount: boxes.length };
  for (const [name, result] of Object.entries(rendered)) {
    row[name] = result.error
      ? { error: String(result.error.message ?? result.error).split("\n")[0] }
      : {
          ssim: computeSsim(pixels, await decodePixels(result.png)),
          boxes: countBoxes(boxes, result.boxes),
        };
  }
  return row;
}

/** Placard warns of properties that have no effect. */
function renderWithoutWarnings(fixture) {
  const { problems } = compileTemplate(fixture.document);
  const problem = problems.find(({ message }) => message.includes("no effect"));
  if (problem) throw new Error(problem.message);
  return placard.render(fixture);
}

/** Declarations that change nothing in a library's image, without a warning, but do in Chromium. */
async function findIgnored() {
  /** @type {Record<string, string[]>} */
  const ignored = Object.fromEntries(names.map((name) => [name, []]));
  const refused = Object.fromEntries(names.map((name) => [name, 0]));
  let count = 0;
  const size = { width: 300, height: 160 };
  const isSame = async (a, b) => computeSsim(await decodePixels(a), await decodePixels(b)) > 0.99999;
  const fixtureOf = (html) => ({
    ...size,
    document: { template: { id: "probe", name: "P", description: "P", fields: {} }, html, assets: {} },
    data: {},
  });
  for (const [declaration, base] of probes) {
    const render = async (style) => {
      const html = base(style);
      const page = {
        ...size,
        html: `<style>main, main * { margin: 0 } main { height: 100% }</style>${html}`,
      };
      const shown = await chromium.render(page);
      const inlined = await chromium.evaluate(page, inlineStyles);
      const results = { Placard: await attempt(() => renderWithoutWarnings(fixtureOf(html))) };
      for (const [name, peer] of Object.entries(peers))
        results[name] = await attempt(() => peer(inlined, size));
      return { chromium: shown.png, results };
    };
    const [without, with_] = [await render(""), await render(declaration)];
    if (await isSame(without.chromium, with_.chromium)) continue;
    count++;
    for (const name of names) {
      const [a, b] = [without.results[name], with_.results[name]];
      if (a.error || b.error) refused[name]++;
      else if (await isSame(a.png, b.png)) ignored[name].push(declaration);
    }
  }
  return { ignored, refused, count };
}

const documents = chooseDocuments();
const rows = [];
for (const fixture of documents) {
  rows.push(await compareDocument(fixture));
  console.log(JSON.stringify(rows.at(-1)));
}
const { ignored, refused, count } = await findIgnored();
const { version } = chromium;
await chromium.close();

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const summary = names.map((name) => {
  const drawn = rows.filter((row) => !row[name].error);
  const boxes = drawn.reduce((sum, row) => sum + row[name].boxes, 0);
  const all = rows.reduce((sum, row) => sum + row.boxCount, 0);
  const alike = drawn.filter((row) => row[name].ssim >= requiredSsim).length;
  const ssims = drawn.map((row) => row[name].ssim);
  return `| ${name} | ${drawn.length} | ${rows.length - drawn.length} | ${boxes} of ${all} (${percent(boxes, all)}) | ${alike} | ${drawn.length - alike} | ${median(ssims).toFixed(3)} | ${Math.min(...ssims).toFixed(3)} |`;
});
const ignoredRows = names.map(
  (name) =>
    `| ${name} | ${refused[name]} | ${ignored[name].length} | ${ignored[name].map((each) => `\`${each}\``).join(", ") || "none"} |`,
);
const packageOf = (name) => createRequire(import.meta.url)(`./package.json`).dependencies[name];
const tables = `Chromium ${version}, @takumi-rs/core ${packageOf("@takumi-rs/core")}, satori ${packageOf("satori")}
with @resvg/resvg-js ${packageOf("@resvg/resvg-js")}.

| Library | Drawn | Refused | Boxes within 1 px | SSIM at least ${requiredSsim} | Drawn, but below | Median SSIM | Lowest SSIM |
| --- | --- | --- | --- | --- | --- | --- | --- |
${summary.join("\n")}

### Declarations without effect

Each of ${count} declarations changes a card in Chromium. A library refuses it, draws it, or ignores it: the
card is the same as without it, without an error or a warning.

| Library | Refused | Ignored | Ignored declarations |
| --- | --- | --- | --- |
${ignoredRows.join("\n")}
`;
const filepath = new URL("../../docs/comparison.md", import.meta.url).pathname;
const [before, , after] = readFileSync(filepath, "utf8").split(/^<!-- documents -->$/m);
const text = `${before}<!-- documents -->\n\n${tables}\n<!-- documents -->${after}`;
writeFileSync(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
