import type { LayoutStyle, Length, LengthOrAuto, Size } from "../../../scene/index.ts";
import type { ComponentValue } from "../component-values.ts";
import { parseLengthPercentage, parseNonNegative, parseNumber } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { keywordOf, keywords, keywordsOr, single, type Property } from "./property.ts";

/** The values of `display`; elements with `none` are left out of the scene, `contents` is replaced by its children. */
export type Display = LayoutStyle["display"] | "none" | "contents";

/** The computed values of the properties of boxes. */
export interface BoxLonghands {
  display: Display;
  "box-sizing": LayoutStyle["boxSizing"];
  overflow: LayoutStyle["overflow"];
  visibility: "visible" | "hidden";
  width: Size;
  height: Size;
  "min-width": Size;
  "min-height": Size;
  "max-width": Size | "none";
  "max-height": Size | "none";
  "aspect-ratio": number | "auto";
  "margin-top": LengthOrAuto;
  "margin-right": LengthOrAuto;
  "margin-bottom": LengthOrAuto;
  "margin-left": LengthOrAuto;
  "padding-top": Length;
  "padding-right": Length;
  "padding-bottom": Length;
  "padding-left": Length;
  position: LayoutStyle["position"];
  top: LengthOrAuto;
  right: LengthOrAuto;
  bottom: LengthOrAuto;
  left: LengthOrAuto;
  "z-index": number | "auto";
}

const sizeSyntax = "<length> | <percentage> | auto | min-content | max-content | fit-content";
const sizeKeywords = ["auto", "min-content", "max-content", "fit-content"] as const;

const size = (example: string): Property<Size> => ({
  group: "box",
  syntax: sizeSyntax,
  initial: "auto",
  example,
  parse: keywordsOr(sizeKeywords, parseNonNegative),
});

const maxSize = (example: string): Property<Size | "none"> => ({
  group: "box",
  syntax: "<length> | <percentage> | none | min-content | max-content | fit-content",
  initial: "none",
  example,
  parse: keywordsOr(["none", "min-content", "max-content", "fit-content"], parseNonNegative),
});

const margin: Property<LengthOrAuto> = {
  group: "box",
  syntax: "<length> | <percentage> | auto",
  initial: "0",
  example: "24px",
  parse: keywordsOr(["auto"], parseLengthPercentage),
};

const padding: Property<Length> = {
  group: "box",
  syntax: "<length> | <percentage>",
  initial: "0",
  example: "6cqmin",
  parse: single(parseNonNegative),
};

const inset: Property<LengthOrAuto> = {
  group: "position",
  syntax: "<length> | <percentage> | auto",
  initial: "auto",
  example: "24px",
  parse: keywordsOr(["auto"], parseLengthPercentage),
};

const displays = ["block", "flex", "inline", "inline-block", "inline-flex", "none", "contents"] as const;

const displaySuggestions: Readonly<Record<string, string>> = {
  grid: "Use `display: flex` with `flex-wrap: wrap` and widths, or nested flex containers.",
  "inline-grid": "Use `display: inline-flex`.",
  table: "Use nested flex containers for rows and cells.",
  "inline-table": "Use `display: inline-flex`.",
  "table-cell": "Use `display: flex` with `align-items: center`.",
  "table-row": "Use `display: flex`.",
  "flow-root": "Use `display: flex; flex-direction: column`.",
  "list-item": "Use `display: block`; write the marker as text.",
  "-webkit-box": "Use `display: block` with `line-clamp: 2`.",
  "-webkit-inline-box": "Use `display: inline-flex`.",
};

/** The properties of boxes and their position. */
export const boxProperties: { readonly [K in keyof BoxLonghands]: Property<BoxLonghands[K]> } = {
  display: {
    group: "box",
    syntax: displays.join(" | "),
    initial: "inline",
    example: "flex",
    parse: (values, context) => {
      const keyword = keywordOf(values) ?? "";
      const suggestion = displaySuggestions[keyword];
      if (suggestion !== undefined)
        return context.refuse(`\`display: ${keyword}\` is not supported`, suggestion);
      return keywords(...displays)(values, context);
    },
  },
  "box-sizing": {
    group: "box",
    syntax: "border-box | content-box",
    initial: "border-box",
    example: "border-box",
    parse: keywords("border-box", "content-box"),
  },
  overflow: {
    group: "box",
    syntax: "visible | hidden",
    initial: "visible",
    example: "hidden",
    parse: (values, context) =>
      ["auto", "scroll", "clip"].includes(keywordOf(values) ?? "")
        ? context.refuse(`\`overflow: ${keywordOf(values)}\` is not supported`, "Use `overflow: hidden`.")
        : keywords("visible", "hidden")(values, context),
  },
  visibility: {
    group: "box",
    syntax: "visible | hidden",
    initial: "visible",
    isInherited: true,
    example: "hidden",
    parse: keywords("visible", "hidden"),
  },
  width: size("50%"),
  height: size("240px"),
  "min-width": size("0"),
  "min-height": size("120px"),
  "max-width": maxSize("80cqw"),
  "max-height": maxSize("50%"),
  "aspect-ratio": {
    group: "box",
    syntax: "auto | <number> [ / <number> ]?",
    initial: "auto",
    example: "16 / 9",
    parse: parseAspectRatio,
  },
  "margin-top": margin,
  "margin-right": margin,
  "margin-bottom": margin,
  "margin-left": { ...margin, example: "auto" },
  "padding-top": padding,
  "padding-right": padding,
  "padding-bottom": padding,
  "padding-left": padding,
  position: {
    group: "position",
    syntax: "static | relative | absolute",
    initial: "static",
    example: "absolute",
    parse: (values, context) => {
      const keyword = keywordOf(values);
      if (keyword === "fixed") {
        return context.refuse(
          "`position: fixed` is not supported",
          "Use `position: absolute`; a card does not scroll.",
        );
      }
      if (keyword === "sticky") {
        return context.refuse(
          "`position: sticky` is not supported",
          "Use `position: relative`; a card does not scroll.",
        );
      }
      return keywords("static", "relative", "absolute")(values, context);
    },
  },
  top: inset,
  right: inset,
  bottom: inset,
  left: inset,
  "z-index": {
    group: "position",
    syntax: "auto | <integer>",
    initial: "auto",
    example: "1",
    parse: keywordsOr(["auto"], parseInteger),
  },
};

/** Reads a whole number. */
export function parseInteger(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "number" && !value.isInteger) return undefined;
  const number = parseNumber(value, context);
  return number === undefined ? undefined : Math.round(number);
}

function parseAspectRatio(
  values: readonly ComponentValue[],
  context: ValueContext,
): number | "auto" | undefined {
  const keyword = keywordOf(values);
  if (keyword === "auto") return "auto";
  const [width, slash, height, ...others] = values;
  const first = width && parseNumber(width, context);
  const second = slash ? height && parseNumber(height, context) : 1;
  const isRatio = !slash || (slash.kind === "delimiter" && slash.value === "/");
  if (first === undefined || second === undefined || others.length > 0 || !isRatio) return undefined;
  return first > 0 && second > 0 ? first / second : undefined;
}
