import { anyOrder, distinct, either, keywordMap, keywords, noneOr } from "../grammar.ts";
import { textShadows } from "../shadow-values.ts";
import { lengthOfFont, string } from "../value-types.ts";
import { currentColor, inherited, inheritedKeywords, keywordProperty, property } from "./property.ts";
import { anyOrderOf } from "./shorthand.ts";

/** The marks by shape, filled and open (CSS Text Decoration 4, section 3.1). */
const emphasisMarks = {
  dot: "•◦",
  circle: "●○",
  "double-circle": "◉◎",
  triangle: "▲△",
  sesame: "﹅﹆",
};

/** The mark of each letter; "" for none. */
const emphasisMark = either(
  keywordMap({ none: "" }),
  anyOrder({ fill: keywords("filled", "open"), marks: keywordMap<string>(emphasisMarks) }).map(
    ({ fill, marks = emphasisMarks.dot }) => marks[fill === "open" ? 1 : 0],
  ),
  string.map((text) => [...text][0] ?? ""),
);

const emphasisPosition = anyOrder({ position: keywords("over", "under"), side: keywords("right", "left") })
  .map(({ position }) => position)
  .withSyntax("[ over | under ] && [ right | left ]?");

/** Lines, shadows and marks of text (CSS Text Decoration 4). */
export const decorationProperties = {
  "text-shadow": inherited(noneOr(textShadows), "none", "0 2px 8px #00000066"),
  "text-decoration-line": property(
    noneOr(distinct("underline", "overline", "line-through")),
    "none",
    "underline",
  ),
  "text-decoration-style": keywordProperty(["solid", "double", "dotted", "dashed"], "dotted", {
    refused: { wavy: "Use `dotted`." },
  }),
  "text-decoration-color": { ...currentColor("var(--accent)"), isInherited: false },
  "text-decoration-thickness": property(either(keywords("auto", "from-font"), lengthOfFont), "auto", "4px"),
  "text-underline-offset": inherited(either(keywords("auto"), lengthOfFont), "auto", "0.15em"),
  "text-underline-position": inheritedKeywords(["auto", "from-font", "under"], "under", {
    left: "Remove it: an underline is below the text.",
    right: "Remove it: an underline is below the text.",
  }),
  "text-decoration-skip-ink": inheritedKeywords(["auto", "none", "all"], "none"),
  "text-emphasis-style": inherited(emphasisMark, "none", "filled dot"),
  "text-emphasis-color": currentColor("var(--accent)"),
  "text-emphasis-position": inherited(emphasisPosition, "over", "under"),
};

export const decorationShorthands = {
  "text-decoration": anyOrderOf(
    ["line", "style", "color", "thickness"].map((part) => `text-decoration-${part}`),
    "<line> || <style> || <color> || <thickness>",
    "underline 4px var(--accent)",
  ),
  "text-emphasis": anyOrderOf(
    ["text-emphasis-style", "text-emphasis-color"],
    "<style> || <color>",
    "filled dot var(--accent)",
  ),
};
