export {
  createBuiltInDocuments,
  readBuiltInTemplate,
  readBuiltInTemplates,
  readSampleCards,
  type SampleCard,
} from "./built-in-templates.ts";
export {
  createCompiledTemplates,
  type CompiledTemplates,
  type CompileTemplate,
} from "./compiled-templates.ts";
export { createCompileInTurn, type CompileInTurn } from "./compile-in-turn.ts";
export { createDocumentProvider } from "./document-provider.ts";
export { fingerprintFolder, readTemplateFolder } from "./template-folder.ts";
export { readSamplePhotos, readStartingPoints } from "./starting-points.ts";
export { createTemplateDocuments, type TemplateDocuments } from "./template-documents.ts";
export { plainFallbackFile, readPlainFallbacks } from "./plain-fallbacks.ts";
