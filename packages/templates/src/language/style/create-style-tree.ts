import { lazy } from "@placard/contracts/lazy";
import type { ImageSource } from "../../scene/index.ts";
import { checkContext } from "../css/value-context.ts";
import { SelectorMatcher, type SelectableElement } from "../css/match-selector.ts";
import { parseStylesheet, type Stylesheet } from "../css/stylesheet.ts";
import { defaultStyles } from "../html/elements.ts";
import type { TemplateElement, TemplateNode } from "../html/template-element.ts";
import { limits } from "../limits.ts";
import type { ProblemList } from "../problem-list.ts";
import { inCascadeOrder, type Candidate } from "./cascade.ts";
import { StyleTree } from "./style-tree.ts";

const getDefaultCandidates = lazy((): readonly Candidate[] => {
  const fail = (_: number, message: string) => {
    throw new Error(`The default styles are invalid: ${message}`);
  };
  const { rules } = parseStylesheet({
    css: defaultStyles,
    report: fail,
    warn: fail,
    context: checkContext,
    allowsData: false,
    start: 0,
    isFull: () => false,
  });
  return inCascadeOrder(rules);
});

/** The selectors that can match each element, in cascade order, at any position and with any class. */
export type Candidates = readonly (readonly Candidate[])[];

/** Finds the selectors that can match each of some elements, unless that takes too many comparisons. */
export function findCandidates(
  { rules }: Pick<Stylesheet, "rules">,
  elements: readonly TemplateElement[],
  problems: ProblemList,
): Candidates {
  const candidates = inCascadeOrder(rules);
  const matcher = new SelectorMatcher();
  const select = selectFrom(candidates, matcher);
  return elements.map((element) => {
    if (matcher.steps > limits.matchSteps) return [];
    const found = select(element);
    if (matcher.steps > limits.matchSteps)
      problems.error(
        candidates[0]?.selector.offset ?? 0,
        `Finding the elements that ${candidates.length} selectors match takes more than ${limits.matchSteps} steps`,
        "Use fewer rules, or classes instead of long selectors.",
      );
    return found;
  });
}

function selectFrom(candidates: readonly Candidate[], matcher = new SelectorMatcher()) {
  const known = new Map<TemplateElement, SelectableElement>();
  return (element: TemplateElement): readonly Candidate[] => {
    const possible = toPossibleElement(element, known);
    return candidates.filter(({ selector }) => matcher.matches(selector, possible));
  };
}

/** An element for selectors while nothing is known about a card. Its siblings are created with it. */
function toPossibleElement(
  element: TemplateElement,
  known: Map<TemplateElement, SelectableElement>,
): SelectableElement {
  const found = known.get(element);
  if (found) return found;
  const parent = element.parent && toPossibleElement(element.parent, known);
  const siblings: SelectableElement[] = [];
  for (const child of element.parent?.children ?? [element]) {
    if (child.kind !== "element") continue;
    const { tag, possibleClasses, attributes, children, conditions, loop } = child;
    const possible: SelectableElement = {
      tag,
      parent,
      siblings,
      index: siblings.length,
      hasClass: (name) => possibleClasses.has(name),
      attribute: (name) => {
        const parts = attributes.get(name);
        if (!parts) return undefined;
        return parts.every((part) => typeof part === "string") ? parts.join("") : null;
      },
      isEmpty: () => !children.some(isAlwaysThere),
      direction: undefined,
      uncertain: { canBeAbsent: conditions.length > 0 || loop !== undefined, canRepeat: loop !== undefined },
    };
    siblings.push(possible);
    known.set(child, possible);
  }
  return known.get(element)!;
}

function isAlwaysThere(node: TemplateNode): boolean {
  if (node.kind === "text") return node.parts.some((part) => typeof part === "string");
  return node.conditions.length === 0 && node.loop === undefined;
}

export function createStyleTree(
  elements: readonly TemplateElement[],
  candidates: Candidates,
  findAsset: (path: string, color: string) => ImageSource | undefined,
): StyleTree {
  return new StyleTree({
    candidates,
    defaults: elements.map(selectFrom(getDefaultCandidates())),
    dependencies: new Set(
      candidates.flatMap((list) => list.flatMap(({ selector }) => [...selector.dependencies])),
    ),
    findAsset,
  });
}
