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

function parseTransform({ name, values }: FunctionValue, context: ValueContext): Transform | undefined {
  const parts = splitAt(values, ",");
  if (parts.some((part) => part.length !== 1) || parts.length > 2) {
    return refuseUnsupported(name, context);
  }
  const [first, second] = parts.map((part) => part[0]!);
  if (!first) return undefined;
  const length = (value: ComponentValue) => parseLengthPercentage(value, context);
  const factor = (value: ComponentValue) => parseNumberOrPercentage(value, context);
  const angle = (value: ComponentValue) => parseAngle(value, context);
  switch (name) {
    case "translate":
      return both(length(first), second ? length(second) : 0, (x: Length, y) => ({
        kind: "translate",
        x,
        y,
      }));
    case "translatex":
      return second ? undefined : both(length(first), 0, (x: Length, y) => ({ kind: "translate", x, y }));
    case "translatey":
      return second ? undefined : both(0, length(first), (x: Length, y) => ({ kind: "translate", x, y }));
    case "scale": {
      const x = factor(first);
      return both(x, second ? factor(second) : x, (sx, sy) => ({ kind: "scale", x: sx, y: sy }));
    }
    case "scalex":
      return second ? undefined : both(factor(first), 1, (x, y) => ({ kind: "scale", x, y }));
    case "scaley":
      return second ? undefined : both(1, factor(first), (x, y) => ({ kind: "scale", x, y }));
    case "rotate":
    case "rotatez":
      return second ? undefined : both(angle(first), 0, (degrees) => ({ kind: "rotate", angle: degrees }));
    case "skew":
      return both(angle(first), second ? angle(second) : 0, (x, y) => ({ kind: "skew", x, y }));
    case "skewx":
      return second ? undefined : both(angle(first), 0, (x, y) => ({ kind: "skew", x, y }));
    case "skewy":
      return second ? undefined : both(0, angle(first), (x, y) => ({ kind: "skew", x, y }));
    default:
      return refuseUnsupported(name, context);
  }
}

function refuseUnsupported(name: string, context: ValueContext): undefined {
  return /3d$|^matrix|^perspective|^(?:rotate|translate|scale)[xyz]$/u.test(name)
    ? context.refuse(
        `The transform function ${name}() is not supported`,
        "Use `translate()`, `rotate()`, `scale()` or `skew()`.",
      )
    : undefined;
}

function both<T>(
  x: T | undefined,
  y: T | undefined,
  create: (x: T, y: T) => Transform,
): Transform | undefined {
  return x === undefined || y === undefined ? undefined : create(x, y);
}
