export { contrastWarnings } from "./brand-palette.ts";
export type { Palette } from "./palette.ts";
export {
  createFixedProvider,
  createTemplateCatalog,
  type TemplateCatalog,
  type TemplateProvider,
} from "./catalog.ts";
export { bytesOfDataUrl, isDataUrl } from "./data-url.ts";
export type { Direction } from "./direction.ts";
export { languageOfScript } from "./dates/language-of-script.ts";
export { describeDateProblem } from "./dates/date-problem.ts";
export { problemCodes, type DocumentAsset, type Problem, type TemplateDocument } from "./document.ts";
export { fallbackDocument, fallbackRecipe } from "./fallback-card.ts";
export {
  remoteImagesOf,
  withoutFields,
  type DataString,
  type Template,
  type TemplateDescription,
} from "./template.ts";
export {
  compileInSteps,
  compileTemplate,
  describeTemplate,
  type CardOptions,
  type CompiledTemplate,
  type CompileResult,
} from "./language/compile-template.ts";
export { mixColors } from "./language/css/gradient-colors.ts";
export { propertyTable, type PropertyDescription } from "./language/css/properties/index.ts";
export { normalizeData } from "./language/data/normalize-data.ts";
export type { Sample } from "./language/data/template-json.ts";
export { displayedTexts, type DisplayedText } from "./language/displayed-texts.ts";
export { StyleCache } from "./language/style/style-tree.ts";
export { initialOwnStyle, initialStyle } from "./language/style/to-style.ts";
