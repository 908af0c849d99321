import type { ColorMatrix, FilterFunction } from "../../scene/index.ts";
import { limits } from "../limits.ts";
import { parseAll, urlOf, type FunctionValue, type Values } from "./component-values.ts";
import { parseAngle, parseNumberOrPercentage, parsePixels } from "./quantity.ts";
import { parseShadow } from "./shadow-values.ts";
import type { ValueContext } from "./value-context.ts";

/** Reads a list of filter functions (Filter Effects 1, section 5). */
export function parseFilters(values: Values, context: ValueContext): readonly FilterFunction[] | undefined {
  if (values.length > limits.filterFunctions)
    return context.refuse(`More than ${limits.filterFunctions} filter functions`);
  return parseAll(values, (value) => {
    if (urlOf(value) !== undefined) {
      return context.refuse(
        "Filters by URL are not supported",
        "Use functions, such as `blur(4px)` or `grayscale(1)`. In an SVG, write an attribute.",
      );
    }
    return value.kind === "function" ? parseFilter(value, context) : undefined;
  });
}

function parseFilter({ name, values }: FunctionValue, context: ValueContext): FilterFunction | undefined {
  const [value, ...others] = values;
  if (name === "drop-shadow") {
    const shadow = parseShadow(values, context, parsePixels);
    if (!shadow || shadow.lengths.length > 3) return undefined;
    const [x, y, deviation = 0] = shadow.lengths;
    return { kind: "drop-shadow", x: x!, y: y!, deviation, color: shadow.color };
  }
  if (others.length > 0) return undefined;
  if (name === "blur") {
    const deviation = value ? parsePixels(value, context) : 0;
    if (deviation === undefined) return undefined;
    if (deviation < 0) return context.refuse("The blur radius must not be negative");
    return deviation <= limits.blur
      ? { kind: "blur", deviation }
      : context.refuse(
          `The blur radius is larger than ${limits.blur}px`,
          `Use at most \`${limits.blur}px\`.`,
        );
  }
  if (name === "hue-rotate") {
    const angle = value ? parseAngle(value, context) : 0;
    return angle === undefined ? undefined : { kind: "color-matrix", matrix: hueRotation(angle) };
  }
  const matrixOf = matrices.get(name);
  const amount = value ? parseNumberOrPercentage(value, context) : 1;
  if (!matrixOf || amount === undefined) return undefined;
  if (amount < 0) return context.refuse(`The amount of ${name}() must not be negative`);
  return { kind: "color-matrix", matrix: matrixOf(amount) };
}

/** The matrices of Filter Effects 1, section 8. The last column is added, in units of the full channel. */
const matrices: ReadonlyMap<string, (amount: number) => ColorMatrix> = new Map([
  ["brightness", (amount) => channels(amount, 0)],
  ["contrast", (amount) => channels(amount, (1 - amount) / 2)],
  ["invert", (amount) => channels(1 - 2 * Math.min(1, amount), Math.min(1, amount))],
  ["opacity", (amount) => [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, Math.min(1, amount), 0]],
  ["saturate", (amount) => mixed(grayOf(...luminance), amount)],
  ["grayscale", (amount) => mixed(grayOf(0.2126, 0.7152, 0.0722), 1 - Math.min(1, amount))],
  ["sepia", (amount) => mixed(sepia, 1 - Math.min(1, amount))],
]);

const luminance = [0.213, 0.715, 0.072] as const;
const sepia = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131];
const cosines = [0.787, -0.715, -0.072, -0.213, 0.285, -0.072, -0.213, -0.715, 0.928];
const sines = [-0.213, -0.715, 0.928, 0.143, 0.14, -0.283, -0.787, 0.715, 0.072];

function channels(factor: number, offset: number): ColorMatrix {
  return [factor, 0, 0, 0, offset, 0, factor, 0, 0, offset, 0, 0, factor, 0, offset, 0, 0, 0, 1, 0];
}

function grayOf(...weights: readonly [red: number, green: number, blue: number]): readonly number[] {
  return [...weights, ...weights, ...weights];
}

/** Between what a matrix of red, green and blue makes of a color (at 0) and the color itself (at 1). */
function mixed(matrix: readonly number[], amount: number): ColorMatrix {
  return ofColors(matrix.map((value, index) => value * (1 - amount) + (index % 4 === 0 ? amount : 0)));
}

function hueRotation(degrees: number): ColorMatrix {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return ofColors(
    grayOf(...luminance).map((value, index) => value + cos * cosines[index]! + sin * sines[index]!),
  );
}

/** A matrix of red, green and blue as one that keeps the alpha. */
function ofColors(matrix: readonly number[]): ColorMatrix {
  const row = (index: number) => [...matrix.slice(3 * index, 3 * index + 3), 0, 0];
  return [...row(0), ...row(1), ...row(2), 0, 0, 0, 1, 0];
}
