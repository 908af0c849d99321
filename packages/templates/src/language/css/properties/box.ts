import { identOf, keywordOf, type ComponentValue, type Values } from "../component-values.ts";
import {
  parseLengthPercentage,
  parseNonNegative,
  parseNumber,
  parsePixels,
  parseRatio,
} from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { inheritedKeywords, keywordProperty, keywordsOr, named, property, single } from "./property.ts";
import { fourSides, sides, twoSides } from "./shorthand.ts";

export const sizeKeywords = ["min-content", "max-content", "fit-content", "stretch"] as const;

const size = (example: string) =>
  property({
    syntax: `<length> | <percentage> | auto | ${sizeKeywords.join(" | ")}`,
    initial: "auto",
    example,
    parse: keywordsOr(["auto", ...sizeKeywords], parseNonNegative),
  });

const maxSize = (example: string) =>
  property({
    syntax: `<length> | <percentage> | none | ${sizeKeywords.join(" | ")}`,
    initial: "none",
    example,
    parse: keywordsOr(["none", ...sizeKeywords], parseNonNegative),
  });

const lengthOrAuto = "<length> | <percentage> | auto";
const length = "<length> | <percentage>";

const margin = property({
  syntax: lengthOrAuto,
  initial: "0",
  example: "24px",
  parse: keywordsOr(["auto"], parseLengthPercentage),
});

const padding = property({
  syntax: length,
  initial: "0",
  example: "6cqmin",
  parse: single(parseNonNegative),
});

const inset = property({ ...margin, initial: "auto" });

/** An image has no scroll bars: `auto` and `scroll` hide what overflows. */
const overflow = keywordProperty(["visible", "hidden", "clip", "auto", "scroll"], "hidden");

const margins = sides.map((side) => `margin-${side}` as const);
const paddings = sides.map((side) => `padding-${side}` as const);

export const boxProperties = {
  display: keywordProperty(
    [
      "block",
      "flex",
      "inline",
      "inline-block",
      "inline-flex",
      "grid",
      "inline-grid",
      "flow-root",
      "table",
      "table-caption",
      "table-column-group",
      "table-column",
      "table-header-group",
      "table-row-group",
      "table-footer-group",
      "table-row",
      "table-cell",
      "none",
      "contents",
      // Of old flexbox; with `-webkit-line-clamp`, they are blocks.
      "-webkit-box",
      "-webkit-inline-box",
    ],
    "flex",
    {
      initial: "inline",
      refused: {
        "inline-table": "Use `display: table` in a flex item or with `width: fit-content`.",
        "list-item": "Use `display: block`; write the marker as text.",
      },
    },
  ),
  "box-sizing": keywordProperty(["border-box", "content-box"], "border-box"),
  "overflow-x": overflow,
  "overflow-y": overflow,
  visibility: keywordProperty(["visible", "hidden"], "hidden", { isInherited: true }),
  width: size("50%"),
  height: size("240px"),
  "min-width": size("0"),
  "min-height": size("120px"),
  "max-width": maxSize("80cqw"),
  "max-height": maxSize("50%"),
  "aspect-ratio": property({
    syntax: "auto || <number> [ / <number> ]?",
    initial: "auto",
    example: "16 / 9",
    parse: parseAspectRatio,
  }),
  ...named(margins, margin),
  "margin-left": { ...margin, example: "auto" },
  ...named(paddings, padding),
};

export const tableProperties = {
  "border-collapse": inheritedKeywords(["separate", "collapse"], "collapse"),
  "border-spacing": property({
    syntax: "<length>{1,2}",
    initial: "0",
    isInherited: true,
    example: "0 8px",
    parse: parseBorderSpacing,
  }),
  "caption-side": inheritedKeywords(["top", "bottom"], "bottom"),
  "table-layout": keywordProperty(["auto", "fixed"], "fixed"),
};

/** Horizontal and vertical space between cells, in pixels. */
function parseBorderSpacing(values: Values, context: ValueContext) {
  const [x, y = x, ...others] = values.map((value) => parsePixels(value, context));
  return x === undefined || y === undefined || others.length > 0 || x < 0 || y < 0 ? undefined : { x, y };
}

export const boxShorthands = {
  overflow: twoSides("overflow-x", "overflow-y", "visible | hidden | clip | auto | scroll", "hidden"),
  margin: fourSides(margins, lengthOrAuto, "0 auto"),
  padding: fourSides(paddings, length, "4px 14px"),
  "margin-inline": twoSides("margin-inline-start", "margin-inline-end", lengthOrAuto, "auto"),
  "margin-block": twoSides("margin-block-start", "margin-block-end", lengthOrAuto, "24px 0"),
  "padding-inline": twoSides("padding-inline-start", "padding-inline-end", length, "14px"),
  "padding-block": twoSides("padding-block-start", "padding-block-end", length, "4px"),
};

export const positionProperties = {
  position: keywordProperty(["static", "relative", "absolute", "fixed"], "absolute", {
    refused: {
      sticky: "Use `position: relative`; a card does not scroll.",
    },
  }),
  ...named(sides, inset),
  "z-index": property({
    syntax: "auto | <integer>",
    initial: "auto",
    example: "1",
    parse: keywordsOr(["auto"], parseInteger),
  }),
};

export const positionShorthands = {
  inset: fourSides(sides, lengthOrAuto, "0"),
  "inset-inline": twoSides("inset-inline-start", "inset-inline-end", lengthOrAuto, "0"),
  "inset-block": twoSides("inset-block-start", "inset-block-end", lengthOrAuto, "0"),
};

export interface AspectRatio {
  /** Width divided by height. */
  readonly ratio: number;
  /** Whether an image has its natural ratio instead. */
  readonly isAuto: boolean;
}

function parseAspectRatio(values: Values, context: ValueContext): "auto" | AspectRatio | undefined {
  if (keywordOf(values) === "auto") return "auto";
  const isAutoAt = (value: ComponentValue | undefined) => value && identOf(value) === "auto";
  const isAuto = isAutoAt(values[0]) || isAutoAt(values.at(-1));
  const numbers = isAutoAt(values[0]) ? values.slice(1) : isAuto ? values.slice(0, -1) : values;
  const ratio = parseRatio(numbers, context);
  return ratio ? { ratio, isAuto: isAuto === true } : undefined;
}

/** Reads a whole number. */
export function parseInteger(value: ComponentValue, context: ValueContext): number | undefined {
  if (value.kind === "number" && !value.isInteger) return undefined;
  const number = parseNumber(value, context);
  return number === undefined ? undefined : Math.round(number);
}

/** A parser of whole numbers from `min` to `max`, which is a limit of templates. */
export function integerFrom(min: number, max = Infinity, unit = "") {
  return (value: ComponentValue, context: ValueContext): number | undefined => {
    const number = parseInteger(value, context);
    if (number === undefined || number < min) return undefined;
    return number <= max ? number : context.refuse(`The limit is ${max} ${unit}`);
  };
}
