import type { Direction } from "../../direction.ts";
import { limits } from "../limits.ts";
import type { Suggestion } from "../problem-list.ts";
import { elementNames, elementSuggestions, svgElements } from "../html/elements.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import {
  countValues,
  identOf,
  isDelimiter,
  splitAt,
  type ComponentValue,
  type ReportSyntaxError,
  type Values,
} from "./component-values.ts";
import { parseAttributeTest, type AttributeTest } from "./attribute-test.ts";
import { inertPseudoClasses, inertPseudoElements, parseNth, suggestPseudoClass } from "./pseudo-classes.ts";

/** A compound selector, such as `h1.large:first-child`. */
export interface Compound {
  readonly tag?: string;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly pseudos: readonly PseudoClass[];
}

export type PseudoClass =
  | {
      readonly kind: "nth";
      readonly step: number;
      readonly offset: number;
      readonly isFromEnd: boolean;
      /** The siblings that are counted: with the same tag, or that match selectors. */
      readonly of?: "type" | readonly Selector[];
    }
  | { readonly kind: "is" | "not" | "has"; readonly selectors: readonly Selector[] }
  /** `anchor` is the element that the selectors of `:has()` start from. */
  | { readonly kind: "root" | "empty" | "link" | "never" | "anchor" }
  | { readonly kind: "dir"; readonly direction: Direction };

export type Combinator = " " | ">" | "+" | "~";
export const pseudoElements = ["marker", "before", "after", "first-letter"] as const;
export type PseudoElement = (typeof pseudoElements)[number];

/** A complex selector, such as `.list > li`. */
export interface Selector {
  /** From left to right. */
  readonly compounds: readonly Compound[];
  /** `combinators[i]` joins `compounds[i]` and `compounds[i + 1]`. */
  readonly combinators: readonly Combinator[];
  readonly pseudoElement: PseudoElement | undefined;
  /** IDs count 1,000,000, classes count 1000, types count 1. */
  readonly specificity: number;
  readonly offset: number;
  readonly text: string;
}

/** What the selectors of a list are parsed with. */
export interface SelectorEnvironment {
  readonly css: string;
  readonly report: ReportSyntaxError;
  readonly warn: ReportSyntaxError;
  /** The selectors of the rule around a nested rule: the meaning of `&`. */
  readonly parents?: readonly Selector[] | undefined;
  /** Set for the selectors of `:has()`, and for those in their parentheses. */
  readonly within?: "has" | "has-list" | undefined;
}

/** Parses a list of selectors. Invalid ones are reported and left out. */
export function parseSelectors(values: Values, environment: SelectorEnvironment): Selector[] {
  const { report } = environment;
  const parts = splitAt(values, ",");
  if (parts.length > limits.selectors) {
    report(values[0]?.start ?? 0, `A rule can have at most ${limits.selectors} selectors`);
    return [];
  }
  return parts.flatMap((part) => {
    const first = part[0];
    if (!first) {
      report(values[0]?.start ?? 0, "A selector is missing", "Remove the comma or add a selector.");
      return [];
    }
    const selector = new SelectorParser(part, environment).parse();
    return selector ? [selector] : [];
  });
}

class SelectorParser {
  readonly #values: Values;
  readonly #environment: SelectorEnvironment;
  #next = 0;
  #specificity = 0;
  #pseudoElement: PseudoElement | undefined;
  #hasParent = false;

  constructor(values: Values, environment: SelectorEnvironment) {
    this.#values = values;
    this.#environment = environment;
  }

  parse(): Selector | undefined {
    const [first, last] = [this.#values[0]!, this.#values.at(-1)!];
    const tooLong = ["The selector is too long", "Give the element a class."] as const;
    if (countValues(this.#values) > limits.selectorParts * 3) return this.#refuse(first, ...tooLong);
    const { parents, within } = this.#environment;
    const compounds: Compound[] = [];
    const combinators: Combinator[] = [];
    if (within === "has") compounds.push(anchor);
    while (this.#next < this.#values.length) {
      const value = this.#values[this.#next]!;
      const combinator = combinatorOf(value);
      if (combinator) this.#next++;
      if (compounds.length > 0) combinators.push(combinator ?? " ");
      else if (combinator) {
        if (!parents) return this.#refuse(value, `A selector must not start with “${combinator}”`);
        compounds.push(this.#parent(parents));
        combinators.push(combinator);
      }
      if (this.#pseudoElement) return this.#refuse(value, "A pseudo-element must be the end of a selector");
      const compound = this.#compound();
      if (!compound) return undefined;
      compounds.push(compound);
    }
    if (parents && !this.#hasParent) {
      compounds.unshift(this.#parent(parents));
      combinators.unshift(" ");
    }
    if (compounds.length > limits.selectorParts) return this.#refuse(first, ...tooLong);
    return {
      compounds,
      combinators,
      pseudoElement: this.#pseudoElement,
      specificity: this.#specificity,
      offset: first.start,
      text: this.#environment.css.slice(first.start, last.end),
    };
  }

  #refuse(at: ComponentValue | undefined, message: string, suggestion?: Suggestion): undefined {
    this.#environment.report(at?.start ?? this.#values.at(-1)?.start ?? 0, message, suggestion);
    return undefined;
  }

  /** `&`: the elements that the rule around a nested rule matches (CSS Nesting 1, section 3). */
  #parent(parents: readonly Selector[]): Compound {
    this.#hasParent = true;
    return { classes: [], attributes: [], pseudos: [this.#list("is", parents)] };
  }

  #list(kind: "is" | "not" | "has", selectors: readonly Selector[], isCounted = true): PseudoClass {
    if (isCounted) this.#specificity += Math.max(0, ...selectors.map(({ specificity }) => specificity));
    return { kind, selectors };
  }

  /** Reads simple selectors that have no white space between them. */
  #compound(): Compound | undefined {
    let tag: string | undefined;
    const classes: string[] = [];
    const attributes: AttributeTest[] = [];
    const pseudos: PseudoClass[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const value = this.#values[this.#next];
      if (!value || (value.isSpaced && !isFirst) || combinatorOf(value)) {
        if (isFirst) return this.#refuse(value, "A selector is missing");
        return { ...(tag !== undefined && { tag }), classes, attributes, pseudos };
      }
      this.#next++;
      if (isFirst && value.kind === "ident") {
        const name = value.name.toLowerCase();
        this.#specificity += 1;
        // The root element is all that a card has of a document.
        if (name === "html" || name === "body") pseudos.push({ kind: "root" });
        else if (!this.#checkTag(name, value)) return undefined;
        else tag = name;
      } else if (isFirst && isDelimiter(value, "*")) {
        // matches every element
      } else if (isDelimiter(value, "&")) {
        const { parents } = this.#environment;
        pseudos.push(parents ? this.#parent(parents).pseudos[0]! : { kind: "root" });
      } else if (isDelimiter(value, ".")) {
        const name = this.#values[this.#next++];
        if (name?.kind !== "ident" || name.isSpaced)
          return this.#refuse(value, "A class name is missing after “.”");
        classes.push(name.name);
        this.#specificity += 1000;
      } else if (value.kind === "block" && value.open === "[") {
        const test = parseAttributeTest(value.values);
        if (!test)
          return this.#refuse(value, "Invalid attribute selector", 'Write `[name]` or `[name="value"]`.');
        attributes.push(test);
        this.#specificity += 1000;
      } else if (isDelimiter(value, ":")) {
        const parsed = this.#pseudo(value);
        if (!parsed) return undefined;
        pseudos.push(...parsed);
      } else if (value.kind === "hash") {
        attributes.push({ name: "id", operator: "=", value: value.value, ignoresCase: false });
        this.#specificity += 1_000_000;
      } else {
        const text = this.#environment.css.slice(value.start, Math.min(value.end, value.start + 20));
        return this.#refuse(value, `Unexpected “${text}” in a selector`);
      }
    }
  }

  #checkTag(name: string, value: ComponentValue): boolean {
    if (elementNames.has(name) || svgElements.has(name)) return true;
    const isRefused = elementSuggestions.has(name);
    const suggestion = isRefused ? "Remove the rule." : suggestName(name, elementNames, "Use a class.");
    this.#environment.warn(value.start, `Unknown element \`${name}\` in a selector`, suggestion);
    return false;
  }

  /** Reads what follows a colon. */
  #pseudo(colon: ComponentValue): PseudoClass[] | undefined {
    const value = this.#values[this.#next++];
    if (isDelimiter(value, ":")) {
      const name = this.#values[this.#next++];
      return this.#element(name?.kind === "ident" || name?.kind === "function" ? name.name : "", colon);
    }
    if (value?.kind === "function") return this.#functionalPseudo(value, colon);
    const name = identOf(value) ?? "";
    if (["before", "after", "first-letter", "first-line"].includes(name)) return this.#element(name, colon);
    this.#specificity += 1000;
    if (name === "root" || name === "scope") return [{ kind: "root" }];
    if (name === "empty") return [{ kind: "empty" }];
    if (name === "link" || name === "any-link") return [{ kind: "link" }];
    if (inertPseudoClasses.has(name)) return this.#never(colon, `:${name}`);
    const [, position, type] = /^(first|last|only)-(child|of-type)$/u.exec(name) ?? [];
    if (position === undefined)
      return this.#refuse(colon, `The pseudo-class \`:${name}\` is not supported`, suggestPseudoClass(name));
    const isTyped = type === "of-type";
    const ends = position === "only" ? [false, true] : [position === "last"];
    return ends.map((isFromEnd) => ({
      ...{ kind: "nth", step: 0, offset: 1, isFromEnd },
      ...(isTyped && { of: "type" }),
    }));
  }

  /** Reads a pseudo-element. It counts as a type. */
  #element(name: string, colon: ComponentValue): PseudoClass[] | undefined {
    const lower = name.toLowerCase();
    this.#specificity += 1;
    this.#pseudoElement = pseudoElements.find((known) => known === lower);
    if (this.#pseudoElement) return [];
    if (inertPseudoElements.has(lower)) return this.#never(colon, `::${lower}`);
    return this.#refuse(
      colon,
      `The pseudo-element \`::${name}\` is not supported`,
      lower === "first-line"
        ? "Remove the rule: the first line of a text can't have its own style."
        : "Add a `span` element for it.",
    );
  }

  #never(colon: ComponentValue, text: string): PseudoClass[] {
    this.#environment.warn(colon.start, `\`${text}\` never matches in an image`, "Remove the rule.");
    return [{ kind: "never" }];
  }

  #functionalPseudo(
    { name, values }: Extract<ComponentValue, { kind: "function" }>,
    colon: ComponentValue,
  ): PseudoClass[] | undefined {
    if (name === "is" || name === "where" || name === "not") {
      const selectors = this.#arguments(values, colon);
      return selectors && [this.#list(name === "not" ? "not" : "is", selectors, name !== "where")];
    }
    if (name === "has") {
      if (this.#environment.within)
        return this.#refuse(
          colon,
          "`:has()` can't be within `:has()`",
          "Write one `:has()` after the other.",
        );
      const selectors = this.#arguments(values, colon, "has");
      return selectors && [this.#list("has", selectors)];
    }
    const [, end, type] = /^nth-(last-)?(child|of-type)$/u.exec(name) ?? [];
    if (type !== undefined) return this.#nth(name, values, end !== undefined, type === "of-type", colon);
    const [argument] = values;
    const direction = identOf(argument);
    if (name === "dir" && (direction === "ltr" || direction === "rtl")) {
      this.#specificity += 1000;
      return [{ kind: "dir", direction }];
    }
    return this.#refuse(colon, `The pseudo-class \`:${name}()\` is not supported`, suggestPseudoClass(name));
  }

  /** Reads a list of selectors in parentheses. */
  #arguments(
    values: Values,
    colon: ComponentValue,
    within: SelectorEnvironment["within"] = this.#environment.within && "has-list",
  ): Selector[] | undefined {
    const selectors = parseSelectors(values, { ...this.#environment, parents: undefined, within });
    if (selectors.some(({ pseudoElement }) => pseudoElement))
      return this.#refuse(colon, "Pseudo-elements are not allowed in parentheses");
    return selectors.length > 0 ? selectors : undefined;
  }

  #nth(
    name: string,
    values: Values,
    isFromEnd: boolean,
    isTyped: boolean,
    colon: ComponentValue,
  ): PseudoClass[] | undefined {
    this.#specificity += 1000;
    const at = values.findIndex((value) => identOf(value) === "of");
    const formulaValues = at < 0 ? values : values.slice(0, at);
    const [first, last] = [formulaValues[0], formulaValues.at(-1)];
    const formula = first && last && parseNth(this.#environment.css.slice(first.start, last.end));
    if (!formula || (at >= 0 && isTyped)) {
      return this.#refuse(
        colon,
        `Invalid argument of \`:${name}()\``,
        "Write a number, `odd`, `even`, or a formula such as `3n + 1`.",
      );
    }
    if (at < 0) return [{ kind: "nth", ...formula, isFromEnd, ...(isTyped && { of: "type" }) }];
    const of = this.#arguments(values.slice(at + 1), colon);
    if (!of) return undefined;
    this.#list("is", of);
    return [{ kind: "nth", ...formula, isFromEnd, of }];
  }
}

const anchor: Compound = { classes: [], attributes: [], pseudos: [{ kind: "anchor" }] };

function combinatorOf(value: ComponentValue): Exclude<Combinator, " "> | undefined {
  if (value.kind !== "delimiter") return undefined;
  return value.value === ">" || value.value === "+" || value.value === "~" ? value.value : undefined;
}

/** Adds a selector and all selectors in its parentheses to a set. */
export function collectSelectors(selector: Selector, found: Set<Selector>): void {
  if (found.has(selector)) return;
  found.add(selector);
  for (const { pseudos } of selector.compounds) {
    for (const pseudo of pseudos) {
      const inner = "selectors" in pseudo ? pseudo.selectors : pseudo.kind === "nth" ? pseudo.of : undefined;
      if (typeof inner === "object") for (const each of inner) collectSelectors(each, found);
    }
  }
}

/** The class names in a selector, with `:not()` left out. */
export function classesOf({ compounds }: Selector): string[] {
  return compounds.flatMap(({ classes }) => classes);
}
