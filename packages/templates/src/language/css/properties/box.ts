import { anyOrder, either, keywordMap, keywords } from "../grammar.ts";
import { integer, lengthPercentage, nonNegative, pixels, ratio } from "../value-types.ts";
import { inherited, inheritedKeywords, keywordProperty, named, property } from "./property.ts";
import { fourSides, sides, twoSides } from "./shorthand.ts";

export const sizeKeywords = ["min-content", "max-content", "fit-content", "stretch"] as const;
const oldSizeKeywords = {
  "-webkit-fill-available": "stretch",
  "-webkit-fit-content": "fit-content",
} as const;

const sizes = either(nonNegative, keywords(...sizeKeywords), keywordMap(oldSizeKeywords));
const size = either(keywords("auto"), sizes);
const maxSize = either(keywords("none"), sizes);
const lengthOrAuto = either(lengthPercentage, keywords("auto"));
const margin = property(lengthOrAuto, "0", "24px");

/** Width divided by height. `isAuto`: whether an image has its natural ratio instead. */
const aspectRatio = anyOrder({ auto: keywords("auto"), ratio }).map(({ auto, ratio: own }) => {
  if (own === undefined) return auto;
  return own > 0 ? { ratio: own, isAuto: auto !== undefined } : undefined;
});
/** Horizontal and vertical space between cells. */
const borderSpacing = pixels.pair().map(([x, y]) => (x < 0 || y < 0 ? undefined : { x, y }));

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
  "aspect-ratio": property(aspectRatio, "auto", "16 / 9"),
  ...named(margins, margin),
  "margin-left": { ...margin, example: "auto" },
  ...named(paddings, property(nonNegative, "0", "6cqmin")),
};

export const tableProperties = {
  "border-collapse": inheritedKeywords(["separate", "collapse"], "collapse"),
  "border-spacing": inherited(borderSpacing, "0", "0 8px"),
  "caption-side": inheritedKeywords(["top", "bottom"], "bottom"),
  "table-layout": keywordProperty(["auto", "fixed"], "fixed"),
};

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
