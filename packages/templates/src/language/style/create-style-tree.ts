import { lazy } from "@placard/contracts/lazy";
import type { ImageSource } from "../../scene/index.ts";
import { checkContext } from "../css/value-context.ts";
import { matches, type SelectableElement } from "../css/match-selector.ts";
import { parseStylesheet, type Stylesheet } from "../css/stylesheet.ts";
import { defaultStyles } from "../html/elements.ts";
import type { TemplateElement } from "../html/template-element.ts";
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

/** Finds the selectors that can match each of some elements. */
export function findCandidates(
  { rules }: Pick<Stylesheet, "rules">,
  elements: readonly TemplateElement[],
): Candidates {
  return select(inCascadeOrder(rules), elements);
}

function select(candidates: readonly Candidate[], elements: readonly TemplateElement[]): Candidates {
  const known = new Map<TemplateElement, SelectableElement>();
  return elements.map((element) => {
    const possible = toPossibleElement(element, known);
    return candidates.filter(({ selector }) => matches(selector, possible));
  });
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

/** Creates the styles of a template. */
export function createStyleTree(
  elements: readonly TemplateElement[],
  candidates: Candidates,
  findAsset: (path: string, color: string) => ImageSource | undefined,
): StyleTree {
  return new StyleTree({
    candidates,
    defaults: select(getDefaultCandidates(), elements),
    isStructural: candidates.some((list) => list.some(({ selector }) => selector.isStructural)),
    findAsset,
  });
}
