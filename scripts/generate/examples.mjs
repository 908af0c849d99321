import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileTemplate } from "../../packages/templates/dist/index.js";
import { root } from "../setup/command.mjs";

const documentation = ["docs/templates.md", "docs/template-examples.md"];
export const assetDirectory = join(root, "docs/templates/assets");

/**
 * @typedef {object} Picture
 * @property {string} file relative to docs
 * @property {number} width of the card, in pixels
 * @property {number} height
 * @property {string} [sample] the name of the sample. Default: the first one
 */

/**
 * An example: a block of HTML. A block of JSON with its `template.json` precedes it if it has fields. Mostly,
 * pictures follow it.
 * @typedef {object} Example
 * @property {string} heading
 * @property {Record<string, unknown>} json
 * @property {string} html
 * @property {Picture[]} pictures
 */

/** The examples of the guides to templates, in their order. */
export function readExamples() {
  const examples = [];
  let heading = "";
  let json = "";
  const parts = /^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$|^!\[[^\]]*\]\((templates\/[^ )]+) "([^"]+)"\)$/gmu;
  const text = documentation.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  for (const [, title, language, code = "", file, size = ""] of text.matchAll(parts)) {
    if (title !== undefined) [heading, json] = [title, ""];
    else if (language === "json") json = code;
    else if (language === "html") {
      examples.push({ heading, json: toTemplateJson(json), html: code, pictures: [] });
      json = "";
    } else if (file !== undefined) examples.at(-1)?.pictures.push({ file, ...parseSize(size) });
  }
  return examples;
}

/** @param text such as `1200×630` or `1200×630, short` */
function parseSize(text) {
  const [, width, height, sample] = /^(\d+)×(\d+)(?:, (.+))?$/u.exec(text) ?? [];
  if (width === undefined) throw new Error(`Invalid title of a picture: ${text}. Write "1200×630".`);
  return { width: Number(width), height: Number(height), ...(sample !== undefined && { sample }) };
}

/**
 * The `template.json` of an example. Examples that show one property leave out what does not matter.
 * @param text empty for an example without fields
 */
function toTemplateJson(text) {
  return { id: "example", name: "Example", fields: {}, ...JSON.parse(text || "{}") };
}

/** The cards of an example, and what is wrong with it. */
export function exampleCards(example) {
  const { template, problems } = compileExample(example);
  const cards = (template ? example.pictures : []).map(({ sample, ...picture }) => {
    const samples = template?.samples ?? [];
    const data = samples.find(({ name }) => sample === undefined || name === sample)?.data ?? {};
    return { ...picture, template: template, data };
  });
  return {
    cards,
    problems: problems.map(
      ({ file, line, column, message, suggestion = "" }) =>
        `${example.heading}: ${file}:${line}:${column} ${message}. ${suggestion}`,
    ),
  };
}

function compileExample({ json, html }) {
  return compileTemplate(
    { template: json, html, assets: exampleAssets() },
    { templateText: JSON.stringify(json) },
  );
}

/** The files in docs/templates/assets, which all examples can use. */
function exampleAssets() {
  return Object.fromEntries(
    readdirSync(assetDirectory).map((name) => [
      name,
      {
        id: name,
        contentType: /** @type {const} */ ("image/svg+xml"),
        width: 800,
        height: 800,
        aspectRatio: 1,
      },
    ]),
  );
}
