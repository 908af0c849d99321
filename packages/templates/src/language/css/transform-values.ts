import type { Length, Transform } from "../../scene/index.ts";
import { call, either, list, type Grammar } from "./grammar.ts";
import { angle, factor, lengthPercentage, number } from "./value-types.ts";
import type { ValueContext } from "./value-context.ts";

type Entry = readonly [kind: Transform["kind"], args: Grammar<Length>, axes: "xy" | "x" | "y" | "xyz"];

/** The functions, with their arguments and the axes that the arguments stand for. */
const functions: Readonly<Record<string, Entry>> = {
  translate: ["translate", lengthPercentage, "xy"],
  translateX: ["translate", lengthPercentage, "x"],
  translateY: ["translate", lengthPercentage, "y"],
  rotate: ["rotate", angle, "x"],
  scale: ["scale", factor, "xy"],
  scaleX: ["scale", factor, "x"],
  scaleY: ["scale", factor, "y"],
  skew: ["skew", angle, "xy"],
  skewX: ["skew", angle, "x"],
  skewY: ["skew", angle, "y"],
  translate3d: ["translate", lengthPercentage, "xyz"],
  translateZ: ["translate", lengthPercentage, "x"],
  scale3d: ["scale", factor, "xyz"],
  rotateZ: ["rotate", angle, "x"],
};

function transform(name: string, [kind, argument, axes]: Entry): Grammar<readonly Transform[]> {
  const args = list(argument, "arguments");
  return call(name.toLowerCase(), args, `${name}()`).map((values) => {
    const [first, second] = values;
    // Nothing has depth, and without perspective depth is not seen.
    if (values.length > axes.length || (axes === "xyz" && values.length < 3)) return undefined;
    if (name === "translateZ") return [{ kind: "translate", x: 0, y: 0 }];
    if (kind === "rotate") return [{ kind, angle: first as number }];
    const neutral = kind === "scale" ? 1 : 0;
    const other = second ?? (kind === "scale" && axes === "xy" ? first! : neutral);
    const [x, y] = axes === "y" ? [neutral, first!] : [first!, other];
    return [{ kind, x, y } as Transform];
  });
}

/** A matrix as a rotation of a skewed and scaled element. */
function decompose(numbers: readonly number[], context: ValueContext): readonly Transform[] | undefined {
  if (numbers.length !== 6) return undefined;
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

/** 2D transform functions (CSS Transforms 1, section 13.1). */
export const transforms = either(
  ...Object.entries(functions).map(([name, entry]) => transform(name, entry)),
  call("matrix", list(number, "numbers"), "matrix()").map(decompose),
)
  .explain((value, context) => {
    const written = spatial.find((name) => value.kind === "function" && name.toLowerCase() === value.name);
    if (written === undefined) return undefined;
    const message = `The 3D transform function ${written}() is not supported`;
    return context.refuse(message, "Use `translate()`, `rotate()`, `scale()` or `skew()`.");
  })
  .repeat()
  .map((found) => found.flat());
