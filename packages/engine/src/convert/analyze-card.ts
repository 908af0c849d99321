import { serialize } from "parse5";
import { ConversionError, type Loss } from "@placard/templates/convert";
import { withoutLoading } from "./bundle-module.ts";
import { describeFields, type CardField, type FieldValues } from "./card-fields.ts";
import { findUnlike } from "./compare-runs.ts";
import { elementsOf, keyOf, parseCard, positionOf, writeConditions } from "./card-tree.ts";
import { isComparable } from "./conditions.ts";
import { countValues, exploreCard, isOfCard, type ExploredCard, type RunCard } from "./explore-card.ts";
import type { CardRun } from "./runtime/render-card.ts";
import type { Decision, RuntimeLoss } from "./runtime/session.ts";

/**
 * Runs an export of a card's module, with the other outcomes of some decisions. Entries of lists have the
 * index. Without an export, only the module runs.
 */
export type RunModule = (entry?: string, flipped?: readonly string[], index?: number) => Promise<CardRun>;

/** The fields of a card, and its HTML with their conditions. */
interface Analysis extends FieldValues {
  readonly card: CardRun;
  readonly html: string;
  readonly fields: readonly CardField[];
  /** The names of fields that the code fails without. */
  readonly required: readonly string[];
  readonly losses: readonly Loss[];
  readonly runtimeLosses: readonly RuntimeLoss[];
}

/**
 * Finds the fields of a card, and what depends on them.
 * @throws ConversionError if the code fails with each choice of values
 */
export async function analyzeCard(runModule: RunModule): Promise<Analysis> {
  const { entry, absent, failure, others } = await chooseExport(runModule);
  const run: RunCard = (flipped, index) => runModule(entry, flipped, index);
  const met = await findMetConditions(run, absent);
  const explored = await exploreCard(run, [...absent, ...met]);
  const { card } = explored;
  const analysis = describeCard(explored);
  const shown = new Set(elementsOf(parseCard(card.html).root).map(keyOf));
  const outcomes = [...explored.tree.formulas.values()].flat(2).map(({ decision }) => decision);
  /** For other values than those of a `switch`, the code has no card. */
  const isLastChoice = ({ key, path, test }: Decision) =>
    test === "equal" && outcomes.some((other) => other.path === path && other.key !== key);
  const second = card.lists.length > 0 ? await run([...absent, ...met], 1) : card;
  return {
    ...analysis,
    losses: [
      ...analysis.losses,
      ...explored.unlike.values(),
      ...findUnlike(parseCard(card.html), second, new Set()).map((element) => ({
        ...whole("It depends on the index of a list's entry: all entries are as the first one"),
        ...positionOf(element),
      })),
      ...others.flatMap(([name, html]): Loss[] => {
        const [first] = elementsOf(parseCard(html).root);
        if (!first || shown.has(keyOf(first))) return [];
        const isHandler = name.startsWith("handler ");
        if (isHandler && positionOf(first).line === 1) return []; // of another module
        const what = `${isHandler ? "A handler has" : `The export \`${name}\` is`} another card: it is not converted`;
        return [{ ...positionOf(first), what, severity: "dropped" }];
      }),
      ...absent
        .filter((key) => !card.decisions.has(key))
        .map((path) =>
          whole(`The card has no \`${path}\`: the code fails with a placeholder for it (${failure})`),
        ),
      ...[...absent, ...met]
        .flatMap((key) => card.decisions.get(key) ?? [])
        .filter((decision) => !isLastChoice(decision))
        .map(({ key }) => whole(`The condition \`${key}\` counts as met`)),
    ],
  };
}

function whole(what: string): Loss {
  return { line: 1, column: 1, what, severity: "approximated" };
}

/**
 * The conditions without which the card shows no value, or no list: often the one for unknown values.
 * Comparisons are left out that the template can decide.
 */
async function findMetConditions(run: RunCard, absent: readonly string[]): Promise<string[]> {
  const met: string[] = [];
  let card = await run(absent);
  for (const { key, test } of card.decisions.values()) {
    if (test === "present" || (countValues(card) > 0 && !key.startsWith("Array."))) continue;
    const other = await run([...absent, ...met, key]);
    const isExplored = test !== "met" && isOfCard(card, other);
    if (isExplored || other.failure !== undefined || countValues(other) <= countValues(card)) continue;
    met.push(key);
    card = other;
  }
  return met;
}

/** Templates can have no more. */
const maxFields = 24;

/** Describes the fields of a card, and writes the conditions into its HTML. */
function describeCard({ card, tree, runs, required, losses }: ExploredCard): Analysis {
  const outcomes = [...tree.formulas.values()].flat(2);
  const deciding = new Set(outcomes.map(({ decision }) => decision));
  const html = runs.map((run) => run.html).join("\n");
  const isPart = (path: string, parent: string) => path.startsWith(`${parent}.`);
  const isShown = (parent: string) =>
    card.tokens.some(({ path, character }) => isPart(path.join("."), parent) && html.includes(character));
  const paths = [...deciding].map(({ path }) => path);
  const fields = describeFields({
    html,
    tokens: card.tokens,
    lists: runs.flatMap(({ lists }) => lists),
    read: [...card.read, ...paths.filter((path) => !isShown(path))],
    numbers: new Set(runs.flatMap(({ numbers }) => [...numbers])),
  });
  /** Of an object, the first property that is shown. */
  const fieldOf = ({ path }: Decision) =>
    fields.find((field) => field.path === path) ??
    fields.find((field) => field.characters.length > 0 && isPart(field.path, path));
  // A default that is shown with a filter, such as `upper`: conditions compare with the default itself.
  for (const { path, test, value } of deciding)
    for (const character of fields.find((field) => field.path === path)?.characters ?? [])
      if (test === "equal" && tree.examples.get(character)?.toLowerCase() === value.toLowerCase())
        tree.examples.set(character, value);
  const asked = new Set([...deciding].map(fieldOf));
  const isUsed = (field: CardField) =>
    field.characters.length > 0 || field.variable !== undefined || asked.has(field);
  const first = fields.filter((field) => !field.parent && isUsed(field)).slice(0, maxFields);
  const lost = writeConditions(tree, (loops) => (decision) => {
    const field = fieldOf(decision);
    if (field && !first.includes(field.parent ?? field)) return undefined;
    const isList = field?.variable !== undefined && decision.test === "equal";
    if (!field || isList || !isComparable(decision)) return undefined;
    if (field.parent && !loops.includes(field.parent.path)) return undefined;
    // A number that is 0 is present.
    if (field.path === `${decision.path}.${decision.path.split(".").at(-1)} length`)
      return decision.test === "present" ? `${field.expression} != 0` : field.expression;
    const filters = /^(?:equal|order)$/u.test(decision.test) ? decision.filters : [];
    return [field.expression, ...filters].join(" | ");
  });
  const objects = [...deciding].flatMap((decision): RuntimeLoss[] => {
    const { path, expression } = fieldOf(decision) ?? {};
    if (path === undefined || lost.has(decision)) return [];
    const condition = `The condition \`${decision.key}\` is now the field \`${expression}\``;
    const object = `The card is as without \`${decision.path}\` if \`${expression}\` is not sent`;
    const what = decision.test === "met" || decision.isUrlPart ? condition : object;
    if (what === object && [path, path.replace(/\.0$/u, "")].includes(decision.path)) return [];
    return [{ ...decision, what, severity: "approximated" }];
  });
  return {
    card,
    html: serialize(tree.root),
    fields,
    outcomesOf: (field) =>
      outcomes.filter(({ decision }) => fieldOf(decision) === field && !lost.has(decision)),
    required: fields
      .filter(({ path }) => required.has(path) && runs.every(({ read }) => read.includes(path)))
      .map(({ name }) => name),
    examples: tree.examples,
    defaults: tree.defaults,
    losses: [...lost].map(([{ key }, node]) => ({
      ...positionOf(node),
      what: `What depends on \`${key}\` is as in the card`,
      severity: "approximated",
    })),
    runtimeLosses: [...losses, ...objects],
  };
}

/** Exports of routes that return a card, in this order. */
const handlers = ["GET", "default", "Image", "OpengraphImage", "OGImage", "loader", "handler", "fetch"];

/**
 * Chooses the export that returns the card: a handler of a route, or else the one that passes it to a
 * renderer, or else the one that shows the most values.
 */
async function chooseExport(
  run: RunModule,
): Promise<Failing & { entry?: string; others: (readonly [name: string, html: string])[] }> {
  const empty = await run();
  const { html, exports } = empty;
  if (html !== "") return { ...(await findFailing((absent) => run(undefined, absent))), others: [] };
  const runs = new Map<string, CardRun>();
  for (const name of exports) runs.set(name, await run(name));
  const rank = (name: string) => {
    if (handlers.includes(name)) return 1e6 - handlers.indexOf(name);
    const { places, html: shown } = runs.get(name)!;
    const values = new Set(shown.match(/[\ue000-\uf8ff]/gu)).size;
    return (shown === "" ? 0 : 1e4) + (places ? 1e3 : 0) + values;
  };
  let failure: Error | undefined;
  for (const entry of exports.toSorted((a, b) => rank(b) - rank(a)))
    try {
      const found = await findFailing((absent) => run(entry, absent));
      // Cards that code passes to a renderer are found in the source.
      const others = [...runs].filter(([name, { places }]) => name !== entry && !places);
      return { ...found, entry, others: others.map(([name, other]) => [name, other.html]) };
    } catch (error) {
      failure ??= error as Error;
    }
  throw failure ?? refuse(empty);
}

interface Failing {
  /** The values that the code fails with. Without them, it uses their defaults. */
  readonly absent: readonly string[];
  readonly failure: string;
}

/** @throws ConversionError if there is no card with any choice of values */
async function findFailing(run: RunCard): Promise<Failing> {
  const first = await run([]);
  const { failure = "", caught, html, read } = first;
  if (html !== "" && caught === undefined) return { absent: [], failure: "" };
  const works = async (absent: readonly string[]) => {
    const result = await run(absent);
    return result.html !== "" && result.caught === undefined;
  };
  // The value that was read last is probably the cause.
  const choices = read.map((_, index) => read.slice(-index - 1).toReversed());
  if (html === "") choices.push(await findReturning(run));
  for (let absent of choices) {
    if (!(await works(absent))) continue;
    for (const path of absent) {
      const others = absent.filter((other) => other !== path);
      if (others.length > 0 && (await works(others))) absent = others;
    }
    return { absent, failure: withoutValues(caught ?? failure) };
  }
  if (html !== "") return { absent: [], failure: "" };
  throw refuse(first);
}

function refuse({ failure = "it renders nothing", failedAt, tokens }: CardRun): ConversionError {
  const place = failedAt ? ` in line ${failedAt.line} of ${failedAt.file}` : "";
  const unset = tokens.find(({ path, character }) => path[0] === "env" && failure.includes(character));
  const advice = unset ? `Set the environment variable \`${unset.path[1]}\`.` : withoutLoading;
  return new ConversionError(`Its code failed${place}: ${withoutValues(failure)}. ${advice}`);
}

function withoutValues(message: string): string {
  return message.replace(/[\ue000-\uf8ff]/gu, "…").replace(/\.$/u, "");
}

/** The outcomes with which code goes on: what it decided last before it returned nothing is probably why. */
async function findReturning(run: RunCard, flipped: readonly string[] = [], left = 12): Promise<string[]> {
  const { html, decisions } = await run(flipped);
  const last = [...decisions.keys()].findLast((key) => !flipped.includes(key));
  if (html !== "" || last === undefined || left === 0) return [...flipped];
  return findReturning(run, [...flipped, last], left - 1);
}
