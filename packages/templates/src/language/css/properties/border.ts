import type { BorderStyle, Color, CornerRadius } from "../../../scene/index.ts";
import { parseColor } from "../color.ts";
import type { ComponentValue } from "../component-values.ts";
import { parseNonNegative, parsePixels } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { keywordOf, keywords, single, type Property } from "./property.ts";

/** The computed values of the properties of borders and outlines. */
export interface BorderLonghands {
  "border-top-width": number;
  "border-right-width": number;
  "border-bottom-width": number;
  "border-left-width": number;
  "border-top-style": BorderStyle;
  "border-right-style": BorderStyle;
  "border-bottom-style": BorderStyle;
  "border-left-style": BorderStyle;
  "border-top-color": Color;
  "border-right-color": Color;
  "border-bottom-color": Color;
  "border-left-color": Color;
  "border-top-left-radius": CornerRadius;
  "border-top-right-radius": CornerRadius;
  "border-bottom-right-radius": CornerRadius;
  "border-bottom-left-radius": CornerRadius;
  "outline-width": number;
  "outline-style": BorderStyle;
  "outline-color": Color;
  "outline-offset": number;
}

const width: Property<number> = {
  group: "border",
  syntax: "<length> | thin | medium | thick",
  initial: "medium",
  example: "2px",
  parse: single(parseLineWidth),
};

const style: Property<BorderStyle> = {
  group: "border",
  syntax: "none | solid | dashed | dotted",
  initial: "none",
  example: "solid",
  parse: (values, context) => {
    const keyword = keywordOf(values);
    if (keyword === "hidden") return "none";
    return ["double", "groove", "ridge", "inset", "outset"].includes(keyword ?? "")
      ? context.refuse(
          `The border style \`${keyword}\` is not supported`,
          "Use `solid`, `dashed` or `dotted`.",
        )
      : keywords("none", "solid", "dashed", "dotted")(values, context);
  },
};

const color: Property<Color> = {
  group: "border",
  syntax: "<color>",
  initial: "currentcolor",
  example: "var(--accent)",
  parse: single(parseColor),
};

const radius: Property<CornerRadius> = {
  group: "border",
  syntax: "[ <length> | <percentage> ]{1,2}",
  initial: "0",
  example: "16px",
  parse: ([first, second, ...others], context) => {
    const x = first && parseNonNegative(first, context);
    const y = second ? parseNonNegative(second, context) : x;
    return x === undefined || y === undefined || others.length > 0 ? undefined : { x, y };
  },
};

/** The properties of borders and outlines. */
export const borderProperties: { readonly [K in keyof BorderLonghands]: Property<BorderLonghands[K]> } = {
  "border-top-width": width,
  "border-right-width": width,
  "border-bottom-width": width,
  "border-left-width": width,
  "border-top-style": style,
  "border-right-style": style,
  "border-bottom-style": style,
  "border-left-style": style,
  "border-top-color": color,
  "border-right-color": color,
  "border-bottom-color": color,
  "border-left-color": color,
  "border-top-left-radius": radius,
  "border-top-right-radius": radius,
  "border-bottom-right-radius": radius,
  "border-bottom-left-radius": radius,
  "outline-width": width,
  "outline-style": style,
  "outline-color": color,
  "outline-offset": {
    group: "border",
    syntax: "<length>",
    initial: "0",
    example: "4px",
    parse: single(parsePixels),
  },
};

const namedWidths: Readonly<Record<string, number>> = { thin: 1, medium: 3, thick: 5 };

/** Reads the width of a border. Widths are rounded as in browsers: down to whole pixels, but to at least 1. */
function parseLineWidth(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "ident") return namedWidths[value.name.toLowerCase()];
  const pixels = parsePixels(value, context);
  if (pixels === undefined) return undefined;
  if (pixels < 0) return context.refuse("The value must not be negative");
  return pixels > 0 && pixels < 1 ? 1 : Math.floor(pixels);
}
