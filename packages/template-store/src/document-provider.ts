import type { TemplateRef } from "@placard/contracts";
import type { TemplateDescription, TemplateProvider } from "@placard/templates";
import type { CompiledTemplates } from "./compiled-templates.ts";

/**
 * The templates of stored documents as a provider that finds them by hash only. Recipes use it: their images
 * keep their design, whatever happens to the template.
 */
export function createDocumentProvider<T extends Omit<TemplateDescription, "version" | "hash">>(
  compiled: Pick<CompiledTemplates<T>, "find">,
): TemplateProvider<T & TemplateRef> {
  return {
    find: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    async findByHash(ref, owner) {
      const found = await compiled.find(owner, ref.hash);
      return found && { ...found.template, ...ref };
    },
  };
}
