import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { PlacardError, type PlacardClient } from "../index.ts";
import { CliError } from "./cli-error.ts";

interface Options {
  readonly client: Pick<PlacardClient, "getDraft" | "getTemplate">;
  /** Its name is the ID of the template. */
  readonly folder: string;
  readonly fetchAsset: (id: string) => Promise<Uint8Array>;
}

/** Writes the files of a template into a folder. @returns what they are of */
export async function pullTemplate({ client, folder, fetchAsset }: Options): Promise<string> {
  const id = basename(resolve(folder));
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
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return source;
}

/** The draft of a template or, without one, its current version. */
async function readFiles(client: Options["client"], id: string) {
  try {
    return { source: `the draft of ${id}`, ...(await client.getDraft(id)).data };
  } catch (error) {
    if (!(error instanceof PlacardError && error.code === "not_found")) throw error;
  }
  const { version, document } = (await client.getTemplate(id)).data;
  const { template, html, assets } = document;
  return { source: `${id}@${version}`, json: `${JSON.stringify(template, null, 2)}\n`, html, assets };
}
