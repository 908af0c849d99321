import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { root } from "../setup/command.mjs";
import { createClientTypes } from "./client-types.mjs";
import { builtInSections } from "./built-in-sections.mjs";
import { documentation } from "./examples.mjs";
import { elementList, propertyTables, refusedElements, refusedProperties } from "./tables.mjs";

/**
 * The files with generated parts, each with its current content.
 * @returns {Promise<{ path: string, text: string }[]>}
 */
export function createGeneratedFiles() {
  return Promise.all([
    withParts(documentation, { elements: elementList }),
    withParts(join(root, "docs/template-properties.md"), {
      properties: propertyTables,
      "refused elements": refusedElements,
      "refused properties": refusedProperties,
    }),
    withParts(join(root, "docs/built-in-templates.md"), { "built-in templates": builtInSections }),
    formatted(join(root, "packages/client/src/template-data.generated.ts"), createClientTypes()),
  ]);
}

/**
 * A document with the current parts between its markers.
 * @param {string} path
 * @param {Readonly<Record<string, () => string>>} parts
 */
export function withParts(path, parts) {
  let text = readFileSync(path, "utf8");
  for (const [name, create] of Object.entries(parts)) {
    const [start, end] = [`<!-- generated: ${name} -->`, "<!-- end -->"];
    const at = text.indexOf(start);
    if (at < 0) throw new Error(`${path} has no marker ${start}`);
    text = `${text.slice(0, at + start.length)}\n\n${create()}\n\n${text.slice(text.indexOf(end, at))}`;
  }
  return formatted(path, text);
}

/**
 * @param {string} path
 * @param {string} text
 */
async function formatted(path, text) {
  return { path, text: await format(text, { ...(await resolveConfig(path)), filepath: path }) };
}
