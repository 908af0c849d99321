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
  displayedTexts,
  initialOwnStyle,
  initialStyle,
  normalizeData,
  type DisplayedText,
  propertyTable,
  type CardOptions,
  type CompiledTemplate,
  type CompileResult,
  type PropertyDescription,
  type Sample,
} from "./language/index.ts";
