import type { Length, Transform } from "../../scene/index.ts";
import { splitAt, type ComponentValue, type FunctionValue } from "./component-values.ts";
import { parseAngle, parseLengthPercentage, parseNumberOrPercentage } from "./quantity.ts";
import type { ValueContext } from "./value-context.ts";

/** Reads a list of 2D transform functions (CSS Transforms 1, section 13.1). */
export function parseTransforms(
  values: readonly ComponentValue[],
  context: ValueContext,
): readonly Transform[] | undefined {
  const transforms: Transform[] = [];
  for (const value of values) {
    const transform = value.kind === "function" ? parseTransform(value, context) : undefined;
    if (!transform) return undefined;
    transforms.push(transform);
  }
  return transforms;
}

type Read = (value: ComponentValue, context: ValueContext) => Length | undefined;
type Entry = readonly [kind: Transform["kind"], read: Read, axes: "xy" | "x" | "y"];

/** The functions, with the parser of their arguments and the axes that the arguments stand for. */
const functions: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ["translate", ["translate", parseLengthPercentage, "xy"]],
  ["translatex", ["translate", parseLengthPercentage, "x"]],
  ["translatey", ["translate", parseLengthPercentage, "y"]],
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
  if (!found || parts.some((part) => part.length !== 1) || parts.length > 2)
    return refuseUnsupported(name, context);
  const [kind, read, axes] = found;
  const [first, second] = parts.map(([value]) => read(value!, context));
  if (parts.length > axes.length || first === undefined) return undefined;
  if (parts.length === 2 && second === undefined) return undefined;
  if (kind === "rotate") return { kind, angle: first as number };
  const neutral = kind === "scale" ? 1 : 0;
  const other = second ?? (kind === "scale" && axes === "xy" ? first : neutral);
  const [x, y] = axes === "y" ? [neutral, first] : [first, other];
  return { kind, x, y } as Transform;
}

function refuseUnsupported(name: string, context: ValueContext): undefined {
  return /3d$|^matrix|^perspective|^(?:rotate|translate|scale)[xyz]$/u.test(name)
    ? context.refuse(
        `The transform function ${name}() is not supported`,
        "Use `translate()`, `rotate()`, `scale()` or `skew()`.",
      )
    : undefined;
}
