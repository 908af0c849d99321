import { limits } from "../limits.ts";
import { countValues, isDelimiter, type ComponentValue, type Values } from "./component-values.ts";

/** The value of a custom property. Undefined if it isn't set. */
export type FindVariable = (name: string) => Values | undefined;

/**
 * Replaces `var()` by the values of custom properties or by fallbacks (CSS Variables 1, section 3). Undefined
 * if a variable has neither, or if the result is too long: the declaration is then invalid at computed-value
 * time.
 */
export function substituteVariables(values: Values, find: FindVariable): Values | undefined {
  const result: ComponentValue[] = [];
  for (const value of values) {
    if (value.kind === "function" && value.name === "var") {
      const replacement = resolve(value.values, find);
      if (!replacement) return undefined;
      // `+` and `-` need white space: what is around var() counts, not what is around the value.
      const [first, ...others] = replacement;
      if (first)
        result.push(first.isSpaced === value.isSpaced ? first : { ...first, isSpaced: value.isSpaced });
      result.push(...others);
    } else if ("values" in value) {
      const inner = substituteVariables(value.values, find);
      if (!inner) return undefined;
      result.push({ ...value, values: inner });
    } else {
      result.push(value);
    }
    if (result.length > limits.substitutedValues) return undefined;
  }
  return countValues(result) > limits.substitutedValues ? undefined : result;
}

function resolve(values: Values, find: FindVariable): Values | undefined {
  const [name, comma, ...fallback] = values;
  if (name?.kind !== "ident") return undefined;
  const value = find(name.name);
  if (value) return value;
  return comma ? substituteVariables(fallback, find) : undefined;
}

/** A use of `var()`. */
export interface VariableUse {
  readonly name: string;
  readonly hasFallback: boolean;
}

/** The uses of `var()` in values, fallbacks included. Uses with an invalid argument have an empty name. */
export function variableUses(values: Values): VariableUse[] {
  return values.flatMap((value) => {
    if (!("values" in value)) return [];
    if (value.kind !== "function" || value.name !== "var") return variableUses(value.values);
    const [name, comma, ...fallback] = value.values;
    const isValid =
      name?.kind === "ident" && name.name.startsWith("--") && (!comma || isDelimiter(comma, ","));
    return [{ name: isValid ? name.name : "", hasFallback: comma !== undefined }, ...variableUses(fallback)];
  });
}
