import type { ValueContext } from "../value-context.ts";
import type { Color } from "../../../scene/index.ts";
import { limits } from "../../limits.ts";
import { parseColorOrCurrent } from "../color.ts";
import { keywordOf, parseAll, splitAt, type ComponentValue, type Values } from "../component-values.ts";

/**
 * A CSS property with one computed value. The parser, the linter, editors, the documentation and the initial
 * style are derived from this entry.
 */
export interface Property<T> {
  /** The accepted values in value definition syntax (CSS Values 4, section 2). */
  readonly syntax: string;
  readonly initial: string;
  readonly isInherited?: boolean;
  /** A value for the documentation. */
  readonly example: string;
  /** Keywords that browsers know and templates do not, with what to use instead. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Computes a value; undefined if it is invalid. CSS-wide keywords and `var()` have been replaced. */
  readonly parse: (values: Values, context: ValueContext) => T | undefined;
}

/** Checks an entry, and keeps the type of its values. */
export function property<T>(entry: Property<T>): Property<T> {
  return entry;
}

/** The same entry under several names. */
export function named<const Name extends string, T>(
  names: readonly Name[],
  entry: Property<T>,
): Readonly<Record<Name, Property<T>>> {
  return Object.fromEntries(names.map((name) => [name, entry])) as Record<Name, Property<T>>;
}

/** A property that accepts keywords only. By default, the first one is the initial value. */
export function keywordProperty<const K extends string>(
  names: readonly [K, ...K[]],
  example: NoInfer<K>,
  options: Partial<Pick<Property<K>, "initial" | "isInherited" | "refused">> = {},
): Property<K> {
  return { syntax: names.join(" | "), initial: names[0], example, parse: keywords(...names), ...options };
}

/** A property that accepts keywords only. It is inherited. */
export const inheritedKeywords = <const K extends string>(
  names: readonly [K, ...K[]],
  example: NoInfer<K>,
  refused: Property<K>["refused"] = {},
) => keywordProperty(names, example, { isInherited: true, refused });

/** A property with a color that stays the keyword `currentcolor`, which is its initial value. It is inherited. */
export const currentColor = (example: string): Property<Color> => ({
  syntax: "<color>",
  initial: "currentcolor",
  isInherited: true,
  example,
  parse: single(parseColorOrCurrent),
});

/** A parser of a single component value. */
export function single<T>(
  parse: (value: ComponentValue, context: ValueContext) => T | undefined,
): Property<T>["parse"] {
  return ([value, ...others], context) => (value && others.length === 0 ? parse(value, context) : undefined);
}

/** A parser of one keyword of a list. */
export function keywords<const K extends string>(...names: readonly K[]): Property<K>["parse"] {
  return (values) => {
    const keyword = keywordOf(values);
    return names.find((name) => name === keyword);
  };
}

/** A parser of what the first or the second parser reads. */
export function either<A, B>(
  first: Property<A>["parse"],
  second: Property<B>["parse"],
): Property<A | B>["parse"] {
  return (values, context) => first(values, context) ?? second(values, context);
}

/** A parser of keywords or, otherwise, of a single component value. */
export function keywordsOr<const K extends string, T>(
  names: readonly K[],
  parse: (value: ComponentValue, context: ValueContext) => T | undefined,
): Property<K | T>["parse"] {
  return either(keywords(...names), single(parse));
}

/** A parser of a comma-separated list. */
export function list<T>(parse: Property<T>["parse"]): Property<readonly T[]>["parse"] {
  return (values, context) => {
    const parts = splitAt(values, ",");
    return parts.length > limits.valueEntries
      ? context.refuse(`More than ${limits.valueEntries} layers`)
      : parseAll(parts, (part) => parse(part, context));
  };
}

/** Keywords with their own value. */
export function keywordMap<const T>(map: Readonly<Record<string, T>>): Property<T>["parse"] {
  return (values) => {
    const name = keywordOf(values);
    return name !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
  };
}
