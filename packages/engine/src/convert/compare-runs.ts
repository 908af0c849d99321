// Checks that a card's tree shows what its code shows.
import {
  attributeOf,
  isElement,
  missing,
  parseCard,
  readStyle,
  type CardTree,
  type Element,
  type Node,
  type ParentNode,
} from "./card-tree.ts";
import { always, isValueWithin } from "./conditions.ts";
import type { CardRun } from "./runtime/render-card.ts";

interface Part {
  readonly element: Element;
  /** Its place, attributes, declarations and own text, by their names. */
  readonly values: ReadonlyMap<string, string>;
}

/** The elements that either the tree or the run shows with the run's outcomes. */
export function findUnlike(
  { root, formulas }: CardTree,
  run: CardRun,
  flipped: ReadonlySet<string>,
): Element[] {
  const keys = Array.from(flipped, (key) => key.replace(/\.length$/u, ""));
  const isIn = (path: string) => keys.some((key) => isValueWithin(path, key));
  const absent = run.tokens.flatMap(({ path, character }) => (isIn(path.join(".")) ? [character] : []));
  const isAbsent = new RegExp(`[${absent.join("")}]`, "u");
  const isShown = (node: Node) =>
    !(isElement(node) && isIn(attributeOf(node, "of") ?? "")) &&
    (formulas.get(node) ?? always).some((outcomes) =>
      outcomes.every(({ decision, isFlipped }) => flipped.has(decision.key) === isFlipped),
    );
  const isSame = (value = "", other = "") =>
    value.trim() === other.trim() ||
    (isAbsent.test(value) && (missing.test(other) || wildcard(value, isAbsent).test(other)));
  const isLike = ({ values }: Part, other: Part) =>
    [...values.keys(), ...other.values.keys()].every((name) => {
      const [value, otherValue] = [values.get(name), other.values.get(name)];
      return isSame(value, otherValue) || (otherValue === undefined && isAbsent.test(value ?? ""));
    });
  const rest = partsOf(parseCard(run.html).root, () => true);
  const unlike = partsOf(root, isShown).filter((part) => {
    const at = rest.findIndex((other) => isLike(part, other));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [...unlike, ...rest].map(({ element }) => element);
}

/** Any text may replace an absent value. */
function wildcard(text: string, isAbsent: RegExp): RegExp {
  const parts = text.split(isAbsent).map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return new RegExp(`^\\s*${parts.join("[^]*")}\\s*$`, "u");
}

function partsOf(parent: ParentNode, isShown: (node: Node) => boolean): Part[] {
  return parent.childNodes.filter(isShown).flatMap((node) => {
    if (!isElement(node)) return [];
    const style = readStyle(attributeOf(node, "style") ?? "");
    const attributes = node.attrs.filter(({ name }) => name !== "style");
    const own = node.childNodes.flatMap((child) => ("value" in child && isShown(child) ? [child.value] : []));
    const values = new Map([
      ...style,
      ...attributes.map(({ name, value }) => [` ${name}`, value] as const),
      [" ", `${node.tagName} ${own.join("")}`] as const,
    ]);
    return [{ element: node, values }, ...partsOf(node, isShown)];
  });
}
