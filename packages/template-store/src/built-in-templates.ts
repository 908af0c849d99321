import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { hashJson, sharedOwner } from "@placard/contracts";
import { lazy } from "@placard/contracts/lazy";
import {
  compileTemplate,
  describeTemplate,
  type CompiledTemplate,
  type Sample,
  type Template,
  type TemplateDocument,
} from "@placard/templates";
import type { TemplateDocuments } from "./template-documents.ts";

/** A sample with the layout that it shows; without one, its data chooses it. */
export interface SampleCard extends Sample {
  readonly layout?: string;
}

/** The content of `cards.json`. */
interface CardsFile {
  /** The place of the template in listings. */
  readonly position: number;
  /** From required fields only to the longest texts, for tests, the sheet and conformance. */
  readonly cards: readonly SampleCard[];
}

/** The number of all built-in templates: recipes tell their designs apart by the hashes of the documents. */
const version = 1;

/** The directory with a folder for each built-in template. */
function directory(): string {
  return join(dirname(createRequire(import.meta.url).resolve("@placard/templates/package.json")), "built-in");
}

function readJson(id: string, file: string): unknown {
  return JSON.parse(readFileSync(join(directory(), id, file), "utf8"));
}

/** The built-in templates, in the order of listings, read once. Each is compiled when it is first used. */
export const readBuiltInTemplates = lazy((): readonly Template[] => {
  const positionOf = (id: string) => (readJson(id, "cards.json") as CardsFile).position;
  return readdirSync(directory())
    .map((id) => ({ id, position: positionOf(id) }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => readTemplate(id));
});

/** One of the built-in templates. Throws an Error if it does not exist. */
export function readBuiltInTemplate(id: string): Template {
  const template = readBuiltInTemplates().find((each) => each.id === id);
  if (!template) throw new Error(`There is no built-in template ${id}`);
  return template;
}

function readTemplate(id: string): Template {
  const document: TemplateDocument = {
    template: readJson(id, "template.json") as TemplateDocument["template"],
    html: readFileSync(join(directory(), id, "template.html"), "utf8"),
    assets: {},
  };
  const compile = lazy(() => compileBuiltIn(document));
  return {
    ...describeTemplate(document),
    version,
    hash: hashJson(document),
    document,
    scene: (data, card) => compile().scene(data, card),
    palette: (data, brand) => compile().palette(data, brand),
    variables: (data, brand) => compile().variables(data, brand),
    brandWarnings: (brand) => compile().brandWarnings(brand),
    get source() {
      return compile().source;
    },
  };
}

function compileBuiltIn(document: TemplateDocument): CompiledTemplate {
  const { template, problems } = compileTemplate(document);
  if (!template) throw new Error(`A built-in template does not compile: ${JSON.stringify(problems)}`);
  return template;
}

/** Reads the sample cards of a built-in template. */
export function readSampleCards(id: string): readonly SampleCard[] {
  return (readJson(id, "cards.json") as CardsFile).cards;
}

/**
 * Creates a function that stores the document of a built-in template, once per process. Call it before a
 * recipe that names the document is stored: its link then keeps the design in later releases. Ignores other
 * hashes. Rejects with StorageUnavailableError.
 */
export function createBuiltInDocuments(
  templates: readonly Template[],
  documents: Pick<TemplateDocuments, "put">,
): (hash: string) => Promise<void> {
  const stored = new Map<string, Promise<unknown>>();
  return async (hash) => {
    const template = templates.find((each) => each.hash === hash);
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
