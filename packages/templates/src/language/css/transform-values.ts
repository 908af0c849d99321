import type { Length, Transform } from "../../scene/index.ts";
import {
  parseAll,
  splitAt,
  type ComponentValue,
  type FunctionValue,
  type Values,
} from "./component-values.ts";
import { parseAngle, parseLengthPercentage, parseNumber, parseNumberOrPercentage } from "./quantity.ts";
import type { ValueContext } from "./value-context.ts";

/** Reads a list of 2D transform functions (CSS Transforms 1, section 13.1). */
export function parseTransforms(values: Values, context: ValueContext): readonly Transform[] | undefined {
  return parseAll(values, (value) => {
    if (value.kind !== "function") return undefined;
    return value.name === "matrix" ? parseMatrix(value, context) : parseTransform(value, context);
  })?.flat();
}

type Read = (value: ComponentValue, context: ValueContext) => Length | undefined;
type Entry = readonly [kind: Transform["kind"], read: Read, axes: "xy" | "x" | "y" | "xyz"];

/** The functions, with the parser of their arguments and the axes that the arguments stand for. */
const functions: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ["translate", ["translate", parseLengthPercentage, "xy"]],
  ["translatex", ["translate", parseLengthPercentage, "x"]],
  ["translate3d", ["translate", parseLengthPercentage, "xyz"]],
  ["scale3d", ["scale", parseNumberOrPercentage, "xyz"]],
  ["translatey", ["translate", parseLengthPercentage, "y"]],
  ["translatez", ["translate", parseLengthPercentage, "x"]],
  ["scale", ["scale", parseNumberOrPercentage, "xy"]],
  ["scalex", ["scale", parseNumberOrPercentage, "x"]],
  ["scaley", ["scale", parseNumberOrPercentage, "y"]],
  ["rotate", ["rotate", parseAngle, "x"]],
  ["rotatez", ["rotate", parseAngle, "x"]],
  ["skew", ["skew", parseAngle, "xy"]],
  ["skewx", ["skew", parseAngle, "x"]],
  ["skewy", ["skew", parseAngle, "y"]],
]);

function parseTransform({ name, values }: FunctionValue, context: ValueContext): Transform | undefined {
  const parts = splitAt(values, ",");
  const found = functions.get(name);
  if (!found || parts.some((part) => part.length !== 1)) return refuseUnsupported(name, context);
  const [kind, read, axes] = found;
  const numbers = parts.map(([value]) => read(value!, context));
  if (numbers.includes(undefined) || parts.length > axes.length) return undefined;
  // Nothing has depth, and without perspective depth is not seen.
  if (axes === "xyz" && parts.length < 3) return undefined;
  if (name === "translatez") return { kind: "translate", x: 0, y: 0 };
  const [first, second] = numbers;
  if (first === undefined) return undefined;
  if (kind === "rotate") return { kind, angle: first as number };
  const neutral = kind === "scale" ? 1 : 0;
  const other = second ?? (kind === "scale" && axes === "xy" ? first : neutral);
  const [x, y] = axes === "y" ? [neutral, first] : [first, other];
  return { kind, x, y } as Transform;
}

/** A matrix as a rotation of a skewed and scaled element. */
function parseMatrix({ values }: FunctionValue, context: ValueContext): readonly Transform[] | undefined {
  const parts = splitAt(values, ",").map(([value, ...others]) =>
    value && others.length === 0 ? parseNumber(value, context) : undefined,
  );
  const numbers = parts.filter((number) => number !== undefined);
  if (parts.length !== 6 || numbers.length !== 6) return undefined;
  const [a, b, c, d, x, y] = numbers as [number, number, number, number, number, number];
  const width = Math.hypot(a, b);
  const height = (a * d - b * c) / width;
  if (!(width > 0) || height === 0) return context.refuse("The matrix makes the element invisible");
  const toDegrees = 180 / Math.PI;
  return [
    { kind: "translate", x, y },
    { kind: "rotate", angle: Math.atan2(b, a) * toDegrees },
    { kind: "skew", x: Math.atan((a * c + b * d) / (width * height)) * toDegrees, y: 0 },
    { kind: "scale", x: width, y: height },
  ];
}

/** The functions that need perspective, as they are written. */
const spatial = ["perspective", "rotateX", "rotateY", "rotate3d", "matrix3d"];

function refuseUnsupported(name: string, context: ValueContext): undefined {
  const written = spatial.find((each) => each.toLowerCase() === name);
  return written === undefined
    ? undefined
    : context.refuse(
        `The 3D transform function ${written}() is not supported`,
        "Use `translate()`, `rotate()`, `scale()` or `skew()`.",
      );
}
