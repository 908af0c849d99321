import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { parseFragment, serialize } from "parse5";
import { convertHtml, type Conversion, type ConvertOptions, type Loss } from "@placard/templates/convert";
import { analyzeCard, type RunModule } from "./analyze-card.ts";
import { bundleModule, projectOf, type Bundle } from "./bundle-module.ts";
import { indentMarkup } from "./indent-markup.ts";
import { writePlaceholders, type CardField } from "./card-fields.ts";
import type { CardRun } from "./runtime/render-card.ts";
import type { Place, Token } from "./runtime/session.ts";
import { geist, notoSans, withSatoriLines, writeFontFaces, writeRootFont } from "./card-fonts.ts";
import { writeSatoriStyles } from "./satori.ts";
import { convertTailwind } from "./tailwind.ts";

/**
 * Converts a JSX or TSX module: a component, or a route that returns an `ImageResponse`. The code of the
 * module runs, without network. Values that it gets from outside become fields.
 * @throws ConversionError
 */
export async function convertModule(file: string, options: ConvertOptions): Promise<Conversion> {
  const source = await readFile(file, "utf8");
  const bundle = await bundleModule(file, source);
  const runner = createRunner(file, source, bundle);
  try {
    const { card, fields, ...analysis } = await analyzeCard(runner.run);
    const placeOf = (places: readonly Place[] = []) => {
      const { line = 1, column = 1 } = places.find((place) => place.file === file) ?? {};
      return { line, column };
    };
    const start = placeOf(card.places);
    const folder = dirname(pathToFileURL(file).pathname);
    const toRelative = (url: string) => posix.relative(folder, url.slice("file://".length));
    // Files of the site, whatever its address is.
    const ofSite = (url: string, path: string) => {
      const served = join(projectOf(file), "public", path);
      return existsSync(served) ? pathToFileURL(served).href : url;
    };
    const tree = parseFragment(
      analysis.html
        .replace(/(?:[\ue000-\uf8ff]|\bhttps?:\/\/[\w.:-]+)(\/[\w./-]+\.(?:png|jpe?g|webp|svg))\b/gu, ofSite)
        .replace(/\bfile:\/\/[^"'()]+/gu, toRelative),
    );
    const written = writePlaceholders(tree, fields, analysis);
    const isTakumi = /takumi/u.test(source);
    const isSatori = bundle.satori !== undefined;
    const notes = [
      ...(bundle.satori === "assumed" ? [assumed] : []),
      ...(isSatori && !card.fonts ? [unknownFonts] : []),
    ];
    const ofRenderer = /sveltekit-og/u.test(source) ? notoSans : [geist];
    const fonts = card.fonts?.length === 0 && (isSatori || isTakumi) ? ofRenderer : card.fonts;
    indentMarkup(tree, isSatori);
    const tailwind = await convertTailwind(tree, isSatori);
    const styled = isSatori
      ? writeSatoriStyles(tree, fonts)
      : {
          rules: (fonts ?? []).slice(0, 1).map((font) => writeRootFont({ ...font, weight: 400 })),
          losses: [],
        };
    const css = serialize(tree) + styled.rules.join("\n");
    const isGeneric = /font-family:(?:&quot;|[^;}])*\b(?:sans-serif|monospace)\b/u.test(css);
    if (isTakumi && !card.fonts?.length && isGeneric) notes.push(fontsOfTakumi);
    const files = isSatori ? card.fonts?.map(withSatoriLines) : card.fonts;
    const faces = writeFontFaces(files ?? [], css);
    const sheet = faces.rules.length > 0 ? `<style>\n${faces.rules.join("\n")}\n</style>\n` : "";
    // The look-behind comes last: data URLs have megabytes.
    const sign = /&([lg])t;(?<= (?:if|unless)="[^"]*)/gu;
    const html = serialize(tree).replace(sign, (_, letter) => (letter === "l" ? "<" : ">"));
    const conversion = convertHtml(sheet + html, {
      ...options,
      defaults: isSatori ? "satori" : "takumi",
      rules: styled.rules,
      fields: written.fields,
      place: start,
    });
    const shown = Object.keys(conversion.template["fields"] as object);
    // A required field needs an example. A list of images has none.
    const required = analysis.required.filter(
      (name) => shown.includes(name) && written.fields[name]?.["example"] !== undefined,
    );
    const isUnset = ({ path, name }: CardField) => path.startsWith("env.") && shown.includes(name);
    const unset = fields.filter(isUnset).map(describeUnset);
    const template = { ...conversion.template, ...(required.length > 0 && { required }) };
    const losses = [
      ...analysis.losses,
      ...(card.places ? describeOthers(bundle.cards, start, card.isRepeated) : []),
      ...written.losses,
      ...tailwind,
      ...styled.losses,
      ...analysis.runtimeLosses.map(({ what, severity, places }) => ({ ...placeOf(places), what, severity })),
      ...[...notes, ...describeCard(card), ...unset, ...faces.replaced.map(describeReplaced)].map(
        (what): Loss => ({
          ...start,
          what,
          severity: "approximated",
        }),
      ),
      ...conversion.losses,
    ];
    // Elements that are not written in JSX or HTML have no place.
    const placed = losses.map((loss) => {
      const { line, column } = loss.line === 1 ? start : loss;
      return { ...loss, line, column };
    });
    return { ...conversion, template, losses: sortLosses(placed) };
  } finally {
    runner.close();
  }
}

/** Runs the module of a card with the other outcomes of some decisions, in the folder of its project. */
function createRunner(file: string, source: string, bundle: Bundle) {
  const globals: string[] = [];
  const tokens: Token[] = [];
  const calls = new Map<string, string[]>();
  const startedIn = process.cwd();
  process.chdir(projectOf(file)); // code reads files from there
  const run: RunModule = async (entry, flipped = [], index = 0) => {
    const result = await bundle.run({
      entry,
      flipped: new Set(flipped),
      index,
      globals,
      tokens,
      calls,
      source,
    });
    // Frameworks such as Nuxt have more globals.
    const [, name] = /^(\w+) is not defined$/u.exec(result.caught ?? result.failure ?? "") ?? [];
    if (name === undefined || globals.includes(name)) return result;
    globals.push(name);
    return run(entry, flipped, index);
  };
  const close = () => {
    process.chdir(startedIn);
    for (const name of globals) Reflect.deleteProperty(globalThis, name);
  };
  return { run, close };
}

function describeCard({ width = 1200, height = 630, caught }: CardRun): string[] {
  const error = `The code caught an error before it created the card: ${caught?.replace(/[\ue000-\uf8ff]/gu, "…")}`;
  const size = `The image has ${width}×${height} pixels: choose this size when you render it`;
  return [...(caught === undefined ? [] : [error]), ...(width === 1200 && height === 630 ? [] : [size])];
}

const assumed = "The module imports no renderer: it is read as a card for satori, as package.json names it";
const unknownFonts =
  "The fonts that the code gives are not known: texts have those that styles name, and the others the first of these";
const fontsOfTakumi =
  "Takumi draws `sans-serif` in Geist and `monospace` in Geist Mono. Write these names in `font-family`, and add the file of Geist Mono as an asset";

function describeUnset({ path, name }: CardField): string {
  return `The environment variable \`${path.slice("env.".length)}\` is not set: it is the field \`${name}\`. Set it to have its value in the template`;
}

function describeReplaced(name: string): string {
  return `The code loads \`${name}\` from elsewhere: the template has the installation's font for this name. If it is another one, add its file as an asset`;
}

/** A source often has other cards, such as one for an error. */
function describeOthers(
  cards: Bundle["cards"],
  start: Pick<Place, "line" | "column">,
  isAgain: boolean,
): Loss[] {
  return cards.flatMap(({ line, column, isRepeated }): Loss[] => {
    const isOther = line !== start.line || column !== start.column;
    const what = isOther
      ? "Another card: it is not converted"
      : "The code renders several cards here: this is the first one, and its own texts and images are fixed";
    return isOther || isRepeated || isAgain ? [{ line, column, what, severity: "dropped" }] : [];
  });
}

/** What code looks up entries by, and the owners of search parameters. */
const hiddenParts = /\.\((?!\d*:)(?:[^()]|\([^()]*\))*\)|\b(?:\w+\.)+searchParams\.(?=\w)/gu;
/** The result of a function, by its place, and what comes before its property. */
const results = /(?:[\w$@/-]+\.)*?((?:[\w$]+\.)?[\w$-]+)((?:\.\(\d*:[\d:]*\))+)(\.(?=\w))?/gu;

export function sortLosses(losses: readonly Loss[]): Loss[] {
  const shorten = (what: string) =>
    what.replace(hiddenParts, "").replace(results, (_, name, _place, dot) => (dot ? "" : `${name}()`));
  const named = losses.map((loss) => ({ ...loss, what: shorten(loss.what) }));
  const sorted = named.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return [...new Map(sorted.map((loss) => [`${loss.line}:${loss.what}`, loss])).values()];
}
