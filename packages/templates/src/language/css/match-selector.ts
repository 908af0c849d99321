import type { Direction } from "../../direction.ts";
import { getOrInsert } from "@placard/contracts/maps";
import { limits } from "../limits.ts";
import { matchesAttribute, type AttributeValue } from "./attribute-test.ts";
import type { Compound, PseudoClass, Selector } from "./selector.ts";

/** What selectors know about an element. */
export interface SelectableElement {
  readonly tag: string;
  readonly parent: SelectableElement | undefined;
  /** The elements of its parent, itself included, and its index among them. */
  readonly siblings: readonly SelectableElement[];
  readonly index: number;
  readonly hasClass: (name: string) => boolean;
  readonly attribute: (name: string) => AttributeValue;
  readonly isEmpty: () => boolean;
  readonly children: () => readonly SelectableElement[];
  readonly direction: Direction | undefined;
  /** What may be absent or repeated on a card. Undefined for an element of a card: it is certain. */
  readonly uncertain?: { readonly canBeAbsent: boolean; readonly canRepeat: boolean } | undefined;
}

/**
 * Matches selectors with elements, from the last compound to the first. It remembers what was found around an
 * element, so that the work grows with the number of elements and parts of selectors, however combined.
 */
export class SelectorMatcher {
  /** The searches for what precedes an element that a part of a selector matches. */
  steps = 0;
  /** By the index of the part. */
  readonly #preceded = new Map<SelectableElement, Map<Selector, boolean[]>>();
  readonly #lists = new Map<SelectableElement, Map<readonly Selector[], boolean>>();
  readonly #positions = new Map<readonly SelectableElement[], Map<PseudoClass, readonly number[]>>();
  readonly #anchor: SelectableElement | undefined;

  /** @param anchor the element that the selectors of `:has()` start from */
  constructor(anchor?: SelectableElement) {
    this.#anchor = anchor;
  }

  /** Whether a selector matches an element or, if the element is uncertain, may match it. */
  matches(selector: Selector, element: SelectableElement): boolean {
    return this.#matchesPart(selector, selector.compounds.length - 1, element);
  }

  /** Whether an element matches a part of a selector, and those around it match the parts before. */
  #matchesPart(selector: Selector, part: number, element: SelectableElement): boolean {
    return (
      this.#matchesCompound(selector.compounds[part]!, element) && this.#isPreceded(selector, part, element)
    );
  }

  /** Whether the parts before one match elements around the element that matches it. */
  #isPreceded(selector: Selector, part: number, element: SelectableElement): boolean {
    const combinator = selector.combinators[part - 1];
    if (!combinator) return true;
    const known = getOrInsert(
      getOrInsert(this.#preceded, element, () => new Map()),
      selector,
      () => [],
    );
    if (known[part] !== undefined) return known[part];
    this.steps++;
    const { parent, siblings, index, uncertain } = element;
    const isSibling = combinator === "+" || combinator === "~";
    const before = isSibling ? siblings[index - 1] : parent;
    const goesOn = combinator === "+" ? before?.uncertain?.canBeAbsent : combinator !== ">";
    return (known[part] =
      (isSibling && uncertain?.canRepeat === true && this.#matchesPart(selector, part - 1, element)) ||
      (before !== undefined &&
        (this.#matchesPart(selector, part - 1, before) ||
          (goesOn === true && this.#isPreceded(selector, part, before)))));
  }

  #matchesCompound({ tag, classes, attributes, pseudos }: Compound, element: SelectableElement): boolean {
    // Loops, because this runs a few hundred thousand times for large templates.
    if (tag !== undefined && tag !== element.tag) return false;
    for (const name of classes) if (!element.hasClass(name)) return false;
    for (const test of attributes) if (!matchesAttribute(test, element.attribute(test.name))) return false;
    for (const pseudo of pseudos) if (!this.#matchesPseudo(pseudo, element)) return false;
    return true;
  }

  #matchesPseudo(pseudo: PseudoClass, element: SelectableElement): boolean {
    switch (pseudo.kind) {
      case "root":
        return element.parent === undefined;
      case "link":
        return element.tag === "a" && element.attribute("href") !== undefined;
      case "never":
        return false;
      case "empty":
        return element.isEmpty();
      case "dir":
        return element.direction === undefined || element.direction === pseudo.direction;
      case "anchor":
        return element === this.#anchor;
      case "has":
        return this.#has(pseudo.selectors, element);
      case "is":
        return this.#matchesAny(pseudo.selectors, element);
      case "not":
        return element.uncertain !== undefined || !this.#matchesAny(pseudo.selectors, element);
      case "nth":
        break;
    }
    const { offset, step, isFromEnd, of } = pseudo;
    if (typeof of === "object" && !this.#matchesAny(of, element)) return false;
    if (element.uncertain) return true;
    const { index, siblings } = element;
    const position = of
      ? this.#positionsOf(pseudo, of, siblings)[index]!
      : isFromEnd
        ? siblings.length - index
        : index + 1;
    const distance = position - offset;
    return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
  }

  /** Whether an element has a descendant or a later sibling that matches (Selectors 4, section 4.5). */
  #has(selectors: readonly Selector[], anchor: SelectableElement): boolean {
    const known = getOrInsert(this.#lists, anchor, () => new Map());
    return getOrInsert(known, selectors, () => {
      const matcher = new SelectorMatcher(anchor);
      const isIn = (elements: readonly SelectableElement[], selector: Selector): boolean => {
        let isFound = false;
        for (const element of elements) {
          matcher.steps += repetitionsOf(element);
          isFound ||= matcher.matches(selector, element);
          // What a card has to search through counts, even if it is not necessary here.
          if (!isFound || anchor.uncertain) isFound = isIn(element.children(), selector) || isFound;
          else return true;
        }
        return isFound;
      };
      const result = selectors.some((selector) => {
        const isSibling = selector.combinators[0] === "+" || selector.combinators[0] === "~";
        const { siblings, index, uncertain } = anchor;
        const later = uncertain?.canRepeat ? siblings.slice(index) : siblings.slice(index + 1);
        return isIn(isSibling ? later : anchor.children(), selector);
      });
      this.steps += matcher.steps;
      return result;
    });
  }

  #matchesAny(selectors: readonly Selector[], element: SelectableElement): boolean {
    const known = getOrInsert(this.#lists, element, () => new Map());
    return getOrInsert(known, selectors, () => {
      this.steps += selectors.length;
      return selectors.some((selector) => this.matches(selector, element));
    });
  }

  /** The positions of siblings among those with their tag, or among those that match. */
  #positionsOf(
    pseudo: Extract<PseudoClass, { kind: "nth" }>,
    of: "type" | readonly Selector[],
    siblings: readonly SelectableElement[],
  ): readonly number[] {
    const known = getOrInsert(this.#positions, siblings, () => new Map());
    return getOrInsert(known, pseudo, () => {
      const counts = new Map<string, number>();
      const count = (sibling: SelectableElement): number => {
        const key = of === "type" ? sibling.tag : "";
        const isCounted = of === "type" || this.#matchesAny(of, sibling);
        const next = (counts.get(key) ?? 0) + (isCounted ? 1 : 0);
        counts.set(key, next);
        return next;
      };
      return pseudo.isFromEnd ? siblings.toReversed().map(count).toReversed() : siblings.map(count);
    });
  }
}

/** How often an uncertain element can be on a card. */
function repetitionsOf(element: SelectableElement): number {
  let count = 1;
  for (let each: SelectableElement | undefined = element; each?.uncertain; each = each.parent)
    if (each.uncertain.canRepeat) count = Math.min(limits.nodes, count * limits.listEntries);
  return count;
}
