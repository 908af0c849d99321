import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CliError } from "./cli-error.ts";
import { findStartingPoints } from "./engine.ts";

/**
 * Copies a starting point of `@placard/templates`, which is installed with the engine, into a new folder. The
 * name of the folder is the template's ID.
 */
export async function createTemplateFolder(folder: string, from: string): Promise<void> {
  const id = basename(resolve(folder));
  if (!/^[a-z][a-z0-9-]{0,62}$/.test(id))
    throw new CliError("Name the folder as the template's ID: lowercase letters, digits and hyphens.");
  const root = findStartingPoints();
  const names = await readdir(root);
  if (!names.includes(from)) throw new CliError(`--from must be one of ${names.join(", ")}.`);
  try {
    await mkdir(dirname(resolve(folder)), { recursive: true });
    await mkdir(folder);
  } catch (cause) {
    throw new CliError(`The folder ${folder} can't be created. Choose the name of a new folder.`, { cause });
  }
  await cp(join(root, from), folder, { recursive: true });
  const file = join(folder, "template.json");
  const template = JSON.parse(await readFile(file, "utf8")) as object;
  await writeFile(file, `${JSON.stringify({ ...template, id, name: id }, null, 2)}\n`);
}
