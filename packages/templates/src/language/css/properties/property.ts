import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import type { ComponentValue } from "../component-values.ts";

/** The sections of the property table. */
export type PropertyGroup =
  "box" | "flex" | "position" | "border" | "background" | "effects" | "image" | "text";

/** A CSS property with one computed value. */
export interface Property<T> {
  readonly group: PropertyGroup;
  /** The accepted values in value definition syntax (CSS Values 4, section 2). */
  readonly syntax: string;
  readonly initial: string;
  readonly isInherited?: boolean;
  /** A value for the documentation. */
  readonly example: string;
  /** Computes a value; undefined if it is invalid. CSS-wide keywords and `var()` have been replaced. */
  readonly parse: (values: readonly ComponentValue[], context: ValueContext) => T | undefined;
}

/** A parser of a single component value. */
export function single<T>(
  parse: (value: ComponentValue, context: ValueContext) => T | undefined,
): Property<T>["parse"] {
  return ([value, ...others], context) => (value && others.length === 0 ? parse(value, context) : undefined);
}

/** A parser of one keyword of a list. */
export function keywords<const K extends string>(...names: readonly K[]): Property<K>["parse"] {
  return (values) => {
    const reader = new ValueReader(values);
    const keyword = reader.keyword(...names);
    return reader.isAtEnd ? keyword : undefined;
  };
}

/** A parser of keywords or, otherwise, of a single component value. */
export function keywordsOr<const K extends string, T>(
  names: readonly K[],
  parse: (value: ComponentValue, context: ValueContext) => T | undefined,
): Property<K | T>["parse"] {
  return ([value, ...others], context) => {
    if (!value || others.length > 0) return undefined;
    if (value.kind === "ident") {
      const name = value.name.toLowerCase();
      const keyword = names.find((candidate) => candidate === name);
      if (keyword !== undefined) return keyword;
    }
    return parse(value, context);
  };
}

/** Keywords with a value of their own. */
export function keywordMap<T>(map: Readonly<Record<string, T>>): Property<T>["parse"] {
  return ([value, ...others]) => {
    const name = value?.kind === "ident" ? value.name.toLowerCase() : undefined;
    return name !== undefined && others.length === 0 && Object.hasOwn(map, name) ? map[name] : undefined;
  };
}

/** The keyword, if values are one. */
export function keywordOf(values: readonly ComponentValue[]): string | undefined {
  const [value] = values;
  return values.length === 1 && value?.kind === "ident" ? value.name.toLowerCase() : undefined;
}
