import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sharedOwner } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import {
  fingerprintFolder,
  readTemplateFolder,
  type CompiledTemplates,
  type CompileTemplate,
  type TemplateDocuments,
} from "@placard/template-store";
import type { DocumentAsset, Problem, TemplateDescription, TemplateProvider } from "@placard/templates";
import type { ListedTemplate } from "./listed-template.ts";
import type { TemplateRecords } from "./template-records.ts";

type Description = Omit<TemplateDescription, "version" | "hash">;

interface Deps {
  /** TEMPLATES_DIR. Each of its subfolders is a template. */
  directory: string;
  records: Pick<TemplateRecords, "register" | "findVersion">;
  documents: Pick<TemplateDocuments, "put">;
  compiled: Pick<CompiledTemplates<Description>, "find">;
  compile: CompileTemplate<Description>;
  /** Sanitizes an asset and stores it for all accounts, or returns what is wrong with it. */
  importAsset: (bytes: Buffer) => Promise<DocumentAsset | { error: string }>;
  /** Whether only a built-in template can have this id. */
  isReserved: (id: string) => boolean;
  logger: Pick<Logger, "info" | "warn" | "error">;
}

/** A subfolder, as it was last seen. */
interface Folder {
  /** Of the last scan. */
  seen: string;
  /** Of the last content that was processed, whether it was a template or not. */
  processed: string | undefined;
  /** The last content without errors. */
  template: ListedTemplate | undefined;
}

/** How often the folder is checked for changes, in ms: watching does not work on all volumes. */
const scanIntervalMs = 2_000;

/**
 * Creates the templates of the operator's folder, which all accounts share. They are read at the start, and
 * again after a change. A folder with errors is logged and skipped: the content that it had before stays in
 * use.
 */
export function createFolderTemplates(deps: Deps) {
  const { directory, records, documents, compiled, compile, importAsset, isReserved, logger } = deps;
  const folders = new Map<string, Folder>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const templates = () => [...folders.values()].flatMap(({ template }) => template ?? []);
  const findCurrent = (id: string) => templates().find((template) => template.id === id);

  /** Processes folders that are new or have changed, but not since the previous scan: a copy takes time. */
  async function scan(): Promise<void> {
    const entries = await readdir(directory, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.name.startsWith(".") && (entry.isDirectory() || entry.isSymbolicLink()))
      .map(({ name }) => name);
    for (const name of names.toSorted()) await scanFolder(name);
    for (const [name, { template }] of folders) {
      if (names.includes(name)) continue;
      folders.delete(name);
      if (!template) continue;
      logger.info({ folder: name, template: template.id }, "template removed");
      // Its id may be free now.
      for (const other of folders.values()) if (!other.template) other.processed = undefined;
    }
  }

  async function scanFolder(name: string): Promise<void> {
    const folder = folders.get(name);
    try {
      const fingerprint = await fingerprintFolder(join(directory, name));
      const isStable = folder === undefined || folder.seen === fingerprint;
      folders.set(name, { processed: folder?.processed, template: folder?.template, seen: fingerprint });
      if (!isStable || folder?.processed === fingerprint) return;
      const template = (await load(name)) ?? folder?.template;
      folders.set(name, { seen: fingerprint, processed: fingerprint, template });
    } catch (error) {
      // The next scan tries again.
      logger.warn({ folder: name, err: error }, "template folder could not be read");
    }
  }

  /** Reads, checks, stores and registers a folder's template. Errors are logged: undefined. */
  async function load(name: string): Promise<ListedTemplate | undefined> {
    const read = await readTemplateFolder(join(directory, name));
    if ("problems" in read) return reject(name, read.problems);
    const { template: json, templateText, html } = read.files;
    const assets: Record<string, DocumentAsset> = {};
    for (const [path, bytes] of read.files.assets) {
      const imported = await importAsset(bytes);
      if ("error" in imported) return reject(name, [inJson(`assets/${path}: ${imported.error}`)]);
      assets[path] = imported;
    }
    const document = { template: json, html, assets };
    const { template, problems } = await compile(document, { templateText });
    if (!template) return reject(name, problems);
    const taken = isReserved(template.id) ? "a built-in template" : folderOf(template.id, name);
    if (taken !== undefined) return reject(name, [inJson(`The id ${template.id} belongs to ${taken}`)]);
    const hash = await documents.put(sharedOwner, document);
    const { version } = await records.register(template.id, hash);
    logger.info({ folder: name, template: `${template.id}@${version}`, hash }, "template loaded");
    return { ...template, version, hash, source: "operator", isArchived: false };
  }

  /** The other folder that has a template with this id. */
  function folderOf(id: string, except: string): string | undefined {
    const [name] = [...folders].find(([each, { template }]) => each !== except && template?.id === id) ?? [];
    return name === undefined ? undefined : `the folder ${name}`;
  }

  function reject(folder: string, problems: readonly Problem[]): undefined {
    for (const { severity, ...problem } of problems)
      if (severity === "error") logger.error({ folder, ...problem }, "template folder has an error");
    return undefined;
  }

  function scheduleScan(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      scan()
        .catch((error: unknown) =>
          logger.warn({ directory, err: error }, "template folders could not be listed"),
        )
        .finally(scheduleScan);
    }, scanIntervalMs);
  }

  const provider: TemplateProvider<ListedTemplate> = {
    async find({ id, version }) {
      const current = findCurrent(id);
      if (!current || version === undefined || version === current.version) return current;
      const found = await records.findVersion(sharedOwner, id, version);
      const loaded = found && (await compiled.find(sharedOwner, found.hash));
      return loaded && { ...current, ...loaded.template, ...found };
    },
    list: () => Promise.resolve(templates().toSorted((a, b) => (a.id < b.id ? -1 : 1))),
    wasDeleted: async (id) => !findCurrent(id) && (await records.findVersion(sharedOwner, id)) !== undefined,
  };

  return {
    provider,
    hasId: (id: string) => findCurrent(id) !== undefined,

    /** Reads all folders, and starts to look for changes. Rejects if the directory cannot be listed. */
    async start(): Promise<void> {
      await scan();
      scheduleScan();
    },

    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** An error about a folder as a whole. */
function inJson(message: string): Problem {
  return { file: "template.json", line: 1, column: 1, severity: "error", message };
}
