import { mapOf } from "@placard/contracts/maps";
import type { Calculation } from "../../scene/index.ts";
import {
  identOf,
  parseAll,
  splitAt,
  type ComponentValue,
  type FunctionValue,
  type Values,
} from "./component-values.ts";
import type { ValueContext } from "./value-context.ts";

/** A number, or a length that may depend on the layout. */
export type Quantity = { readonly kind: "number"; readonly value: number } | Calculation;

type ReadTerm = (value: ComponentValue, context: ValueContext) => Quantity | undefined;

const mathFunctions: ReadonlySet<string> = new Set(["calc", "min", "max", "clamp"]);

/** CSS Values 4, section 10.7.1. */
const constants = mapOf({ e: Math.E, pi: Math.PI });

const degreesPerUnit = mapOf({
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
});

/** The degrees of an angle; undefined if a value is not one. */
export function degreesOf(value: ComponentValue): number | undefined {
  if (value.kind !== "dimension") return undefined;
  const factor = degreesPerUnit.get(value.unit);
  return factor && value.value * factor;
}

/** Whether a function results in a quantity. */
export function isMathFunction(name: string): boolean {
  return mathFunctions.has(name);
}

/** Evaluates `calc()`, `min()`, `max()` and `clamp()` (CSS Values 4, section 10). */
export function evaluateMath(
  { name, values }: FunctionValue,
  context: ValueContext,
  readTerm: ReadTerm,
): Quantity | undefined {
  const args = parseAll(splitAt(values, ","), (part) => evaluateSum(part, context, readTerm));
  const [first, second, third] = args ?? [];
  if (!args || !first) return undefined;
  if (name === "calc") return args.length === 1 ? first : undefined;
  if (name === "clamp") {
    if (!second || !third || args.length !== 3) return undefined;
    const upper = choose("min", [second, third]);
    return upper && choose("max", [first, upper]);
  }
  return choose(name === "min" ? "min" : "max", args);
}

/** Applies a function to numbers, or to lengths in one unit. */
function inOneUnit(
  compute: (...numbers: readonly number[]) => number,
  args: readonly Quantity[],
): Quantity | undefined {
  if (args.every((argument) => argument.kind === "number")) {
    return { kind: "number", value: compute(...args.map(({ value }) => value)) };
  }
  if (!args.every((argument) => argument.kind !== "number")) return undefined;
  for (const unit of lengthUnits) {
    const amounts = args.map((argument) => amountIn(unit, argument));
    if (amounts.every((amount) => amount !== undefined))
      return { ...zeroLength, [unit]: compute(...amounts) };
  }
  return undefined;
}

function choose(kind: "min" | "max", args: readonly Quantity[]): Quantity | undefined {
  const isOfLengths = args.every((argument) => argument.kind !== "number");
  return inOneUnit(Math[kind], args) ?? (isOfLengths ? { kind, args } : undefined);
}

/** No length, in any unit. */
export const zeroLength = { kind: "length", px: 0, percent: 0, em: 0 } as const;

export const lengthUnits = ["px", "percent", "em"] as const;

/** The amount of a unit, if nothing has another one. */
export function amountIn(unit: (typeof lengthUnits)[number], length: Calculation): number | undefined {
  if (length.kind !== "length") return undefined;
  const isOnly = lengthUnits.every((other) => other === unit || length[other] === 0);
  return isOnly ? length[unit] : undefined;
}

/** Evaluates sums and products. `+` and `-` need white space on both sides, as in CSS. */
function evaluateSum(values: Values, context: ValueContext, readTerm: ReadTerm): Quantity | undefined {
  let next = 0;

  const operator = (...operators: string[]): string | undefined => {
    const value = values[next];
    if (value?.kind !== "delimiter" || !operators.includes(value.value)) return undefined;
    if ((value.value === "+" || value.value === "-") && !(value.isSpaced && values[next + 1]?.isSpaced))
      return undefined;
    next++;
    return value.value;
  };
  const operand = (): Quantity | undefined => {
    const value = values[next++];
    if (!value) return undefined;
    if (value.kind === "block" && value.open === "(") return evaluateSum(value.values, context, readTerm);
    const constant = constants.get(identOf(value) ?? "");
    return constant === undefined ? readTerm(value, context) : { kind: "number", value: constant };
  };
  const product = (): Quantity | undefined => {
    let left = operand();
    for (let sign = operator("*", "/"); left && sign; sign = operator("*", "/")) {
      const right = operand();
      left = right && (sign === "*" ? multiply(left, right) : divide(left, right, context));
    }
    return left;
  };

  let sum = product();
  for (let sign = operator("+", "-"); sum && sign; sign = operator("+", "-")) {
    const right = product();
    sum = right && add(sum, right, sign === "+" ? 1 : -1, context);
  }
  const rest = values[next];
  if (!rest || !sum) return sum;
  const isSum =
    rest.kind === "delimiter" ? /[+-]/u.test(rest.value) : /^(?:dimension|number)$/u.test(rest.kind);
  return isSum
    ? context.refuse("`+` and `-` need a space on both sides", "Write `calc(100% - 20px)`.")
    : undefined;
}

function add(a: Quantity, b: Quantity, sign: 1 | -1, context: ValueContext): Quantity | undefined {
  if (a.kind === "number" && b.kind === "number") return { kind: "number", value: a.value + sign * b.value };
  if (a.kind === "number" || b.kind === "number") {
    const { value } = a.kind === "number" ? a : (b as Extract<Quantity, { kind: "number" }>);
    return context.refuse("A length needs a unit", `Write \`${value}px\`.`);
  }
  if (a.kind !== "length" || b.kind !== "length") return { kind: "sum", args: [a, scaleLength(b, sign)] };
  return {
    kind: "length",
    px: a.px + sign * b.px,
    percent: a.percent + sign * b.percent,
    em: a.em + sign * b.em,
  };
}

function multiply(a: Quantity, b: Quantity): Quantity | undefined {
  if (a.kind === "number") return scale(b, a.value);
  return b.kind === "number" ? scale(a, b.value) : undefined;
}

function divide(a: Quantity, b: Quantity, context: ValueContext): Quantity | undefined {
  if (b.kind !== "number") return undefined;
  return b.value === 0 ? context.refuse("Division by zero") : scale(a, 1 / b.value);
}

function scale(quantity: Quantity, factor: number): Quantity {
  if (quantity.kind === "number") return { kind: "number", value: quantity.value * factor };
  return scaleLength(quantity, factor);
}

/** Negative factors swap the smallest and the largest of some lengths. */
export function scaleLength(length: Calculation, factor: number): Calculation {
  if (length.kind === "length") {
    const { px, percent, em } = length;
    return { kind: "length", px: px * factor, percent: percent * factor, em: em * factor };
  }
  const args = length.args.map((each) => scaleLength(each, factor));
  if (length.kind === "sum" || factor >= 0) return { kind: length.kind, args };
  return { kind: length.kind === "min" ? "max" : "min", args };
}
