import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { builtInTemplateIds, readBuiltInTemplates } from "../../packages/template-store/dist/index.js";
import { renderDocumentationCard } from "../../packages/engine/testing/dist/documentation-card.js";
import { root } from "../setup/command.mjs";
import { assetDirectory } from "./examples.mjs";

/** The guide to the built-in templates. */
export const builtInGuide = join(root, "docs/built-in-templates.md");

/** The longer side of the pictures, in pixels. */
const maxSide = 960;

const byId = readBuiltInTemplates();
const templates = builtInTemplateIds.map((id) => byId[id]);

/** @typedef {(typeof templates)[number]} BuiltIn */
/** @typedef {Record<string, unknown>} Data */
/** @typedef {import("../../services/gateway/dist/docs/types.js").Schema} Schema */

/**
 * The cards that the guide shows of a template: its first sample and, if it has fields for images, the same with images.
 * @param {BuiltIn} template
 * @returns {{ file: string, text: string, data: Data }[]} files relative to docs
 */
function cardsOf({ id, name, data: schema, samples }) {
  const data = /** @type {Data} */ (samples[0]?.data ?? {});
  const images = imagesFor(schema);
  const plain = { file: `built-in/${id}.webp`, text: `A card of the template ${name}`, data };
  if (Object.keys(images).length === 0) return [plain];
  return [
    plain,
    {
      file: `built-in/${id}-images.webp`,
      text: `A card of the template ${name} with images`,
      data: { ...data, ...images },
    },
  ];
}

/**
 * Values for all fields for images.
 * @param {Schema} schema
 * @returns {Data}
 */
function imagesFor({ properties = {} }) {
  const fields = Object.entries(properties).flatMap(([name, { format: kind, items }]) => {
    if (kind === "image-url") return [[name, pictureFor(name)]];
    if (!items?.properties) return [];
    const images = imagesFor(items);
    if (Object.keys(images).length === 0) return [];
    return [[name, speakers.map((speaker) => ({ ...speaker, ...images }))]];
  });
  return Object.fromEntries(fields);
}

const speakers = [{ name: "Maren Solberg" }, { name: "Tomás Oliveira" }];

/** @param {string} field */
function pictureFor(field) {
  const isPortrait = /author|photo|avatar|portrait/i.test(field);
  const picture = isPortrait ? "portrait" : ({ image: "lamp", logo: "logo" }[field] ?? "cover");
  return `https://example.com/${picture}.jpg`;
}

/** @param {BuiltIn} template */
function sectionOf(template) {
  const { id, name, description, samples } = template;
  const { properties = {}, required = [] } = /** @type {Schema} */ (template.data);
  const request = { template: id, data: samples[0]?.data ?? {} };
  return [
    `## ${name}`,
    `\`"template": "${id}"\`. ${description}.`,
    ...cardsOf(template).map(({ file, text }) => `![${text}](${file} "1200×630")`),
    [
      "| field | | content |",
      "| --- | --- | --- |",
      ...Object.entries(properties).map(
        ([field, schema]) =>
          `| \`${field}\` | ${required.includes(field) ? "required" : "optional"} | ${contentOf(schema)} |`,
      ),
    ].join("\n"),
    `\`\`\`json\n${JSON.stringify(request)}\n\`\`\``,
  ].join("\n\n");
}

/** @param {Schema} schema */
function contentOf({ description = "", maxLength, maxItems, items, format: kind }) {
  const members = Object.keys(items?.properties ?? {}).map((name) => `\`${name}\``);
  const limits = [
    maxItems !== undefined &&
      `up to ${maxItems}${members.length > 0 ? `, each with ${members.join(" and ")}` : ""}`,
    maxLength !== undefined &&
      kind !== "image-url" &&
      maxLength !== 120 &&
      `up to ${maxLength.toLocaleString("en")} characters`,
  ].filter((limit) => limit !== false);
  return [description, ...limits].join("; ");
}

/** The guide with the current sections between its markers. */
export async function updateBuiltIns() {
  const text = readFileSync(builtInGuide, "utf8");
  const [start, end] = ["<!-- generated: built-in templates -->", "<!-- end -->"];
  const sections = templates.map(sectionOf).join("\n\n");
  const [before, after] = [text.slice(0, text.indexOf(start)), text.slice(text.indexOf(end))];
  const updated = `${before}${start}\n\n${sections}\n\n${after}`;
  return format(updated, { ...(await resolveConfig(builtInGuide)), parser: "markdown" });
}

/** The pictures that the guide needs, relative to docs. */
export const builtInPictures = templates.flatMap((template) => cardsOf(template).map(({ file }) => file));

/** The card of docs/quick-start.md. */
const quickStart = {
  file: "built-in/quick-start.webp",
  data: { title: "Hello, Placard", author: "Ada Lovelace" },
};

/** Renders the pictures of the guide, and the card of the quick start. Returns their paths, and the warnings. */
export async function renderBuiltIns() {
  /** @type {string[]} */
  const pictures = [];
  /** @type {string[]} */
  const problems = [];
  for (const template of templates) {
    for (const { file, data } of [...cardsOf(template), ...(template.id === "blog" ? [quickStart] : [])]) {
      const card = { data: /** @type {Record<string, string>} */ (data), width: 1200, height: 630, maxSide };
      const { webp, warnings } = await renderDocumentationCard(template, card, assetDirectory);
      const path = join(root, "docs", file);
      writeFileSync(path, webp);
      pictures.push(path);
      problems.push(...warnings.map((message) => `${file}: ${message}`));
    }
  }
  return { pictures, problems };
}
