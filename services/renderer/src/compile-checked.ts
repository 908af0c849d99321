import { compileTemplate, type CompiledTemplate, type TemplateDocument } from "@placard/templates";

/** Compiles a document that was checked before: errors are defects, and thrown. */
export function compileChecked(document: TemplateDocument): CompiledTemplate {
  const { template, problems } = compileTemplate(document);
  if (!template) throw new Error(`a checked document does not compile: ${problems[0]?.message}`);
  return template;
}
