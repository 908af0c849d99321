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

/** An absent value that no default replaces. */
const noDefault = "\uffff";

/** The elements that either the tree or the run shows with the run's outcomes. */
export function findUnlike(
  { root, formulas, examples, defaults }: CardTree,
  run: CardRun,
  flipped: ReadonlySet<string>,
): Element[] {
  const keys = Array.from(flipped, (key) => key.replace(/\.length$/u, ""));
  const isIn = (path: string) => keys.some((key) => isValueWithin(path, key));
  const absent = run.tokens.flatMap(({ path, character }) => (isIn(path.join(".")) ? [character] : []));
  const isAbsent = new RegExp(`[${absent.join("")}${noDefault}]`, "gu");
  const isShown = (node: Node) =>
    !(isElement(node) && isIn(attributeOf(node, "of") ?? "")) &&
    (formulas.get(node) ?? always).some((outcomes) =>
      outcomes.every(({ decision, isFlipped }) => flipped.has(decision.key) === isFlipped),
    );
  /** What the template shows instead of an absent value. */
  const withDefaults = (value: string) =>
    value.replace(isAbsent, (character) => (defaults.has(character) && examples.get(character)) || "");
  const isSame = (value = "", other = "") =>
    value.trim() === other.trim() ||
    (value.search(isAbsent) >= 0 &&
      (missing.test(other) || /\bNaN\b/u.test(other) || withDefaults(value).trim() === other.trim()));
  const isLike = ({ values }: Part, other: Part) =>
    [...values.keys(), ...other.values.keys()].every((name) => {
      const [value, otherValue] = [values.get(name), other.values.get(name)];
      return isSame(value, otherValue) || (otherValue === undefined && (value ?? "").search(isAbsent) >= 0);
    });
  // A default that is a node of its own replaces the value's.
  const textOf = (texts: readonly string[]) =>
    texts.map((text) => (texts.length > 1 ? text.replace(isAbsent, noDefault) : text)).join("");
  const rest = partsOf(parseCard(run.html).root, () => true, textOf);
  const unlike = partsOf(root, isShown, textOf).filter((part) => {
    const at = rest.findIndex((other) => isLike(part, other));
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [...unlike, ...rest].map(({ element }) => element);
}

function partsOf(
  parent: ParentNode,
  isShown: (node: Node) => boolean,
  textOf: (texts: readonly string[]) => string,
): Part[] {
  return parent.childNodes.filter(isShown).flatMap((node) => {
    if (!isElement(node)) return [];
    const style = readStyle(attributeOf(node, "style") ?? "");
    const attributes = node.attrs.filter(({ name }) => name !== "style");
    const own = node.childNodes.flatMap((child) => ("value" in child && isShown(child) ? [child.value] : []));
    const values = new Map([
      ...style,
      ...attributes.map(({ name, value }) => [` ${name}`, value] as const),
      [" ", `${node.tagName} ${textOf(own)}`] as const,
    ]);
    return [{ element: node, values }, ...partsOf(node, isShown, textOf)];
  });
}
