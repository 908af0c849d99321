import { lazy } from "@placard/contracts/lazy";
import { checkContext } from "../css/value-context.ts";
import { SelectorMatcher, type SelectableElement } from "../css/match-selector.ts";
import { parseStylesheet, Stylesheet } from "../css/stylesheet.ts";
import { defaultStyles } from "../html/elements.ts";
import { pseudoElements, type PseudoElement, type Selector } from "../css/selector.ts";
import type { TemplateElement, TemplateNode } from "../html/template-element.ts";
import { limits } from "../limits.ts";
import type { ProblemList } from "../problem-list.ts";
import { pathIn } from "../element-path.ts";
import { inCascadeOrder, type Candidate } from "./cascade.ts";

const getDefaultCandidates = lazy((): readonly Candidate[] => {
  const fail = (_: number, message: string) => {
    throw new Error(`The default styles are invalid: ${message}`);
  };
  const sheet = new Stylesheet();
  const common = { context: checkContext, isStyleAttribute: false, start: 0, isFull: () => false };
  parseStylesheet({ css: defaultStyles, report: fail, warn: fail, ...common }, sheet);
  return inCascadeOrder(sheet.rules);
});

/** The selectors that can match each element, in cascade order, at any position and with any class. */
export type Candidates = readonly (readonly Candidate[])[];

/** A pseudo-element. Its index follows the indexes of elements. */
export type GeneratedElement = Pick<TemplateElement, "index" | "tag" | "hints" | "style">;

/** The pseudo-elements of an element that rules mention. */
type GeneratedElements = Partial<Readonly<Record<PseudoElement, GeneratedElement>>>;

/** The elements of a template and their pseudo-elements, with the selectors that can match them. */
export interface StyledElements {
  readonly elements: readonly TemplateElement[];
  /** By the index of elements and pseudo-elements. */
  readonly candidates: Candidates;
  readonly defaults: Candidates;
  readonly generated: ReadonlyMap<TemplateElement, GeneratedElements>;
}

/** Finds the selectors that can match each of some elements, unless that takes too many comparisons. */
export function findCandidates(
  { rules }: Pick<Stylesheet, "rules">,
  elements: readonly TemplateElement[],
  problems: ProblemList,
): StyledElements {
  const all = inCascadeOrder(rules);
  const matcher = new SelectorMatcher();
  const select = selectFrom(all, matcher);
  const selectDefaults = selectFrom(getDefaultCandidates());
  const hasMarkers = [...rules.map(({ declarations }) => declarations), ...elements.map(({ style }) => style)]
    .flat()
    .some((declaration) => "property" in declaration && declaration.property.startsWith("list-style"));
  const result = {
    elements,
    candidates: [] as (readonly Candidate[])[],
    defaults: [] as (readonly Candidate[])[],
    generated: new Map<TemplateElement, GeneratedElements>(),
  };
  let nextIndex = elements.length;
  for (const element of elements) {
    const isOver = matcher.steps > limits.matchSteps;
    const found = isOver ? [] : select(element);
    const ofKind = (candidates: readonly Candidate[], kind?: PseudoElement) =>
      candidates.filter(({ selector }) => selector.pseudoElement === kind);
    const defaults = selectDefaults(element);
    result.candidates[element.index] = ofKind(found);
    result.defaults[element.index] = ofKind(defaults);
    for (const kind of pseudoElements) {
      const [own, fromDefaults] = [ofKind(found, kind), ofKind(defaults, kind)];
      if (own.length + fromDefaults.length === 0) continue;
      const mayBeSeen = kind !== "marker" || (element.tag === "li" && (hasMarkers || own.length > 0));
      if (!mayBeSeen) continue;
      const generated = { index: nextIndex++, tag: `::${kind}`, hints: [], style: [] };
      result.candidates[generated.index] = own;
      result.defaults[generated.index] = fromDefaults;
      result.generated.set(element, { ...result.generated.get(element), [kind]: generated });
    }
    if (isOver || matcher.steps <= limits.matchSteps) continue;
    problems.error(
      all[0]?.selector.offset ?? 0,
      `Finding the elements that ${all.length} selectors match takes more than ${limits.matchSteps} steps`,
      "Use fewer rules, or classes instead of long selectors.",
    );
  }
  return result;
}

function selectFrom(candidates: readonly Candidate[], matcher = new SelectorMatcher()) {
  const known = new Map<TemplateElement, SelectableElement>();
  return (element: TemplateElement): readonly Candidate[] => {
    const possible = toPossibleElement(element, known);
    return candidates.filter(({ selector }) => matcher.matches(selector, possible));
  };
}

/** What is known about an element of a card. */
export interface ElementOnCard {
  /** Its class names, if they depend on the data. */
  readonly classes?: readonly string[];
  readonly isRightToLeft?: boolean;
}

/** Finds an element of a card by its path in the template; undefined if it is not on the card. */
export type FindOnCard = (path: string) => ElementOnCard | undefined;

/** Returns whether a selector matches an element of a template on a card, as far as that is known. */
export function matchOnCard(find: FindOnCard) {
  const matcher = new SelectorMatcher();
  const known = new Map<TemplateElement, SelectableElement>();
  return (selector: Selector, element: TemplateElement): boolean =>
    matcher.matches(selector, toPossibleElement(element, known, find));
}

/**
 * An element for selectors. Its siblings are created with it.
 * @param find without it, nothing is known about the card
 */
function toPossibleElement(
  element: TemplateElement,
  known: Map<TemplateElement, SelectableElement>,
  find?: FindOnCard,
): SelectableElement {
  const found = known.get(element);
  if (found) return found;
  const parent = element.parent && toPossibleElement(element.parent, known, find);
  const siblings: SelectableElement[] = [];
  for (const child of element.parent?.children ?? [element]) {
    if (child.kind !== "element") continue;
    const { tag, possibleClasses, attributes, children, conditions, loop } = child;
    const onCard = find?.(pathOf(child));
    const isThere = onCard !== undefined && !loop;
    const possible: SelectableElement = {
      tag,
      parent,
      siblings,
      index: siblings.length,
      hasClass: (name) => onCard?.classes?.includes(name) ?? possibleClasses.has(name),
      attribute: (name) => {
        const parts = attributes.get(name);
        if (!parts) return undefined;
        return parts.every((part) => typeof part === "string") ? parts.join("") : null;
      },
      isEmpty: () => !children.some((node) => isAlwaysThere(node) || (isThere && node.kind === "text")),
      children: () => {
        const first = children.find((node) => node.kind === "element");
        return first ? toPossibleElement(first, known, find).siblings : [];
      },
      direction: onCard && (onCard.isRightToLeft ? "rtl" : "ltr"),
      uncertain: isThere
        ? undefined
        : { canBeAbsent: conditions.length > 0 || loop !== undefined, canRepeat: loop !== undefined },
    };
    const isAbsent = find && !onCard && conditions.length > 0;
    if (!isAbsent) siblings.push(possible);
    known.set(child, possible);
  }
  return known.get(element)!;
}

function pathOf({ parent, position }: TemplateElement): string {
  return parent ? pathIn(pathOf(parent), String(position)) : "";
}

function isAlwaysThere(node: TemplateNode): boolean {
  if (node.kind === "text") return node.parts.some((part) => typeof part === "string");
  return node.conditions.length === 0 && node.loop === undefined;
}
