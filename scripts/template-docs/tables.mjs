import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { propertyTable } from "../../packages/templates/dist/index.js";
import { refusedProperties } from "../../packages/templates/dist/language/css/properties/refused-properties.js";
import { elementNames, elementSuggestions } from "../../packages/templates/dist/language/html/elements.js";
import { documentation, propertyDocumentation } from "./examples.mjs";

/** @typedef {import("../../packages/templates/dist/index.js").PropertyDescription} Property */

/** @type {Record<Property["group"], string>} */
const groupTitles = {
  box: "Boxes",
  flex: "Flex containers and items",
  position: "Positions",
  border: "Borders and outlines",
  background: "Backgrounds",
  effects: "Effects",
  image: "Images",
  text: "Text",
};

/** Code in a table cell. @param {string} text */
const code = (text) => `\`${text.replaceAll("|", "\\|")}\``;

/** @param {readonly string[]} names */
const codes = (names) => names.map(code).join(", ");

/** Properties that differ only in their names share a row. @param {readonly Property[]} properties */
function propertyRows(properties) {
  /** @type {Map<string, Property[]>} */
  const rows = new Map();
  for (const property of properties) {
    const { name, syntax, initial, isInherited, sets } = property;
    const family =
      sets && initial === undefined
        ? name
        : name.replace(/-?(?:top|right|bottom|left|inline|block|start|end)\b/gu, "");
    const key = [family, syntax, initial, isInherited].join("\n");
    rows.set(key, [...(rows.get(key) ?? []), property]);
  }
  return [...rows.values()].map((row) => {
    const { syntax, initial, isInherited } = /** @type {Property} */ (row[0]);
    const names = codes(row.map(({ name }) => name));
    return `| ${names} | ${initial === undefined ? "–" : code(initial)} | ${isInherited ? "yes" : "no"} | ${code(syntax)} |`;
  });
}

function propertyTables() {
  return Object.entries(groupTitles)
    .map(([group, title]) =>
      [
        `## ${title}`,
        "",
        "| property | initial | inherited | values |",
        "| --- | --- | --- | --- |",
        ...propertyRows(propertyTable.filter((property) => property.group === group)),
      ].join("\n"),
    )
    .join("\n\n");
}

/**
 * Names with the same suggestion share a row.
 * @param {Iterable<readonly [string, string]>} suggestions
 * @param {string} title
 */
function suggestionTable(suggestions, title) {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const [name, suggestion] of suggestions) {
    if (name.startsWith("-webkit-") && name !== "-webkit-line-clamp") continue;
    rows.set(suggestion, [...(rows.get(suggestion) ?? []), name]);
  }
  return [
    `| ${title} | instead |`,
    "| --- | --- |",
    ...[...rows].map(([suggestion, names]) => `| ${codes(names)} | ${suggestion} |`),
  ].join("\n");
}

/** The generated parts of each document. @type {Readonly<Record<string, Readonly<Record<string, () => string>>>>} */
const generated = {
  [documentation]: { elements: () => codes([...elementNames]) },
  [propertyDocumentation]: {
    properties: propertyTables,
    "refused elements": () => suggestionTable(elementSuggestions, "element"),
    "refused properties": () => suggestionTable(refusedProperties, "property"),
  },
};

/**
 * A document with the current tables between its markers.
 * @param {string} document `documentation` or `propertyDocumentation`
 */
export async function updateTables(document) {
  let text = readFileSync(document, "utf8");
  for (const [name, create] of Object.entries(generated[document] ?? {})) {
    const [start, end] = [`<!-- generated: ${name} -->`, "<!-- end -->"];
    const at = text.indexOf(start);
    if (at < 0) throw new Error(`${document} has no marker ${start}`);
    text = `${text.slice(0, at + start.length)}\n\n${create()}\n\n${text.slice(text.indexOf(end, at))}`;
  }
  return format(text, { ...(await resolveConfig(document)), parser: "markdown" });
}
