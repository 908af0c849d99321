export {
  compileInSteps,
  compileTemplate,
  describeTemplate,
  type CardOptions,
  type CompiledTemplate,
  type CompileResult,
} from "./compile-template.ts";
export { displayedTexts, type DisplayedText } from "./displayed-texts.ts";
export { propertyTable, type PropertyDescription } from "./css/properties/index.ts";
export { normalizeData } from "./data/normalize-data.ts";
export type { Sample } from "./data/template-json.ts";
export { initialOwnStyle, initialStyle } from "./style/to-style.ts";
