import { AppError } from "@placard/contracts";
import type { Problem, TemplateDocument } from "@placard/templates";
import { LRUCache } from "lru-cache";
import type { TemplateDocuments } from "./template-documents.ts";

interface CompileResult<T> {
  template?: T | undefined;
  problems: readonly Problem[];
}

/** Compiles a document; without errors among the problems, the result has a template. */
export type CompileTemplate<T> = (
  document: TemplateDocument,
  options?: {
    /** The text of `template.json`, for the positions of its problems. */
    templateText?: string;
  },
) => CompileResult<T> | Promise<CompileResult<T>>;

/** A document, and the template that was compiled from it. */
interface Compiled<T> {
  document: TemplateDocument;
  template: T;
}

interface Deps<T> {
  documents: Pick<TemplateDocuments, "get">;
  compile: CompileTemplate<T>;
  /** The most JSON of the documents whose templates are kept in memory, in UTF-16 code units. */
  maxSize?: number;
}

/** A hundred times the size of a large document. */
const defaultMaxSize = 8 * 1024 * 1024;

/**
 * Creates access to the templates of stored documents. Each document is compiled once, and again after
 * templates that were used more recently have replaced it in memory.
 */
export function createCompiledTemplates<T extends object>({
  documents,
  compile,
  maxSize = defaultMaxSize,
}: Deps<T>) {
  const cache = new LRUCache<string, Compiled<T>>({
    maxSize,
    sizeCalculation: ({ document }) => JSON.stringify(document).length,
  });
  const loads = new Map<string, Promise<Compiled<T> | undefined>>();

  async function load(owner: string, hash: string): Promise<Compiled<T> | undefined> {
    const document = await documents.get(owner, hash);
    if (!document) return undefined;
    const { template, problems } = await compile(document);
    if (!template) throw cannotCompile(hash, problems);
    const compiled = { document, template };
    cache.set(hash, compiled);
    return compiled;
  }

  return {
    /**
     * The template of a document of an account, or of one that all accounts share; undefined if there is
     * none. Rejects with AppError `render_failed` if this release cannot compile the document, or with
     * StorageUnavailableError.
     */
    async find(owner: string, hash: string): Promise<Compiled<T> | undefined> {
      const cached = cache.get(hash);
      if (cached) return cached;
      const key = `${owner} ${hash}`;
      let loading = loads.get(key);
      if (!loading) {
        loading = load(owner, hash).finally(() => loads.delete(key));
        loads.set(key, loading);
      }
      return loading;
    },
  };
}

/** A release accepts what earlier ones accepted: this is a defect, or a document of a later release. */
function cannotCompile(hash: string, problems: readonly Problem[]): AppError {
  const { message = "unknown problem", line, column } = problems[0] ?? {};
  return new AppError("render_failed", {
    message: "This release of the service cannot render the template. Publish the template again.",
    cause: new Error(`template document ${hash} does not compile: ${line}:${column} ${message}`),
  });
}

export type CompiledTemplates<T extends object> = ReturnType<typeof createCompiledTemplates<T>>;
