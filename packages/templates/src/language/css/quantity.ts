import { mapOf } from "@placard/contracts/maps";
import {
  evaluateCalculation,
  type Calculation,
  type Ems,
  type Length,
  type Position,
} from "../../scene/index.ts";
import { valuesOf, type ComponentValue, type FunctionValue } from "./component-values.ts";
import { limits } from "../limits.ts";
import {
  amountIn,
  degreesOf,
  evaluateMath,
  isMathFunction,
  lengthUnits,
  zeroLength,
  type Quantity,
} from "./math-functions.ts";
import { checkContext, type ValueContext } from "./value-context.ts";

/** Lengths beyond this many pixels (or percent) are refused: they are useless and lose precision. */
const maxMagnitude = 1_000_000;

const pixelsPerUnit = mapOf({
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
});

const unitNames = "px, %, em, rem, ch, ex, lh, cqw, cqh, cqmin, cqmax, vw, vh, vmin, vmax";

/** Reads a number, a length or a percentage, or a math function that results in one. */
function parseQuantity(value: ComponentValue, context: ValueContext): Quantity | undefined {
  const quantity = parseTerm(value, context);
  if (!quantity) return undefined;
  const terms = quantity.kind === "number" ? [] : termsOf(quantity);
  if (terms.length > limits.calculationTerms) {
    return context.refuse(
      `The expression compares or adds more than ${limits.calculationTerms} lengths that depend on the layout`,
    );
  }
  const parts =
    quantity.kind === "number" ? [quantity.value] : terms.flatMap(({ px, percent, em }) => [px, percent, em]);
  return parts.every((part) => Math.abs(part) <= maxMagnitude)
    ? quantity
    : context.refuse("The number is out of range");
}

function termsOf(length: Calculation): readonly Extract<Calculation, { kind: "length" }>[] {
  return length.kind === "length" ? [length] : length.args.flatMap(termsOf);
}

function dependsOnPercent(length: Calculation): boolean {
  return termsOf(length).some(({ percent }) => percent !== 0);
}

/** Pixels per `em`. Reads the context only if there are any: other values are the same for all elements. */
function sizeOfEms(length: Calculation, context: ValueContext): number {
  return termsOf(length).some(({ em }) => em !== 0) ? context.fitSize : 0;
}

/** Reads a length, a percentage, or an expression of both. Zero needs no unit. */
export function parseLengthPercentage(value: ComponentValue, context: ValueContext): Length | undefined {
  const length = parseCalculation(value, context);
  if (!length) return undefined;
  if (value.kind === "percentage" && value.value === 0) return { percent: 0 };
  const [px, percent, em] = lengthUnits.map((unit) => amountIn(unit, length));
  if (px !== undefined) return px;
  if (percent !== undefined) return { percent };
  return em === undefined ? { calculation: length, hasPercent: dependsOnPercent(length) } : { em };
}

/** Whether a length refers to another one. */
export function hasPercent(length: Length): boolean {
  return typeof length === "object" && ("percent" in length || ("hasPercent" in length && length.hasPercent));
}

/** As `parseLengthPercentage`, without negative values. */
export function parseNonNegative(value: ComponentValue, context: ValueContext): Length | undefined {
  const length = parseLengthPercentage(value, context);
  if (length === undefined) return undefined;
  // The result of a math function is clamped to the allowed range (CSS Values 4, section 10.12).
  if (typeof length === "object" && "calculation" in length)
    return { ...length, calculation: { kind: "max", args: [zeroLength, length.calculation] } };
  const amount = typeof length === "number" ? length : "percent" in length ? length.percent : length.em;
  if (amount >= 0) return length;
  if (value.kind !== "function") return context.refuse("The value must not be negative");
  return hasPercent(length) ? { percent: 0 } : 0;
}

/** Reads a length without percentages: pixels or a multiple of a fitted font size. */
export function parseLength(value: ComponentValue, context: ValueContext): number | Ems | undefined {
  const length = parseLengthPercentage(value, context);
  if (length === undefined || hasPercent(length)) return undefined;
  return withoutCalculation(length, context);
}

/** Reads a length or a percentage of a font size, the parent's in `font-size`. */
export function parseLengthOfFont(value: ComponentValue, context: ValueContext): number | Ems | undefined {
  const length = parseLengthPercentage(value, context);
  if (length === undefined) return undefined;
  if (typeof length === "object" && "percent" in length) return timesFontSize(length.percent / 100, context);
  const { fontSize } = context;
  if (typeof length === "object" && "calculation" in length && typeof fontSize === "number")
    return evaluateCalculation(length.calculation, fontSize, 0);
  return withoutCalculation(length, context);
}

/** A multiple of the font size. */
export function timesFontSize(factor: number, { fontSize }: ValueContext): number | Ems {
  return typeof fontSize === "number" ? fontSize * factor : { em: fontSize.em * factor };
}

function withoutCalculation(length: Length, context: ValueContext): number | Ems | undefined {
  if (typeof length === "number" || "em" in length) return length;
  return context.refuse(
    "Below fit(), an expression can't mix em or % of the font size with other units here",
    "Use only one of them.",
  );
}

/** Reads a length in pixels. Below `fit()`, `em` is the size that the text has at most. */
export function parsePixels(value: ComponentValue, context: ValueContext): number | undefined {
  const length = parseCalculation(value, context);
  if (!length || dependsOnPercent(length) || value.kind === "percentage") return undefined;
  return evaluateCalculation(length, 0, sizeOfEms(length, context));
}

/** The pixels of a length on a card of a size. Undefined if it depends on anything else, or is no length. */
export function pixelsOf(css: string, card: { width: number; height: number }): number | undefined {
  const [value, ...others] = valuesOf(css);
  if (!value || others.length > 0) return undefined;
  const context = { ...checkContext, ...card, fontSize: { em: 1 }, rootFontSize: NaN };
  const length = parseLengthPercentage(value, context);
  return typeof length === "number" && Number.isFinite(length) ? length : undefined;
}

/** Reads a point on an axis. Below `fit()`, `em` is the size that the text has at most. */
export function parseOffset(value: ComponentValue, context: ValueContext): Position | undefined {
  const length = parseCalculation(value, context);
  const calculation = length && inPixels(length, sizeOfEms(length, context));
  if (calculation?.kind !== "length") return calculation && { calculation };
  const { percent, px } = calculation;
  return { percent, px };
}

/** Replaces multiples of the fitted font size by pixels. */
function inPixels(length: Calculation, fitSize: number): Calculation {
  if (length.kind === "length") return { ...length, px: length.px + length.em * fitSize, em: 0 };
  return { ...length, args: length.args.map((each) => inPixels(each, fitSize)) };
}

function parseCalculation(value: ComponentValue, context: ValueContext): Calculation | undefined {
  const quantity = parseQuantity(value, context);
  if (quantity?.kind !== "number") return quantity;
  if (quantity.value === 0 && value.kind === "number") return zeroLength;
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

/** Reads an angle in degrees. */
export function parseAngle(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "number")
    return value.value === 0 ? 0 : context.refuse("An angle needs a unit", `Write \`${value.value}deg\`.`);
  const degrees =
    value.kind === "function" && isMathFunction(value.name)
      ? calculatedAngle(value, context)
      : degreesOf(value);
  if (degrees === undefined) return undefined;
  return Math.abs(degrees) <= maxMagnitude ? degrees : context.refuse("The angle is out of range");
}

/** A calculation with degrees in the place of pixels. */
function calculatedAngle(value: FunctionValue, context: ValueContext): number | undefined {
  const parseAngleTerm = (term: ComponentValue): Quantity | undefined => {
    if (term.kind === "number") return { kind: "number", value: term.value };
    if (term.kind === "function" && isMathFunction(term.name))
      return evaluateMath(term, context, parseAngleTerm);
    const degrees = degreesOf(term);
    return degrees === undefined ? undefined : { ...zeroLength, px: degrees };
  };
  const sum = evaluateMath(value, context, parseAngleTerm);
  return sum?.kind === "length" ? sum.px : undefined;
}

const unsupportedMath = /^(?:abs|a?(?:cos|sin|tan)|atan2|exp|hypot|log|mod|pow|rem|round|sign|sqrt)$/u;

function parseTerm(value: ComponentValue, context: ValueContext): Quantity | undefined {
  if (value.kind === "number") return { kind: "number", value: value.value };
  if (value.kind === "percentage") return { ...zeroLength, percent: value.value };
  if (value.kind === "dimension") return parseDimension(value.value, value.unit, context);
  if (value.kind !== "function") return undefined;
  if (isMathFunction(value.name)) return evaluateMath(value, context, parseTerm);
  return unsupportedMath.test(value.name)
    ? context.refuse(`\`${value.name}()\` is not supported`, "Write its result.")
    : undefined;
}

/** What a unit of the viewport or of the container is a hundredth of: the card is both. */
function cardLength(side: string, { width, height }: ValueContext): number {
  if (side === "min") return Math.min(width, height);
  if (side === "max") return Math.max(width, height);
  return side === "w" || side === "i" ? width : height;
}

function parseDimension(value: number, unit: string, context: ValueContext): Quantity | undefined {
  const length = (px: number): Quantity => ({ ...zeroLength, px });
  const ems = (factor: number): Quantity => {
    const size = timesFontSize(value * factor, context);
    return typeof size === "number" ? length(size) : { ...zeroLength, ...size };
  };
  const factor = pixelsPerUnit.get(unit);
  if (factor !== undefined) return length(value * factor);
  const [, ofCard] = /^(?:cq|[dls]?v)([whib]|min|max)$/u.exec(unit) ?? [];
  if (ofCard !== undefined) return length((value * cardLength(ofCard, context)) / 100);
  switch (unit) {
    case "em":
      return ems(1);
    case "ch":
      return ems(context.font.zero);
    case "ex":
      return ems(context.font.xHeight);
    case "lh":
      return ems(context.lineHeight);
    case "rem":
      return length(value * context.rootFontSize);
    case "deg":
    case "rad":
    case "turn":
    case "grad":
    case "s":
    case "ms":
      return undefined;
    default:
      return context.refuse(`Unknown unit “${unit}”`, `Use one of ${unitNames}.`);
  }
}
