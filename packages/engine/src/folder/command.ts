import { readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { listIgnoredOptions, type TemplateData } from "@placard/contracts";
import {
  formatOfExtension,
  outputFormatNames,
  outputFormats,
  type OutputFormat,
} from "@placard/contracts/image-formats";
import { remoteImagesOf, type CompiledTemplate } from "@placard/templates";
import { convertUsage, runConvert } from "../convert/command.ts";
import { createEngine } from "../engine.ts";
import { checkData, openTemplate, readInput, TemplateFolderError, writeOutput } from "./open-template.ts";
import { watchFiles } from "./watch-files.ts";

const usage = `Usage: placard-render <folder> --out <file> [options]

Renders the template in a folder (template.json, template.html, assets/) with the data in a JSON file.

Options:
  --data     the data; default: the first sample of template.json. Images are URLs, or paths of files in the
             folder of the data
  --out      the image to write
  --width    pixels; default: 1200
  --height   pixels; default: 630
  --layout   one of the template's layouts; default: chosen by the data
  --scale    pixels of the image per pixel of the card: 1 or 2; default: 1
  --format   ${outputFormatNames.join(", ")}; default: by the extension of --out, which it overrides
  --quality  of JPEG and WebP, from 1 to 100; default: 90
  --watch    render again after each change of the folder or the data

${convertUsage}`;

/** What stands for the folder of the data in URLs; `.invalid` is reserved (RFC 2606). */
const fileOrigin = "http://data-file.invalid/";

/** The longest side of an image, in pixels. */
const maxSide = 4096;

/** The size of an image file that data names, as of images from the web. */
const maxFileBytes = 10 * 1024 * 1024;

interface Command {
  readonly folder: string;
  readonly dataFile: string | undefined;
  readonly out: string;
  readonly width: number;
  readonly height: number;
  readonly scale: 1 | 2;
  readonly format: OutputFormat;
  readonly quality: number;
  readonly layout?: string;
}

/** Where the command prints. */
type Output = Pick<Console, "log" | "error">;

const engine = createEngine();

/**
 * `placard-render`: renders the template in a folder to a file, and converts cards to templates.
 * @returns the exit status; with --watch, rendering continues
 */
export async function runCommand(args: string[], output: Output): Promise<number> {
  try {
    const [name, ...rest] = args;
    if (name === "--help" || name === "-h" || rest.includes("--help")) output.log(usage);
    else if (name === "convert") await runConvert(rest);
    else {
      const { isWatching, ...command } = parseCommand(args);
      if (isWatching) follow(command, output);
      else await render(command, output);
    }
    return 0;
  } catch (error) {
    report(error, output);
    return 1;
  }
}

async function render({ folder, dataFile, out, ...card }: Command, output: Output): Promise<void> {
  const fetchImage = (url: string) => loadImage(url, dirname(dataFile ?? ""));
  const { template, problems, images, fonts } = await openTemplate(folder, { fetchImage });
  for (const { file, line, column, severity, message, suggestion } of problems)
    output.error(
      `${file}:${line}:${column}: ${severity}: ${message}${suggestion ? `\n    ${suggestion}` : ""}`,
    );
  if (!template) throw new TemplateFolderError("The template has errors.");
  const layouts = template.layouts.length === 0 ? "no layouts" : `the layouts ${template.layouts.join(", ")}`;
  if (card.layout !== undefined && !template.layouts.includes(card.layout))
    throw new TemplateFolderError(`This template has ${layouts}. Change or remove --layout.`);
  const given =
    dataFile === undefined ? sampleOf(template) : withFileUrls(template, await readData(dataFile));
  const data = checkData(template, given);
  const image = await engine.render(template, { data, images, fonts, ...card });
  const { bytes, width, height, warnings } = image;
  await writeOutput(() => writeFile(out, bytes));
  for (const { message } of listIgnoredOptions(card)) output.error(`warning: ${message}`);
  for (const { field, message } of warnings) output.error(`warning: ${field}: ${message}`);
  output.log(`${out}: ${width}×${height}, ${bytes.length} bytes`);
}

function sampleOf({ samples: [sample], data: { required } }: CompiledTemplate): unknown {
  if (!sample && required?.length)
    throw new TemplateFolderError("template.json has no samples. Add one, or use --data.");
  return sample?.data ?? {};
}

async function readData(file: string): Promise<unknown> {
  const text = await readInput(file);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TemplateFolderError(`${file} is not valid JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Replaces paths of images by URLs: templates accept only URLs. */
function withFileUrls(template: CompiledTemplate, given: unknown): unknown {
  const data = structuredClone(given) as TemplateData | null;
  for (const { field, value } of data ? remoteImagesOf(template, data) : []) {
    if (/^[a-z][a-z\d+.-]*:/iu.test(value)) continue;
    const names = field.split("/");
    const last = names.pop()!;
    const parent = names.reduce((at: object, name) => Reflect.get(at, name) as object, data!);
    Reflect.set(parent, last, fileOrigin + encodeURIComponent(value));
  }
  return data;
}

/** Loads an image from the web, or from a file in the folder of the data. */
async function loadImage(url: string, folder: string): Promise<Uint8Array> {
  if (url.startsWith(fileOrigin)) {
    const path = decodeURIComponent(url.slice(fileOrigin.length));
    const file = await realpath(resolve(folder, path)).catch(() => undefined);
    if (!file?.startsWith(join(await realpath(folder), sep)))
      throw new Error(`${path} does not exist in the folder of the data`);
    if ((await stat(file)).size > maxFileBytes) throw new Error(`${path} is larger than 10 MiB`);
    return readFile(file);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Renders now and after each change, until the process is stopped. */
function follow(command: Command, output: Output): void {
  let rendering = Promise.resolve();
  const renderNow = () => {
    rendering = rendering
      .then(() => render(command, output))
      .catch((error: unknown) => report(error, output));
  };
  const { folder, dataFile, out } = command;
  watchFiles(dataFile === undefined ? [folder] : [folder, dataFile], renderNow, output.error, out);
  renderNow();
}

function parseCommand(args: string[]): Command & { isWatching: boolean } {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: "string" },
      out: { type: "string" },
      width: { type: "string", default: "1200" },
      height: { type: "string", default: "630" },
      scale: { type: "string", default: "1" },
      quality: { type: "string", default: "90" },
      format: { type: "string" },
      layout: { type: "string" },
      watch: { type: "boolean", default: false },
    },
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || values.out === undefined || rest.length > 0)
    throw new TemplateFolderError(usage);
  const format = values.format ?? formatOfFile(values.out);
  const formats = outputFormatNames.join(", ");
  if (format === undefined)
    throw new TemplateFolderError(
      `--out must end in .png, .jpg, .jpeg or .webp, or --format be one of ${formats}.`,
    );
  if (!isFormat(format)) throw new TemplateFolderError(`--format must be one of ${formats}.`);
  const scale = parseNumber("scale", values.scale, 2) === 2 ? 2 : 1;
  const { data: dataFile, out, layout, watch: isWatching } = values;
  return {
    folder,
    dataFile,
    out,
    width: parseNumber("width", values.width, maxSide / scale),
    height: parseNumber("height", values.height, maxSide / scale),
    scale,
    format,
    quality: parseNumber("quality", values.quality, 100),
    isWatching,
    ...(layout !== undefined && { layout }),
  };
}

function formatOfFile(path: string): OutputFormat | undefined {
  return formatOfExtension(extname(path).slice(1).toLowerCase().replace("jpg", "jpeg"));
}

function isFormat(name: string): name is OutputFormat {
  return Object.hasOwn(outputFormats, name);
}

function parseNumber(name: string, value: string, max: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new TemplateFolderError(`--${name} must be a whole number from 1 to ${max}.`);
}

/** Errors that the user can fix have only a message; any other error is a defect and shows its stack. */
function report(error: unknown, output: Output): void {
  const isUsage =
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
  if (isUsage) output.error(`${error.message}\n\n${usage}`);
  else output.error(error instanceof TemplateFolderError ? error.message : error);
}
