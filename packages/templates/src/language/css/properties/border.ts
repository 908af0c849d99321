import { after, call, either, keywordMap, keywords, sequence, sign } from "../grammar.ts";
import { splitAt, type Values } from "../component-values.ts";
import { color, nonNegative, number, pixels } from "../value-types.ts";
import { named, property } from "./property.ts";
import { distribute, fourSides, sides, spread, type Expansion, type Shorthand } from "./shorthand.ts";

/** The width of a border, rounded down to whole pixels, but to at least 1. */
const pixelWidth = pixels.map((width, context) => {
  if (width < 0) return context.refuse("The value must not be negative");
  return width > 0 && width < 1 ? 1 : Math.floor(width);
});
export const lineWidth = either(pixelWidth, keywordMap({ thin: 1, medium: 3, thick: 5 }));
const width = property(lineWidth, "medium", "2px");

const lineStyles = keywords("none", "solid", "double", "dashed", "dotted");
const hidden = keywordMap<"none">({ hidden: "none" });
const refusedStyle = "Use `solid`, `double`, `dashed` or `dotted`.";
const style = property(either(lineStyles, hidden).withSyntax(lineStyles.syntax), "none", "solid", {
  groove: refusedStyle,
  ridge: refusedStyle,
  inset: refusedStyle,
  outset: refusedStyle,
});

const borderColor = property(color, "currentcolor", "var(--accent)");

const radius = nonNegative.pair().map(([x, y]) => ({ x, y }));
const fourRadii = nonNegative.repeat(1, 4).map(spread);
/** The radii of all corners: `a b c d / e f g h`, horizontal and vertical ones. */
export const radii = sequence(fourRadii, after(sign("/"), fourRadii).optional()).map(([x, vertical]) => {
  const [topLeft, topRight, bottomRight, bottomLeft] = x.map((each, i) => ({
    x: each,
    y: (vertical ?? x)[i]!,
  }));
  return { topLeft: topLeft!, topRight: topRight!, bottomRight: bottomRight!, bottomLeft: bottomLeft! };
});

/** Corners with a larger parameter look the same. */
const maxCurve = 100;
/** The parameter of a superellipse (CSS Borders 4, section 3.3). */
const curve = either(
  keywordMap({ round: 1, squircle: 2, bevel: 0, scoop: -1, notch: -maxCurve, square: maxCurve }),
  call("superellipse", either(number, keywordMap({ infinity: maxCurve })), "superellipse(<number>)").map(
    (parameter) => Math.max(-maxCurve, Math.min(parameter, maxCurve)),
  ),
);

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
  "outline-offset": property(pixels, "0", "4px"),
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
function expandRadius(values: Values): Expansion | undefined {
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
