import type { TemplateData } from "@placard/contracts";
import { isVisible } from "@placard/contracts/text";
import { perLanguage } from "../../dates/per-language.ts";
import type { BrandValue, Comparison, Condition, Expression, Source } from "./expressions.ts";
import { filters, numberOf, type ShapeOfImage } from "./filters.ts";

/** A literal text, or a text with placeholders. */
export type TextTemplate = readonly (string | Expression)[];

/** The values that expressions of one card are evaluated with. */
export interface Scope {
  readonly data: TemplateData;
  readonly brand: Readonly<Partial<Record<BrandValue, string | undefined>>>;
  /** The entries of the loops around the element, outermost first. */
  readonly items: readonly {
    readonly value: string | Readonly<Record<string, string>>;
    readonly index: number;
    /** The number of entries of the list. */
    readonly count: number;
  }[];
  /** The language of the text around the expression. */
  readonly language: string;
  readonly shapeOfImage: ShapeOfImage;
}

/** The text of an expression, or the number of a list's entries; empty if the data has none. */
export function evaluate({ source, filters: names, field }: Expression, scope: Scope): string {
  let text = readSource(source, scope);
  if (text === "" || names.length === 0 || field === "list") return text;
  for (const name of names) text = filters[name]?.(text, scope.language, scope.shapeOfImage) ?? text;
  return text;
}

/** A text without a visible character counts as absent. */
function readSource(source: Source, { data, items, brand, language }: Scope): string {
  switch (source.kind) {
    case "field": {
      const value = Object.hasOwn(data, source.name) ? data[source.name] : undefined;
      if (Array.isArray(value)) return value.length > 0 ? String(value.length) : "";
      return isVisible(value) ? value : "";
    }
    case "item": {
      const value = items[source.loop]?.value;
      const text = typeof value === "object" ? value[source.property ?? ""] : value;
      return isVisible(text) ? text : "";
    }
    case "index":
      return String((items[source.loop]?.index ?? 0) + 1);
    case "separator": {
      const { index = 0, count = 0 } = items[source.loop] ?? {};
      return separatorAfter(index, count, language);
    }
    case "brand":
      break;
  }
  return brand[source.name] ?? "";
}

const listFormat = perLanguage((language) => new Intl.ListFormat(language));

/** What stands between an entry of a list and the next one in a language, such as “, ” or “ and ”. */
function separatorAfter(index: number, count: number, language: string): string {
  const parts = listFormat(language).formatToParts(
    Array.from({ length: count }, (_, entry) => String(entry)),
  );
  const next = parts[parts.findIndex(({ value }) => value === String(index)) + 1];
  return next?.type === "literal" ? next.value : "";
}

export function holds({ anyOf, isNegated }: Condition, scope: Scope): boolean {
  return anyOf.some((comparisons) => comparisons.every((each) => isTrue(each, scope))) !== isNegated;
}

function isTrue({ expression, operator, value }: Comparison, scope: Scope): boolean {
  const text = evaluate(expression, scope);
  if (operator === undefined) return text !== "";
  if (operator === "=" || operator === "!=") return (text === value) === (operator === "=");
  const difference = numberOf(text || "0") - numberOf(value);
  if (difference === 0) return operator.endsWith("=");
  return operator.startsWith("<") ? difference < 0 : difference > 0;
}

/** The path of the data field that a source reads: `title`, `photos/0`, `speakers/0/photo`. */
export function fieldPath(source: Source, { items }: Pick<Scope, "items">): string | undefined {
  if (source.kind === "field") return source.name;
  if (source.kind !== "item") return undefined;
  const entry = `${source.list}/${items[source.loop]?.index ?? 0}`;
  return source.property === undefined ? entry : `${entry}/${source.property}`;
}
