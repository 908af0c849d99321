// The names of the language, for editors. Without the compiler and the parsers of documents.
export { propertyTable, type PropertyDescription } from "./css/properties/index.ts";
export { filters } from "./data/filters.ts";
export { elementNames } from "./html/elements.ts";
export { brandValues } from "./data/expressions.ts";
export { brandVariableNames, variableNames } from "./scene/variable-names.ts";
