import { AppError, sharedOwner, invalidField } from "@placard/contracts";
import {
  createDocumentProvider,
  type CompiledTemplates,
  type CompileTemplate,
  type TemplateDocuments,
} from "@placard/template-store";
import type { Problem, TemplateDescription, TemplateDocument, TemplateProvider } from "@placard/templates";
import { versionGone } from "./template-errors.ts";
import { documentErrors } from "./document-input.ts";
import type { ListedTemplate } from "./listed-template.ts";
import type { TemplateHistory, TemplateRecords, TemplateVersion } from "./template-records.ts";

/** What the compiler knows about a template: publishing it gives it a number. */
type Description = Omit<TemplateDescription, "version" | "hash">;

interface Deps {
  records: TemplateRecords;
  documents: Pick<TemplateDocuments, "put">;
  compiled: Pick<CompiledTemplates<Description>, "find">;
  compile: CompileTemplate<Description>;
  /** Whether a template that all accounts share has this id. */
  isReserved: (id: string) => boolean;
}

/** A published version, and the problems of its document, which are all warnings. */
export interface PublishedVersion extends TemplateVersion {
  id: string;
  /** False if the current version was published with the same document before. */
  isNew: boolean;
  problems: readonly Problem[];
}

/** One version of a template with its source, and the template's other versions. */
export interface TemplateSource {
  template: ListedTemplate & { hash: string };
  document: TemplateDocument;
  versions: readonly TemplateVersion[];
}

/** Paths below `/api/v1/og/templates` that are not templates. */
const pathNames = new Set(["preview", "lint"]);

/** The templates of accounts and of the operator's folder, which have the same records. */
export function createAccountTemplates({ records, documents, compiled, compile, isReserved }: Deps) {
  const { findByHash } = createDocumentProvider(compiled);

  /** The template of a document that a record names. */
  async function load(
    owner: string,
    {
      id,
      version,
      hash,
      isArchived = false,
    }: { id: string; version: number; hash: string; isArchived?: boolean },
  ): Promise<ListedTemplate | undefined> {
    const template = await findByHash?.({ id, version, hash }, owner);
    return template && { ...template, source: sourceOf(owner), isArchived };
  }

  /** Compiles a document. Throws AppError `validation_failed` if it has errors. */
  async function check(document: TemplateDocument): Promise<{ id: string; problems: readonly Problem[] }> {
    const { template, problems } = await compile(document);
    if (!template) throw documentErrors(document, problems);
    return { id: template.id, problems };
  }

  /** Throws AppError `template_exists` if accounts can't have a template with this id. */
  function requireFreeId(id: string): void {
    if (isReserved(id) || pathNames.has(id))
      throw new AppError("template_exists", {
        message: `The ID ${id} is reserved: a built-in template or a path of the API has it. Use another ID.`,
      });
  }

  /** Checks the document of a version. Throws AppError `validation_failed` for errors or another id. */
  async function checkVersion(id: string, document: TemplateDocument): Promise<readonly Problem[]> {
    const checked = await check(document);
    if (checked.id !== id) throw invalidField("/template/id", `must be ${id}, the ID in the path`);
    return checked.problems;
  }

  const provider: TemplateProvider<ListedTemplate> = {
    async find({ id, version }, owner) {
      const found = await records.findVersion(owner, id, version);
      return found && load(owner, { id, ...found });
    },
    async list(owner) {
      const templates: ListedTemplate[] = [];
      for (const record of owner === undefined ? [] : await records.list(owner)) {
        const template = await load(owner ?? "", record);
        if (template) templates.push(template);
      }
      return templates;
    },
    listIds: records.listIds,
    async findByHash(ref, owner) {
      return load(owner, ref);
    },
    wasDeleted: (id, owner) => records.wasDeleted(owner, id),
  };

  return {
    provider,

    /**
     * Creates a template with the id that its document has. Throws AppError `validation_failed`,
     * `template_exists` or `limit_reached`.
     */
    async create(owner: string, document: TemplateDocument): Promise<PublishedVersion> {
      const { id, problems } = await check(document);
      requireFreeId(id);
      const hash = await documents.put(owner, document);
      const created = await records.create(owner, id, { hash, assets: assetsOf(document) });
      return { id, ...created, isNew: true, problems };
    },

    /**
     * Publishes a version. Throws AppError `validation_failed`, `not_found`, `gone`, `template_archived` or
     * `limit_reached`.
     */
    async publish(owner: string, id: string, document: TemplateDocument): Promise<PublishedVersion> {
      await records.get(owner, id); // an absent template is reported before the errors of the document
      const problems = await checkVersion(id, document);
      const hash = await documents.put(owner, document);
      const published = await records.publish(owner, id, { hash, assets: assetsOf(document) });
      return { id, ...published, problems };
    },

    /**
     * The current version of a template that a document may replace; null if it has not been published, or
     * was deleted. Throws AppError `validation_failed` or `template_exists`.
     */
    async findForProof(
      owner: string,
      id: string,
      document: TemplateDocument,
    ): Promise<{ version: number; hash: string } | null> {
      requireFreeId(id);
      await checkVersion(id, document);
      const current = await records.findVersion(owner, id);
      return current ? { version: current.version, hash: current.hash } : null;
    },

    /**
     * A version of a template with its source; the current one by default. Throws AppError `not_found`, or
     * `gone` if the template or the version does not exist any more.
     */
    async get(owner: string, id: string, version?: number): Promise<TemplateSource> {
      const history = await records.get(owner, id);
      const found = version === undefined ? history : findIn(history, version);
      const loaded = await compiled.find(owner, found.hash);
      if (!loaded) throw new AppError("gone");
      const { document, template } = loaded;
      const { isArchived, versions } = history;
      const { version: number, hash } = found;
      const listed = { ...template, id, version: number, hash, source: sourceOf(owner), isArchived };
      return { template: listed, document, versions };
    },

    requireFreeId,
    setArchived: records.setArchived,
    delete: records.delete,
  };
}
export type AccountTemplates = ReturnType<typeof createAccountTemplates>;

function assetsOf({ assets }: TemplateDocument): string[] {
  return Object.values(assets).map(({ id }) => id);
}

function sourceOf(owner: string): ListedTemplate["source"] {
  return owner === sharedOwner ? "operator" : "account";
}

function findIn({ id, version: current, versions }: TemplateHistory, version: number): TemplateVersion {
  const found = versions.find((each) => each.version === version);
  if (found) return found;
  throw versionGone(id, version, current);
}
