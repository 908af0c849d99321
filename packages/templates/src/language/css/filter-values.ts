import type { ColorMatrix, FilterFunction } from "../../scene/index.ts";
import { limits } from "../limits.ts";
import { urlOf } from "./component-values.ts";
import { call, either, type Grammar } from "./grammar.ts";
import { checkBlur, dropShadow } from "./shadow-values.ts";
import { angle, factor, pixels } from "./value-types.ts";
import type { ValueContext } from "./value-context.ts";

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

function channels(times: number, offset: number): ColorMatrix {
  return [times, 0, 0, 0, offset, 0, times, 0, 0, offset, 0, 0, times, 0, offset, 0, 0, 0, 1, 0];
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

/** A function with an argument that can be left out. */
function filter(
  name: string,
  argument: Grammar<number>,
  initial: number,
  create: (value: number, context: ValueContext) => FilterFunction | undefined,
) {
  return call(name, argument.optional(initial), `${name}()`).map(create);
}

const functions = either(
  filter("blur", pixels, 0, (deviation, context) =>
    checkBlur(deviation, context) ? { kind: "blur", deviation } : undefined,
  ),
  call("drop-shadow", dropShadow, "drop-shadow()").map(({ blur, spread: _, ...shadow }): FilterFunction => {
    return { kind: "drop-shadow", ...shadow, deviation: blur };
  }),
  filter("hue-rotate", angle, 0, (degrees) => toMatrix(hueRotation(degrees))),
  ...[...matrices].map(([name, matrixOf]) =>
    filter(name, factor, 1, (amount, context) =>
      amount < 0
        ? context.refuse(`The amount of ${name}() must not be negative`)
        : toMatrix(matrixOf(amount)),
    ),
  ),
);

function toMatrix(matrix: ColorMatrix): FilterFunction {
  return { kind: "color-matrix", matrix };
}

/** Filter functions (Filter Effects 1, section 5). */
export const filters = functions
  .explain((value, context) =>
    urlOf(value) === undefined
      ? undefined
      : context.refuse(
          "Filters by URL are not supported",
          "Use functions, such as `blur(4px)` or `grayscale(1)`. In an SVG, write an attribute.",
        ),
  )
  .repeat()
  .map((found, context) =>
    found.length <= limits.filterFunctions
      ? found
      : context.refuse(`More than ${limits.filterFunctions} filter functions`),
  );
