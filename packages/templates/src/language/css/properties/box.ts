import { identOf, keywordOf, type ComponentValue, type Values } from "../component-values.ts";
import { parsePixels, parseRatio } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import {
  either,
  inherited,
  inheritedKeywords,
  integer,
  keywordMap,
  keywordProperty,
  keywords,
  lengthPercentage,
  named,
  nonNegative,
  property,
} from "./property.ts";
import { fourSides, sides, twoSides } from "./shorthand.ts";

export const sizeKeywords = ["min-content", "max-content", "fit-content", "stretch"] as const;
const oldSizeKeywords = {
  "-webkit-fill-available": "stretch",
  "-webkit-fit-content": "fit-content",
} as const;

const sizes = either(either(nonNegative, keywords(...sizeKeywords)), keywordMap(oldSizeKeywords));
const size = either(keywords("auto"), sizes);
const maxSize = either(keywords("none"), sizes);
const lengthOrAuto = either(lengthPercentage, keywords("auto"));
const margin = property(lengthOrAuto, "0", "24px");

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
      // Of old flexbox; with `-webkit-line-clamp`, it is a block.
      "-webkit-box",
    ],
    "flex",
    {
      initial: "inline",
      refused: {
        "inline-table": "Use `display: table` in a flex item or with `width: fit-content`.",
        "-webkit-inline-box": "Use `inline-block` with `line-clamp`, or `inline-flex`.",
        "list-item": "Use `display: block`; write the marker as text.",
      },
    },
  ),
  "box-sizing": keywordProperty(["border-box", "content-box"], "border-box"),
  "overflow-x": overflow,
  "overflow-y": overflow,
  visibility: keywordProperty(["visible", "hidden"], "hidden", { isInherited: true }),
  width: property(size, "auto", "50%"),
  height: property(size, "auto", "240px"),
  "min-width": property(size, "auto", "0"),
  "min-height": property(size, "auto", "120px"),
  "max-width": property(maxSize, "none", "80cqw"),
  "max-height": property(maxSize, "none", "50%"),
  "aspect-ratio": property(
    { syntax: "auto || <number> [ / <number> ]?", parse: parseAspectRatio },
    "auto",
    "16 / 9",
  ),
  ...named(margins, margin),
  "margin-left": { ...margin, example: "auto" },
  ...named(paddings, property(nonNegative, "0", "6cqmin")),
};

export const tableProperties = {
  "border-collapse": inheritedKeywords(["separate", "collapse"], "collapse"),
  "border-spacing": inherited({ syntax: "<length>{1,2}", parse: parseBorderSpacing }, "0", "0 8px"),
  "caption-side": inheritedKeywords(["top", "bottom"], "bottom"),
  "table-layout": keywordProperty(["auto", "fixed"], "fixed"),
};

/** Horizontal and vertical space between cells, in pixels. */
function parseBorderSpacing(values: Values, context: ValueContext) {
  const [x, y = x, ...others] = values.map((value) => parsePixels(value, context));
  return x === undefined || y === undefined || others.length > 0 || x < 0 || y < 0 ? undefined : { x, y };
}

export const boxShorthands = {
  overflow: twoSides("overflow-x", "overflow-y", overflow.syntax, "hidden"),
  margin: fourSides(margins, lengthOrAuto.syntax, "0 auto"),
  padding: fourSides(paddings, nonNegative.syntax, "4px 14px"),
  "margin-inline": twoSides("margin-inline-start", "margin-inline-end", lengthOrAuto.syntax, "auto"),
  "margin-block": twoSides("margin-block-start", "margin-block-end", lengthOrAuto.syntax, "24px 0"),
  "padding-inline": twoSides("padding-inline-start", "padding-inline-end", nonNegative.syntax, "14px"),
  "padding-block": twoSides("padding-block-start", "padding-block-end", nonNegative.syntax, "4px"),
};

export const positionProperties = {
  position: keywordProperty(["static", "relative", "absolute", "fixed"], "absolute", {
    refused: {
      sticky: "Use `position: relative`; a card does not scroll.",
    },
  }),
  ...named(sides, { ...margin, initial: "auto" }),
  "z-index": property(either(keywords("auto"), integer), "auto", "1"),
};

export const positionShorthands = {
  inset: fourSides(sides, lengthOrAuto.syntax, "0"),
  "inset-inline": twoSides("inset-inline-start", "inset-inline-end", lengthOrAuto.syntax, "0"),
  "inset-block": twoSides("inset-block-start", "inset-block-end", lengthOrAuto.syntax, "0"),
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
