import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderDocumentationCard } from "../../packages/engine/testing/dist/documentation-card.js";
import { assetDirectory, compileExample, documentation } from "./examples.mjs";

/**
 * Renders the pictures of an example. Returns their paths, and what is wrong with the example.
 * @param {import("./examples.mjs").Example} example
 */
export async function renderExample(example) {
  const { template, problems: found } = compileExample(example);
  const problems = found.map(
    ({ file, line, column, message, suggestion = "" }) =>
      `${file}:${line}:${column} ${message}. ${suggestion}`,
  );
  /** @type {string[]} */
  const pictures = [];
  if (!template) return { pictures, problems };
  for (const { file, width, height, sample } of example.pictures) {
    const { samples } = template;
    const data = samples.find(({ name }) => sample === undefined || name === sample)?.data ?? {};
    const card = { data, width, height };
    const { webp, warnings } = await renderDocumentationCard(template, card, assetDirectory);
    problems.push(...warnings.map((message) => `${file}: ${message}`));
    const path = join(dirname(documentation), file);
    writeFileSync(path, webp);
    pictures.push(path);
  }
  return { pictures, problems };
}
