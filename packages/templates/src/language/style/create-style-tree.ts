import type { ImageSource } from "../../scene/index.ts";
import { checkContext } from "../css/properties/shorthand-parts.ts";
import { matches, type SelectableElement } from "../css/selector.ts";
import { parseStylesheet, type Stylesheet } from "../css/stylesheet.ts";
import { defaultStyles } from "../html/elements.ts";
import type { TemplateElement } from "../html/template-element.ts";
import { inCascadeOrder, type Candidate } from "./cascade.ts";
import { StyleTree } from "./style-tree.ts";

let defaultCandidates: readonly Candidate[] | undefined;

function getDefaultCandidates(): readonly Candidate[] {
  if (defaultCandidates) return defaultCandidates;
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
  });
  return (defaultCandidates = inCascadeOrder(rules));
}

/** An element for selectors while nothing is known about a card: any position and any possible class. */
export function toPossibleElement(
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

/** Creates the styles of a template: for each element, the selectors that can match it. */
export function createStyleTree(
  { rules }: Stylesheet,
  elements: readonly TemplateElement[],
  findAsset: (path: string, color: string) => ImageSource | undefined,
): StyleTree {
  const known = new Map<TemplateElement, SelectableElement>();
  const candidates = inCascadeOrder(rules);
  const matching = (list: readonly Candidate[], element: TemplateElement) =>
    list.filter(({ selector }) => matches(selector, toPossibleElement(element, known)));
  return new StyleTree({
    candidates: elements.map((element) => matching(candidates, element)),
    defaults: elements.map((element) => matching(getDefaultCandidates(), element)),
    isStructural: candidates.some(({ selector }) => selector.isStructural),
    findAsset,
  });
}
