// `npm run docs:templates`: renders the examples of docs/templates.md, the cards of docs/built-in-templates.md and those of
// the README and the console's front page. Updates the generated parts of these documents, the property tables and the
// client's types of built-in templates.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup/command.mjs";
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// These modules import the build, so they are loaded after the set-up.
const { readBuiltInTemplate, readBuiltInTemplates } =
  await import("../packages/template-store/dist/index.js");
const { joinPictures, renderDocumentationCard } =
  await import("../packages/engine/testing/dist/documentation-card.js");
const { builtInCards, overviewCards, quickStartCard } = await import("./template-docs/cards.mjs");
const { assetDirectory, exampleCards, readExamples } = await import("./template-docs/examples.mjs");
const { createGeneratedFiles } = await import("./template-docs/generated-files.mjs");

for (const { path, text } of await createGeneratedFiles()) writeFileSync(path, text);

/** @type {string[]} */
const problems = [];

/** @param {Omit<import("./template-docs/cards.mjs").Card, "file">} card */
function render({ template, ...card }) {
  return renderDocumentationCard(template, card, assetDirectory);
}

/** @param {string} file relative to docs @param {Buffer} picture */
function write(file, picture) {
  writeFileSync(join(root, "docs", file), picture);
  console.log(join("docs", file));
}

const examples = readExamples().map(exampleCards);
problems.push(...examples.flatMap((example) => example.problems));
const cards = [
  ...readBuiltInTemplates().flatMap(builtInCards),
  quickStartCard(),
  ...examples.flatMap((example) => example.cards),
];
for (const card of cards) {
  const { webp, warnings } = await render(card);
  write(card.file, webp);
  problems.push(...warnings.map((message) => `${card.file}: ${message}`));
}

const overview = [];
for (const card of overviewCards()) {
  const { webp } = await render(card);
  write(card.file, webp);
  overview.push(webp);
}
write("cards.webp", await joinPictures(overview, { height: 336, radius: 24, gap: 24 }));

const template = readBuiltInTemplate("event");
const data = template.samples[0]?.data ?? {};
const sizes = [];
for (const [width, height] of /** @type {const} */ ([
  [1200, 630],
  [1080, 1080],
  [1080, 1920],
]))
  sizes.push((await render({ template, data, width, height, maxSide: 800 })).webp);
write("sizes.webp", await joinPictures(sizes, { height: 400, radius: 20, gap: 24 }));

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
