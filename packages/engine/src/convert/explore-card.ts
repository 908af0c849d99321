import type { Loss } from "@placard/templates/convert";
import { describeFields } from "./card-fields.ts";
import { parseCard, positionOf, type CardTree } from "./card-tree.ts";
import { findUnlike } from "./compare-runs.ts";
import { mergeVariant, type Difference } from "./merge-variant.ts";
import type { CardRun } from "./runtime/render-card.ts";
import type { Decision, Place, RuntimeLoss } from "./runtime/session.ts";

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
  /** What the tree does not show as the code does, by its place. */
  readonly unlike: ReadonlyMap<string, Loss>;
}

/** Finds what a card shows with each outcome of its decisions. */
export async function exploreCard(run: RunCard, flipped: readonly string[]): Promise<ExploredCard> {
  const explorer = new Explorer(run);
  const { tree } = await explorer.explore(flipped, [], () => true);
  const { runs, required, losses } = explorer;
  const card = await explorer.run(flipped);
  return { card, tree, runs, required, losses, unlike: explorer.compare(tree, card, flipped) };
}

/** What a deployment has: environment variables, files, and responses of other servers. */
const configuration =
  /^(?:env\b|file\b|fetch(?:\.\([^)]*\))?(?:$|\.(?:arrayBuffer|blob|body|headers|\d+)\b))/u;

/** Long texts are not cut: a template has no dots for them. */
const cut = /\.(?:slice|substr|substring)\(\)` is not applied/u;

/** What code does to a value with other outcomes, even if these show the same. */
const transformed = /is not applied|^A calculation/u;

/** Of the HTML of all variants, in characters: more is too much for a template. */
const maxSize = 2e7;

/** A card with some outcomes, and the keys of the decisions that it has both outcomes of. */
interface Explored {
  readonly tree: CardTree;
  readonly scope: Set<string>;
  readonly run: CardRun;
}

class Explorer {
  readonly runs: CardRun[] = [];
  readonly required = new Set<string>();
  readonly losses: RuntimeLoss[] = [];
  readonly #runCard: RunCard;
  readonly #known = new Map<string, CardRun>();
  /** The keys of decisions whose other outcomes the tree does not show. */
  readonly #left = new Set<string>();
  /** Of the HTML of all variants, in characters. */
  #size = 0;

  constructor(run: RunCard) {
    this.#runCard = run;
  }

  async run(flipped: readonly string[]): Promise<CardRun> {
    const key = JSON.stringify(flipped.toSorted());
    const run = this.#known.get(key) ?? (await this.#runCard(flipped));
    this.#known.set(key, run);
    this.#size += run.html.length;
    return run;
  }

  /**
   * `decided`: the decisions whose outcomes the card already has. `isRelevant`: whether others matter, by
   * where the card differs.
   */
  async explore(
    flipped: readonly string[],
    decided: readonly Decision[],
    isRelevant: (decision: Decision, difference: Difference) => boolean,
  ): Promise<Explored> {
    const run = await this.run(flipped);
    const explored = { tree: parseCard(run.html, run.examples), scope: new Set<string>(), run };
    this.runs.push(run);
    this.losses.push(...run.losses);
    const nested: { readonly decision: Decision; readonly added: readonly string[] }[] = [];
    const skipped = new Set<string>();
    const decisions = [...openDecisions(run, flipped, decided)];
    for (const decision of decisions) {
      const variant = await this.run([...flipped, decision.key]);
      const [isSame, isEqual] = [this.#isSameCard(run, variant, decision), variant.html === run.html];
      if (decision.test === "other" || configuration.test(decision.path)) this.#left.add(decision.key);
      if (decision.test === "other") {
        const isAsking = [...variant.decisions.keys()].some((key) => !run.decisions.has(key));
        if (variant.failure !== undefined || (isSame && (!isEqual || isAsking)))
          this.#lose(decision, `The condition \`${decision.key}\` counts as ${decision.value || "not met"}`);
        continue;
      }
      const cuts = variant.losses.filter(({ what }) => cut.test(what));
      if (
        decision.test === "order" &&
        cuts.some(({ what }) => !run.losses.some((own) => own.what === what))
      ) {
        this.#left.add(decision.key);
        this.losses.push(...cuts);
        continue;
      }
      const hasNew = [...variant.decisions.values()].some(
        ({ key, test }) => test !== "other" && !run.decisions.has(key),
      );
      const isMerged = isSame && (isEqual || !hasNew);
      if (isMerged) this.losses.push(...variant.losses.filter(({ what }) => transformed.test(what)));
      // Code that fails without a value may show another one without the object around it.
      if (variant.failure !== undefined)
        for (const path of run.optional)
          if (decision.path.startsWith(`${path}.`) && !decisions.some(({ key }) => key === path))
            decisions.push({ ...presence, key: path, path });
      if (!isSame) this.#loseCard(run, variant);
      if (!isSame || (isEqual && !hasNew)) continue;
      const own = parseCard(run.html, run.examples);
      const difference = mergeVariant(own, parseCard(variant.html), decision, run.tokens);
      const isStructural = isEqual || difference.inCard.length > 0;
      if (isStructural && configuration.test(decision.path)) continue;
      if (difference.inCard.length > 0 && !isRelevant(decision, difference)) {
        skipped.add(decision.key);
        continue;
      }
      if (hasNew || difference.added.length > 0) nested.push({ decision, added: difference.added });
      else {
        this.runs.push(variant);
        this.#merge(explored, decision, { tree: parseCard(variant.html), scope: new Set(), run: variant });
      }
    }
    // The later ones are decided within the earlier ones.
    while (nested.length > 0) {
      const outer = nested.map((each) => each.decision);
      const { decision, added } = nested.pop()!;
      const isInside = ({ key, places }: Decision, { inCard }: Difference) =>
        (places.length > 0 && !run.decisions.has(key)) ||
        inCard.some((path) => added.some((other) => path.startsWith(other) || other.startsWith(path)));
      const inner =
        this.#size <= maxSize &&
        (await this.explore([...flipped, decision.key], [...decided, ...outer], isInside));
      // A part of this card is in the variant only with both outcomes of other decisions.
      if (inner && [...inner.scope].some((key) => skipped.has(key)))
        return this.explore(
          flipped,
          decided,
          (each, difference) => inner.scope.has(each.key) || isRelevant(each, difference),
        );
      if (inner) this.#merge(explored, decision, inner);
      else
        this.#lose(
          decision,
          `The card depends on too many conditions: it is as ${decision.test === "present" ? "with" : "without"} \`${decision.key}\``,
        );
    }
    return explored;
  }

  /** Compares the tree with all runs that are the same card. */
  compare(tree: CardTree, card: CardRun, base: readonly string[]): Map<string, Loss> {
    const found = new Map<string, Loss>();
    for (const [key, run] of this.#known) {
      const flipped = JSON.parse(key) as string[];
      const changed = flipped.filter((each) => !base.includes(each));
      if (!isOfCard(card, run) || changed.some((each) => this.#left.has(each))) continue;
      for (const element of findUnlike(tree, run, new Set(flipped))) {
        const place = positionOf(element);
        const what = `It is not as in the code with other outcomes of \`${changed.join("`, `")}\``;
        const position = `${place.line}:${place.column}`;
        if (!found.has(position)) found.set(position, { ...place, what, severity: "approximated" });
      }
    }
    return found;
  }

  /** Adds what the card shows with the other outcome of a decision, whatever it decides no longer. */
  #merge({ tree, scope, run }: Explored, decision: Decision, inner: Explored): void {
    const [made, open] = [run, inner.run].map((each) => openDecisions(each, [], []).map(({ key }) => key));
    scope.add(decision.key);
    const others = [...tree.formulas.values()].flat(2).map((outcome) => outcome.decision);
    const unmade = others.filter(
      ({ key, path, test }) =>
        (path !== decision.path || test === "order") && made!.includes(key) && !open!.includes(key),
    );
    const known = new Set([...inner.scope, ...unmade.map(({ key }) => key)]);
    mergeVariant(tree, inner.tree, decision, run.tokens, known);
  }

  #lose({ key, places }: Decision, what: string): void {
    this.#left.add(key);
    this.losses.push({ places, what, severity: "approximated" });
  }

  /** Of a card that the same function creates, only the place of the call differs. */
  #loseCard({ places = [] }: CardRun, { html, places: others = [] }: CardRun): void {
    const isAt = (place: Place) => (other: Place) => other.file === place.file && other.line === place.line;
    const calls = others.filter((other) => !places.some(isAt(other)));
    if (html !== "" && calls.length > 0 && places.slice(0, 1).some(isAt(others[0]!)))
      this.losses.push({ places: calls, what: "Another card: it is not converted", severity: "dropped" });
  }

  /** Without some values, code fails, or shows another card, such as one for errors. */
  #isSameCard(run: CardRun, variant: CardRun, { path, test }: Decision): boolean {
    const isSame = isOfCard(run, variant);
    if (!isSame && test === "present") this.required.add(path);
    return isSame;
  }
}

const presence = { filters: [], test: "present", value: "", places: [] } as const;

export function isOfCard(card: CardRun, { caught, places, failure }: CardRun): boolean {
  const isSame = JSON.stringify([caught, places]) === JSON.stringify([card.caught, card.places]);
  return failure === undefined && isSame;
}

/** How many values a card shows. */
export function countValues({ html }: Pick<CardRun, "html">): number {
  return html.match(/[\ue000-\uf8ff]|\bNaN/gu)?.length ?? 0;
}

/** The decisions of a run, and whether the values are present that it reads. */
function openDecisions(
  run: CardRun,
  flipped: readonly string[],
  decided: readonly Decision[],
): readonly Decision[] {
  const open = new Map(run.decisions);
  for (const { path, variable } of describeFields(run))
    if (variable === undefined && path !== "" && !open.has(path))
      open.set(path, { ...presence, key: path, path });
  // A value that meets a condition is present.
  const isOf = (other: Decision, path: string) =>
    other.path === path || (other.test === "met" && other.path.startsWith(`${path}.`));
  // A number that is over one limit may be over another one, too.
  const isDecided = ({ key, path, test }: Decision) =>
    decided.some(
      (other) =>
        other.key === key ||
        (isOf(other, path) && flipped.includes(other.key) && !(test === "order" && other.test === "order")),
    );
  // A comparison with a value is within its presence, whose variant may show the value's default.
  const rank = ({ test }: Decision) => (test === "present" ? 0 : 1);
  return [...open.values()].filter((decision) => !isDecided(decision)).sort((a, b) => rank(a) - rank(b));
}
