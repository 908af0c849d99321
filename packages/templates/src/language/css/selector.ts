import type { Direction } from "../../direction.ts";
import { limits } from "../limits.ts";
import type { Suggestion } from "../problem-list.ts";
import { elementNames, elementSuggestions } from "../html/elements.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import { countValues, splitAt, type ComponentValue, type ReportSyntaxError } from "./component-values.ts";

/** A compound selector, such as `h1.large:first-child`. */
export interface Compound {
  readonly tag?: string;
  readonly classes: readonly string[];
  readonly pseudos: readonly PseudoClass[];
}

export type PseudoClass =
  | { readonly kind: "nth"; readonly step: number; readonly offset: number; readonly isFromEnd: boolean }
  | { readonly kind: "not"; readonly compounds: readonly Compound[] }
  | { readonly kind: "root" }
  | { readonly kind: "dir"; readonly direction: Direction };

/** A complex selector, such as `.list > li`. */
export interface Selector {
  /** Compounds joined by `>`, from left to right; the groups are joined by white space. */
  readonly groups: readonly (readonly Compound[])[];
  /** Classes count 1000, types count 1. */
  readonly specificity: number;
  readonly offset: number;
  readonly text: string;
  /** Whether the position of elements among their siblings matters. */
  readonly isStructural: boolean;
}

/** Parses a list of selectors. Invalid ones are reported and left out. */
export function parseSelectors(
  values: readonly ComponentValue[],
  css: string,
  report: ReportSyntaxError,
): Selector[] {
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
    const selector = new SelectorParser(part, css, report).parse();
    return selector ? [selector] : [];
  });
}

class SelectorParser {
  readonly #values: readonly ComponentValue[];
  readonly #css: string;
  readonly #report: ReportSyntaxError;
  #next = 0;
  #specificity = 0;
  #isStructural = false;

  constructor(values: readonly ComponentValue[], css: string, report: ReportSyntaxError) {
    this.#values = values;
    this.#css = css;
    this.#report = report;
  }

  parse(): Selector | undefined {
    const groups: Compound[][] = [[]];
    const [first, last] = [this.#values[0]!, this.#values.at(-1)!];
    if (countValues(this.#values) > limits.selectorParts * 3) {
      return this.#refuse(first, "The selector is too long", "Give the element a class.");
    }
    while (this.#next < this.#values.length) {
      const value = this.#values[this.#next]!;
      if (value.kind === "delimiter" && value.value === ">") {
        this.#next++;
        if (groups.at(-1)!.length === 0) return this.#refuse(value, "A selector must not start with “>”");
      } else if (value.kind === "delimiter" && (value.value === "+" || value.value === "~")) {
        return this.#refuse(
          value,
          `The combinator “${value.value}” is not supported`,
          "Use a class, `gap`, or `:not(:first-child)`.",
        );
      } else if (value.kind === "delimiter" && value.value === "&") {
        return this.#refuse(
          value,
          "Nested rules are not supported",
          "Write the rule on its own with its full selector.",
        );
      } else if (groups.at(-1)!.length > 0) {
        groups.push([]);
      }
      const compound = this.#compound();
      if (!compound) return undefined;
      groups.at(-1)!.push(compound);
    }
    if (groups.flat().length > limits.selectorParts) {
      return this.#refuse(first, "The selector is too long", "Give the element a class.");
    }
    return {
      groups,
      specificity: this.#specificity,
      offset: first.start,
      text: this.#css.slice(first.start, last.end),
      isStructural: this.#isStructural,
    };
  }

  #refuse(at: ComponentValue | undefined, message: string, suggestion?: Suggestion): undefined {
    this.#report(at?.start ?? this.#values.at(-1)?.start ?? 0, message, suggestion);
    return undefined;
  }

  /** Reads simple selectors that have no white space between them. */
  #compound(): Compound | undefined {
    let tag: string | undefined;
    const classes: string[] = [];
    const pseudos: PseudoClass[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const value = this.#values[this.#next];
      if (!value || (value.isSpaced && !isFirst) || isCombinator(value)) {
        if (isFirst) return this.#refuse(value, "A selector is missing");
        return { ...(tag !== undefined && { tag }), classes, pseudos };
      }
      this.#next++;
      if (isFirst && value.kind === "ident") {
        tag = this.#tag(value.name.toLowerCase(), value);
        if (tag === undefined) return undefined;
        this.#specificity += 1;
      } else if (isFirst && value.kind === "delimiter" && value.value === "*") {
        // matches every element
      } else if (value.kind === "delimiter" && value.value === ".") {
        const name = this.#values[this.#next++];
        if (name?.kind !== "ident" || name.isSpaced)
          return this.#refuse(value, "A class name is missing after “.”");
        classes.push(name.name);
        this.#specificity += 1000;
      } else if (value.kind === "delimiter" && value.value === ":") {
        const parsed = this.#pseudo(value);
        if (!parsed) return undefined;
        pseudos.push(...parsed);
      } else return this.#refuseSimple(value);
    }
  }

  #tag(name: string, value: ComponentValue): string | undefined {
    if (name === "html" || name === "body") {
      return this.#refuse(
        value,
        `The element \`${name}\` does not exist in templates`,
        "Style the root element of the template.",
      );
    }
    if (elementNames.has(name)) return name;
    if (elementSuggestions.has(name)) {
      return this.#refuse(value, `The element \`${name}\` is not supported`, elementSuggestions.get(name));
    }
    return this.#refuse(
      value,
      `Unknown element \`${name}\` in a selector`,
      suggestName(name, elementNames, "Use a class."),
    );
  }

  #refuseSimple(value: ComponentValue): undefined {
    if (value.kind === "hash") {
      return this.#refuse(value, "ID selectors are not supported", `Use a class: \`.${value.value}\`.`);
    }
    if (value.kind === "block" && value.open === "[") {
      return this.#refuse(value, "Attribute selectors are not supported", "Use a class.");
    }
    if (value.kind === "delimiter" && value.value === "&") {
      return this.#refuse(
        value,
        "Nested rules are not supported",
        "Write the rule on its own with its full selector.",
      );
    }
    return this.#refuse(
      value,
      `Unexpected “${this.#css.slice(value.start, Math.min(value.end, value.start + 20))}” in a selector`,
    );
  }

  /** Reads what follows a colon. */
  #pseudo(colon: ComponentValue): PseudoClass[] | undefined {
    const value = this.#values[this.#next++];
    if (value?.kind === "delimiter" && value.value === ":") {
      const name = this.#values[this.#next++];
      const text = name?.kind === "ident" || name?.kind === "function" ? name.name : "";
      return this.#refuse(
        colon,
        `Pseudo-elements are not supported: \`::${text}\``,
        "Add a `span` element for it.",
      );
    }
    if (value?.kind === "function") return this.#functionalPseudo(value, colon);
    const name = value?.kind === "ident" ? value.name.toLowerCase() : "";
    this.#specificity += 1000;
    if (name === "root") return [{ kind: "root" }];
    if (name === "before" || name === "after" || name === "first-letter" || name === "first-line") {
      return this.#refuse(
        colon,
        `Pseudo-elements are not supported: \`:${name}\``,
        "Add a `span` element for it.",
      );
    }
    const found = structuralPseudos.get(name);
    if (found) {
      this.#isStructural = true;
      return [...found];
    }
    return this.#refuse(colon, `The pseudo-class \`:${name}\` is not supported`, suggestPseudoClass(name));
  }

  #functionalPseudo(
    { name, values }: Extract<ComponentValue, { kind: "function" }>,
    colon: ComponentValue,
  ): PseudoClass[] | undefined {
    if (name === "nth-child" || name === "nth-last-child") {
      this.#specificity += 1000;
      this.#isStructural = true;
      const [first, last] = [values[0], values.at(-1)];
      const formula = first && last ? parseNth(this.#css.slice(first.start, last.end)) : undefined;
      return formula
        ? [{ kind: "nth", ...formula, isFromEnd: name === "nth-last-child" }]
        : this.#refuse(
            colon,
            `Invalid argument of \`:${name}()\``,
            "Write a number, `odd`, `even`, or a formula such as `3n + 1`.",
          );
    }
    if (name === "not") {
      const selectors = parseSelectors(values, this.#css, this.#report);
      if (selectors.length === 0) return undefined;
      if (selectors.some(({ groups }) => groups.flat().length !== 1)) {
        return this.#refuse(colon, "`:not()` accepts simple selectors only", "Use a class.");
      }
      this.#specificity += Math.max(...selectors.map(({ specificity }) => specificity));
      this.#isStructural ||= selectors.some(({ isStructural }) => isStructural);
      return [{ kind: "not", compounds: selectors.map(({ groups }) => groups[0]![0]!) }];
    }
    const [argument] = values;
    const direction = argument?.kind === "ident" ? argument.name.toLowerCase() : undefined;
    if (name === "dir" && (direction === "ltr" || direction === "rtl")) {
      this.#specificity += 1000;
      return [{ kind: "dir", direction }];
    }
    return this.#refuse(colon, `The pseudo-class \`:${name}()\` is not supported`, suggestPseudoClass(name));
  }
}

function isCombinator(value: ComponentValue): boolean {
  return value.kind === "delimiter" && (value.value === ">" || value.value === "+" || value.value === "~");
}

const [first, last] = [false, true].map((isFromEnd): PseudoClass => ({
  kind: "nth",
  step: 0,
  offset: 1,
  isFromEnd,
})) as [PseudoClass, PseudoClass];

const structuralPseudos: ReadonlyMap<string, readonly PseudoClass[]> = new Map([
  ["first-child", [first]],
  ["last-child", [last]],
  ["only-child", [first, last]],
]);

const pseudoClasses = [
  "first-child",
  "last-child",
  "only-child",
  "nth-child",
  "nth-last-child",
  "not",
  "root",
  "dir",
];

function suggestPseudoClass(name: string): Suggestion {
  if (["hover", "focus", "active", "visited", "link", "focus-within"].includes(name)) {
    return "Remove it: an image has no pointer or focus.";
  }
  if (name.endsWith("-of-type")) return `Use \`:${name.replace("-of-type", "-child")}\`.`;
  if (["is", "where", "matches", "has"].includes(name)) return "Write a list of selectors, or use a class.";
  return suggestName(name, pseudoClasses, "Use a class.");
}

/** Parses `an+b`, `odd`, `even` or a number (CSS Syntax 3, section 6). */
function parseNth(text: string): { step: number; offset: number } | undefined {
  const formula = text.toLowerCase().replaceAll(" ", "");
  if (formula === "odd") return { step: 2, offset: 1 };
  if (formula === "even") return { step: 2, offset: 0 };
  const [, number, step, offset = "0"] =
    /^(?:([+-]?\d{1,6})|([+-]?\d{0,6})n([+-]\d{1,6})?)$/u.exec(formula) ?? [];
  if (number !== undefined) return { step: 0, offset: Number(number) };
  if (step === undefined) return undefined;
  return { step: /\d/u.test(step) ? Number(step) : Number(`${step}1`), offset: Number(offset) };
}

/** The class names in a selector, with `:not()` left out. */
export function classesOf({ groups }: Selector): string[] {
  return groups.flat().flatMap(({ classes }) => classes);
}
