import type { Loss } from "@placard/templates/convert";
import {
  defaultTreeAdapter as adapter,
  html as namespaces,
  parseFragment,
  serialize,
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
  readonly condition: string;
  readonly html: string;
}

/** How a card differs from its variants. */
interface Differences {
  /** By the characters of the values. */
  readonly examples: Map<string, string>;
  /** The conditions of elements. */
  readonly conditions: Set<string>;
  readonly losses: Loss[];
}

/**
 * Compares a card with its variants: elements that a variant doesn't have get `if`, elements that only a
 * variant has get `unless`, and texts that replace a value are its examples.
 */
export function compareVariants(html: string, variants: readonly Variant[]): Differences & { html: string } {
  const tree = parseFragment(html);
  const differences: Differences = { examples: new Map(), conditions: new Set(), losses: [] };
  for (const variant of variants)
    compare(tree, parseFragment(variant.html).childNodes, { variant, differences });
  return { html: serialize(tree), ...differences };
}

interface Comparison {
  readonly variant: Variant;
  readonly differences: Differences;
}

function compare(parent: ParentNode, absent: readonly Node[], comparison: Comparison): void {
  const { variant, differences } = comparison;
  const present = parent.childNodes.filter((node) => !isAbsent(node));
  let next = 0;
  for (const node of absent) {
    const key = keyOf(node);
    const found = present.findIndex((other, index) => index >= next && keyOf(other) === key);
    if (found < 0) {
      const added = asElement(node);
      if (!added) continue;
      added.attrs.push({ name: "unless", value: variant.condition });
      differences.conditions.add(variant.condition);
      const before = present[next];
      if (before) adapter.insertBefore(parent, added, before);
      else adapter.appendChild(parent, added);
      continue;
    }
    for (const skipped of present.slice(next, found)) markCondition(skipped, comparison);
    next = found + 1;
    compareNodes(present[found]!, node, parent, comparison);
  }
  for (const skipped of present.slice(next)) markCondition(skipped, comparison);
}

function compareNodes(node: Node, absent: Node, parent: ParentNode, comparison: Comparison): void {
  if (isElement(node) && isElement(absent)) {
    for (const { name, value } of node.attrs) {
      if (["if", "unless", "each"].includes(name)) continue;
      const other = absent.attrs.find((attribute) => attribute.name === name)?.value;
      compareText(value, other ?? "", node, comparison, name);
    }
    compare(node, absent.childNodes, comparison);
  } else if ("value" in node && "value" in absent) compareText(node.value, absent.value, parent, comparison);
}

/** Elements that only another variant has. */
function isAbsent(node: Node): boolean {
  return isElement(node) && node.attrs.some(({ name }) => name === "unless");
}

/** Only elements have conditions. */
function asElement(node: Node): Element | undefined {
  if (isElement(node)) return node;
  if (!("value" in node) || node.value.trim() === "") return undefined;
  const span = adapter.createElement("span", namespaces.NS.HTML, []);
  adapter.insertText(span, node.value);
  return span;
}

function markCondition(other: Node, { variant: { condition }, differences }: Comparison): void {
  const node = asElement(other);
  if (!node || node.tagName === "placard-each") return;
  if (node !== other) {
    adapter.insertBefore(other.parentNode!, node, other);
    adapter.detachNode(other);
  }
  const known = node.attrs.find(({ name }) => name === "if");
  if (known) known.value += ` and ${condition}`;
  else node.attrs.push({ name: "if", value: condition });
  differences.conditions.add(condition);
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
  const { characters, condition } = variant;
  const character = characters.find((each) => text.includes(each));
  if (character === undefined) {
    const what = `A text or style that depends on \`${condition}\` is as with a value`;
    differences.losses.push({ ...positionOf(element), what, severity: "approximated" });
    return;
  }
  const [before = "", ...rest] = text.split(character);
  const after = rest.join(character);
  const example = other.slice(before.length, other.length - after.length).trim();
  const isSame =
    other.startsWith(before) && other.endsWith(after) && other.length > before.length + after.length;
  if (!isSame && attribute !== "style" && other.trim() !== "" && !/\b(?:undefined|null|NaN)\b/u.test(other)) {
    const shown = other
      .trim()
      .replace(/[\ue000-\uf8ff]/gu, "…")
      .slice(0, 60);
    const what = `Without \`${condition}\`, the source shows \`${shown}\``;
    differences.losses.push({ ...positionOf(element), what, severity: "dropped" });
  }
  if (!isSame || example === "" || /^(?:undefined|null|NaN)$|[\ue000-\uf8ff]/u.test(example)) return;
  for (const each of characters) if (!differences.examples.has(each)) differences.examples.set(each, example);
}

/** Where an element was written. */
export function positionOf(node: ParentNode): { line: number; column: number } {
  const mark = "attrs" in node ? node.attrs.find(({ name }) => name === "data-at")?.value : undefined;
  const [line = 1, column = 1] = mark?.split(":").map(Number) ?? [];
  return { line, column };
}

/** Elements are the same if they were written at the same place. */
function keyOf(node: Node): string {
  if (!isElement(node)) return "value" in node ? "text" : node.nodeName;
  return `${node.tagName} ${node.attrs.find(({ name }) => name === "data-at" || name === "of")?.value ?? ""}`;
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}
