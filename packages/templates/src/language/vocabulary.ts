// The names of the language, for editors. Without the compiler and the parsers of documents.
export { propertyTable, type PropertyDescription } from "./css/properties/index.ts";
export { filters } from "./data/filters.ts";
export { elementNames, svgAttributes, svgNames } from "./html/elements.ts";
export { brandValues, loopValues } from "./data/expressions.ts";
export { layoutName } from "./data/layouts.ts";
export { templateJsonWords } from "./data/template-json-schema.ts";
export { brandVariableNames, variableNames } from "./scene/variable-names.ts";
