import { propertyTable } from "../../packages/templates/dist/index.js";
import { refusedProperties as refused } from "../../packages/templates/dist/language/css/properties/refused-properties.js";
import { elementNames, elementSuggestions } from "../../packages/templates/dist/language/html/elements.js";
import { code, table } from "./markdown.mjs";

const groupTitles = {
  box: "Boxes",
  table: "Tables",
  flex: "Flex containers and items",
  grid: "Grid containers and items",
  position: "Positions",
  border: "Borders and outlines",
  background: "Backgrounds",
  effects: "Effects",
  image: "Images",
  text: "Text",
  generated: "Generated content",
};

const codes = (names) => [...names].map(code).join(", ");

export const elements = () => codes(elementNames);

export function properties() {
  const titles = ["property", "initial", "inherited", "values"];
  const sections = Object.entries(groupTitles).map(([group, title]) => {
    const rows = propertyRows(propertyTable.filter((property) => property.group === group));
    return `## ${title}\n\n${table(titles, rows)}`;
  });
  return sections.join("\n\n");
}

/** Properties that differ only in their names share a row. */
function propertyRows(group) {
  const familyOf = ({ name, syntax, initial, isInherited, sets }) => {
    const isShorthand = sets && initial === undefined;
    const family = name.replace(/-?(?:top|right|bottom|left|inline|block|start|end)\b/gu, "");
    return [isShorthand ? name : family, syntax, initial, isInherited].join("\n");
  };
  return groupBy(group, familyOf).map((row) => {
    const { syntax, initial, isInherited } = row[0];
    const names = codes(row.map(({ name }) => name));
    return [names, initial === undefined ? "–" : code(initial), isInherited ? "yes" : "no", code(syntax)];
  });
}

export const refusedElements = () => suggestionTable(elementSuggestions, "element");
export const refusedProperties = () => suggestionTable(refused, "property");

/** Names with the same suggestion share a row. */
function suggestionTable(suggestions, title) {
  const isShown = ([name]) => !name.startsWith("-webkit-") || name === "-webkit-line-clamp";
  const rows = groupBy([...suggestions].filter(isShown), ([, suggestion]) => suggestion);
  return table(
    [title, "instead"],
    rows.map((row) => [codes(row.map(([name]) => name)), row[0][1]]),
  );
}

/** The values in groups with the same key, in the order in which they start. */
function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups.values()];
}
