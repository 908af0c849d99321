import type { Template, TemplateDescription, TemplateDocument } from "@placard/templates";

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

/** A built-in template as gateways know it: without its compiled document. */
export function listBuiltIn(template: Template): ListedTemplate {
  const { id, version, hash, name, description, fields, layouts, data, document } = template;
  const listed = { id, version, hash, name, description, fields, layouts, data, document };
  return { ...listed, source: "builtin", isArchived: false };
}
