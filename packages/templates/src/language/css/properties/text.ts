import type { Percent, TextFit } from "../../../scene/index.ts";
import { identOf, isDelimiter, keywordOf, valuesOf, type Values } from "../component-values.ts";
import { counterStyles } from "../counter-styles.ts";
import { fontFamilies, fontSize, fontWeight, nonNegativeOfFont } from "../font-values.ts";
import { distinct, either, keywordMap, keywords, sequence, single } from "../grammar.ts";
import { limits } from "../../limits.ts";
import { parseNumber } from "../quantity.ts";
import { withRefuse } from "../value-context.ts";
import { color, integerFrom, lengthOfFont, lengthPercentage, pixels, string } from "../value-types.ts";
import { lineWidth } from "./border.ts";
import { decorationProperties, decorationShorthands } from "./decoration.ts";
import { fontFeatureProperties, fontFeatureShorthands } from "./font-features.ts";
import { fontVariationProperties } from "./font-variations.ts";
import { currentColor, inherited, inheritedKeywords, keywordProperty, property } from "./property.ts";
import { anyOrderOf, type Expansion, type IsValid } from "./shorthand.ts";

/** A percentage that stays one: it refers to the size of each text that inherits it. */
const percentage = single("<percentage>", (value): Percent | undefined =>
  value.kind === "percentage" ? { percent: value.value } : undefined,
);
const lengthOrPercentage = either(percentage, lengthOfFont).withSyntax(lengthOfFont.syntax);
const spacing = either(keywordMap({ normal: 0 }), lengthOrPercentage);
const lineClamp = property(either(keywords("none"), integerFrom(1)), "none", "3");
const verticalAlign = either(
  keywords("baseline", "sub", "super", "top", "middle", "bottom", "text-top", "text-bottom"),
  pixels,
  percentage,
);
const marker = either(
  string.map((text) => ({ text })),
  keywords(...counterStyles),
);

const strokeWidth = lineWidth.map((width, context) =>
  width <= limits.textStroke ? width : context.refuse(`The stroke is wider than ${limits.textStroke}px`),
);

/** The edges of the first and the last line (CSS Inline 3, section 5.3). */
const textBoxEdge = either(
  sequence(keywords("text", "cap", "ex"), keywords("text", "alphabetic")).map(([over, under]) => ({
    over,
    under,
  })),
  keywordMap({ auto: { over: "text", under: "text" }, text: { over: "text", under: "text" } }),
);

/** More than the widest card needs for the narrowest letter. */
const maxFactor = 1e6;

const percentFactor = lengthPercentage.map((length) => {
  const percent = typeof length === "object" && "percent" in length ? length.percent : -1;
  return percent >= 0 ? percent / 100 : undefined;
});
const fitTarget = keywords("consistent", "per-line", "per-line-all").optional("consistent");
const textFit = sequence(
  keywords("none", "grow", "shrink"),
  fitTarget,
  percentFactor.withSyntax("<percentage [0,∞]>").optional(),
).map(([type, target, limit]): TextFit | "none" => {
  if (type === "none") return type;
  // As in Chromium, a limit on the other side of 100% is one of 100%.
  return type === "grow"
    ? { min: 1, max: Math.max(1, limit ?? maxFactor), target }
    : { min: Math.min(1, limit ?? 0), max: 1, target };
});

/** What of a text is painted first (SVG 2, section 13.5). */
const paintOrder = either(
  keywordMap({ normal: "fill" }),
  distinct("fill", "stroke", "markers").map((order) => order.find((part) => part !== "markers") ?? "fill"),
);

/** A factor of the font size, or an absolute length. */
const anyLineHeight = either(
  keywords("normal"),
  single("<number>", (value, context) => {
    const factor = parseNumber(value, withRefuse(context));
    if (factor === undefined) return undefined;
    return factor >= 0 ? { factor } : context.refuse("The value must not be negative");
  }),
  nonNegativeOfFont,
);

export const textProperties = {
  direction: inheritedKeywords(["ltr", "rtl"], "rtl"),
  "writing-mode": inheritedKeywords(["horizontal-tb", "vertical-rl"], "vertical-rl", {
    "vertical-lr": "Use `vertical-rl`.",
    "sideways-rl": "Use `vertical-rl`.",
    "sideways-lr": "Use `vertical-rl` with `rotate: 180deg`.",
  }),
  color: inherited(color, "#000000", "var(--ink)"),
  "-webkit-text-fill-color": currentColor("transparent"),
  "-webkit-text-stroke-width": inherited(strokeWidth, "0", "2px"),
  "-webkit-text-stroke-color": currentColor("var(--accent)"),
  "paint-order": inherited(paintOrder, "normal", "stroke fill"),
  "font-family": inherited(fontFamilies, "sans-serif", '"Inter", sans-serif'),
  "font-size": inherited(fontSize, "medium", "fit(40px, 96px)"),
  "font-weight": inherited(fontWeight, "normal", "800"),
  "font-style": inheritedKeywords(["normal", "italic"], "italic", { oblique: "Use `italic`." }),
  ...fontFeatureProperties,
  ...fontVariationProperties,
  "line-height": inherited(anyLineHeight, "normal", "1.15"),
  "letter-spacing": inherited(spacing, "normal", "0.08em"),
  "word-spacing": inherited(spacing, "normal", "0.2em"),
  "text-align": inheritedKeywords(["start", "end", "left", "right", "center", "justify"], "center"),
  "text-align-last": inheritedKeywords(
    ["auto", "start", "end", "left", "right", "center", "justify"],
    "center",
  ),
  "text-indent": {
    ...inherited(lengthPercentage, "0", "2em"),
    refused: {
      hanging: "Use a negative `text-indent` and `padding-left`.",
      "each-line": "Use an element for each line.",
    },
  },
  "text-transform": inheritedKeywords(["none", "uppercase", "lowercase", "capitalize"], "uppercase"),
  "text-wrap": inheritedKeywords(["wrap", "balance", "pretty", "nowrap"], "balance", {
    stable: "Use `text-wrap: wrap`.",
  }),
  "text-fit": inherited(textFit, "none", "grow per-line-all"),
  "white-space": inheritedKeywords(["normal", "nowrap", "pre-line", "pre-wrap", "pre"], "nowrap", {
    "break-spaces": "Use `white-space: pre-wrap`.",
  }),
  "tab-size": inherited(integerFrom(0, limits.tabSize, "spaces"), "8", "2"),
  "word-break": inheritedKeywords(
    ["normal", "break-all", "keep-all", "auto-phrase", "break-word"],
    "break-all",
  ),
  "overflow-wrap": inheritedKeywords(["normal", "break-word", "anywhere"], "anywhere"),
  hyphens: inheritedKeywords(["manual", "none", "auto"], "auto"),
  ...decorationProperties,
  "line-clamp": lineClamp,
  "-webkit-line-clamp": lineClamp,
  "-webkit-box-orient": keywordProperty(["horizontal", "vertical"], "vertical", {
    refused: { "inline-axis": "Use `horizontal`.", "block-axis": "Use `vertical`." },
  }),
  "text-box-trim": keywordProperty(["none", "trim-start", "trim-end", "trim-both"], "trim-both"),
  "text-box-edge": inherited(textBoxEdge, "auto", "cap alphabetic"),
  "text-overflow": keywordProperty(["clip", "ellipsis"], "ellipsis"),
  "vertical-align": property(verticalAlign, "baseline", "middle"),
  "list-style-type": inherited(marker, "none", "decimal"),
  "list-style-position": inheritedKeywords(["outside", "inside"], "inside"),
};

export const textShorthands = {
  font: {
    syntax:
      "[ <'font-style'> || <'font-weight'> || <width> || small-caps ]? <'font-size'> [ / <'line-height'> ]? <'font-family'>",
    example: "800 64px/1.1 Inter",
    longhands: [
      "font-style",
      "font-weight",
      "font-size",
      "line-height",
      "font-family",
      ...Object.keys(fontFeatureProperties),
      ...Object.keys(fontVariationProperties),
    ],
    expand: expandFont,
  },
  ...fontFeatureShorthands,
  ...decorationShorthands,
  "text-box": {
    syntax: "normal | <'text-box-trim'> || <'text-box-edge'>",
    example: "trim-both cap alphabetic",
    longhands: ["text-box-trim", "text-box-edge"],
    expand: expandTextBox,
  },
  "-webkit-text-stroke": anyOrderOf(
    ["-webkit-text-stroke-width", "-webkit-text-stroke-color"],
    "<line-width> || <color>",
    "2px var(--accent)",
  ),
  "list-style": anyOrderOf(
    ["list-style-type", "list-style-position"],
    `[ ${marker.syntax} ] || [ outside | inside ]`,
    "disc inside",
  ),
};

/** `text-box` (CSS Inline 3, section 5.4): without a trim, both sides are trimmed. */
function expandTextBox(values: Values, isValid: IsValid): Expansion | undefined {
  if (keywordOf(values) === "normal") return {};
  const at = values.findIndex((value) => isValid("text-box-trim", [value]));
  const edge = values.filter((_, index) => index !== at);
  if (edge.length === values.length && edge.length === 0) return undefined;
  const trim = at < 0 ? valuesOf("trim-both") : [values[at]!];
  return { "text-box-trim": trim, "text-box-edge": edge.length > 0 ? edge : undefined };
}

/** `font` (CSS Fonts 4, section 2.7). */
function expandFont(values: Values, isValid: IsValid): Expansion | undefined {
  let [style, weight, stretch, caps]: [Values?, Values?, Values?, Values?] = [];
  let next = 0;
  for (; next < 5; next++) {
    const value = values[next];
    if (!value) return undefined;
    const keyword = identOf(value);
    if (keyword === "normal") continue;
    if (!caps && keyword === "small-caps") caps = [value];
    else if (!style && isValid("font-style", [value])) style = [value];
    else if (!weight && value.kind !== "dimension" && isValid("font-weight", [value])) weight = [value];
    else if (!stretch && keyword && isValid("font-stretch", [value])) stretch = [value];
    else break;
  }
  const size = values[next++];
  const slash = values[next];
  let lineHeight: Values | undefined;
  if (isDelimiter(slash, "/")) {
    const value = values[next + 1];
    if (!value) return undefined;
    lineHeight = [value];
    next += 2;
  }
  const family = values.slice(next);
  if (!size || family.length === 0) return undefined;
  return {
    "font-style": style,
    "font-weight": weight,
    "font-stretch": stretch,
    "font-size": [size],
    "line-height": lineHeight,
    "font-family": family,
    "font-variant-caps": caps,
  };
}
