import type { TextDecorationLine } from "../../../scene/index.ts";
import { keywordOf, type Values } from "../component-values.ts";
import { parseLengthOfFont } from "../quantity.ts";
import { parseTextShadows } from "../shadow-values.ts";
import { distinctKeywords, ValueReader } from "../value-reader.ts";
import { currentColor, inheritedKeywords, keywordProperty, keywordsOr, property } from "./property.ts";
import { anyOrder } from "./shorthand.ts";

/** Lines, shadows and marks of text (CSS Text Decoration 4). */
export const decorationProperties = {
  "text-shadow": property({
    syntax: "none | [ <color>? && <length>{2,3} ]#",
    initial: "none",
    isInherited: true,
    example: "0 2px 8px #00000066",
    parse: parseTextShadows,
  }),
  "text-decoration-line": property({
    syntax: "none | [ underline || overline || line-through ]",
    initial: "none",
    example: "underline",
    parse: (values): readonly TextDecorationLine[] | undefined =>
      keywordOf(values) === "none" ? [] : distinctKeywords(values, "underline", "overline", "line-through"),
  }),
  "text-decoration-style": keywordProperty(["solid", "double", "dotted", "dashed", "wavy"], "dotted"),
  "text-decoration-color": { ...currentColor("var(--accent)"), isInherited: false },
  "text-decoration-thickness": property({
    syntax: "auto | from-font | <length> | <percentage>",
    initial: "auto",
    example: "4px",
    parse: keywordsOr(["auto", "from-font"], parseLengthOfFont),
  }),
  "text-underline-offset": property({
    syntax: "auto | <length> | <percentage>",
    initial: "auto",
    isInherited: true,
    example: "0.15em",
    parse: keywordsOr(["auto"], parseLengthOfFont),
  }),
  "text-underline-position": inheritedKeywords(["auto", "from-font", "under"], "under", {
    left: "Remove it: an underline is below the text.",
    right: "Remove it: an underline is below the text.",
  }),
  "text-decoration-skip-ink": inheritedKeywords(["auto", "none", "all"], "none"),
  "text-emphasis-style": property({
    syntax: "none | [ [ filled | open ] || [ dot | circle | double-circle | triangle | sesame ] ] | <string>",
    initial: "none",
    isInherited: true,
    example: "filled dot",
    parse: parseEmphasisMark,
  }),
  "text-emphasis-color": currentColor("var(--accent)"),
  "text-emphasis-position": property({
    syntax: "[ over | under ] && [ right | left ]?",
    initial: "over",
    isInherited: true,
    example: "under",
    parse: parseEmphasisPosition,
  }),
};

export const decorationShorthands = {
  "text-decoration": anyOrder(
    ["line", "style", "color", "thickness"].map((part) => `text-decoration-${part}`),
    "<line> || <style> || <color> || <thickness>",
    "underline 4px var(--accent)",
  ),
  "text-emphasis": anyOrder(
    ["text-emphasis-style", "text-emphasis-color"],
    "<style> || <color>",
    "filled dot var(--accent)",
  ),
};

/** The marks by shape, filled and open (CSS Text Decoration 4, section 3.1). */
const emphasisMarks = {
  dot: "•◦",
  circle: "●○",
  "double-circle": "◉◎",
  triangle: "▲△",
  sesame: "﹅﹆",
} as const;

type EmphasisShape = keyof typeof emphasisMarks;

/** The mark of each letter; "" for none. */
function parseEmphasisMark(values: Values): string | undefined {
  const [first, ...others] = values;
  if (first?.kind === "string" && others.length === 0) return [...first.value][0] ?? "";
  if (keywordOf(values) === "none") return "";
  const reader = new ValueReader(values);
  const readFill = () => reader.keyword("filled", "open");
  const before = readFill();
  const shape = reader.keyword(...(Object.keys(emphasisMarks) as EmphasisShape[]));
  const fill = before ?? readFill();
  if (!reader.isAtEnd || !(shape ?? fill)) return undefined;
  return emphasisMarks[shape ?? "dot"][fill === "open" ? 1 : 0];
}

function parseEmphasisPosition(values: Values): "over" | "under" | undefined {
  const reader = new ValueReader(values);
  const readSide = () => reader.keyword("left", "right");
  const side = readSide();
  const position = reader.keyword("over", "under");
  if (!side) readSide();
  return reader.isAtEnd ? position : undefined;
}
