import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { convertHtml, type Conversion, type ConvertOptions, type Loss } from "@placard/templates/convert";
import { analyzeCard } from "./analyze-card.ts";
import { bundleModule, projectOf } from "./bundle-module.ts";
import { indentMarkup } from "./indent-markup.ts";
import { writePlaceholders } from "./card-fields.ts";
import { rewriteSource, type RewrittenSource } from "./rewrite-source.ts";
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
  const rewritten = rewriteSource(source, file, pathToFileURL(file).href);
  const run = await createRunner(file, rewritten.code);
  try {
    const { card, fields, ...analysis } = await analyzeCard(run.card);
    const start = placeOf(card.stack, file) ?? { line: 1, column: 1 };
    const folder = dirname(pathToFileURL(file).pathname);
    const toRelative = (url: string) => posix.relative(folder, url.slice("file://".length));
    const html = analysis.html.replace(/\bfile:\/\/[^"'()]+/gu, toRelative);
    const written = writePlaceholders(html, fields, analysis.examples);
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
    const required = analysis.required.filter(
      (name) => shown.includes(name) && written.fields[name]?.["example"] !== undefined,
    );
    const template = { ...conversion.template, ...(required.length > 0 && { required }) };
    const losses = [
      ...analysis.losses,
      ...describeOthers(rewritten, start, card.stack !== undefined),
      ...written.losses,
      ...tailwind.losses,
      ...analysis.runtimeLosses.map((loss) => locate(loss, file)),
      ...describeCard(card).map((what): Loss => ({ ...start, what, severity: "approximated" })),
      ...conversion.losses,
    ];
    // Elements that are not written in JSX or HTML have no place.
    const placed = losses.map((loss) => {
      const { line, column } = loss.line === 1 ? start : loss;
      return { ...loss, line, column: rewritten.columnOf(line, column) };
    });
    return { ...conversion, template, losses: sortLosses(placed) };
  } finally {
    await run.close();
  }
}

/** Runs the module of a card with the other outcomes of some decisions. */
async function createRunner(file: string, source: string) {
  const { code, ...found } = await bundleModule(file, source);
  const globals: string[] = [];
  Object.assign(globalThis, { placardTokens: [] }); // of all runs
  const directory = await mkdtemp(join(tmpdir(), "placard-convert-"));
  const path = join(directory, "card.mjs");
  await writeFile(path, code);
  const startedIn = process.cwd();
  process.chdir(projectOf(file)); // code reads files from there
  process.setSourceMapsEnabled(true);
  const card = async (entry?: string, flipped: readonly string[] = [], index = 0): Promise<CardRun> => {
    const query = new URLSearchParams({ index: `${index}`, ...(entry !== undefined && { entry }) });
    for (const key of flipped) query.append("flipped", key);
    for (const name of globals) query.append("global", name);
    const module = (await import(`${pathToFileURL(path).href}?${query.toString()}`)) as { run: CardRun };
    // Frameworks such as Nuxt have more globals.
    const [, name] = /^(\w+) is not defined$/u.exec(module.run.caught ?? module.run.failure ?? "") ?? [];
    if (name === undefined || globals.includes(name)) return module.run;
    globals.push(name);
    return card(entry, flipped, index);
  };
  return {
    ...found,
    card,
    async close() {
      process.setSourceMapsEnabled(false);
      process.chdir(startedIn);
      for (const name of [...globals, "placardTokens"]) Reflect.deleteProperty(globalThis, name);
      await rm(directory, { recursive: true });
    },
  };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where the code of the card caused a loss. */
function locate({ what, severity, stack }: RuntimeLoss, file: string): Loss {
  return { ...(placeOf(stack, file) ?? { line: 1, column: 1 }), what, severity };
}

/** The line and column of a file in a stack. */
function placeOf(stack: string | undefined, file: string): Place | undefined {
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

/** A source often has other cards, such as one for an error. */
function describeOthers({ cards, columnOf }: RewrittenSource, start: Place, isPassed: boolean): Loss[] {
  const isChosen = ({ line, column }: Place) =>
    line === start.line && column === columnOf(line, start.column);
  const what = "Another card: it is not converted";
  return isPassed
    ? cards.filter((card) => !isChosen(card)).map((card) => ({ ...card, what, severity: "dropped" }))
    : [];
}

/** The parts of paths that tell the results of a function apart. */
const callPlaces = /\.\([^)]*\)/gu;

export function sortLosses(losses: readonly Loss[]): Loss[] {
  const named = losses.map((loss) => ({ ...loss, what: loss.what.replace(callPlaces, "") }));
  const sorted = named.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return [...new Map(sorted.map((loss) => [`${loss.line}:${loss.what}`, loss])).values()];
}
