import { readBuiltInTemplates } from "../../packages/template-store/dist/index.js";
import { builtInCards } from "./cards.mjs";
import { code, table } from "./markdown.mjs";

/** The sections of docs/built-in-templates.md: pictures, fields and an example of each template. */
export function builtInSections() {
  return readBuiltInTemplates().map(sectionOf).join("\n\n");
}

function sectionOf(template) {
  const { id, name, description, samples } = template;
  const { properties = {}, required = [] } = template.data;
  const rows = Object.entries(properties).map(([field, schema]) => [
    code(field),
    required.includes(field) ? "required" : "optional",
    contentOf(schema),
  ]);
  return [
    `## ${name}`,
    `\`"template": "${id}"\`. ${description}.`,
    ...builtInCards(template).map(({ file, text }) => `![${text}](${file} "1200×630")`),
    table(["field", "", "content"], rows),
    `Layouts: ${template.layouts.map(code).join(", ")}.`,
    `\`\`\`json\n${JSON.stringify({ template: id, data: samples[0]?.data ?? {} })}\n\`\`\``,
  ].join("\n\n");
}

function contentOf({ description = "", maxLength, maxItems, items, format }) {
  const members = Object.keys(items?.properties ?? {}).map(code);
  const each = members.length > 0 ? `, each with ${members.join(" and ")}` : "";
  const parts = [description];
  if (maxItems !== undefined) parts.push(`up to ${maxItems}${each}`);
  if (maxLength !== undefined && maxLength !== 120 && format !== "image-url")
    parts.push(`up to ${maxLength.toLocaleString("en")} characters`);
  return parts.join("; ");
}
