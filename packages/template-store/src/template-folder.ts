import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Problem } from "@placard/templates";

/** The files of a template's folder. */
export interface TemplateFiles {
  /** The content of `template.json`. */
  template: Record<string, unknown>;
  /** The text of `template.json`. */
  templateText: string;
  /** The content of `template.html`. */
  html: string;
  /** By the path below `assets/`. */
  assets: Map<string, Buffer>;
}

/** The files, or the problems for which they cannot be a template. */
export type ReadFolder = { files: TemplateFiles } | { problems: Problem[] };

const maxFiles = 100;
/** Of directories below the folder. */
const maxDepth = 4;
/** Bytes of one file. */
const maxFileBytes = 8 * 1024 * 1024;

/**
 * A text that changes when a file of a folder is added, removed, replaced or written. Rejects with the error
 * of the file system; the folder may be changing.
 */
export async function fingerprintFolder(directory: string): Promise<string> {
  const lines = await Promise.all(
    (await listFiles(directory)).map(async (path) => {
      const { size, mtimeMs, ino } = await stat(join(directory, path));
      return `${path} ${size} ${mtimeMs} ${ino}`;
    }),
  );
  return lines.join("\n");
}

/** Reads the files of a template's folder. Rejects with file-system errors, except for missing files. */
export async function readTemplateFolder(directory: string): Promise<ReadFolder> {
  const paths = await listFiles(directory);
  if (paths.length > maxFiles) return problem("template.json", `The folder has more than ${maxFiles} files`);
  const missing = (["template.json", "template.html"] as const).find((name) => !paths.includes(name));
  if (missing) return problem(missing, "The file is missing");
  const read = async (path: string): Promise<Buffer | undefined> => {
    const file = join(directory, path);
    return (await stat(file)).size > maxFileBytes ? undefined : readFile(file);
  };
  const contents = new Map(await Promise.all(paths.map(async (path) => [path, await read(path)] as const)));
  const tooLarge = paths.find((path) => !contents.get(path));
  if (tooLarge !== undefined)
    return problem("template.json", `${tooLarge} has more than ${maxFileBytes / 1024 / 1024} MiB`);
  const textOf = (name: string) => contents.get(name)?.toString() ?? "";
  const templateText = textOf("template.json");
  const template = parseObject(templateText);
  if ("problems" in template) return template;
  const assets = paths
    .filter((path) => path.startsWith("assets/"))
    .map((path) => [path.slice("assets/".length), contents.get(path)!] as const);
  const files = {
    template: template.value,
    templateText,
    html: textOf("template.html"),
    assets: new Map(assets),
  };
  return { files };
}

/**
 * The paths of all files that are not hidden, with slashes, relative to the directory, sorted. Links are
 * followed, because Kubernetes mounts files as links.
 */
async function listFiles(directory: string, prefix = "", depth = maxDepth): Promise<string[]> {
  const names = (await readdir(join(directory, prefix))).filter((name) => !name.startsWith("."));
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = prefix + name;
      if (!(await stat(join(directory, path))).isDirectory()) return [path];
      return depth === 0 ? [] : listFiles(directory, `${path}/`, depth - 1);
    }),
  );
  return paths.flat().toSorted();
}

function parseObject(text: string): { value: Record<string, unknown> } | { problems: Problem[] } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown> };
    return problem("template.json", "The file must contain a JSON object");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, offset = "0"] = /position (\d+)/.exec(message) ?? []; // some messages quote the place instead
    const lines = text.slice(0, Number(offset)).split("\n");
    return problem("template.json", message, lines.length, (lines.at(-1) ?? "").length + 1);
  }
}

function problem(file: Problem["file"], message: string, line = 1, column = 1): { problems: Problem[] } {
  return { problems: [{ file, line, column, severity: "error", message }] };
}
