import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { CliError } from "./cli-error.ts";

export interface TemplateFolder {
  /** The content of `template.json`. */
  readonly template: Readonly<Record<string, unknown>>;
  /** Its text. */
  readonly json: string;
  /** The content of `template.html`. */
  readonly html: string;
  /** The files in `assets/`, by their path below it, with `/` as separator. */
  readonly assets: ReadonlyMap<string, Buffer>;
}

/**
 * Reads a template folder.
 * @throws CliError if a file is missing or `template.json` is not a JSON object
 */
export async function readTemplateFolder(folder: string): Promise<TemplateFolder> {
  const json = await readText(folder, "template.json");
  const html = await readText(folder, "template.html");
  const assets = await readAssets(join(folder, "assets"));
  return { template: parseObject(json), json, html, assets };
}

async function readText(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), "utf8");
  } catch (cause) {
    throw new CliError(
      `${name} can't be read in ${folder}. A template folder has template.json, template.html and, for images and fonts, assets/.`,
      { cause },
    );
  }
}

function parseObject(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`template.json is not valid JSON: ${reason}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CliError("template.json must contain an object.");
  }
  return value as Record<string, unknown>;
}

async function readAssets(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [relative(folder, path).split(sep).join("/"), await readFile(path)] as const),
  );
  return new Map(files);
}
