import { getOrInsert } from "@placard/contracts/maps";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { compileDataValidator, detectFormat, uploadFormats, type TemplateData } from "@placard/contracts";
import {
  compileTemplate,
  normalizeData,
  type CompiledTemplate,
  type DocumentAsset,
  type Problem,
  type TemplateDocument,
} from "@placard/templates";
import type { ImageLoader } from "../card-images.ts";
import { sanitizeFile } from "../files/sanitize-file.ts";
import type { FontLoader } from "../fonts/typefaces.ts";
import { createImageLoader } from "./image-loader.ts";

/** A folder that isn't a template, or data that its template doesn't accept. The author sees the message. */
export class TemplateFolderError extends Error {
  override readonly name = "TemplateFolderError";
}

interface Options {
  /** Fetches a remote image; rejects if it is unavailable. Default: remote images are unavailable. */
  readonly fetchImage?: (url: string) => Promise<Uint8Array>;
}

/** A template that was read from a folder, with the loaders for its assets. */
export interface OpenTemplate {
  /** Undefined if there are errors. */
  readonly template: CompiledTemplate | undefined;
  readonly document: TemplateDocument;
  readonly problems: readonly Problem[];
  readonly images: ImageLoader;
  readonly fonts: FontLoader;
}

/**
 * Reads a folder with `template.json`, `template.html` and, for images and fonts, `assets/`. The assets are
 * sanitized as uploads are. Rejects with TemplateFolderError if a file is missing or invalid.
 */
export async function openTemplate(folder: string, { fetchImage }: Options = {}): Promise<OpenTemplate> {
  const json = await readText(folder, "template.json");
  const html = await readText(folder, "template.html");
  const files = await readAssets(join(folder, "assets"));
  const assets: Record<string, DocumentAsset> = {};
  const contents = new Map<string, Buffer>();
  for (const [path, bytes] of files) {
    const { file, asset } = await sanitizeAsset(path, bytes);
    assets[path] = asset;
    contents.set(asset.id, file);
  }
  const document = { template: parseObject(json), html, assets };
  const { template, problems } = compileTemplate(document);
  return {
    template,
    document,
    problems,
    images: createImageLoader(contents, fetchImage ?? (() => Promise.reject(new Error("no remote images")))),
    fonts: async (id) => contents.get(id),
  };
}

/** By the schemas of templates: compiling one takes milliseconds. */
const validators = new WeakMap<CompiledTemplate["data"], ReturnType<typeof compileDataValidator>>();

/** Checks data against a template's fields. Throws TemplateFolderError with one line for each problem. */
export function checkData({ data: schema }: CompiledTemplate, data: unknown): TemplateData {
  const validate = getOrInsert(validators, schema, () => compileDataValidator(schema));
  const result = validate(normalizeData(data, schema));
  if (result.ok) return result.value as TemplateData;
  const lines = result.errors.map(({ path, message }) => `${path || "/"} ${message}`);
  throw new TemplateFolderError(`The data does not match the fields of the template:\n${lines.join("\n")}`);
}

/** Reads a file that the user names. Rejects with TemplateFolderError. */
export async function readInput(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === "ENOENT" ? "does not exist." : `can't be read: ${cause.message}`;
    throw new TemplateFolderError(`${file} ${reason}`, { cause });
  });
}

/** Writes files at the path of `--out`. Rejects with TemplateFolderError. */
export async function writeOutput(write: () => Promise<void>): Promise<void> {
  await write().catch((cause: NodeJS.ErrnoException) => {
    const message = `--out can't be written: ${cause.message}. Choose another path, or create its folder.`;
    throw new TemplateFolderError(message, { cause });
  });
}

async function readText(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), "utf8");
  } catch (cause) {
    const files = "template.json, template.html and, for images and fonts, assets/";
    throw new TemplateFolderError(`${name} can't be read in ${folder}. A template folder has ${files}.`, {
      cause,
    });
  }
}

function parseObject(json: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new TemplateFolderError(`template.json is not valid JSON: ${String(cause)}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TemplateFolderError("template.json must contain an object.");
  return value as Record<string, unknown>;
}

/** The files of a folder by their paths, with `/` as separator. Hidden files are left out. */
async function readAssets(folder: string): Promise<[path: string, bytes: Buffer][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.map(async (path) => [relative(folder, path).split(sep).join("/"), await readFile(path)]),
  );
}

/** Makes the content of an asset safe, as of an upload. Rejects with TemplateFolderError. */
export async function sanitizeAsset(
  path: string,
  bytes: Buffer,
): Promise<{ file: Buffer; asset: DocumentAsset }> {
  const detected = detectFormat(bytes);
  const format = uploadFormats.find((each) => each === detected);
  if (!format) throw new TemplateFolderError(`assets/${path} is not an image or a font that Placard reads.`);
  try {
    const { bytes: file, content } = await sanitizeFile({ bytes, format });
    const { font: _font, ...description } = content;
    return {
      file: Buffer.from(file),
      asset: { id: createHash("sha256").update(file).digest("base64url"), ...description },
    };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new TemplateFolderError(`assets/${path}: ${message}`, { cause });
  }
}
