import { getOrInsert } from "@placard/contracts/maps";
import { defaultTreeAdapter as adapter, serializeOuter } from "parse5";
import {
  attributeOf,
  isElement,
  keyOf,
  missing,
  readStyle,
  type CardTree,
  type Node,
  type ParentNode,
} from "./card-tree.ts";
import { always, and, isEqualFormula, isValueWithin, limitTo, or, type Formula } from "./conditions.ts";
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
  const isPart = ({ path }: Token) => isValueWithin(path.join("."), decision.path);
  const parts = decision.test === "present" ? tokens.filter(isPart) : [];
  const characters = parts.map(({ character }) => character);
  for (const [node, formula] of variant.formulas) card.formulas.set(node, formula);
  for (const [character, example] of variant.examples) card.examples.set(character, example);
  for (const character of variant.defaults) card.defaults.add(character);
  const paths = new Map([...pathsOf(card.root, ""), ...pathsOf(variant.root, "")]);
  const texts = new Map<Node, string>();
  const difference: Difference = { inCard: [], added: [] };

  /** Of nodes that were not merged yet. */
  function textOf(node: Node): string {
    return getOrInsert(texts, node, () => serializeOuter(node));
  }

  function mergeChildren(parent: ParentNode, other: ParentNode): void {
    const nodes = [...parent.childNodes];
    let next = 0;
    const others = [...other.childNodes];
    const lastOf = new Map(others.map((node, index) => [textOf(node), index]));
    for (const [index, node] of others.entries()) {
      const isOfLater = (own: Node) => isElement(own) && (lastOf.get(textOf(own)) ?? -1) > index;
      const found = findNode(nodes.slice(next), node, isOfLater);
      if (!found) {
        addFromVariant(node, parent, nodes[next]);
        continue;
      }
      const at = nodes.indexOf(found);
      for (const skipped of nodes.slice(next, at)) limitToCard(skipped);
      next = at + 1;
      matchNodes(found, node);
    }
    for (const skipped of nodes.slice(next)) limitToCard(skipped);
  }

  /** Elements that code adds one by one differ only in their content. Nodes of other variants come last. */
  function findNode(nodes: readonly Node[], node: Node, isOfLater: (own: Node) => boolean): Node | undefined {
    const isEqual = (own: Node) => textOf(own) === textOf(node);
    const rank = (own: Node) => (isOutside(own) ? 0 : 2) + (isEqual(own) ? 1 : 0);
    return nodes
      .filter((own) => isSameNode(own, node) && (isEqual(own) || !isOfLater(own)))
      .sort((a, b) => rank(b) - rank(a))[0];
  }

  function formulaOf(node: Node): Formula {
    return card.formulas.get(node) ?? always;
  }

  /** Whether a node is there only with other outcomes of decisions that are not in the scope. */
  function isOutside(node: Node): boolean {
    return limitTo(scope, formulaOf(node)).length === 0;
  }

  function limit(formula: Formula, isFlipped: boolean): Formula {
    return and(formula, { decision: decision, isFlipped });
  }

  function matchNodes(node: Node, other: Node): void {
    const [formula, otherFormula] = [formulaOf(node), formulaOf(other)];
    if (!isEqualFormula(limitTo(scope, formula), otherFormula)) {
      const [first = [], ...rest] = formula.map((outcomes) =>
        outcomes.filter((outcome) => !outcome.isFlipped && !scope.has(outcome.decision.key)),
      );
      // The variant does not have the conditions of the card that don't concern it.
      const common = first.filter((outcome) =>
        rest.every((outcomes) => outcomes.some((each) => each.decision.key === outcome.decision.key)),
      );
      const whole = common.reduce(and, otherFormula);
      card.formulas.set(node, or(limit(formula, false), limit(whole, true)));
    }
    if (isElement(node) && isElement(other)) mergeChildren(node, other);
  }

  function addFromVariant(node: Node, parent: ParentNode, before: Node | undefined): void {
    if ("value" in node && node.value.trim() === "") return;
    difference.inCard.push(paths.get(before ?? parent) ?? "");
    difference.added.push(paths.get(node)!);
    adapter.detachNode(node);
    if (before) adapter.insertBefore(parent, node, before);
    else adapter.appendChild(parent, node);
    card.formulas.set(node, limit(formulaOf(node), true));
  }

  /** Without the value, a text that is only the value is empty, and so is a loop. */
  function limitToCard(node: Node): void {
    const isValue = "value" in node && [...node.value.trim()].every((each) => characters.includes(each));
    const isLoop = isElement(node) && attributeOf(node, "of") === decision.path;
    if (isValue || isLoop || isOutside(node)) return;
    difference.inCard.push(paths.get(node) ?? "");
    card.formulas.set(node, limit(formulaOf(node), false));
  }

  function isSameNode(node: Node, other: Node): boolean {
    if (keyOf(node) !== keyOf(other)) return false;
    if (node.nodeName === "svg") return textOf(node) === textOf(other); // its parts have no conditions
    if (!isElement(node) || !isElement(other))
      return !("value" in node && "value" in other) || isSameText(node.value, other.value);
    return [...node.attrs, ...other.attrs].every(({ name }) => {
      const [value, otherValue] = [attributeOf(node, name) ?? "", attributeOf(other, name) ?? ""];
      return name === "style" ? isSameStyle(value, otherValue) : isSameText(value, otherValue);
    });
  }

  /** Without its value, a declaration has no effect. */
  function isSameStyle(style: string, other: string): boolean {
    const [values, otherValues] = [readStyle(style), readStyle(other)];
    return [...values.keys(), ...otherValues.keys()].every((name) => {
      const [value, otherValue] = [values.get(name) ?? "", otherValues.get(name)];
      const isUnset = characters.some((character) => value.includes(character));
      return (isUnset && otherValue === undefined) || isSameText(value, otherValue ?? "");
    });
  }

  /** The text that replaces a value is its example. The results of calculations become fields. */
  function isSameText(text: string, other: string): boolean {
    if (text === other) return true;
    if (text.includes(";base64,")) return false; // it can have any letters
    if (/\bdata:image\/|\bfile:\/\//u.test(other)) return false; // an example is no image
    if (missing.test(other)) return true;
    if (/[\ue000-\uf8ff]|NaN/u.test(text) && /(?<![a-z])NaN(?![a-z])/iu.test(other)) return true;
    const examples = findExamples(text, other, characters);
    const known = card.examples;
    const isExample = ([value, example]: readonly [string, string]) =>
      !/[\ue000-\uf8ff]/u.test(example) &&
      (value === "NaN" || example === "" || (known.get(value) ?? example) === example);
    if (examples.length === 0 || !examples.every(isExample)) return false;
    for (const [value, example] of examples)
      if (example && value !== "NaN") {
        known.set(value, example);
        card.defaults.add(value);
      }
    return true;
  }

  mergeChildren(card.root, variant.root);
  return difference;
}

/** The indexes of a node and the nodes around it. */
function* pathsOf(parent: ParentNode, path: string): Generator<[Node | ParentNode, string]> {
  yield [parent, path];
  for (const [index, node] of parent.childNodes.entries())
    if (isElement(node)) yield* pathsOf(node, `${path}${index}/`);
    else yield [node, `${path}${index}/`];
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
  return examples.map((example, index) => [
    parts[2 * index + 1]!,
    example.trim().replace(/^(?:undefined|null)$/u, ""),
  ]);
}
