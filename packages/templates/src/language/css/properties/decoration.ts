import { keywordOf, type Values } from "../component-values.ts";
import { parseTextShadows } from "../shadow-values.ts";
import { distinctKeywords, keywordsByGroup } from "../value-reader.ts";
import {
  currentColor,
  either,
  inherited,
  inheritedKeywords,
  keywordProperty,
  keywords,
  lengthOfFont,
  noneOr,
  property,
} from "./property.ts";
import { anyOrder } from "./shorthand.ts";

/** Lines, shadows and marks of text (CSS Text Decoration 4). */
export const decorationProperties = {
  "text-shadow": inherited(
    noneOr("[ <color>? && <length>{2,3} ]#", parseTextShadows),
    "none",
    "0 2px 8px #00000066",
  ),
  "text-decoration-line": property(
    noneOr("[ underline || overline || line-through ]", (values) =>
      distinctKeywords(values, "underline", "overline", "line-through"),
    ),
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
  "text-emphasis-style": inherited(
    {
      syntax:
        "none | [ [ filled | open ] || [ dot | circle | double-circle | triangle | sesame ] ] | <string>",
      parse: parseEmphasisMark,
    },
    "none",
    "filled dot",
  ),
  "text-emphasis-color": currentColor("var(--accent)"),
  "text-emphasis-position": inherited(
    { syntax: "[ over | under ] && [ right | left ]?", parse: parseEmphasisPosition },
    "over",
    "under",
  ),
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

const emphasisKeywords = {
  fill: ["filled", "open"],
  shape: Object.keys(emphasisMarks) as (keyof typeof emphasisMarks)[],
} as const;

/** The mark of each letter; "" for none. */
function parseEmphasisMark(values: Values): string | undefined {
  const [first, ...others] = values;
  if (first?.kind === "string" && others.length === 0) return [...first.value][0] ?? "";
  if (keywordOf(values) === "none") return "";
  const found = keywordsByGroup(values, emphasisKeywords);
  return found && emphasisMarks[found.shape ?? "dot"][found.fill === "open" ? 1 : 0];
}

function parseEmphasisPosition(values: Values): "over" | "under" | undefined {
  return keywordsByGroup(values, { position: ["over", "under"], side: ["left", "right"] })?.position;
}
