import type { RequestedTemplate, TemplateData, TemplateRef, ValidationResult } from "@placard/contracts";
import { getOrInsert } from "@placard/contracts/maps";
import { compileDataValidator } from "@placard/contracts/validator";
import type { TSchema } from "typebox";
import type { Template, TemplateDescription } from "./template.ts";

/** A source of templates, such as the built-in ones. Gateways need only their descriptions. */
export interface TemplateProvider<T extends TemplateDescription = Template> {
  /** A version of a template that an account can use; the current version if the request names none. */
  find: (requested: RequestedTemplate, owner: string) => Promise<T | undefined>;
  /**
   * The templates that an account can use, in their current versions. Without an account, the shared ones.
   */
  list: (owner?: string) => Promise<readonly T[]>;
  /** The IDs of the templates that an account can use, if there is a faster way than `list`. */
  listIds?: (owner: string) => Promise<readonly string[]>;
  /** The template of a document, by its hash. Absent if another provider finds the documents of this one. */
  findByHash?: (template: TemplateRef, owner: string) => Promise<T | undefined>;
  /** Whether a template that an account could use does not exist any more. By default, none was deleted. */
  wasDeleted?: (id: string, owner: string) => Promise<boolean>;
}

/** Several providers as one. `list` has the templates in the order of the providers, each ID once. */
export interface TemplateCatalog<T extends TemplateDescription = Template> extends Required<
  Omit<TemplateProvider<T>, "findByHash">
> {
  /** The template of a stored recipe: the document that it names, even if the template was deleted. */
  findForRecipe: (recipe: { template: TemplateRef; owner: string }) => Promise<T | undefined>;
  /** Checks normalized data against a template's schema. Error paths start below `data`. */
  validate: (template: Pick<TemplateDescription, "data">, data: unknown) => ValidationResult<TemplateData>;
}

/** Creates a catalog. If several providers have a template with the same id, the first one is used. */
export function createTemplateCatalog<T extends TemplateDescription>(
  providers: readonly TemplateProvider<T>[],
): TemplateCatalog<T> {
  const validators = new WeakMap<TSchema, (data: unknown) => ValidationResult<unknown>>();

  async function firstOf<R>(look: (provider: TemplateProvider<T>) => Promise<R> | undefined) {
    for (const provider of providers) {
      const found = await look(provider);
      if (found) return found;
    }
    return undefined;
  }

  const find: TemplateCatalog<T>["find"] = (requested, owner) =>
    firstOf((provider) => provider.find(requested, owner));

  return {
    find,
    wasDeleted: async (id, owner) => (await firstOf((provider) => provider.wasDeleted?.(id, owner))) === true,
    findForRecipe: ({ template, owner }) => firstOf((provider) => provider.findByHash?.(template, owner)),
    async list(owner) {
      const lists = await Promise.all(providers.map((provider) => provider.list(owner)));
      const byId = new Map<string, T>();
      for (const template of lists.flat()) if (!byId.has(template.id)) byId.set(template.id, template);
      return [...byId.values()];
    },
    async listIds(owner) {
      const lists = await Promise.all(
        providers.map(
          async (provider) =>
            (await provider.listIds?.(owner)) ?? (await provider.list(owner)).map(({ id }) => id),
        ),
      );
      return lists.flat();
    },
    validate({ data: schema }, data) {
      const validate = getOrInsert(validators, schema, () => compileDataValidator(schema));
      return validate(data) as ValidationResult<TemplateData>;
    },
  };
}

/** Creates a provider of fixed templates that every account can use. */
export function createFixedProvider<T extends TemplateDescription>(
  templates: readonly T[],
): TemplateProvider<T> {
  const byId = new Map(templates.map((template) => [template.id, template]));
  return {
    find: ({ id, version }) => {
      const template = byId.get(id);
      return Promise.resolve(version === undefined || version === template?.version ? template : undefined);
    },
    findByHash: ({ hash }) => Promise.resolve(templates.find((template) => template.hash === hash)),
    list: () => Promise.resolve(templates),
  };
}
