import type { CornerRadius } from "../../../scene/index.ts";
import { identOf, splitAt, type ComponentValue, type Values } from "../component-values.ts";
import { parseNonNegative, parseNumber, parsePixels } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { color, either, keywordMap, keywords, named, property, single, type Grammar } from "./property.ts";
import { distribute, fourSides, sides, spread, type Expansion, type Shorthand } from "./shorthand.ts";

export const lineWidth = either(
  single("<length>", parseLineWidth),
  keywordMap({ thin: 1, medium: 3, thick: 5 }),
);
const width = property(lineWidth, "medium", "2px");

const lineStyles = ["none", "solid", "double", "dashed", "dotted"] as const;
const refusedStyle = "Use `solid`, `double`, `dashed` or `dotted`.";
const style = property(
  {
    syntax: lineStyles.join(" | "),
    parse: either(keywordMap({ hidden: "none" }), keywords(...lineStyles)).parse,
  },
  "none",
  "solid",
  { groove: refusedStyle, ridge: refusedStyle, inset: refusedStyle, outset: refusedStyle },
);

const borderColor = property(color, "currentcolor", "var(--accent)");

const radius: Grammar<CornerRadius> = {
  syntax: "[ <length> | <percentage> ]{1,2}",
  parse: ([first, second = first, ...others], context) => {
    const x = first && parseNonNegative(first, context);
    const y = second && parseNonNegative(second, context);
    return x === undefined || y === undefined || others.length > 0 ? undefined : { x, y };
  },
};

/** Corners with a larger parameter look the same. */
const maxCurve = 100;
const curves: Readonly<Record<string, number>> = {
  round: 1,
  squircle: 2,
  bevel: 0,
  scoop: -1,
  notch: -maxCurve,
  square: maxCurve,
};

const curve = single(`${Object.keys(curves).join(" | ")} | superellipse(<number>)`, parseCornerShape);

const sidesOf = <const Part extends "width" | "style" | "color">(part: Part) =>
  sides.map((side) => `border-${side}-${part}` as const);
const corners = ["top-left", "top-right", "bottom-right", "bottom-left"] as const;
const cornerShapes = corners.map((corner) => `corner-${corner}-shape` as const);
const cornerRadii = corners.map((corner) => `border-${corner}-radius` as const);

export const borderProperties = {
  ...named(sidesOf("width"), width),
  ...named(sidesOf("style"), style),
  ...named(sidesOf("color"), borderColor),
  ...named(cornerRadii, property(radius, "0", "16px")),
  ...named(cornerShapes, property(curve, "round", "squircle")),
  "outline-width": width,
  "outline-style": style,
  "outline-color": borderColor,
  "outline-offset": property(single("<length>", parsePixels), "0", "4px"),
};

const parts = ["width", "style", "color"];

/** Width, style and color of one or more borders, in any order. */
function borderOf(...borders: readonly string[]): Shorthand {
  const partsOf = (border: string) => parts.map((part) => `${border}-${part}`);
  return {
    syntax: "<line-width> || <line-style> || <color>",
    example: "2px solid var(--accent)",
    longhands: borders.flatMap(partsOf),
    expand: (values, isValid) => {
      // All borders accept the same values.
      const found = distribute(
        values,
        parts.map((part) => `border-top-${part}`),
        isValid,
      );
      const ofBorder = (border: string) =>
        parts.map((part) => [`${border}-${part}`, found?.[`border-top-${part}`]]);
      return found && Object.fromEntries(borders.flatMap(ofBorder));
    },
  };
}

/** `a b c d / e f g h`: horizontal and vertical radii. */
export function expandRadius(values: Values): Expansion | undefined {
  const [horizontal = [], vertical = horizontal, ...others] = splitAt(values, "/");
  if (others.length > 0 || horizontal.length > 4 || vertical.length > 4) return undefined;
  const [x, y] = [spread(horizontal), spread(vertical)];
  return x && y && Object.fromEntries(cornerRadii.map((corner, index) => [corner, [x[index]!, y[index]!]]));
}

export const borderShorthands = {
  border: borderOf(...sides.map((side) => `border-${side}`)),
  "border-top": borderOf("border-top"),
  "border-right": borderOf("border-right"),
  "border-bottom": borderOf("border-bottom"),
  "border-left": borderOf("border-left"),
  "border-inline": borderOf("border-inline-start", "border-inline-end"),
  "border-block": borderOf("border-block-start", "border-block-end"),
  "border-inline-start": borderOf("border-inline-start"),
  "border-inline-end": borderOf("border-inline-end"),
  "border-block-start": borderOf("border-block-start"),
  "border-block-end": borderOf("border-block-end"),
  "border-width": fourSides(sidesOf("width"), "<line-width>", "2px 0"),
  "border-style": fourSides(sidesOf("style"), "<line-style>", "solid"),
  "border-color": fourSides(sidesOf("color"), "<color>", "var(--hairline)"),
  "border-radius": {
    syntax: "[ <length> | <percentage> ]{1,4} [ / [ <length> | <percentage> ]{1,4} ]?",
    example: "24px",
    longhands: cornerRadii,
    expand: expandRadius,
  },
  "corner-shape": fourSides(cornerShapes, "<corner-shape>", "squircle"),
  outline: borderOf("outline"),
};

/** The parameter of a superellipse (CSS Borders 4, section 3.3). */
function parseCornerShape(value: ComponentValue, context: ValueContext): number | undefined {
  const name = identOf(value);
  if (name !== undefined) return Object.hasOwn(curves, name) ? curves[name] : undefined;
  if (value.kind !== "function" || value.name !== "superellipse") return undefined;
  const [argument, ...others] = value.values;
  if (!argument || others.length > 0) return undefined;
  if (identOf(argument) === "infinity") return maxCurve;
  const number = parseNumber(argument, context);
  return number === undefined ? undefined : Math.max(-maxCurve, Math.min(number, maxCurve));
}

/** Reads the width of a border, rounded down to whole pixels, but to at least 1. */
function parseLineWidth(value: ComponentValue, context: ValueContext): number | undefined {
  const pixels = parsePixels(value, context);
  if (pixels === undefined) return undefined;
  if (pixels < 0) return context.refuse("The value must not be negative");
  return pixels > 0 && pixels < 1 ? 1 : Math.floor(pixels);
}
