import type { Values } from "../component-values.ts";

/** The values of the properties that a shorthand sets. */
export type Expansion = ReadonlyMap<string, Values | "initial">;

/** Whether values are valid for a property with one value. */
export type IsValid = (property: string, values: Values) => boolean;

/** A property that sets several others. */
export interface Shorthand {
  readonly syntax: string;
  readonly example: string;
  /** The names of the properties it sets; those that a value does not mention get their initial value. */
  readonly longhands: readonly string[];
  /** Splits a value; undefined if it is invalid. The parts are checked by their own properties. */
  readonly expand: (values: Values, isValid: IsValid) => Expansion | undefined;
}

export const sides = ["top", "right", "bottom", "left"] as const;

/** One to four values for the four sides. */
export function fourSides(longhands: readonly string[], syntax: string, example: string): Shorthand {
  return {
    syntax: `[ ${syntax} ]{1,4}`,
    example,
    longhands,
    expand: (values) => {
      const four = values.length <= 4 && spread(values);
      return four ? new Map(four.map((value, index) => [longhands[index]!, [value]])) : undefined;
    },
  };
}

/** The values of the four sides or corners; undefined without a value. */
export function spread([first, second = first, third = first, fourth = second]: Values) {
  return first && second && third && fourth ? [first, second, third, fourth] : undefined;
}

/** One or two values for a start and an end. */
export function twoSides(start: string, end: string, syntax: string, example: string): Shorthand {
  return {
    syntax: `[ ${syntax} ]{1,2}`,
    example,
    longhands: [start, end],
    expand: ([first, second = first, ...others]) =>
      first && second && others.length === 0
        ? new Map([
            [start, [first]],
            [end, [second]],
          ])
        : undefined,
  };
}

/** Values of several properties in any order. */
export function anyOrder(longhands: readonly string[], syntax: string, example: string): Shorthand {
  return {
    syntax,
    example,
    longhands,
    expand: (values, isValid) => distribute(values, longhands, isValid),
  };
}

const maxParts = 3;

/**
 * Gives each value to the first property for which it is valid (`||` in value definitions). Properties that
 * accept several values get neighbors together. Undefined if a value is left over.
 */
export function distribute(
  values: Values,
  properties: readonly string[],
  isValid: IsValid,
): Expansion | undefined {
  const found = new Map<string, Values>();
  const valuesOf = (property: string) => found.get(property) ?? [];
  for (const value of values) {
    const target = properties.find(
      (property) => valuesOf(property).length < maxParts && isValid(property, [...valuesOf(property), value]),
    );
    if (target === undefined) return undefined;
    found.set(target, [...valuesOf(target), value]);
  }
  if (values.length === 0) return undefined;
  return new Map(properties.map((property) => [property, found.get(property) ?? "initial"]));
}
