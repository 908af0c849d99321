import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { PlacardError, type PlacardClient } from "../index.ts";
import { CliError } from "./cli-error.ts";

interface Options {
  readonly client: Pick<PlacardClient, "getDraft" | "getTemplate">;
  readonly folder: string;
  /** Whether files with other content are overwritten. */
  readonly isForced: boolean;
  readonly fetchAsset: (id: string) => Promise<Uint8Array>;
}

/**
 * Writes the files of a template into a folder. Its ID is the `id` in the folder's template.json or, without
 * one, the name of the folder.
 * @returns what the files are of
 */
export async function pullTemplate({ client, folder, isForced, fetchAsset }: Options): Promise<string> {
  const id = (await readId(folder)) ?? basename(resolve(folder));
  const { source, json, html, assets = {} } = await readFiles(client, id);
  const assetFolder = join(resolve(folder), "assets");
  const files = new Map<string, string | Uint8Array>([
    [join(folder, "template.json"), json],
    [join(folder, "template.html"), html],
  ]);
  for (const [name, asset] of Object.entries(assets)) {
    const path = join(assetFolder, name);
    if (!path.startsWith(assetFolder + sep))
      throw new CliError(`The asset ${name} is outside of the folder.`);
    files.set(path, await fetchAsset(asset));
  }
  const changed = isForced ? [] : await listChanged(files);
  if (changed.length > 0) {
    const names = changed.map((path) => relative(folder, path)).join(", ");
    throw new CliError(
      `These files in ${folder} have other content: ${names}. Add --force to overwrite them.`,
    );
  }
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return source;
}

async function readId(folder: string): Promise<string | undefined> {
  try {
    const { id } = JSON.parse(await readFile(join(folder, "template.json"), "utf8")) as { id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined; // no file, or not JSON
  }
}

/** The files that exist with other content. */
async function listChanged(files: ReadonlyMap<string, string | Uint8Array>): Promise<string[]> {
  const changed: string[] = [];
  for (const [path, content] of files) {
    const existing = await readFile(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    });
    if (existing && !existing.equals(Buffer.from(content))) changed.push(path);
  }
  return changed;
}

/** The draft of a template or, without one, its current version. */
async function readFiles(client: Options["client"], id: string) {
  const draft = await unlessNotFound(client.getDraft(id));
  if (draft) return { source: `the draft of ${id}`, ...draft.data };
  const found = await unlessNotFound(client.getTemplate(id));
  if (!found)
    throw new CliError(
      `Your account has no template with the ID ${id}. The ID is the \`id\` in template.json or, without this file, the folder's name.`,
    );
  const { version, document } = found.data;
  const { template, json = `${JSON.stringify(template, null, 2)}\n`, html, assets } = document;
  return { source: `${id}@${version}`, json, html, assets };
}

/** Undefined if a call rejects with `not_found`. */
function unlessNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof PlacardError && error.code === "not_found") return undefined;
    throw error;
  });
}
