import type { Length } from "../../scene/index.ts";
import type { ComponentValue, FunctionValue } from "./component-values.ts";
import type { ValueContext } from "./value-context.ts";

/** A number, or a sum of pixels, a percentage and a multiple of a fitted font size. */
export type Quantity =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "length"; readonly px: number; readonly percent: number; readonly em: number };

type LengthQuantity = Extract<Quantity, { kind: "length" }>;

/** Lengths beyond this many pixels (or percent) are refused: they have no use on a card and lose precision. */
const maxMagnitude = 1_000_000;

const pixelsPerUnit: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

const lengthUnits = ["px", "%", "em", "rem", "cqw", "cqh", "cqmin", "cqmax", "vw", "vh", "vmin", "vmax"];

const mathFunctions = new Set(["calc", "min", "max", "clamp"]);

/** Reads a number, a length or a percentage, or a math function that results in one. */
function parseQuantity(value: ComponentValue, context: ValueContext): Quantity | undefined {
  const quantity = parseTerm(value, context);
  if (!quantity) return undefined;
  const parts = quantity.kind === "number" ? [quantity.value] : [quantity.px, quantity.percent, quantity.em];
  return parts.every((part) => Math.abs(part) <= maxMagnitude)
    ? quantity
    : context.refuse("The number is out of range");
}

/** Reads a length in pixels, a percentage, or a multiple of a fitted font size. Zero needs no unit. */
export function parseLengthPercentage(value: ComponentValue, context: ValueContext): Length | undefined {
  const quantity = parseLengthQuantity(value, context);
  if (!quantity) return undefined;
  const { px, percent, em } = quantity;
  if (percent !== 0 && px === 0 && em === 0) return { percent };
  if (em !== 0 && px === 0 && percent === 0) return { em };
  if (percent === 0 && em === 0) {
    return value.kind === "percentage" ? { percent: 0 } : px;
  }
  return context.refuse(
    "calc() with mixed units that depend on the layout is not supported",
    "Use only one of % and px in the expression. Padding, `gap` or `flex: 1` often replace `calc(100% - 20px)`.",
  );
}

/** As `parseLengthPercentage`, without negative values. */
export function parseNonNegative(value: ComponentValue, context: ValueContext): Length | undefined {
  const length = parseLengthPercentage(value, context);
  if (length === undefined) return undefined;
  const isMath = value.kind === "function";
  if (amount(length) >= 0) return length;
  // The result of a math function is clamped to the allowed range (CSS Values 4, section 10.12).
  return isMath ? scaleToZero(length) : context.refuse("The value must not be negative");
}

function amount(length: Length): number {
  if (typeof length === "number") return length;
  return "percent" in length ? length.percent : length.em;
}

function scaleToZero(length: Length): Length {
  return typeof length === "object" && "percent" in length ? { percent: 0 } : 0;
}

/** Reads a length without percentages: pixels or a multiple of a fitted font size. */
export function parseLength(
  value: ComponentValue,
  context: ValueContext,
): number | { em: number } | undefined {
  const length = parseLengthPercentage(value, context);
  return typeof length === "object" && "percent" in length ? undefined : length;
}

/** Reads a length in pixels. Below `fit()`, `em` is the size that the text has at most. */
export function parsePixels(value: ComponentValue, context: ValueContext): number | undefined {
  const quantity = parseLengthQuantity(value, context);
  if (!quantity || quantity.percent !== 0 || value.kind === "percentage") return undefined;
  return quantity.px + quantity.em * context.fitSize;
}

/** Reads a sum of pixels and a percentage. */
export function parseLengthQuantity(
  value: ComponentValue,
  context: ValueContext,
): LengthQuantity | undefined {
  const quantity = parseQuantity(value, context);
  if (quantity?.kind !== "number") return quantity;
  if (quantity.value === 0 && value.kind === "number") return { kind: "length", px: 0, percent: 0, em: 0 };
  return context.refuse("A length needs a unit", `Write \`${quantity.value}px\`.`);
}

/** Reads a number, or a math function that results in one. */
export function parseNumber(value: ComponentValue, context: ValueContext): number | undefined {
  const quantity = parseQuantity(value, context);
  return quantity?.kind === "number" ? quantity.value : undefined;
}

/** Reads a number or a percentage as a factor. */
export function parseNumberOrPercentage(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "percentage") return value.value / 100;
  return parseNumber(value, context);
}

const degreesPerUnit: Readonly<Record<string, number>> = {
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
};

/** Reads an angle in degrees. */
export function parseAngle(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "number" && value.value === 0) return 0;
  const factor = value.kind === "dimension" ? degreesPerUnit[value.unit] : undefined;
  if (value.kind !== "dimension" || factor === undefined) return undefined;
  const degrees = value.value * factor;
  return Math.abs(degrees) <= maxMagnitude ? degrees : context.refuse("The angle is out of range");
}

function parseTerm(value: ComponentValue, context: ValueContext): Quantity | undefined {
  if (value.kind === "number") return { kind: "number", value: value.value };
  if (value.kind === "percentage") return { kind: "length", px: 0, percent: value.value, em: 0 };
  if (value.kind === "dimension") return parseDimension(value.value, value.unit, context);
  return value.kind === "function" && mathFunctions.has(value.name)
    ? evaluateMath(value, context)
    : undefined;
}

function parseDimension(value: number, unit: string, context: ValueContext): Quantity | undefined {
  const { width, height, fontSize } = context;
  const length = (px: number): Quantity => ({ kind: "length", px, percent: 0, em: 0 });
  const factor = pixelsPerUnit[unit];
  if (factor !== undefined) return length(value * factor);
  switch (unit) {
    case "em":
      return typeof fontSize === "number"
        ? length(value * fontSize)
        : { kind: "length", px: 0, percent: 0, em: value * fontSize.em };
    case "rem":
      return length(value * context.rootFontSize);
    case "cqw":
    case "cqi":
    case "vw":
      return length((value * width) / 100);
    case "cqh":
    case "cqb":
    case "vh":
      return length((value * height) / 100);
    case "cqmin":
    case "vmin":
      return length((value * Math.min(width, height)) / 100);
    case "cqmax":
    case "vmax":
      return length((value * Math.max(width, height)) / 100);
    case "deg":
    case "rad":
    case "turn":
    case "grad":
    case "s":
    case "ms":
      return undefined;
    default:
      return context.refuse(`Unknown unit “${unit}”`, `Use one of ${lengthUnits.join(", ")}.`);
  }
}

/** Evaluates calc(), min(), max() and clamp() (CSS Values 4, section 10). */
function evaluateMath({ name, values }: FunctionValue, context: ValueContext): Quantity | undefined {
  const args: Quantity[] = [];
  let start = 0;
  for (let end = 0; end <= values.length; end++) {
    const value = values[end];
    if (value && !(value.kind === "delimiter" && value.value === ",")) continue;
    const argument = evaluateSum(values.slice(start, end), context);
    if (!argument) return undefined;
    args.push(argument);
    start = end + 1;
  }
  const [first, second, third] = args;
  if (!first) return undefined;
  if (name === "calc") return args.length === 1 ? first : undefined;
  if (name === "clamp") {
    if (!second || !third || args.length !== 3) return undefined;
    const upper = choose([second, third], Math.min, context);
    return upper && choose([first, upper], Math.max, context);
  }
  return choose(args, name === "min" ? Math.min : Math.max, context);
}

function choose(
  args: readonly Quantity[],
  pick: (...numbers: number[]) => number,
  context: ValueContext,
): Quantity | undefined {
  if (args.every((argument) => argument.kind === "number")) {
    return { kind: "number", value: pick(...args.map(({ value }) => value)) };
  }
  if (!args.every((argument) => argument.kind === "length")) return undefined;
  for (const unit of ["px", "percent", "em"] as const) {
    const others = (["px", "percent", "em"] as const).filter((other) => other !== unit);
    if (args.every((argument) => others.every((other) => argument[other] === 0))) {
      return {
        kind: "length",
        px: 0,
        percent: 0,
        em: 0,
        [unit]: pick(...args.map((argument) => argument[unit])),
      };
    }
  }
  return context.refuse(
    "min(), max() and clamp() can't compare % with other units",
    "Use the same unit in all arguments, or `cqw` and `cqh` instead of %; `max-width` often replaces `min(100%, 400px)`.",
  );
}

/** Evaluates sums and products. `+` and `-` need white space on both sides, as in CSS. */
function evaluateSum(values: readonly ComponentValue[], context: ValueContext): Quantity | undefined {
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
    if (value.kind === "block" && value.open === "(") return evaluateSum(value.values, context);
    if (value.kind === "ident") {
      const constant = { pi: Math.PI, e: Math.E }[value.name.toLowerCase()];
      return constant === undefined ? undefined : { kind: "number", value: constant };
    }
    return parseTerm(value, context);
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
    sum = right && add(sum, right, sign === "+" ? 1 : -1);
  }
  return next >= values.length ? sum : undefined;
}

function add(a: Quantity, b: Quantity, sign: 1 | -1): Quantity | undefined {
  if (a.kind === "number" && b.kind === "number") return { kind: "number", value: a.value + sign * b.value };
  if (a.kind !== "length" || b.kind !== "length") return undefined;
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
  const { px, percent, em } = quantity;
  return { kind: "length", px: px * factor, percent: percent * factor, em: em * factor };
}
