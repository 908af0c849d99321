import { builtInCards } from "./cards.mjs";
import { readBuiltInTemplates } from "../../packages/template-store/dist/index.js";

/**
 * The keywords of a field's JSON Schema.
 * @typedef {object} Schema
 * @property {string} [description]
 * @property {string} [format]
 * @property {string[]} [enum]
 * @property {number} [maxLength]
 * @property {number} [maxItems]
 * @property {Schema} [items]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 */

/** The sections of docs/built-in-templates.md: pictures, fields and an example of each template. */
export function builtInSections() {
  return readBuiltInTemplates().map(sectionOf).join("\n\n");
}

/** @param {ReturnType<typeof readBuiltInTemplates>[number]} template */
function sectionOf(template) {
  const { id, name, description, samples } = template;
  const { properties = {}, required = [] } = /** @type {Schema} */ (template.data);
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      `| \`${field}\` | ${required.includes(field) ? "required" : "optional"} | ${contentOf(schema)} |`,
  );
  return [
    `## ${name}`,
    `\`"template": "${id}"\`. ${description}.`,
    ...builtInCards(template).map(({ file, text }) => `![${text}](${file} "1200×630")`),
    ["| field | | content |", "| --- | --- | --- |", ...rows].join("\n"),
    `\`\`\`json\n${JSON.stringify({ template: id, data: samples[0]?.data ?? {} })}\n\`\`\``,
  ].join("\n\n");
}

/** @param {Schema} schema */
function contentOf({ description = "", maxLength, maxItems, items, format }) {
  const members = Object.keys(items?.properties ?? {}).map((name) => `\`${name}\``);
  const each = members.length > 0 ? `, each with ${members.join(" and ")}` : "";
  const parts = [description];
  if (maxItems !== undefined) parts.push(`up to ${maxItems}${each}`);
  if (maxLength !== undefined && maxLength !== 120 && format !== "image-url")
    parts.push(`up to ${maxLength.toLocaleString("en")} characters`);
  return parts.join("; ");
}
