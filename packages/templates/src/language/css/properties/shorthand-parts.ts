import type { ComponentValue } from "../component-values.ts";
import type { ValueContext } from "../value-context.ts";
import { isLonghand, longhands } from "./longhands.ts";

/** The values of the properties that a shorthand sets. */
export type Expansion = ReadonlyMap<string, readonly ComponentValue[] | "initial">;

/** A context that values are checked with while it isn't known for which element they are computed. */
export const checkContext: ValueContext = {
  fontSize: 16,
  fitSize: 16,
  rootFontSize: 16,
  width: 1200,
  height: 630,
  color: "#000000",
  parentFontWeight: 400,
  asset: () => undefined,
  refuse: () => undefined,
};

/** Whether values are valid for a property. */
export function isValidFor(property: string, values: readonly ComponentValue[]): boolean {
  return isLonghand(property) && longhands[property].parse(values, checkContext) !== undefined;
}

/**
 * Gives each value to the first property for which it is valid, in any order (`||` in value definitions). Properties that accept
 * several values get neighbors together. Undefined if a value is left over.
 */
export function distribute(
  values: readonly ComponentValue[],
  targets: readonly (readonly [key: string, property: string])[],
): Expansion | undefined {
  const expansion = new Map<string, readonly ComponentValue[]>();
  for (const value of values) {
    const target = targets.find(
      ([key, property]) =>
        isValidFor(property, [...(expansion.get(key) ?? []), value]) && isFirstOrJoins(expansion.get(key)),
    );
    if (!target) return undefined;
    expansion.set(target[0], [...(expansion.get(target[0]) ?? []), value]);
  }
  if (values.length === 0) return undefined;
  return new Map(targets.map(([key]) => [key, expansion.get(key) ?? "initial"]));
}

const maxParts = 3;

function isFirstOrJoins(parts: readonly ComponentValue[] | undefined): boolean {
  return (parts?.length ?? 0) < maxParts;
}
