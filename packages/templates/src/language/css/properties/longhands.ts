import { valuesOf, type Values } from "../component-values.ts";
import { checkContext } from "../value-context.ts";
import { groups } from "./groups.ts";
import type { Property } from "./property.ts";

type Groups = typeof groups;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
type Entries = Intersection<Groups[keyof Groups][0]>;

export type LonghandName = keyof Entries;

/** The computed values of all properties. */
export type Longhands = {
  -readonly [K in LonghandName]: Entries[K] extends Property<infer T> ? T : never;
};

/** All properties with one value, by name, in the order of the documentation. */
export const longhands = Object.assign({}, ...Object.values(groups).map(([each]) => each)) as {
  readonly [K in LonghandName]: Property<Longhands[K]>;
};

export const longhandNames = Object.keys(longhands) as readonly LonghandName[];

/** Whether a name belongs to a property with one value. */
export function isLonghand(name: string): name is LonghandName {
  return Object.hasOwn(longhands, name);
}

/** Whether values are valid for a property with one value, whichever element they are computed for. */
export function isValidFor(name: string, values: Values): boolean {
  return isLonghand(name) && longhands[name].parse(values, checkContext) !== undefined;
}

/** The initial values of all properties. */
export const initialValues = Object.fromEntries(
  longhandNames.map((name) => {
    const value = longhands[name].parse(valuesOf(longhands[name].initial), checkContext);
    if (value === undefined) throw new Error(`The initial value of ${name} is invalid`);
    return [name, value];
  }),
) as unknown as Longhands;
