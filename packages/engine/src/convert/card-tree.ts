import type { Loss } from "@placard/templates/convert";
import {
  defaultTreeAdapter as adapter,
  html as namespaces,
  parseFragment,
  serialize,
  serializeOuter,
  type DefaultTreeAdapterTypes,
} from "parse5";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** What a card shows without one of its values. */
export interface Variant {
  /** The characters that stand for the value. */
  readonly characters: readonly string[];
  /** The name of the field for conditions. */
  readonly expression: string;
  readonly html: string;
}

/** How a card differs from its variants. */
interface Differences {
  /** By the characters of the values. */
  readonly examples: Map<string, string>;
  /** The conditions of elements. */
  readonly conditions: Set<string>;
  /** The fields that texts or styles depend on, but do not show. */
  readonly styled: Set<string>;
  readonly losses: Loss[];
}

/** A card with conditions. */
export type ComparedCard = Differences & { readonly html: string };

/**
 * Compares a card with its variants: elements that a variant doesn't have get `if`, elements that only a
 * variant has get `unless`, and texts that replace a value are its examples.
 */
export function compareVariants(html: string, variants: readonly Variant[]): ComparedCard {
  const tree = parseFragment(html);
  const differences: Differences = {
    examples: new Map(),
    conditions: new Set(),
    styled: new Set(),
    losses: [],
  };
  const conditional: Conditional = { present: new Map(), absent: new Map() };
  for (const variant of variants)
    compare(tree, parseFragment(variant.html).childNodes, { variant, differences, conditional });
  for (const [node, fields] of conditional.present) writeCondition(node, "if", fields);
  for (const [node, fields] of conditional.absent) writeCondition(node, "unless", fields);
  return { html: serialize(tree), ...differences };
}

/** The fields that nodes depend on. */
interface Conditional {
  /** With all of these fields. */
  readonly present: Map<Node, string[]>;
  /** Without one of these fields. */
  readonly absent: Map<Node, string[]>;
}

interface Comparison {
  readonly variant: Variant;
  readonly differences: Differences;
  readonly conditional: Conditional;
}

function compare(parent: ParentNode, variantNodes: readonly Node[], comparison: Comparison): void {
  const { absent } = comparison.conditional;
  const present = parent.childNodes.filter((node) => !absent.has(node));
  let next = 0;
  for (const node of variantNodes) {
    const key = keyOf(node);
    const found = present.findIndex((other, index) => index >= next && keyOf(other) === key);
    if (found < 0) {
      addAbsent(node, parent, present[next], comparison);
      continue;
    }
    for (const skipped of present.slice(next, found)) addCondition(skipped, comparison);
    next = found + 1;
    compareNodes(present[found]!, node, parent, comparison);
  }
  for (const skipped of present.slice(next)) addCondition(skipped, comparison);
}

function compareNodes(node: Node, other: Node, parent: ParentNode, comparison: Comparison): void {
  if (isElement(node) && isElement(other)) {
    for (const { name, value } of node.attrs) {
      const otherValue = other.attrs.find((attribute) => attribute.name === name)?.value;
      compareText(value, otherValue ?? "", node, comparison, name);
    }
    compare(node, other.childNodes, comparison);
  } else if ("value" in node && "value" in other) compareText(node.value, other.value, parent, comparison);
}

/** Adds what only a variant has. Several variants may have the same. */
function addAbsent(node: Node, parent: ParentNode, before: Node | undefined, comparison: Comparison): void {
  if ("value" in node && node.value.trim() === "") return;
  const { variant, differences, conditional } = comparison;
  const html = serializeOuter(node);
  const same = parent.childNodes.find(
    (other) => conditional.absent.has(other) && serializeOuter(other) === html,
  );
  differences.conditions.add(variant.expression);
  if (same) {
    conditional.absent.get(same)!.push(variant.expression);
    return;
  }
  if (before) adapter.insertBefore(parent, node, before);
  else adapter.appendChild(parent, node);
  conditional.absent.set(node, [variant.expression]);
}

/** A text that is only the value is empty without it. */
function addCondition(node: Node, { variant, differences, conditional }: Comparison): void {
  const isValue =
    "value" in node && [...node.value.trim()].every((character) => variant.characters.includes(character));
  if (isValue || keyOf(node).startsWith("placard-each")) return;
  conditional.present.set(node, [...(conditional.present.get(node) ?? []), variant.expression]);
  differences.conditions.add(variant.expression);
}

/** Only elements have conditions. */
function writeCondition(node: Node, name: "if" | "unless", fields: readonly string[]): void {
  const condition = { name, value: [...new Set(fields)].join(" and ") };
  if (isElement(node)) node.attrs.push(condition);
  else if (node.parentNode) {
    const span = adapter.createElement("span", namespaces.NS.HTML, [condition]);
    adapter.insertBefore(node.parentNode, span, node);
    adapter.detachNode(node);
    adapter.appendChild(span, node);
  }
}

/** The text that replaces a value is its example. Any other difference is lost. */
function compareText(
  text: string,
  other: string,
  element: ParentNode,
  { variant, differences }: Comparison,
  attribute?: string,
): void {
  if (text === other) return;
  const { characters, expression: condition } = variant;
  const character = characters.find((each) => text.includes(each));
  if (character === undefined) {
    const what = `A text or style that depends on \`${condition}\` is as with a value`;
    differences.styled.add(condition);
    differences.losses.push({ ...positionOf(element), what, severity: "approximated" });
    return;
  }
  const parts = text.split(new RegExp(`[${characters.join("")}]`, "u"));
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  const match = new RegExp(`^${escaped.join("(.*)")}$`, "su").exec(other);
  const example = match?.[1]?.trim() ?? "";
  const shown = (attribute === "style" ? differenceOf(text, other) : other.trim())
    .replace(/[\ue000-\uf8ff]/gu, "…")
    .slice(0, 60);
  const known = differences.examples.get(character) ?? example;
  const isExample = match && !/[\ue000-\uf8ff]/u.test(example) && known === example;
  if (!isExample && shown !== "" && !/\b(?:undefined|null|NaN)\b/u.test(other)) {
    const what = `Without \`${condition}\`, the source shows \`${shown}\``;
    differences.losses.push({ ...positionOf(element), what, severity: "dropped" });
  }
  if (example === "" || /^(?:undefined|null|NaN)$/u.test(example) || !isExample) return;
  differences.examples.set(character, example);
}

/** The declarations of a style that another one doesn't have. */
function differenceOf(style: string, other: string): string {
  const declarations = style.split(";");
  return other
    .split(";")
    .filter((declaration) => !declarations.includes(declaration))
    .join("; ");
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
  const mark = "attrs" in node ? node.attrs.find(({ name }) => name === "data-at")?.value : undefined;
  const [line = 1, column = 1] = mark?.split(":").map(Number) ?? [];
  return { line, column };
}

/** Elements are the same if they were written at the same place, or without places, set the same properties. */
function keyOf(node: Node): string {
  if (!isElement(node)) return "value" in node ? "text" : node.nodeName;
  const valueOf = (attribute: string) => node.attrs.find(({ name }) => name === attribute)?.value;
  const place = valueOf("data-at") ?? valueOf("of") ?? valueOf("style")?.replace(/:[^;]*/gu, "");
  return `${node.tagName} ${place ?? ""}`;
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}
