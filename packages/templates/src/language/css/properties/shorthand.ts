import type { Values } from "../component-values.ts";

/** The values of the properties that a shorthand sets. Without one, a property gets its initial value. */
export type Expansion = Readonly<Record<string, Values | undefined>>;

/** Whether values are valid for a property with one value. */
export type IsValid = (property: string, values: Values) => boolean;

/** A property that sets several others. */
export interface Shorthand {
  readonly syntax: string;
  readonly example: string;
  /** The names of the properties it sets. */
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
      const four = values.length <= 4 ? spread(values) : undefined;
      return four && Object.fromEntries(four.map((value, index) => [longhands[index]!, [value]]));
    },
  };
}

/** The values of the four sides or corners; undefined without a value. */
export function spread<T>([first, second = first, third = first, fourth = second]: readonly T[]) {
  return first === undefined ? undefined : [first, second!, third!, fourth!];
}

/** One or two values for a start and an end. */
export function twoSides(start: string, end: string, syntax: string, example: string): Shorthand {
  return {
    syntax: `[ ${syntax} ]{1,2}`,
    example,
    longhands: [start, end],
    expand: ([first, second = first, ...others]) =>
      first && second && others.length === 0 ? { [start]: [first], [end]: [second] } : undefined,
  };
}

/** Values of several properties in any order. */
export function anyOrderOf(longhands: readonly string[], syntax: string, example: string): Shorthand {
  return {
    syntax,
    example,
    longhands,
    expand: (values, isValid) => distribute(values, longhands, isValid),
  };
}

const maxParts = 4;

/**
 * Gives each value to the first property for which it is valid (`||` in value definitions). Properties that
 * accept several values get neighbors together. Undefined if a value is left over.
 */
export function distribute(
  values: Values,
  properties: readonly string[],
  isValid: IsValid,
): Expansion | undefined {
  const found: Record<string, Values> = {};
  for (const value of values) {
    const withValue = (property: string) => [...(found[property] ?? []), value];
    const target = properties.find(
      (property) => withValue(property).length <= maxParts && isValid(property, withValue(property)),
    );
    if (target === undefined) return undefined;
    found[target] = withValue(target);
  }
  return values.length > 0 ? found : undefined;
}
