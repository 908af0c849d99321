import type { ComponentValue } from "../component-values.ts";
import { splitAt } from "../component-values.ts";
import { expandBackground, expandFlex, expandFont } from "./complex-shorthands.ts";
import { keywordOf, type PropertyGroup } from "./property.ts";
import { distribute, type Expansion } from "./shorthand-parts.ts";

/** A property that sets several others. */
export interface Shorthand {
  readonly group: PropertyGroup;
  readonly syntax: string;
  readonly example: string;
  /** The names of the properties it sets; those that a value does not mention get their initial value. */
  readonly longhands: readonly string[];
  /** Splits a value; undefined if it is invalid. The values of the parts are checked with their properties. */
  readonly expand: (values: readonly ComponentValue[]) => Expansion | undefined;
}

const sides = ["top", "right", "bottom", "left"] as const;

/** One to four values for the four sides. */
function fourSides(
  group: PropertyGroup,
  names: readonly string[],
  syntax: string,
  example: string,
): Shorthand {
  return {
    group,
    syntax: `[ ${syntax} ]{1,4}`,
    example,
    longhands: names,
    expand: (values) => {
      const [top, right = top, bottom = top, left = right] = values;
      if (!top || !right || !bottom || !left || values.length > 4) return undefined;
      return new Map([top, right, bottom, left].map((value, index) => [names[index]!, [value]]));
    },
  };
}

/** One or two values for a start and an end. */
function twoSides(
  group: PropertyGroup,
  names: readonly string[],
  syntax: string,
  example: string,
): Shorthand {
  return {
    group,
    syntax: `[ ${syntax} ]{1,2}`,
    example,
    longhands: names,
    expand: ([start, end = start, ...others]) =>
      start && end && others.length === 0
        ? new Map([
            [names[0]!, [start]],
            [names[1]!, [end]],
          ])
        : undefined,
  };
}

/** Width, style and color of one or more borders, in any order. */
function borderOf(prefixes: readonly string[], example = "2px solid var(--accent)"): Shorthand {
  const parts = ["width", "style", "color"];
  return {
    group: "border",
    syntax: "<line-width> || <line-style> || <color>",
    example,
    longhands: prefixes.flatMap((prefix) => parts.map((part) => `${prefix}-${part}`)),
    expand: (values) => {
      const first = prefixes[0]!;
      const physical = first.includes("inline") || first.includes("block") ? "border-top" : first;
      const expansion = distribute(
        values,
        parts.map((part) => [part, `${physical}-${part}`]),
      );
      return (
        expansion &&
        new Map(
          prefixes.flatMap((prefix) =>
            parts.map((part) => [`${prefix}-${part}`, expansion.get(part) ?? "initial"]),
          ),
        )
      );
    },
  };
}

const corners = ["top-left", "top-right", "bottom-right", "bottom-left"].map(
  (corner) => `border-${corner}-radius`,
);

/** `a b c d / e f g h`: horizontal and vertical radii. */
function expandRadius(values: readonly ComponentValue[]): Expansion | undefined {
  const [horizontal = [], vertical = horizontal, ...others] = splitAt(values, "/");
  if (others.length > 0) return undefined;
  const spread = ([first, second = first, third = first, fourth = second]: readonly ComponentValue[]) => [
    first,
    second,
    third,
    fourth,
  ];
  if (horizontal.length > 4 || vertical.length > 4) return undefined;
  const [x, y] = [spread(horizontal), spread(vertical)];
  const expansion = new Map<string, readonly ComponentValue[]>();
  for (const [index, corner] of corners.entries()) {
    const [rx, ry] = [x[index], y[index]];
    if (!rx || !ry) return undefined;
    expansion.set(corner, [rx, ry]);
  }
  return expansion;
}

const margin = "<length> | <percentage> | auto";
const padding = "<length> | <percentage>";

/** The properties that set several others, by name. */
export const shorthands: Readonly<Record<string, Shorthand>> = {
  margin: fourSides(
    "box",
    sides.map((side) => `margin-${side}`),
    margin,
    "0 auto",
  ),
  padding: fourSides(
    "box",
    sides.map((side) => `padding-${side}`),
    padding,
    "4px 14px",
  ),
  inset: fourSides("position", sides, margin, "0"),
  "margin-inline": twoSides("box", ["margin-inline-start", "margin-inline-end"], margin, "auto"),
  "margin-block": twoSides("box", ["margin-block-start", "margin-block-end"], margin, "24px 0"),
  "padding-inline": twoSides("box", ["padding-inline-start", "padding-inline-end"], padding, "14px"),
  "padding-block": twoSides("box", ["padding-block-start", "padding-block-end"], padding, "4px"),
  "inset-inline": twoSides("position", ["inset-inline-start", "inset-inline-end"], margin, "0"),
  "inset-block": twoSides("position", ["inset-block-start", "inset-block-end"], margin, "0"),
  gap: twoSides("flex", ["row-gap", "column-gap"], padding, "2cqmin"),
  "place-content": twoSides("flex", ["align-content", "justify-content"], "<content-distribution>", "center"),
  "flex-flow": {
    group: "flex",
    syntax: "<'flex-direction'> || <'flex-wrap'>",
    example: "row wrap",
    longhands: ["flex-direction", "flex-wrap"],
    expand: (values) =>
      distribute(values, [
        ["flex-direction", "flex-direction"],
        ["flex-wrap", "flex-wrap"],
      ]),
  },
  flex: {
    group: "flex",
    syntax: "none | auto | <'flex-grow'> <'flex-shrink'>? || <'flex-basis'>",
    example: "1",
    longhands: ["flex-grow", "flex-shrink", "flex-basis"],
    expand: expandFlex,
  },
  border: borderOf(sides.map((side) => `border-${side}`)),
  "border-top": borderOf(["border-top"]),
  "border-right": borderOf(["border-right"]),
  "border-bottom": borderOf(["border-bottom"]),
  "border-left": borderOf(["border-left"]),
  "border-inline": borderOf(["border-inline-start", "border-inline-end"]),
  "border-block": borderOf(["border-block-start", "border-block-end"]),
  "border-inline-start": borderOf(["border-inline-start"]),
  "border-inline-end": borderOf(["border-inline-end"]),
  "border-block-start": borderOf(["border-block-start"]),
  "border-block-end": borderOf(["border-block-end"]),
  "border-width": fourSides(
    "border",
    sides.map((side) => `border-${side}-width`),
    "<line-width>",
    "2px 0",
  ),
  "border-style": fourSides(
    "border",
    sides.map((side) => `border-${side}-style`),
    "<line-style>",
    "solid",
  ),
  "border-color": fourSides(
    "border",
    sides.map((side) => `border-${side}-color`),
    "<color>",
    "var(--hairline)",
  ),
  "border-radius": {
    group: "border",
    syntax: "[ <length> | <percentage> ]{1,4} [ / [ <length> | <percentage> ]{1,4} ]?",
    example: "24px",
    longhands: corners,
    expand: expandRadius,
  },
  outline: borderOf(["outline"], "2px solid var(--accent)"),
  background: {
    group: "background",
    syntax:
      "[ <image> || <position> [ / <size> ]? || <repeat> || <box>{1,2} ]#, with a <color> in the last layer",
    example: "url(assets/paper.png) center / cover, var(--ground)",
    longhands: [
      "background-color",
      "background-image",
      "background-size",
      "background-position",
      "background-repeat",
      "background-origin",
      "background-clip",
    ],
    expand: expandBackground,
  },
  font: {
    group: "text",
    syntax: "[ <'font-style'> || <'font-weight'> ]? <'font-size'> [ / <'line-height'> ]? <'font-family'>",
    example: "800 64px/1.1 Inter",
    longhands: ["font-style", "font-weight", "font-size", "line-height", "font-family"],
    expand: expandFont,
  },
  "text-decoration": {
    group: "text",
    syntax: "<line> || <style> || <color> || <thickness>",
    example: "underline 4px var(--accent)",
    longhands: [
      "text-decoration-line",
      "text-decoration-style",
      "text-decoration-color",
      "text-decoration-thickness",
    ],
    expand: (values) =>
      distribute(
        values,
        ["line", "style", "color", "thickness"].map((part) => [
          `text-decoration-${part}`,
          `text-decoration-${part}`,
        ]),
      ),
  },
  "list-style": {
    group: "text",
    syntax: "none",
    example: "none",
    longhands: ["list-style-type"],
    expand: (values) =>
      keywordOf(values) === undefined ? undefined : new Map([["list-style-type", values]]),
  },
};
