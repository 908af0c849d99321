import type { PseudoElement } from "../css/selector.ts";
import type { TemplateElement } from "../html/template-element.ts";

/** The pseudo-elements of an element that rules mention. */
export type GeneratedElements = Partial<Readonly<Record<PseudoElement, TemplateElement>>>;

/** A pseudo-element: an element without attributes, whose text is generated. */
export function createGenerated(
  kind: PseudoElement,
  parent: TemplateElement,
  index: number,
): TemplateElement {
  return {
    kind: "element",
    index,
    tag: `::${kind}`,
    parent,
    position: -1,
    children: [],
    classes: new Set(),
    dataClasses: [],
    possibleClasses: new Set(),
    attributes: new Map(),
    hints: [],
    style: [],
    styleText: "",
    dataVariables: new Map(),
    dataImages: new Map(),
    conditions: [],
    loop: undefined,
    span: undefined,
    drop: undefined,
    lang: undefined,
    dir: undefined,
    image: undefined,
    offset: parent.offset,
  };
}
