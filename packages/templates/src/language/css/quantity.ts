import type { Length } from "../../scene/index.ts";
import type { ComponentValue } from "./component-values.ts";
import { evaluateMath, isMathFunction, type LengthQuantity, type Quantity } from "./math-functions.ts";
import type { ValueContext } from "./value-context.ts";

/** Lengths beyond this many pixels (or percent) are refused: they are useless and lose precision. */
const maxMagnitude = 1_000_000;

const pixelsPerUnit: ReadonlyMap<string, number> = new Map(
  Object.entries({
    px: 1,
    pt: 96 / 72,
    pc: 16,
    in: 96,
    cm: 96 / 2.54,
    mm: 96 / 25.4,
    q: 96 / 101.6,
  }),
);

const lengthUnits = [
  "px",
  "%",
  "em",
  "rem",
  "ch",
  "ex",
  "lh",
  "cqw",
  "cqh",
  "cqmin",
  "cqmax",
  "vw",
  "vh",
  "vmin",
  "vmax",
];

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

/** Reads `16 / 9` or a number: a ratio of at least 0. */
export function parseRatio(values: readonly ComponentValue[], context: ValueContext): number | undefined {
  const [width, slash, height, ...others] = values;
  const isRatio = !slash || (slash.kind === "delimiter" && slash.value === "/");
  const first = width && parseNumber(width, context);
  const second = slash ? height && parseNumber(height, context) : 1;
  if (first === undefined || second === undefined || !isRatio || others.length > 0) return undefined;
  return first >= 0 && second > 0 ? first / second : undefined;
}

const degreesPerUnit: ReadonlyMap<string, number> = new Map(
  Object.entries({
    deg: 1,
    grad: 0.9,
    rad: 180 / Math.PI,
    turn: 360,
  }),
);

/** Reads an angle in degrees. */
export function parseAngle(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "number" && value.value === 0) return 0;
  const factor = value.kind === "dimension" ? degreesPerUnit.get(value.unit) : undefined;
  if (value.kind !== "dimension" || factor === undefined) return undefined;
  const degrees = value.value * factor;
  return Math.abs(degrees) <= maxMagnitude ? degrees : context.refuse("The angle is out of range");
}

function parseTerm(value: ComponentValue, context: ValueContext): Quantity | undefined {
  if (value.kind === "number") return { kind: "number", value: value.value };
  if (value.kind === "percentage") return { kind: "length", px: 0, percent: value.value, em: 0 };
  if (value.kind === "dimension") return parseDimension(value.value, value.unit, context);
  return value.kind === "function" && isMathFunction(value.name)
    ? evaluateMath(value, context, parseTerm)
    : undefined;
}

function ems(value: number, fontSize: ValueContext["fontSize"]): Quantity {
  return typeof fontSize === "number"
    ? { kind: "length", px: value * fontSize, percent: 0, em: 0 }
    : { kind: "length", px: 0, percent: 0, em: value * fontSize.em };
}

function parseDimension(value: number, unit: string, context: ValueContext): Quantity | undefined {
  const { width, height, fontSize } = context;
  const length = (px: number): Quantity => ({ kind: "length", px, percent: 0, em: 0 });
  const factor = pixelsPerUnit.get(unit);
  if (factor !== undefined) return length(value * factor);
  switch (unit) {
    case "em":
      return ems(value, fontSize);
    case "ch":
      return ems(value * context.font.zero, fontSize);
    case "ex":
      return ems(value * context.font.xHeight, fontSize);
    case "lh":
      return ems(value * context.lineHeight, fontSize);
    case "rem":
      return length(value * context.rootFontSize);
    case "cqw":
    case "cqi":
    case "vw":
    case "vi":
    case "dvw":
    case "svw":
    case "lvw":
      return length((value * width) / 100);
    case "cqh":
    case "cqb":
    case "vh":
    case "vb":
    case "dvh":
    case "svh":
    case "lvh":
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
