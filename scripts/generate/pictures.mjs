import { join } from "node:path";
import {
  joinPictures,
  renderDocumentationCard,
} from "../../packages/engine/testing/dist/documentation-card.js";
import { renderPlainFallbacks } from "../../packages/engine/testing/dist/plain-fallbacks.js";
import {
  plainFallbackFile,
  readBuiltInTemplate,
  readBuiltInTemplates,
} from "../../packages/template-store/dist/index.js";
import { root } from "../setup/command.mjs";
import { builtInCards, overviewCards, quickStartCard } from "./cards.mjs";
import { assetDirectory, exampleCards, readExamples } from "./examples.mjs";

/** Renders the pictures of the docs and the console, by path, and lists problems of their cards. */
export async function renderPictures() {
  const pictures = new Map();
  const examples = readExamples().map(exampleCards);
  const problems = examples.flatMap((example) => example.problems);

  /** @param {any} card */
  async function add({ file, template, ...card }) {
    const { webp, warnings } = await renderDocumentationCard(template, card, assetDirectory);
    if (file) pictures.set(join(root, "docs", file), webp);
    problems.push(...warnings.map((message) => `${file}: ${message}`));
    return webp;
  }
  for (const card of [...readBuiltInTemplates().flatMap(builtInCards), quickStartCard()]) await add(card);
  for (const card of examples.flatMap(({ cards }) => cards)) await add(card);

  const overview = [];
  for (const card of overviewCards()) overview.push(await add(card));
  pictures.set(
    join(root, "docs/cards.webp"),
    await joinPictures(overview, { height: 336, radius: 24, gap: 24 }),
  );
  const template = readBuiltInTemplate("event");
  const data = template.samples[0].data;
  const sizes = [];
  for (const [width, height] of [
    [1200, 630],
    [1080, 1080],
    [1080, 1920],
  ])
    sizes.push(await add({ template, data, width, height, maxSide: 800 }));
  pictures.set(
    join(root, "docs/sizes.webp"),
    await joinPictures(sizes, { height: 400, radius: 20, gap: 24 }),
  );
  for (const [format, bytes] of await renderPlainFallbacks()) pictures.set(plainFallbackFile(format), bytes);
  return { pictures, problems };
}
