import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { bytesOfDataUrl, isDataUrl } from "@placard/templates";
import { ConversionError, convertHtml, type Conversion, type Loss } from "@placard/templates/convert";
import { readInput, sanitizeAsset, TemplateFolderError, writeOutput } from "../folder/open-template.ts";
import { describeUnsupported, unsupported } from "./bundle-module.ts";
import { convertModule, sortLosses } from "./convert-module.ts";
import { addTailwindRules, usesTailwind } from "./tailwind.ts";

/**
 * Converts a card in HTML, JSX or TSX to a template folder.
 * @returns what the template doesn't have, or has in another form
 * @throws TemplateFolderError if the source can't be converted, or the folder has a template
 */
export async function convertFile(file: string, folder: string): Promise<readonly Loss[]> {
  if (existsSync(join(folder, "template.html")))
    throw new TemplateFolderError(`${folder} has a template already. Choose another folder for --out.`);
  const { template, html, losses, contents } = await convertWithAssets(file, idOf(folder), new Map());
  await writeOutput(async () => {
    await mkdir(contents.size > 0 ? join(folder, "assets") : folder, { recursive: true });
    await writeFile(join(folder, "template.json"), `${JSON.stringify(template, null, 2)}\n`);
    await writeFile(join(folder, "template.html"), html);
    for (const [path, bytes] of contents) await writeFile(join(folder, "assets", path), bytes);
  });
  return losses;
}

/** Converts again without the files that can't be assets, if there are any. */
async function convertWithAssets(
  file: string,
  id: string,
  refusedFiles: Map<string, string>,
): Promise<Conversion & { contents: ReadonlyMap<string, Buffer> }> {
  const conversion = await convert(file, id, refusedFiles);
  const contents = new Map<string, Buffer>();
  for (const [path, source] of conversion.files) {
    const bytes = await read(source, file);
    await sanitizeAsset(path, bytes).then(
      () => contents.set(path, bytes),
      ({ message }: Error) => refusedFiles.set(source, message.replace(`assets/${path}: `, "")),
    );
  }
  if (contents.size < conversion.files.size) return convertWithAssets(file, id, refusedFiles);
  return { ...conversion, contents };
}

async function convert(
  file: string,
  id: string,
  refusedFiles: ReadonlyMap<string, string>,
): Promise<Conversion> {
  const source = await readInput(file);
  const hasFile = (path: string) => existsSync(join(dirname(file), decodeURI(path)));
  if (source.includes("\0"))
    throw new TemplateFolderError(`${file} is a binary file. Choose a file in HTML, JSX or TSX.`);
  if (unsupported.test(file)) throw new TemplateFolderError(describeUnsupported(file));
  try {
    if (/\.[cm]?[jt]sx?$/u.test(file))
      return await convertModule(resolve(file), { id, hasFile, refusedFiles });
    const tailwind = usesTailwind(source) ? await addTailwindRules(source) : undefined;
    const conversion = convertHtml(tailwind?.html ?? source, { id, hasFile, refusedFiles });
    return { ...conversion, losses: sortLosses([...(tailwind?.losses ?? []), ...conversion.losses]) };
  } catch (cause) {
    if (!(cause instanceof ConversionError)) throw cause;
    throw new TemplateFolderError(`${file} can't be converted.\n${cause.message}`, { cause });
  }
}

/** The ID of a template: the name of its folder, with the characters that IDs can have. */
function idOf(folder: string): string {
  const id = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^[^a-z]+|-+$/gu, "")
    .slice(0, 63);
  return id === "" ? "card" : id;
}

async function read(source: string, file: string): Promise<Buffer> {
  if (isDataUrl(source)) return Buffer.from(bytesOfDataUrl(source));
  return readFile(join(dirname(file), decodeURI(source.replace(/[?#].*$/u, ""))));
}
