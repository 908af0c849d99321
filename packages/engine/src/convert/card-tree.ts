import { positionAttribute, type Loss } from "@placard/templates/convert";
import {
  defaultTreeAdapter as adapter,
  html as namespaces,
  parseFragment,
  serializeOuter,
  type DefaultTreeAdapterTypes,
} from "parse5";
import {
  writeFormula,
  type ConditionAttributes,
  type ExpressionOf,
  type Formula,
  type Outcome,
} from "./conditions.ts";
import type { Decision } from "./runtime/session.ts";

export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** What a card shows with all outcomes of some decisions. */
export interface CardTree {
  readonly root: DefaultTreeAdapterTypes.DocumentFragment;
  /** Nodes without a formula are always there. */
  readonly formulas: Map<Node, Formula>;
  /** The texts that replace values, by the characters of the values. */
  readonly examples: Map<string, string>;
  /** The characters of the values that code replaces by their examples if they are absent. */
  readonly defaults: Set<string>;
}

export function parseCard(html: string, examples: Iterable<readonly [string, string]> = []): CardTree {
  return { root: parseFragment(html), formulas: new Map(), examples: new Map(examples), defaults: new Set() };
}

/** What JavaScript writes for a value that is absent. */
export const missing = /(?<![a-z])(?:undefined|null|Invalid Date)(?![a-z])/iu;

/**
 * Writes the formulas of nodes as conditions. What the template can't decide is as in the card.
 * @returns the decisions that are not written, with where
 */
export function writeConditions(
  { formulas }: CardTree,
  expressionIn: (loops: readonly string[]) => ExpressionOf,
): Map<Decision, ParentNode> {
  const lost = new Map<Decision, ParentNode>();
  // Copies have the conditions of the nodes in them.
  for (const [node, formula] of [...formulas].sort(([a], [b]) => depthOf(b) - depthOf(a))) {
    const parent = node.parentNode;
    if (!parent) continue;
    const expressionOf = expressionIn(loopsAround(node));
    const isLost = ({ decision }: Outcome) => expressionOf(decision) === undefined;
    for (const { decision } of formula.flat().filter(isLost))
      lost.set(decision, isElement(node) ? node : parent);
    const written = formula
      .filter((outcomes) => !outcomes.some((outcome) => outcome.isFlipped && isLost(outcome)))
      .map((outcomes) => outcomes.filter((outcome) => !isLost(outcome)));
    const html = serializeOuter(node);
    for (const attributes of writeFormula(written, expressionOf))
      adapter.insertBefore(parent, createCopy(html, attributes), node);
    adapter.detachNode(node);
  }
  return lost;
}

/** Texts with conditions are in an element. */
function createCopy(html: string, attributes: ConditionAttributes): Node {
  const node = parseFragment(html).childNodes[0]!;
  const written = Object.entries(attributes).map(([name, value]) => ({ name, value: value as string }));
  if (isElement(node)) node.attrs.push(...written);
  if (isElement(node) || written.length === 0) return node;
  const span = adapter.createElement("span", namespaces.NS.HTML, written);
  adapter.appendChild(span, node);
  return span;
}

function depthOf({ parentNode: parent }: Node): number {
  return parent && "parentNode" in parent ? 1 + depthOf(parent) : 0;
}

/** The paths of the lists that an element is repeated for. */
function loopsAround({ parentNode: parent }: Node): string[] {
  if (!parent || !isElement(parent)) return [];
  const own = parent.tagName === "placard-each" ? [attributeOf(parent, "of") ?? ""] : [];
  return [...own, ...loopsAround(parent)];
}

/** Splits at semicolons outside parentheses. */
export const declarationsOf = (style: string): string[] => style.match(/(?:[^;(]+|\([^)]*\)?)+/gu) ?? [];

/** The values of declarations by their properties. */
export function readStyle(style: string): Map<string, string> {
  return new Map(
    declarationsOf(style).map((text) => {
      const at = text.indexOf(":");
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}

/** Where an element was written. */
export function positionOf(node: ParentNode): Pick<Loss, "line" | "column"> {
  const mark = "attrs" in node ? attributeOf(node, positionAttribute) : undefined;
  const [line = 1, column = 1] = mark?.split(":").map(Number) ?? [];
  return { line, column };
}

/** Elements are the same if written at the same place, or without places, if they set the same properties. */
export function keyOf(node: Node): string {
  if (!isElement(node)) return "value" in node ? "text" : node.nodeName;
  const style = attributeOf(node, "style")?.replace(/:[^;]*/gu, "");
  return `${node.tagName} ${attributeOf(node, positionAttribute) ?? attributeOf(node, "of") ?? style ?? ""}`;
}

export function attributeOf({ attrs }: Element, attribute: string): string | undefined {
  return attrs.find(({ name }) => name === attribute)?.value;
}

export function elementsOf(parent: ParentNode): Element[] {
  return parent.childNodes.flatMap((node) => (isElement(node) ? [node, ...elementsOf(node)] : []));
}

export function isElement(node: Node | ParentNode): node is Element {
  return "tagName" in node;
}
