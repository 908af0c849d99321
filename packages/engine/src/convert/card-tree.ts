import type { Loss } from "@placard/templates/convert";
import {
  defaultTreeAdapter as adapter,
  html as namespaces,
  parseFragment,
  serializeOuter,
  type DefaultTreeAdapterTypes,
} from "parse5";
import {
  always,
  and,
  dependsOn,
  isEqualFormula,
  isOutside,
  or,
  writeFormula,
  type ConditionAttributes,
  type ExpressionOf,
  type Formula,
  type Outcome,
} from "./conditions.ts";
import type { Decision } from "./runtime/session.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** What a card shows with all outcomes of some decisions. */
export interface CardTree {
  readonly root: DefaultTreeAdapterTypes.DocumentFragment;
  /** Nodes without a formula are always there. */
  readonly formulas: Map<Node, Formula>;
  /** The texts that replace values, by the characters of the values. */
  readonly examples: Map<string, string>;
}

export function parseCard(html: string): CardTree {
  return { root: parseFragment(html), formulas: new Map(), examples: new Map() };
}

/** The other outcome of a decision. */
export interface Variant {
  readonly tree: CardTree;
  /** The keys of the decisions that the tree has the formulas of. */
  readonly scope: ReadonlySet<string>;
  readonly decision: Decision;
  /** The characters that stand for its value. */
  readonly characters: readonly string[];
}

/** Where a card and a variant differ: the paths of nodes. */
export interface Difference {
  readonly inCard: string[];
  readonly added: string[];
}

/** Adds the nodes of a variant to a card. Texts that replace a value are its examples. */
export function mergeVariant(card: CardTree, variant: Variant): Difference {
  const merge = new Merge(card, variant);
  merge.mergeChildren(card.root, variant.tree.root);
  return merge.difference;
}

class Merge {
  readonly #card: CardTree;
  readonly #variant: Variant;
  readonly #shown: Outcome;
  readonly #flipped: Outcome;
  readonly difference: Difference = { inCard: [], added: [] };
  readonly #paths: ReadonlyMap<Node | ParentNode, string>;

  constructor(card: CardTree, variant: Variant) {
    this.#card = card;
    this.#variant = variant;
    this.#paths = new Map([...pathsOf(card.root, ""), ...pathsOf(variant.tree.root, "")]);
    this.#shown = { decision: variant.decision, isFlipped: false };
    this.#flipped = { decision: variant.decision, isFlipped: true };
    for (const [node, formula] of variant.tree.formulas) card.formulas.set(node, formula);
    for (const [character, example] of variant.tree.examples) card.examples.set(character, example);
  }

  mergeChildren(parent: ParentNode, other: ParentNode): void {
    const nodes = [...parent.childNodes];
    let next = 0;
    for (const node of [...other.childNodes]) {
      const found = nodes.findIndex((each, index) => index >= next && this.#isSame(each, node));
      if (found < 0) {
        this.#add(node, parent, nodes[next]);
        continue;
      }
      for (const skipped of nodes.slice(next, found)) this.#limit(skipped);
      next = found + 1;
      this.#match(nodes[found]!, node);
    }
    for (const skipped of nodes.slice(next)) this.#limit(skipped);
  }

  #formulaOf(node: Node): Formula {
    return this.#card.formulas.get(node) ?? always;
  }

  /** Both have a node. */
  #match(node: Node, other: Node): void {
    const [formula, otherFormula] = [this.#formulaOf(node), this.#formulaOf(other)];
    const { scope } = this.#variant;
    const isDecided =
      [formula, otherFormula].some((each) => dependsOn(each, scope)) || isOutside(formula, scope);
    if (isDecided && !isEqualFormula(formula, otherFormula))
      this.#card.formulas.set(node, or(and(formula, this.#shown), and(otherFormula, this.#flipped)));
    if (isElement(node) && isElement(other)) this.mergeChildren(node, other);
  }

  /** Only the variant has a node. */
  #add(node: Node, parent: ParentNode, before: Node | undefined): void {
    if ("value" in node && node.value.trim() === "") return;
    this.difference.inCard.push(this.#paths.get(before ?? parent) ?? "");
    this.difference.added.push(this.#paths.get(node)!);
    adapter.detachNode(node);
    if (before) adapter.insertBefore(parent, node, before);
    else adapter.appendChild(parent, node);
    this.#card.formulas.set(node, and(this.#formulaOf(node), this.#flipped));
  }

  /** Only the card has a node. Without the value, a text that is only the value is empty, and so is a loop. */
  #limit(node: Node): void {
    const { characters, decision } = this.#variant;
    const isValue = "value" in node && [...node.value.trim()].every((each) => characters.includes(each));
    const isLoop =
      isElement(node) && node.tagName === "placard-each" && attributeOf(node, "of") === decision.path;
    if (isValue || isLoop || isOutside(this.#formulaOf(node), this.#variant.scope)) return;
    this.difference.inCard.push(this.#paths.get(node) ?? "");
    this.#card.formulas.set(node, and(this.#formulaOf(node), this.#shown));
  }

  #isSame(node: Node, other: Node): boolean {
    if (keyOf(node) !== keyOf(other)) return false;
    if (!isElement(node) || !isElement(other))
      return !("value" in node && "value" in other) || this.#isSameText(node.value, other.value);
    const isSame = (name: string) => {
      const [value, otherValue] = [attributeOf(node, name) ?? "", attributeOf(other, name) ?? ""];
      return name === "style" ? this.#isSameStyle(value, otherValue) : this.#isSameText(value, otherValue);
    };
    return [...node.attrs, ...other.attrs].every(({ name }) => isSame(name));
  }

  /** Without its value, a declaration has no effect. */
  #isSameStyle(style: string, other: string): boolean {
    const [values, otherValues] = [readStyle(style), readStyle(other)];
    const isSame = (name: string) => {
      const value = values.get(name) ?? "";
      const isUnset = this.#variant.characters.some((character) => value.includes(character));
      return (isUnset && !otherValues.has(name)) || this.#isSameText(value, otherValues.get(name) ?? "");
    };
    return [...values.keys(), ...otherValues.keys()].every(isSame);
  }

  /** The text that replaces a value is its example. The results of calculations become fields. */
  #isSameText(text: string, other: string): boolean {
    if (text === other || /(?<![a-z])(?:undefined|null|NaN)(?![a-z])/iu.test(other)) return true;
    const { characters } = this.#variant;
    const { examples } = this.#card;
    const values = new RegExp(`[${characters.join("")}]|(?<![a-z])NaN(?![a-oq-z])`, "giu");
    const escaped = text.split(values).map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
    const [, ...found] = new RegExp(`^${escaped.join("(.*)")}$`, "su").exec(other) ?? [];
    const replaced = [...text.matchAll(values)].map(
      ([value], index) => [value, found[index]?.trim()] as const,
    );
    const isExample = ([value, example]: (typeof replaced)[number]) =>
      example !== undefined &&
      !/[\ue000-\uf8ff]/u.test(example) &&
      (value === "NaN" || example === "" || (examples.get(value) ?? example) === example);
    if (replaced.length === 0 || !replaced.every(isExample)) return false;
    for (const [value, example] of replaced) if (example && value !== "NaN") examples.set(value, example);
    return true;
  }
}

/**
 * Makes font sizes that a variant has smaller or larger a range that the text fits in.
 * @returns the sizes; undefined if the variant differs in anything else
 */
export function fitTexts(card: ParentNode, variant: ParentNode): string[] | undefined {
  const sizes: string[] = [];
  if (card.childNodes.length !== variant.childNodes.length) return undefined;
  for (const [index, node] of card.childNodes.entries()) {
    const other = variant.childNodes[index]!;
    if (!isElement(node) || !isElement(other)) {
      if (serializeOuter(node) !== serializeOuter(other)) return undefined;
      continue;
    }
    const inner = fitTexts(node, other);
    const [style, size] = splitSize(attributeOf(node, "style") ?? "");
    const [otherStyle, otherSize] = splitSize(attributeOf(other, "style") ?? "");
    if (!inner || keyOf(node) !== keyOf(other) || style !== otherStyle) return undefined;
    sizes.push(...inner);
    if (size.join() === otherSize.join()) continue;
    const all = [...size, ...otherSize].map(Number);
    if (all.length < 2 || node.childNodes.some(isElement)) return undefined;
    sizes.push(`fit(${Math.min(...all)}px, ${Math.max(...all)}px)`);
    const attribute = node.attrs.find(({ name }) => name === "style")!;
    attribute.value = [style, `font-size:${sizes.at(-1)}`].filter(Boolean).join(";");
  }
  return sizes;
}

/** A style without its font size, and the font size in pixels, or the smallest and the largest one. */
function splitSize(style: string): [style: string, sizes: string[]] {
  const [whole = "", text = ""] = /;?font-size:(\d+px|fit\([^)]*\))(?=;|$)/u.exec(style) ?? [];
  return [style.replace(whole, "").replace(/^;/u, ""), text.match(/\d+/gu) ?? []];
}

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
    for (const outcome of formula.flat().filter(isLost))
      lost.set(outcome.decision, isElement(node) ? node : parent);
    const written = formula
      .filter((outcomes) => !outcomes.some((outcome) => outcome.isFlipped && isLost(outcome)))
      .map((outcomes) => outcomes.filter((outcome) => !isLost(outcome)));
    const copies = writeFormula(written, expressionOf);
    const html = serializeOuter(node);
    for (const attributes of copies) {
      const [copy] = parseFragment(html).childNodes;
      adapter.insertBefore(parent, copy!, node);
      addAttributes(copy!, attributes);
    }
    adapter.detachNode(node);
  }
  return lost;
}

function addAttributes(node: Node, attributes: ConditionAttributes): void {
  const written = Object.entries(attributes).map(([name, value]) => ({ name, value: value as string }));
  if (written.length === 0) return;
  if (isElement(node)) node.attrs.push(...written);
  else {
    const span = adapter.createElement("span", namespaces.NS.HTML, written);
    adapter.insertBefore(node.parentNode!, span, node);
    adapter.detachNode(node);
    adapter.appendChild(span, node);
  }
}

/** The indexes of a node and the nodes around it. */
function* pathsOf(parent: ParentNode, path: string): Generator<[Node | ParentNode, string]> {
  yield [parent, path];
  for (const [index, node] of parent.childNodes.entries())
    if (isElement(node)) yield* pathsOf(node, `${path}${index}/`);
    else yield [node, `${path}${index}/`];
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

/** The values of declarations by their properties. */
function readStyle(style: string): Map<string, string> {
  const declarations = style.split(/;(?![^(]*\))/u).filter(Boolean);
  return new Map(
    declarations.map((text) => [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":"))]),
  );
}

/** What is different if the entries of lists have another index. */
export function findDifferences(html: string, other: string): Loss[] {
  const what = "It depends on the index of a list's entry: all entries are as the first one";
  const visit = (first: ParentNode, second: ParentNode): Loss[] =>
    partsOf(first) === partsOf(second)
      ? first.childNodes.flatMap((node, index) =>
          isElement(node) ? visit(node, second.childNodes[index] as Element) : [],
        )
      : [{ ...positionOf(first), what, severity: "approximated" }];
  return visit(parseFragment(html), parseFragment(other));
}

/** The attributes, texts and tags of an element. */
function partsOf(node: ParentNode): string {
  const parts = node.childNodes.map((child) => ("value" in child ? child.value : keyOf(child)));
  return JSON.stringify(["attrs" in node ? node.attrs : [], parts]);
}

/** Where an element was written. */
export function positionOf(node: ParentNode): { line: number; column: number } {
  const mark = "attrs" in node ? attributeOf(node, "data-at") : undefined;
  const [line = 1, column = 1] = mark?.split(":").map(Number) ?? [];
  return { line, column };
}

/** Elements are the same if they were written at the same place, or without places, set the same properties. */
function keyOf(node: Node): string {
  if (!isElement(node)) return "value" in node ? "text" : node.nodeName;
  const style = attributeOf(node, "style")?.replace(/:[^;]*/gu, "");
  return `${node.tagName} ${attributeOf(node, "data-at") ?? attributeOf(node, "of") ?? style ?? ""}`;
}

function attributeOf({ attrs }: Element, attribute: string): string | undefined {
  return attrs.find(({ name }) => name === attribute)?.value;
}

function isElement(node: Node | ParentNode): node is Element {
  return "tagName" in node;
}
