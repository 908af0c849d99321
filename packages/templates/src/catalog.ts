import {
  compileValidator,
  type RequestedTemplate,
  type TemplateData,
  type TemplateRef,
  type ValidationResult,
} from "@placard/contracts";
import type { Template } from "./template.ts";

/** A source of templates, such as the built-in ones. */
export interface TemplateProvider {
  /** A version of a template that an account can use; the current version if the request names none. */
  find: (requested: RequestedTemplate, owner: string) => Promise<Template | undefined>;
  /** The current versions of the templates that an account can use; without an account, of those that every account can use. */
  list: (owner?: string) => Promise<readonly Template[]>;
}

/** The templates of all providers. */
export interface TemplateCatalog {
  /** A version of a template that an account can use; the current version if the request names none. */
  find: (requested: RequestedTemplate, owner: string) => Promise<Template | undefined>;
  /**
   * The template to render a stored recipe with: its own version, or the current one if that version no longer exists, because a
   * link must keep working after an upgrade that replaces a built-in template.
   */
  findForRecipe: (recipe: { template: TemplateRef; owner: string }) => Promise<Template | undefined>;
  /** The templates that `TemplateProvider.list` returns, in the order of the providers. */
  list: (owner?: string) => Promise<readonly Template[]>;
  /** Checks normalized data against a template's schema. Error paths start below `data`. */
  validate: (template: Template, data: unknown) => ValidationResult<TemplateData>;
}

/** Creates a catalog. If several providers have a template with the same id, the first one is used. */
export function createTemplateCatalog(providers: readonly TemplateProvider[]): TemplateCatalog {
  const validators = new WeakMap<Template, (data: unknown) => ValidationResult<unknown>>();

  async function find(requested: RequestedTemplate, owner: string): Promise<Template | undefined> {
    for (const provider of providers) {
      const template = await provider.find(requested, owner);
      if (template) return template;
    }
    return undefined;
  }

  return {
    find,
    findForRecipe: async ({ template, owner }) =>
      (await find(template, owner)) ?? find({ id: template.id }, owner),
    list: async (owner) => (await Promise.all(providers.map((provider) => provider.list(owner)))).flat(),
    validate(template, data) {
      let validate = validators.get(template);
      if (!validate) validators.set(template, (validate = compileValidator(template.data)));
      return validate(data) as ValidationResult<TemplateData>;
    },
  };
}

/** Creates a provider of fixed templates that every account can use. */
export function createFixedProvider(templates: readonly Template[]): TemplateProvider {
  const byId = new Map(templates.map((template) => [template.id, template]));
  return {
    find: ({ id, version }) => {
      const template = byId.get(id);
      return Promise.resolve(version === undefined || version === template?.version ? template : undefined);
    },
    list: () => Promise.resolve(templates),
  };
}
