import type { TemplateDescription, TemplateDocument, TemplateProvider } from "@placard/templates";

/** Where templates come from: the release, the operator's folder, or an account. */
export const templateSources = ["builtin", "operator", "account"] as const;

/** A template as gateways know it: its description, and where it comes from. */
export interface ListedTemplate extends TemplateDescription {
  readonly source: (typeof templateSources)[number];
  /** Not listed by default, and without new versions. */
  readonly isArchived: boolean;
  /** Only of a built-in template: the others are read from storage. */
  readonly document?: TemplateDocument;
}

/** The built-in templates, as a provider of listed ones. */
export function listBuiltIns(
  provider: TemplateProvider<TemplateDescription & Pick<ListedTemplate, "document">>,
): TemplateProvider<ListedTemplate> {
  const listed = new WeakMap<TemplateDescription, ListedTemplate>();
  const toListed = (template: TemplateDescription): ListedTemplate => {
    let found = listed.get(template);
    if (!found) listed.set(template, (found = { ...template, source: "builtin", isArchived: false }));
    return found;
  };
  return {
    async find(requested, owner) {
      const template = await provider.find(requested, owner);
      return template && toListed(template);
    },
    list: async (owner) => (await provider.list(owner)).map(toListed),
    async findByHash(ref, owner) {
      const template = await provider.findByHash?.(ref, owner);
      return template && toListed(template);
    },
  };
}
