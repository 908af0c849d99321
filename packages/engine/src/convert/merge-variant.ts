import { defaultTreeAdapter as adapter } from "parse5";
import {
  attributeOf,
  isElement,
  keyOf,
  readStyle,
  type CardTree,
  type Node,
  type ParentNode,
} from "./card-tree.ts";
import { always, and, dependsOn, isEqualFormula, isOutside, or, type Formula } from "./conditions.ts";
import type { Decision, Token } from "./runtime/session.ts";

/** Where a card and a variant differ: the paths of nodes. */
export interface Difference {
  readonly inCard: string[];
  readonly added: string[];
}

/**
 * Adds to a card what it shows with the other outcome of a decision. Texts that replace a value are its
 * examples. `scope`: the keys of the decisions that the variant has the formulas of.
 */
export function mergeVariant(
  card: CardTree,
  variant: CardTree,
  decision: Decision,
  tokens: readonly Token[],
  scope: ReadonlySet<string> = new Set(),
): Difference {
  const isPart = ({ path }: Token) => `${path.join(".")}.`.startsWith(`${decision.path}.`);
  const parts = decision.test === "present" ? tokens.filter(isPart) : [];
  const characters = parts.map(({ character }) => character);
  for (const [node, formula] of variant.formulas) card.formulas.set(node, formula);
  for (const [character, example] of variant.examples) card.examples.set(character, example);
  const paths = new Map([...pathsOf(card.root, ""), ...pathsOf(variant.root, "")]);
  const merge = new Merge(card, decision, characters, scope, paths);
  merge.mergeChildren(card.root, variant.root);
  return merge.difference;
}

/** The indexes of a node and the nodes around it. */
function* pathsOf(parent: ParentNode, path: string): Generator<[Node | ParentNode, string]> {
  yield [parent, path];
  for (const [index, node] of parent.childNodes.entries())
    if (isElement(node)) yield* pathsOf(node, `${path}${index}/`);
    else yield [node, `${path}${index}/`];
}

class Merge {
  readonly difference: Difference = { inCard: [], added: [] };
  readonly #card: CardTree;
  readonly #decision: Decision;
  /** Stand for the value of the decision. */
  readonly #characters: readonly string[];
  readonly #scope: ReadonlySet<string>;
  readonly #paths: ReadonlyMap<Node | ParentNode, string>;

  constructor(
    card: CardTree,
    decision: Decision,
    characters: readonly string[],
    scope: ReadonlySet<string>,
    paths: ReadonlyMap<Node | ParentNode, string>,
  ) {
    this.#card = card;
    this.#decision = decision;
    this.#characters = characters;
    this.#scope = scope;
    this.#paths = paths;
  }

  mergeChildren(parent: ParentNode, other: ParentNode): void {
    const nodes = [...parent.childNodes];
    let next = 0;
    for (const node of [...other.childNodes]) {
      const found = nodes.findIndex((each, index) => index >= next && this.#isSameNode(each, node));
      if (found < 0) {
        this.#addFromVariant(node, parent, nodes[next]);
        continue;
      }
      for (const skipped of nodes.slice(next, found)) this.#limitToCard(skipped);
      next = found + 1;
      this.#matchNodes(nodes[found]!, node);
    }
    for (const skipped of nodes.slice(next)) this.#limitToCard(skipped);
  }

  #formulaOf(node: Node): Formula {
    return this.#card.formulas.get(node) ?? always;
  }

  #limit(formula: Formula, isFlipped: boolean): Formula {
    return and(formula, { decision: this.#decision, isFlipped });
  }

  #matchNodes(node: Node, other: Node): void {
    const [formula, otherFormula] = [this.#formulaOf(node), this.#formulaOf(other)];
    const isDecided =
      [formula, otherFormula].some((each) => dependsOn(each, this.#scope)) || isOutside(formula, this.#scope);
    if (isDecided && !isEqualFormula(formula, otherFormula))
      this.#card.formulas.set(node, or(this.#limit(formula, false), this.#limit(otherFormula, true)));
    if (isElement(node) && isElement(other)) this.mergeChildren(node, other);
  }

  #addFromVariant(node: Node, parent: ParentNode, before: Node | undefined): void {
    if ("value" in node && node.value.trim() === "") return;
    this.difference.inCard.push(this.#paths.get(before ?? parent) ?? "");
    this.difference.added.push(this.#paths.get(node)!);
    adapter.detachNode(node);
    if (before) adapter.insertBefore(parent, node, before);
    else adapter.appendChild(parent, node);
    this.#card.formulas.set(node, this.#limit(this.#formulaOf(node), true));
  }

  /** Without the value, a text that is only the value is empty, and so is a loop. */
  #limitToCard(node: Node): void {
    const isValue =
      "value" in node && [...node.value.trim()].every((each) => this.#characters.includes(each));
    const isLoop = isElement(node) && attributeOf(node, "of") === this.#decision.path;
    if (isValue || isLoop || isOutside(this.#formulaOf(node), this.#scope)) return;
    this.difference.inCard.push(this.#paths.get(node) ?? "");
    this.#card.formulas.set(node, this.#limit(this.#formulaOf(node), false));
  }

  #isSameNode(node: Node, other: Node): boolean {
    if (keyOf(node) !== keyOf(other)) return false;
    if (!isElement(node) || !isElement(other))
      return !("value" in node && "value" in other) || this.#isSameText(node.value, other.value);
    return [...node.attrs, ...other.attrs].every(({ name }) => {
      const [value, otherValue] = [attributeOf(node, name) ?? "", attributeOf(other, name) ?? ""];
      return name === "style" ? this.#isSameStyle(value, otherValue) : this.#isSameText(value, otherValue);
    });
  }

  /** Without its value, a declaration has no effect. */
  #isSameStyle(style: string, other: string): boolean {
    const [values, otherValues] = [readStyle(style), readStyle(other)];
    return [...values.keys(), ...otherValues.keys()].every((name) => {
      const [value, otherValue] = [values.get(name) ?? "", otherValues.get(name)];
      const isUnset = this.#characters.some((character) => value.includes(character));
      return (isUnset && otherValue === undefined) || this.#isSameText(value, otherValue ?? "");
    });
  }

  /** The text that replaces a value is its example. The results of calculations become fields. */
  #isSameText(text: string, other: string): boolean {
    if (text === other || /(?<![a-z])(?:undefined|null|NaN)(?![a-z])/iu.test(other)) return true;
    const examples = findExamples(text, other, this.#characters);
    const known = this.#card.examples;
    const isExample = ([value, example]: readonly [string, string]) =>
      !/[\ue000-\uf8ff]/u.test(example) &&
      (value === "NaN" || example === "" || (known.get(value) ?? example) === example);
    if (examples.length === 0 || !examples.every(isExample)) return false;
    for (const [value, example] of examples) if (example && value !== "NaN") known.set(value, example);
    return true;
  }
}

/** What another text has instead of the values in a text; nothing if it differs in anything else. */
function findExamples(text: string, other: string, characters: readonly string[]): [string, string][] {
  const value = new RegExp(`([${characters.join("")}]|(?<![a-z])NaN(?![a-oq-z]))`, "iu");
  // Every second part is a value.
  const parts = text.split(value);
  const pattern = parts.map((part, index) =>
    index % 2 === 1 ? "(.*)" : part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"),
  );
  const [, ...examples] = new RegExp(`^${pattern.join("")}$`, "su").exec(other) ?? [];
  return examples.map((example, index) => [parts[2 * index + 1]!, example.trim()]);
}
