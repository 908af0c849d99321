export { brandPalette, contrastWarnings, isLightGround } from "./brand-palette.ts";
export {
  createFixedProvider,
  createTemplateCatalog,
  type TemplateCatalog,
  type TemplateProvider,
} from "./catalog.ts";
export {
  detectDirection,
  firstStrongType,
  strongTypeOf,
  type Direction,
  type StrongType,
} from "./direction.ts";
export { describeDateProblem } from "./dates/parse-date.ts";
export type { DocumentAsset, Problem, TemplateDocument } from "./document.ts";
export { fallbackDocument, fallbackRecipe } from "./fallback-card.ts";
export {
  remoteImagesOf,
  textsOf,
  withoutFields,
  type DataString,
  type Template,
  type TemplateDescription,
} from "./template.ts";
export {
  compileTemplate,
  type CardOptions,
  type CompiledTemplate,
  type CompileResult,
} from "./language/compile-template.ts";
export { displayedTexts, type DisplayedText } from "./language/displayed-texts.ts";
export { propertyTable, type PropertyDescription } from "./language/css/properties/index.ts";
export type { Sample } from "./language/data/template-json.ts";
export { expandToHtml, type HtmlOptions } from "./language/expand-to-html.ts";
export { initialOwnStyle, initialStyle } from "./language/style/to-style.ts";
