import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { convertHtml, type Conversion, type ConvertOptions, type Loss } from "@placard/templates/convert";
import { analyzeCard } from "./analyze-card.ts";
import { bundleModule, projectOf } from "./bundle-module.ts";
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
  const run = await createRunner(file, source);
  try {
    const { card, fields, required, compared, losses: fixed } = await analyzeCard(run.card);
    const start = placeOf(card.stack, file) ?? { line: 1, column: 1 };
    const folder = dirname(pathToFileURL(file).pathname);
    const toRelative = (url: string) => posix.relative(folder, url.slice("file://".length));
    const html = compared.html.replace(/\bfile:\/\/[^"'()]+/gu, toRelative);
    const written = writePlaceholders(html, fields, compared.examples);
    const isSatori = run.isSatori || (/\stw=/u.test(source) && !/takumi/u.test(source));
    const tailwind = await convertTailwind(indentMarkup(written.html, isSatori), {
      isSatori,
      sources: run.sources,
    });
    const conversion = convertHtml(tailwind.html, {
      ...options,
      defaults: isSatori ? "satori" : "takumi",
      fields: written.fields,
      fonts: card.fonts,
      place: start,
    });
    const shown = Object.keys(conversion.template["fields"] as object);
    // A required field needs an example. A list of images has none.
    const needed = required.filter(
      (name) => shown.includes(name) && written.fields[name]?.["example"] !== undefined,
    );
    const template = { ...conversion.template, ...(needed.length > 0 && { required: needed }) };
    const isUsed = ({ name, expression, characters }: CardField) =>
      characters.length > 0 || shown.includes(name) || compared.conditions.has(expression);
    const unused = fields.filter((field) => field.variable === undefined && !field.parent && !isUsed(field));
    const losses = [
      ...fixed,
      ...describeOthers(source, card.stack === undefined ? undefined : start.line),
      ...written.losses,
      ...tailwind.losses,
      ...compared.losses,
      ...card.losses.map((loss) => locate(loss, file)),
      ...unused.flatMap(({ path }): Loss[] => {
        const what = `\`${path}\` is only used by code: the card is as for an unknown value`;
        // Code of other modules reads many values that the card doesn't need.
        const stack = card.readAt.get(path) ?? (isCompared(path, source) ? "" : undefined);
        return stack === undefined ? [] : [locate({ what, severity: "approximated", stack }, file)];
      }),
      ...describeCard(card).map((what): Loss => ({ ...start, what, severity: "approximated" })),
      ...fields
        .filter((field) => field.path !== "" && isUsed(field) && isCompared(field.path, run.sources))
        .map(({ path, name }): Loss => {
          const what = `Code compares \`${path}\` with other values: the card depends only on whether \`${name}\` is present`;
          return { ...start, what, severity: "approximated" };
        }),
      ...conversion.losses,
    ];
    // Elements that are not written in JSX or HTML have no place.
    const placed = losses.map((loss) => (loss.line === 1 ? { ...loss, ...start } : loss));
    return { ...conversion, template, losses: sortLosses(placed) };
  } finally {
    await run.close();
  }
}

/** Runs the module of a card with some values absent. */
async function createRunner(file: string, source: string) {
  const { code, ...found } = await bundleModule(file, source);
  const globals: string[] = [];
  const directory = await mkdtemp(join(tmpdir(), "placard-convert-"));
  const path = join(directory, "card.mjs");
  await writeFile(path, code);
  const startedIn = process.cwd();
  process.chdir(projectOf(file)); // code reads files from there
  process.setSourceMapsEnabled(true);
  const ignore = () => undefined; // without a value, code may fail that nothing awaits
  process.on("unhandledRejection", ignore);
  const card = async (entry?: string, absent: readonly string[] = [], index = 0): Promise<CardRun> => {
    const query = new URLSearchParams({ index: `${index}`, ...(entry !== undefined && { entry }) });
    for (const name of absent) query.append("absent", name);
    for (const name of globals) query.append("global", name);
    const module = (await import(`${pathToFileURL(path).href}?${query.toString()}`)) as { run: CardRun };
    // Frameworks such as Nuxt have more globals.
    const [, name] = /^(\w+) is not defined$/u.exec(module.run.caught ?? module.run.failure ?? "") ?? [];
    if (name === undefined || globals.includes(name)) return module.run;
    globals.push(name);
    return card(entry, absent, index);
  };
  return {
    ...found,
    card,
    async close() {
      process.setSourceMapsEnabled(false);
      process.off("unhandledRejection", ignore);
      process.chdir(startedIn);
      for (const name of globals) Reflect.deleteProperty(globalThis, name);
      await rm(directory, { recursive: true });
    },
  };
}

/** Where the code of the card caused a loss. */
function locate({ what, severity, stack }: RuntimeLoss, file: string): Loss {
  return { ...(placeOf(stack, file) ?? { line: 1, column: 1 }), what, severity };
}

/** The line and column of a file in a stack. */
function placeOf(stack: string | undefined, file: string): { line: number; column: number } | undefined {
  const name = file.replace(/^.*[/\\]/u, "");
  const frame = stack?.split("\n").find((line) => line.includes(`${name}:`));
  const [, line, column] = /:(\d+):(\d+)\)?$/u.exec(frame ?? "") ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

function describeCard({ width = 1200, height = 630, caught }: CardRun): string[] {
  const error = `The code caught an error before it created the card: ${caught?.replace(/[\ue000-\uf8ff]/gu, "…")}`;
  const size = `The image has ${width}×${height} pixels: choose this size when you render it`;
  return [...(caught === undefined ? [] : [error]), ...(width === 1200 && height === 630 ? [] : [size])];
}

/** A source often has other cards, such as one for an error. `chosen`: the line of the card's renderer. */
function describeOthers(source: string, chosen: number | undefined): Loss[] {
  if (chosen === undefined) return [];
  return [...source.matchAll(/^(?!\s*(?:\*|\/\/)).*?\b(?=(?:new ImageResponse|satori)\s*[(<])/gmu)].flatMap(
    ({ index, 0: before }): Loss[] => {
      const line = source.slice(0, index).split("\n").length;
      const what = "Another card: it is not converted";
      return line === chosen ? [] : [{ line, column: before.length + 1, what, severity: "dropped" }];
    },
  );
}

/** Whether code compares a value with others, or chooses by it. */
function isCompared(path: string, source: string): boolean {
  const name = path.replace(callPlaces, "").split(".").at(-1)!.replace(/\W/gu, "");
  if (name === "") return false; // an entry of a list
  const [, alias = name] =
    new RegExp(`\\b(?:const|let) (\\w+) = [^;\\n]*\\b${name}\\b`, "u").exec(source) ?? [];
  const names = `\\b(?:${name}|${alias})\\b`;
  const value = `[\\w.?]*${names}`;
  const absence = "(?!=|\\s*(?:null|undefined|\"\"|'')(?!\\w))";
  const compared = `\\w\\s*[=!]==?\\s*${value}|${value}\\s*[=!]==?${absence}`;
  const chosen = `[\\w)}]\\[[^\\]]*${names}|switch\\s*\\(${value}`;
  return new RegExp(`(?<!\\btypeof\\s+)(?:${compared}|${chosen})`, "u").test(source);
}

/** The parts of paths that tell the results of a function apart. */
const callPlaces = /\.\([\d:]+\)/gu;

export function sortLosses(losses: readonly Loss[]): Loss[] {
  const named = losses.map((loss) => ({ ...loss, what: loss.what.replace(callPlaces, "") }));
  const sorted = named.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return [...new Map(sorted.map((loss) => [`${loss.line}:${loss.what}`, loss])).values()];
}
