import type { CompileInTurn } from "@placard/template-store";
import type { CompiledTemplate, TemplateDocument } from "@placard/templates";

/** Compiles a document that was checked before: errors are defects, and thrown. */
export async function compileChecked(
  document: TemplateDocument,
  compile: CompileInTurn,
): Promise<CompiledTemplate> {
  const { template, problems } = await compile(document);
  if (!template) throw new Error(`a checked document does not compile: ${problems[0]?.message}`);
  return template;
}
