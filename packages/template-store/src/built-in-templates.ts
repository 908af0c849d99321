import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { hashJson, sharedOwner } from "@placard/contracts";
import {
  compileTemplate,
  type Template,
  type TemplateDocument,
  type TemplateProvider,
} from "@placard/templates";
import type { TemplateDocuments } from "./template-documents.ts";

/** The ids of the templates that Placard includes, in the order in which they are listed. */
export const builtInTemplateIds = [
  "blog",
  "product",
  "event",
  "docs",
  "changelog",
  "quote",
  "repository",
  "job",
  "podcast",
] as const;
export type BuiltInTemplateId = (typeof builtInTemplateIds)[number];

/**
 * The ids that no other template can have. The other built-in templates came later: accounts and operators may have templates
 * with their ids, which replace them.
 */
const reservedIds: ReadonlySet<string> = new Set<BuiltInTemplateId>(["blog", "product", "event"]);

/** Whether a template of an account or of the operator's folder can't have this id. */
export function isReservedTemplateId(id: string): boolean {
  return reservedIds.has(id);
}

/** The number of all built-in templates: recipes tell their designs apart by the hashes of the documents. */
const version = 1;

/** Reads and compiles the built-in templates. Throws an Error if one does not compile, which is a defect. */
export function readBuiltInTemplates(): Readonly<Record<BuiltInTemplateId, Template>> {
  const { resolve } = createRequire(import.meta.url);
  const read = (id: BuiltInTemplateId): Template => {
    const textOf = (file: string) =>
      readFileSync(resolve(`@placard/templates/built-in/${id}/${file}`), "utf8");
    const templateText = textOf("template.json");
    const document: TemplateDocument = {
      template: JSON.parse(templateText) as TemplateDocument["template"],
      html: textOf("template.html"),
      assets: {},
    };
    const { template, problems } = compileTemplate(document, { templateText });
    if (!template)
      throw new Error(`The template ${id} does not compile: ${JSON.stringify(problems, null, 2)}`);
    return { ...template, version, hash: hashJson(document) };
  };
  return Object.fromEntries(builtInTemplateIds.map((id) => [id, read(id)])) as Record<
    BuiltInTemplateId,
    Template
  >;
}

/** Creates the provider of the built-in templates, which every account can use. */
export function createBuiltInProvider(
  templates: Readonly<Record<BuiltInTemplateId, Template>>,
): TemplateProvider<Template> {
  const list = builtInTemplateIds.map((id) => templates[id]);
  return {
    find: (requested) => {
      const template = list.find(({ id }) => id === requested.id);
      return Promise.resolve((requested.version ?? version) === version ? template : undefined);
    },
    findByHash: ({ hash }) => Promise.resolve(list.find((template) => template.hash === hash)),
    list: () => Promise.resolve(list),
    isReplaceable: (id) => !isReservedTemplateId(id),
  };
}

/**
 * Creates a function that stores the document of a built-in template, once per process. Call it before a recipe that names the
 * document is stored, so that its link keeps the design in later releases. Ignores other hashes. Rejects with StorageUnavailableError.
 */
export function createBuiltInDocuments(
  templates: Readonly<Record<BuiltInTemplateId, Template>>,
  documents: Pick<TemplateDocuments, "put">,
): (hash: string) => Promise<void> {
  const stored = new Map<string, Promise<unknown>>();
  return async (hash) => {
    const template = Object.values(templates).find((each) => each.hash === hash);
    if (!template) return;
    let storing = stored.get(template.hash);
    if (!storing) {
      storing = documents.put(sharedOwner, template.document);
      stored.set(template.hash, storing);
      storing.catch(() => stored.delete(template.hash)); // the next recipe tries again
    }
    await storing;
  };
}
