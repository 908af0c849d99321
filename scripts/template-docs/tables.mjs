import { propertyTable } from "../../packages/templates/dist/index.js";
import { refusedProperties as refused } from "../../packages/templates/dist/language/css/properties/refused-properties.js";
import { elementNames, elementSuggestions } from "../../packages/templates/dist/language/html/elements.js";

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

export const elementList = () => codes([...elementNames]);

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

export function propertyTables() {
  const tables = Object.entries(groupTitles).map(([group, title]) => [
    `## ${title}\n`,
    "| property | initial | inherited | values |",
    "| --- | --- | --- | --- |",
    ...propertyRows(propertyTable.filter((property) => property.group === group)),
  ]);
  return tables.map((lines) => lines.join("\n")).join("\n\n");
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

export const refusedElements = () => suggestionTable(elementSuggestions, "element");
export const refusedProperties = () => suggestionTable(refused, "property");
