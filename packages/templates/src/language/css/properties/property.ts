import type { Color } from "../../../scene/index.ts";
import { parseColorOrCurrent } from "../color.ts";
import type { Values } from "../component-values.ts";
import { keywords, single, type Grammar } from "../grammar.ts";
import type { ValueContext } from "../value-context.ts";

/**
 * A CSS property with one computed value. The parser, the linter, editors, the documentation and the initial
 * style are derived from this entry.
 */
export interface Property<T> {
  /** In value definition syntax. */
  readonly syntax: string;
  /** Computes a value; undefined if it is invalid. CSS-wide keywords and `var()` have been replaced. */
  readonly parse: (values: Values, context: ValueContext) => T | undefined;
  readonly initial: string;
  readonly isInherited?: boolean;
  /** A value for the documentation. */
  readonly example: string;
  /** Keywords that browsers know and templates do not, with what to use instead. */
  readonly refused?: Readonly<Record<string, string>>;
}

type Refused = Property<unknown>["refused"];

export function property<T>(
  grammar: Grammar<T>,
  initial: string,
  example: string,
  refused: Refused = {},
): Property<T> {
  const parse: Property<T>["parse"] = (values, context) => grammar.parse(values, context);
  return { syntax: grammar.syntax, parse, initial, example, refused };
}

/** A property that descendants inherit. */
export function inherited<T>(grammar: Grammar<T>, initial: string, example: string): Property<T> {
  return { ...property(grammar, initial, example), isInherited: true };
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
  return { ...property(keywords(...names), names[0], example), ...options };
}

/** A property that accepts keywords only. It is inherited. */
export const inheritedKeywords = <const K extends string>(
  names: readonly [K, ...K[]],
  example: NoInfer<K>,
  refused: Refused = {},
) => keywordProperty(names, example, { isInherited: true, refused });

/** An inherited property with a color that stays the keyword `currentcolor`, which is its initial value. */
export const currentColor = (example: string): Property<Color> =>
  inherited(single("<color>", parseColorOrCurrent), "currentcolor", example);
