import { ConversionError, type Loss } from "@placard/templates/convert";
import { describeFields, type CardField } from "./card-fields.ts";
import { compareVariants, findDifferences, type ComparedCard, type Variant } from "./card-tree.ts";
import type { CardRun } from "./runtime/render-card.ts";
import { characterOf, type Token } from "./runtime/session.ts";

/**
 * Runs an export of a card's module with some values absent. Entries of lists have the index. Without an
 * export, only the module runs.
 */
export type RunModule = (entry?: string, absent?: readonly string[], index?: number) => Promise<CardRun>;

type RunCard = (absent: readonly string[], index?: number) => Promise<CardRun>;

/** What several runs of a card show. */
interface Analysis {
  readonly card: CardRun;
  readonly fields: readonly CardField[];
  /** The names of fields that the code fails without. */
  readonly required: readonly string[];
  readonly compared: ComparedCard;
  /** Of values that are not fields. */
  readonly losses: readonly Loss[];
}

/**
 * Finds the fields of a card, and what depends on them.
 * @throws ConversionError if the code fails with each choice of values
 */
export async function analyzeCard(runModule: RunModule): Promise<Analysis> {
  const { entry, absent, failure, others } = await chooseExport(runModule);
  const met: string[] = [];
  const run: RunCard = (values, index) => runModule(entry, [...values, ...met], index);
  const first = await run(absent);
  // A card without values is often the one for unknown values.
  for (const condition of countValues(first) > 0 ? [] : first.conditions) {
    if (met.length === 0 && countValues(await run([...absent, condition])) > 0) met.push(condition);
  }
  const analysis = await compareRuns(run, absent);
  const { conditions, styled } = analysis.compared;
  const hidden: string[] = [];
  for (const { characters, expression, path, variable } of analysis.fields) {
    const isHidden = styled.has(expression) || (path === "now" && conditions.has(expression));
    if (characters.length > 0 || variable !== undefined || !isHidden) continue;
    const without = await run([...absent, ...hidden, path]);
    // The card may show what code calculates with the value.
    if (without.failure === undefined && countValues(without) >= countValues(analysis.card))
      hidden.push(path);
  }
  return {
    ...(hidden.length > 0 ? await compareRuns(run, [...absent, ...hidden]) : analysis),
    losses: [
      ...others.flatMap(([name, html]): Loss[] => {
        const [mark = "", line, column] = /data-at="(\d+):(\d+)"/u.exec(html) ?? [];
        const what = `The export \`${name}\` is another card: it is not converted`;
        const isUsed = html === "" || analysis.card.html.includes(mark);
        return isUsed ? [] : [{ line: Number(line), column: Number(column), what, severity: "dropped" }];
      }),
      ...absent.map((path) =>
        whole(`The card has no \`${path}\`: the code fails with a placeholder for it (${failure})`),
      ),
      ...hidden.map((path) => whole(`The card has no \`${path}\`: only code uses it`)),
    ],
  };
}

function whole(what: string): Loss {
  return { line: 1, column: 1, what, severity: "approximated" };
}

function countValues({ html }: Pick<CardRun, "html">): number {
  return html.match(/[\ue000-\uf8ff]|\bNaN\b/gu)?.length ?? 0;
}

/** Exports of routes that return a card, in this order. */
const handlers = ["GET", "default", "Image", "OpengraphImage", "OGImage", "loader", "handler"];

/**
 * Chooses the export that returns the card: a handler of a route, or else the one that passes it to a
 * renderer, or else the one that shows the most values.
 */
async function chooseExport(
  run: RunModule,
): Promise<Failing & { entry?: string; others: (readonly [name: string, html: string])[] }> {
  const { html, exports, failure: reason = "" } = await run();
  if (html !== "") return { absent: [], failure: "", others: [] };
  const runs = new Map<string, CardRun>();
  for (const name of exports) runs.set(name, await run(name));
  const rank = (name: string) => {
    if (handlers.includes(name)) return 1e6 - handlers.indexOf(name);
    const { stack, html: shown } = runs.get(name)!;
    const values = new Set(shown.match(/[\ue000-\uf8ff]/gu)).size;
    return (shown === "" ? 0 : 1e4) + (stack === undefined ? 0 : 1e3) + values;
  };
  let failure: Error | undefined;
  for (const entry of exports.toSorted((a, b) => rank(b) - rank(a)))
    try {
      const found = await findFailing((absent) => run(entry, absent));
      // Cards that code passes to a renderer are found in the source.
      const others = [...runs].filter(([name, { stack }]) => name !== entry && stack === undefined);
      return { ...found, entry, others: others.map(([name, other]) => [name, other.html]) };
    } catch (error) {
      failure ??= error as Error;
    }
  throw failure ?? new ConversionError(`Its code failed: ${reason}.`);
}

interface Failing {
  /** The values that the code fails with. Without them, it uses their defaults. */
  readonly absent: readonly string[];
  readonly failure: string;
}

/** @throws ConversionError if there is no card with any choice of values */
async function findFailing(run: RunCard): Promise<Failing> {
  const { failure = "", caught, html, read, results } = await run([]);
  if (html !== "" && caught === undefined) return { absent: [], failure: "" };
  const works = async (absent: readonly string[]) => {
    const result = await run(absent);
    return result.html !== "" && result.caught === undefined;
  };
  // The value that was read last is probably the cause.
  const choices = read.map((_, index) => read.slice(-index - 1).toReversed());
  if (html === "") choices.push(...[...results].map((path) => [path]));
  for (let absent of choices) {
    if (!(await works(absent))) continue;
    for (const path of absent) {
      const others = absent.filter((other) => other !== path);
      if (others.length > 0 && (await works(others))) absent = others;
    }
    return { absent, failure: (caught ?? failure).replace(/[\ue000-\uf8ff]/gu, "…") };
  }
  if (html !== "") return { absent: [], failure: "" };
  throw new ConversionError(`Its code failed: ${failure}.`);
}

async function compareRuns(run: RunCard, absent: readonly string[]): Promise<Omit<Analysis, "losses">> {
  const card = await run(absent);
  const tokens = [...card.tokens];
  const variants = new Map<string, CardRun>();
  const found = describeFields(card);
  const keys: string[] = [];
  for (const { path, characters, variable } of found) {
    const variant = await run([...absent, path]);
    // Without some values, the code shows its card for errors.
    if (variant.failure !== undefined || variant.caught !== card.caught) continue;
    // Code looks up what the card shows by values that it only passes on.
    const isPassed = variable === undefined && card.read.includes(path) && !card.readAt.has(path);
    if (isPassed && characters.length === 0 && countValues(variant) < countValues(card)) keys.push(path);
    else variants.set(path, { ...variant, html: translate(variant, tokens) });
  }
  const losses = keys.map((path) => whole(`Without \`${path}\`, the code shows something else`));
  // Variants may show values that the card does not.
  const runs = [card, ...variants.values()];
  const fields = describeFields({
    html: runs.map(({ html }) => html).join("\n"),
    tokens,
    lists: runs.flatMap(({ lists }) => lists),
    read: runs.flatMap(({ read }) => read),
    numbers: new Set(runs.flatMap(({ numbers }) => [...numbers])),
  });
  // Code may depend on objects and results of functions that it does not show.
  const objects: Variant[] = [];
  const shown = fields.filter(({ path, characters }) => characters.length > 0 && !path.includes("[]"));
  const parents = shown.flatMap(({ path }) =>
    [...path.matchAll(/\./gu)].map(({ index }) => path.slice(0, index)),
  );
  const originOf = ({ caught, stack }: CardRun) => `${caught} ${stack?.match(/:\d+:\d+/gu)?.join()}`;
  for (const path of new Set([...parents, ...card.results])) {
    const own = shown.filter((field) => `${field.path}.`.startsWith(`${path}.`));
    const variant = await run([...absent, path]);
    const empty = await run([...absent, ...own.map((field) => field.path)]);
    const html = translate(variant, tokens);
    const isOther = [...html].some((each) => /[\ue000-\uf8ff]/u.test(each) && !card.html.includes(each));
    if (variant.failure !== undefined || originOf(variant) !== originOf(card) || isOther) continue;
    if ([card.html, translate(empty, tokens)].includes(html)) continue;
    const [first] = own;
    const where = first ? `depends on \`${first.expression}\`` : "is as with a value";
    losses.push(whole(`Code depends on \`${path}\`: the card ${where}`));
    if (first) objects.push({ ...first, characters: own.flatMap(({ characters }) => characters), html });
  }
  const compared = compareVariants(card.html, [
    ...fields.flatMap((field) => {
      const variant = variants.get(field.path);
      return variant ? [{ ...field, html: variant.html }] : [];
    }),
    ...objects,
  ]);
  compared.losses.push(...losses);
  const second = card.lists.length > 0 ? await run(absent, 1) : card;
  compared.losses.push(...findDifferences(card.html, translate(second, tokens)));
  const required = found.filter(({ path }) => !variants.has(path)).map(({ name }) => name);
  return { card, fields, required, compared };
}

/** The HTML of a variant with the characters of `all` for the same values. Adds those of other values. */
function translate({ html, tokens }: CardRun, all: Token[]): string {
  const keyOf = ({ path, filters }: Token) => `${path.join(".")}|${filters.join("|")}`;
  const translations = new Map(
    tokens.map((token) => {
      let same = all.find((other) => keyOf(other) === keyOf(token));
      if (!same) all.push((same = { ...token, character: characterOf(all.length) }));
      return [token.character, same.character];
    }),
  );
  return html.replace(/[\ue000-\uf8ff]/gu, (character) => translations.get(character) ?? character);
}
