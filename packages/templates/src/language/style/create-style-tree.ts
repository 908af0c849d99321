import { lazy } from "@placard/contracts/lazy";
import type { ImageSource } from "../../scene/index.ts";
import { checkContext } from "../css/value-context.ts";
import { matches, type MatchWork, type SelectableElement } from "../css/match-selector.ts";
import { parseStylesheet, type Stylesheet } from "../css/stylesheet.ts";
import { defaultStyles } from "../html/elements.ts";
import type { TemplateElement } from "../html/template-element.ts";
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
  const work: MatchWork = { steps: 0 };
  const candidates = inCascadeOrder(rules);
  const select = selectFrom(candidates, work);
  return elements.map((element) => {
    if (work.steps > limits.matchSteps) return [];
    const found = select(element);
    if (work.steps > limits.matchSteps)
      problems.error(
        candidates[0]?.selector.offset ?? 0,
        `Finding the elements that ${candidates.length} selectors match takes more than ${limits.matchSteps} steps`,
        "Use fewer rules, or classes instead of long selectors.",
      );
    return found;
  });
}

function selectFrom(candidates: readonly Candidate[], work?: MatchWork) {
  const known = new Map<TemplateElement, SelectableElement>();
  return (element: TemplateElement): readonly Candidate[] => {
    const possible = toPossibleElement(element, known);
    return candidates.filter(({ selector }) => matches(selector, possible, work));
  };
}

/** An element for selectors while nothing is known about a card. */
function toPossibleElement(
  element: TemplateElement,
  known: Map<TemplateElement, SelectableElement>,
): SelectableElement {
  let possible = known.get(element);
  if (!possible) {
    possible = {
      tag: element.tag,
      parent: element.parent && toPossibleElement(element.parent, known),
      hasClass: (name) => element.possibleClasses.has(name),
      position: undefined,
      siblingCount: 0,
      direction: undefined,
      isCertain: false,
    };
    known.set(element, possible);
  }
  return possible;
}

export function createStyleTree(
  elements: readonly TemplateElement[],
  candidates: Candidates,
  findAsset: (path: string, color: string) => ImageSource | undefined,
): StyleTree {
  return new StyleTree({
    candidates,
    defaults: elements.map(selectFrom(getDefaultCandidates())),
    isStructural: candidates.some((list) => list.some(({ selector }) => selector.isStructural)),
    findAsset,
  });
}
