import { serialize } from "parse5";
import { fitTexts, mergeVariant, parseCard, type CardTree, type Difference } from "./card-tree.ts";
import { describeFields } from "./card-fields.ts";
import type { CardRun } from "./runtime/render-card.ts";
import type { Decision, RuntimeLoss, Token } from "./runtime/session.ts";

/** Runs a card with the other outcomes of some decisions. Entries of lists have the index. */
export type RunCard = (flipped: readonly string[], index?: number) => Promise<CardRun>;

/** A card of which every part that code chooses has the conditions of its choice. */
export interface ExploredCard {
  readonly card: CardRun;
  readonly tree: CardTree;
  /** With the parts of the card. */
  readonly runs: readonly CardRun[];
  /** The paths of values that the code fails without. */
  readonly required: ReadonlySet<string>;
  readonly losses: readonly RuntimeLoss[];
  /** Decisions that the card depends on, but no template. */
  readonly others: readonly Decision[];
  /** The paths of values that code only calculates with. */
  readonly calculated: ReadonlySet<string>;
}

/** Finds what a card shows with each outcome of its decisions. */
export async function exploreCard(run: RunCard, flipped: readonly string[]): Promise<ExploredCard> {
  const explorer = new Explorer(run);
  const { card } = await explorer.explore(flipped, [], () => true);
  const { runs, required, losses, others, calculated } = explorer;
  return { card: await explorer.run(flipped), tree: card, runs, required, losses, others, calculated };
}

type Decided = Decision & { readonly isFlipped?: boolean };

/** What a deployment has: environment variables, files, and responses of other servers. */
const configuration = /^(?:env\b|file\b|fetch(?:\.\([^)]*\))?(?:$|\.(?:arrayBuffer|blob|body)\b))/u;

/** A card with more variants is too large for a template. */
const maxRuns = 200;
const maxElements = 350;

class Explorer {
  readonly runs: CardRun[] = [];
  readonly required = new Set<string>();
  readonly losses: RuntimeLoss[] = [];
  readonly others: Decision[] = [];
  readonly calculated = new Set<string>();
  readonly #runCard: RunCard;
  #tokens: readonly Token[] = [];
  readonly #known = new Map<string, CardRun>();

  constructor(run: RunCard) {
    this.#runCard = run;
  }

  async run(flipped: readonly string[]): Promise<CardRun> {
    const key = JSON.stringify(flipped.toSorted());
    const known = this.#known.get(key);
    if (known) return known;
    const run = await this.#runCard(flipped);
    this.#known.set(key, run);
    return run;
  }

  /**
   * `decided`: the decisions whose outcomes the card already has. `isRelevant`: whether others matter, by where
   * the card differs.
   */
  async explore(
    flipped: readonly string[],
    decided: readonly Decided[],
    isRelevant: (decision: Decision, difference: Difference) => boolean,
  ): Promise<{ card: CardTree; scope: ReadonlySet<string> }> {
    const run = await this.run(flipped);
    this.#tokens = run.tokens;
    const card = parseCard(run.html);
    for (const [character, example] of run.examples) card.examples.set(character, example);
    this.runs.push(run);
    this.losses.push(...run.losses);
    const scope = new Set<string>();
    const choices: [decision: Decision, added: readonly string[]][] = [];
    for (const decision of openDecisions(run, decided)) {
      const variant = await this.run([...flipped, decision.key]);
      if (decision.test === "other" && variant.failure !== undefined)
        this.#reportOther(decision, card, variant);
      if (!this.#isSameCard(run, variant, decision)) continue;
      const difference = this.#merge(parseCard(run.html), decision, parseCard(variant.html));
      const isEqual = variant.html === run.html;
      if (decision.test === "other") {
        if (!isEqual) this.#reportOther(decision, card, variant);
        continue;
      }
      const hasNew = [...variant.decisions].some(
        ([key, { test }]) => test !== "other" && !run.decisions.has(key),
      );
      const changes = isEqual ? hasNew : difference.inCard.length > 0;
      if (changes && configuration.test(decision.path)) continue;
      if (!(isEqual && hasNew) && !isRelevant(decision, difference)) continue;
      if (hasNew || difference.added.length > 0) choices.push([decision, difference.added]);
      else if (!isEqual) {
        scope.add(decision.key);
        this.runs.push(variant);
        this.#merge(card, decision, parseCard(variant.html));
      }
    }
    // The later ones are decided within the earlier ones.
    for (const [index, [decision, added]] of [...choices.entries()].toReversed()) {
      const outer = choices.slice(0, index + 1).map(([each]) => each);
      const isInside = ({ key, places }: Decision, { inCard }: Difference) =>
        (places.length > 0 && !run.decisions.has(key)) ||
        inCard.some((path) => added.some((other) => isOverlap(path, other)));
      const found =
        this.#known.size <= maxRuns &&
        (await this.explore(
          [...flipped, decision.key],
          [...decided, ...outer, { ...decision, isFlipped: true }],
          isInside,
        ));
      if (found && countElements(card) + countElements(found.card) <= maxElements) {
        scope.add(decision.key);
        this.#merge(card, decision, found.card, found.scope);
      } else {
        const what = `The card depends on too many conditions: it is as without \`${decision.key}\``;
        this.losses.push({ ...decision, what, severity: "approximated" });
      }
    }
    return { card, scope };
  }

  /** Code chooses font sizes by the lengths of texts. */
  #reportOther(decision: Decision, card: CardTree, variant: CardRun): void {
    const { key, path } = decision;
    const isLength = key.includes(`${path}.length`);
    const sizes = isLength && fitTexts(card.root, parseCard(variant.html).root);
    const outcome = isLength ? "with a length of 3" : "not met";
    const what = sizes
      ? `The font size that depends on \`${key}\` is now \`${sizes.join(", ")}\``
      : `The condition \`${key}\` counts as ${outcome}`;
    this.losses.push({ ...decision, what, severity: "approximated" });
    this.others.push(decision);
  }

  #merge(
    card: CardTree,
    decision: Decision,
    tree: CardTree,
    scope: ReadonlySet<string> = new Set(),
  ): Difference {
    const isPart = ({ path }: Token) => `${path.join(".")}.`.startsWith(`${decision.path}.`);
    const parts = decision.test === "present" ? this.#tokens.filter(isPart) : [];
    return mergeVariant(card, {
      tree,
      scope,
      decision,
      characters: parts.map(({ character }) => character),
    });
  }

  /** Without some values, code fails, or shows another card, such as one for errors. */
  #isSameCard(run: CardRun, variant: CardRun, { path, test }: Decision): boolean {
    const originOf = ({ caught, places }: CardRun) => JSON.stringify([caught, places]);
    const isSame = variant.failure === undefined && originOf(variant) === originOf(run);
    if (!isSame && test === "present") this.required.add(path);
    const maskNumbers = ({ html }: CardRun) => html.replace(/-?\d+(?:\.\d+)?|\bNaN/gu, "#");
    const isCalculated = countValues(variant) < countValues(run) && maskNumbers(variant) === maskNumbers(run);
    if (isSame && isCalculated) this.calculated.add(path);
    return isSame;
  }
}

/** How many values a card shows. */
export function countValues({ html }: Pick<CardRun, "html">): number {
  return html.match(/[\ue000-\uf8ff]|\bNaN/gu)?.length ?? 0;
}

/** Whether one of two nodes is in the other one. */
function isOverlap(path: string, other: string): boolean {
  return path.startsWith(other) || other.startsWith(path);
}

function countElements({ root }: CardTree): number {
  return serialize(root).match(/<[a-z]/gu)?.length ?? 0;
}

/** The decisions of a run, and whether the values are present that it reads. */
function openDecisions(run: CardRun, decided: readonly Decided[]): Decision[] {
  const open = new Map(run.decisions);
  for (const { path, variable } of describeFields(run))
    if (variable === undefined && path !== "" && !open.has(path))
      open.set(path, { key: path, path, filters: [], test: "present", value: "", places: [] });
  const isDecided = ({ key, path }: Decision) =>
    decided.some((other) => other.key === key || (other.isFlipped && other.path === path));
  // A comparison with a value is within its presence, whose variant may show the value's default.
  const rank = ({ test }: Decision) => (test === "present" ? 0 : 1);
  return [...open.values()].filter((decision) => !isDecided(decision)).sort((a, b) => rank(a) - rank(b));
}
