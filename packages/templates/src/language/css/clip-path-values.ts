import type { BasicShape, ClipPath, CornerRadius, Corners } from "../../scene/index.ts";
import { limits } from "../limits.ts";
import {
  identOf,
  parseAll,
  splitAt,
  type ComponentValue,
  type FunctionValue,
  type Values,
} from "./component-values.ts";
import { center, parsePosition } from "./position.ts";
import { borderProperties, expandRadius } from "./properties/border.ts";
import { spread } from "./properties/shorthand.ts";
import { parseOffset } from "./quantity.ts";
import { parsePath } from "./svg-path.ts";
import type { ValueContext } from "./value-context.ts";
import { ValueReader } from "./value-reader.ts";

/** Reads `none`, or a shape and a box in any order (CSS Masking 1, section 5.1). */
export function parseClipPath(values: Values, context: ValueContext): ClipPath | "none" | undefined {
  const reader = new ValueReader(values);
  if (reader.keyword("none")) return reader.isAtEnd ? "none" : undefined;
  const box = () => reader.keyword("border-box", "padding-box", "content-box");
  const before = box();
  const shape = reader.one((value) => parseShape(value, context));
  const after = before ?? box();
  if (!reader.isAtEnd || (!shape && !after)) return undefined;
  return { box: after ?? "border-box", ...(shape && { shape }) };
}

function parseShape(value: ComponentValue, context: ValueContext): BasicShape | undefined {
  const hint = "Use `inset()`, `circle()`, `ellipse()`, `polygon()` or `path()`.";
  if (value.kind === "url")
    return context.refuse("Clip paths by URL are not supported", `${hint} In an SVG, write an attribute.`);
  if (value.kind !== "function") return undefined;
  switch (value.name) {
    case "inset":
      return parseInset(value, context);
    case "circle":
    case "ellipse":
      return parseEllipse(value, context);
    case "polygon":
      return parsePolygon(value, context);
    case "path":
      return parsePathShape(value, context);
    case "url":
    case "rect":
    case "xywh":
    case "shape":
      return context.refuse(`${value.name}() is not supported`, hint);
    default:
      return undefined;
  }
}

function parseInset({ values }: FunctionValue, context: ValueContext): BasicShape | undefined {
  const at = values.findIndex((value) => identOf(value) === "round");
  const edges = at < 0 ? values : values.slice(0, at);
  const four = edges.length <= 4 ? spread(edges) : undefined;
  const [top, right, bottom, left] = four?.map((value) => parseOffset(value, context)) ?? [];
  const radii = parseRadii(at < 0 ? undefined : values.slice(at + 1), context);
  if (!top || !right || !bottom || !left || !radii) return undefined;
  return { kind: "inset", top, right, bottom, left, radii };
}

function parseRadii(values: Values | undefined, context: ValueContext): Corners<CornerRadius> | undefined {
  if (!values) {
    const square = { x: 0, y: 0 };
    return { topLeft: square, topRight: square, bottomRight: square, bottomLeft: square };
  }
  const parse = (corner: Values | undefined) =>
    corner && borderProperties["border-top-left-radius"].parse(corner, context);
  const [topLeft, topRight, bottomRight, bottomLeft] = Object.values(expandRadius(values) ?? {}).map(parse);
  if (!topLeft || !topRight || !bottomRight || !bottomLeft) return undefined;
  return { topLeft, topRight, bottomRight, bottomLeft };
}

function parseEllipse({ name, values }: FunctionValue, context: ValueContext): BasicShape | undefined {
  const reader = new ValueReader(values);
  const radius = () =>
    reader.keyword("closest-side", "farthest-side") ??
    reader.one((value) => (value.kind === "ident" ? undefined : parseOffset(value, context)));
  const x = radius();
  const y = name === "circle" ? x : radius();
  if (name === "ellipse" && x !== undefined && y === undefined) return undefined;
  const point = reader.keyword("at") ? parsePosition(reader, context) : { x: center, y: center };
  if (!point || !reader.isAtEnd) return undefined;
  const isNegative = [x, y].some(
    (each) => typeof each === "object" && "px" in each && (each.px < 0 || each.percent < 0),
  );
  if (isNegative) return context.refuse("The radius must not be negative");
  return {
    kind: "ellipse",
    isCircle: name === "circle",
    x: x ?? "closest-side",
    y: y ?? "closest-side",
    center: point,
  };
}

function parsePolygon({ values }: FunctionValue, context: ValueContext): BasicShape | undefined {
  const parts = splitAt(values, ",");
  const rule = new ValueReader(parts[0] ?? []).keyword("nonzero", "evenodd");
  const points = parseAll(rule ? parts.slice(1) : parts, (part) => {
    const [x, y] = part.map((value) => parseOffset(value, context));
    return x && y && part.length === 2 ? { x, y } : undefined;
  });
  if (!points || (rule && parts[0]!.length > 1)) return undefined;
  return { kind: "polygon", rule: rule ?? "nonzero", points };
}

function parsePathShape({ values }: FunctionValue, context: ValueContext): BasicShape | undefined {
  const parts = splitAt(values, ",");
  const rule = parts.length === 2 ? new ValueReader(parts[0]!).keyword("nonzero", "evenodd") : undefined;
  const [data, ...others] = parts.at(-1) ?? [];
  if (data?.kind !== "string" || others.length > 0 || parts.length !== (rule ? 2 : 1)) return undefined;
  if (data.value.length > limits.pathLength)
    return context.refuse(`The path is longer than ${limits.pathLength} characters`, "Use an SVG image.");
  const segments = parsePath(data.value);
  return segments
    ? { kind: "path", rule: rule ?? "nonzero", segments }
    : context.refuse("The path is invalid", "Write SVG path data, such as `path('M0 0H80L40 60Z')`.");
}
