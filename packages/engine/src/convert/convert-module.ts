import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  ConversionError,
  convertHtml,
  type Conversion,
  type ConvertOptions,
  type Loss,
} from "@placard/templates/convert";
import { analyzeCard } from "./analyze-card.ts";
import { bundleModule } from "./bundle-module.ts";
import { indentMarkup } from "./indent-markup.ts";
import { writePlaceholders, type CardField } from "./card-fields.ts";
import type { CardRun } from "./runtime/render-card.ts";
import type { RuntimeLoss } from "./runtime/session.ts";
import { convertTailwind } from "./tailwind.ts";

/**
 * Converts a JSX or TSX module: a component, or a route that returns an `ImageResponse`. The code of the
 * module runs, without network. Values that it gets from outside become fields.
 * @throws ConversionError
 */
export async function convertModule(file: string, options: ConvertOptions): Promise<Conversion> {
  const source = await readFile(file, "utf8");
  const run = await createRunner(file);
  try {
    const { card, fields, required, compared, losses: fixed } = await analyzeCard(run.card);
    const written = writePlaceholders(compared.html, fields, compared.examples);
    const isSatori =
      /["'](?:next\/(?:og|server)|@vercel\/og|satori.*|.*vercel-og.*)["']/u.test(source) ||
      (/\stw=/u.test(source) && !/takumi/u.test(source));
    const tailwind = await convertTailwind(indentMarkup(written.html, isSatori), { isSatori });
    const conversion = convertHtml(tailwind.html, {
      ...options,
      defaults: isSatori ? "satori" : "takumi",
      fields: written.fields,
      fonts: card.fonts,
    });
    const shown = Object.keys(conversion.template["fields"] as object);
    // A required field needs an example. A list of images has none.
    const withExample = required.filter((name) => written.fields[name]?.["example"] !== undefined);
    const template = {
      ...conversion.template,
      ...(required.length > 0 && { required: withExample.filter((name) => shown.includes(name)) }),
    };
    const isUsed = ({ name, expression, characters }: CardField) =>
      characters.length > 0 || shown.includes(name) || compared.conditions.has(expression);
    const unused = fields.filter((field) => field.variable === undefined && !field.parent && !isUsed(field));
    const losses = [
      ...fixed,
      ...describeOthers(source, card.html),
      ...written.losses,
      ...tailwind.losses,
      ...compared.losses,
      ...card.losses.map((loss) => locate(loss, file)),
      ...describeCard(card, unused),
      ...fields
        .filter(
          ({ expression, characters }) => characters.length === 0 && compared.conditions.has(expression),
        )
        .filter(({ path }) => isCompared(path, source))
        .map(({ path, name }) => describeCompared(path, name)),
      ...conversion.losses,
    ];
    return { ...conversion, template, losses: sortLosses(losses) };
  } finally {
    await run.close();
  }
}

/** Runs the module of a card with some values absent. */
async function createRunner(file: string) {
  const bundle = await bundleModule(file);
  const directory = await mkdtemp(join(tmpdir(), "placard-convert-"));
  const path = join(directory, "card.mjs");
  await writeFile(path, bundle);
  const startedIn = process.cwd();
  process.chdir(projectOf(file)); // code reads files from there
  process.setSourceMapsEnabled(true);
  return {
    async card(absent: readonly string[], index = 0): Promise<CardRun> {
      const query = new URLSearchParams({ index: `${index}` });
      for (const name of absent) query.append("absent", name);
      try {
        const module = (await import(`${pathToFileURL(path).href}?${query.toString()}`)) as { run: CardRun };
        return module.run;
      } catch (cause) {
        throw new ConversionError(
          `Its code failed: ${cause instanceof Error ? cause.message : String(cause)}.`,
          { cause },
        );
      }
    },
    async close() {
      process.setSourceMapsEnabled(false);
      process.chdir(startedIn);
      await rm(directory, { recursive: true });
    },
  };
}

/** The folder above a file that has a package.json, or else the file's. */
function projectOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, "package.json"))) return folder;
  return dirname(file);
}

/** Where the code of the card caused a loss. */
function locate({ what, severity, stack }: RuntimeLoss, file: string): Loss {
  const name = file.replace(/^.*[/\\]/u, "");
  const frame = stack.split("\n").find((line) => line.includes(`${name}:`));
  const [, line = "1", column = "1"] = /:(\d+):(\d+)\)?$/u.exec(frame ?? "") ?? [];
  return { line: Number(line), column: Number(column), what, severity };
}

/** What is lost of the whole card. */
function describeCard({ width = 1200, height = 630 }: CardRun, unused: readonly CardField[]): Loss[] {
  const whole = (what: string): Loss => ({ line: 1, column: 1, what, severity: "approximated" });
  return [
    ...unused.map(({ path }) =>
      whole(`\`${path}\` is only used by code: the card is as for an unknown value`),
    ),
    ...(width === 1200 && height === 630
      ? []
      : [whole(`The image has ${width}×${height} pixels: choose this size when you render it`)]),
  ];
}

/** A source often has other cards, such as one for an error. */
function describeOthers(source: string, html: string): Loss[] {
  const count = source.match(/\bnew ImageResponse\s*\(|\bsatori\s*\(/gu)?.length ?? 0;
  if (count < 2) return [];
  const [, line = "1", column = "1"] = /data-at="(\d+):(\d+)"/u.exec(html) ?? [];
  const what = `The source has ${count} cards: only this one is converted`;
  return [{ line: Number(line), column: Number(column), what, severity: "dropped" }];
}

/** Whether code compares a value with others, or chooses by it. */
function isCompared(path: string, source: string): boolean {
  const name = path.split(".").at(-1)!.replace(/\W/gu, "");
  const [before, after] = [`[=!]==?\\s*[\\w.?]*\\b${name}\\b`, `\\b${name}\\b\\s*[=!]==?`];
  return new RegExp(
    `${before}|${after}|\\[[\\w.?]*\\b${name}\\]|switch\\s*\\([\\w.?]*\\b${name}\\b`,
    "u",
  ).test(source);
}

function describeCompared(path: string, name: string): Loss {
  const what = `Code compares \`${path}\` with other values: elements depend only on whether \`${name}\` is present`;
  return { line: 1, column: 1, what, severity: "approximated" };
}

export function sortLosses(losses: readonly Loss[]): Loss[] {
  const sorted = losses.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return [...new Map(sorted.map((loss) => [`${loss.line}:${loss.what}`, loss])).values()];
}
