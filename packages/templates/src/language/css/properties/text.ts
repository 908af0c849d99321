import type { Direction } from "../../../direction.ts";
import type { Color, Ems, FontWeight, TextDecoration, TextShadow, TextStyle } from "../../../scene/index.ts";
import { parseColor } from "../color.ts";
import type { ComponentValue } from "../component-values.ts";
import { parseFontFamilies, parseFontSize, parseFontWeight, type FontSize } from "../font-values.ts";
import { parseLength, parseLengthPercentage, parseNumber, parsePixels } from "../quantity.ts";
import { parseTextShadows } from "../shadow-values.ts";
import { withRefuse, type ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import { parseInteger } from "./box.ts";
import { keywordOf, keywords, keywordsOr, single, type Property } from "./property.ts";

export type TextTransform = "none" | "uppercase" | "lowercase" | "capitalize";

/** The computed values of the properties of text. */
export interface TextLonghands {
  direction: Direction;
  color: Color;
  "font-family": readonly string[];
  "font-size": FontSize;
  "font-weight": FontWeight;
  "font-style": TextStyle["fontStyle"];
  "line-height": TextStyle["lineHeight"];
  "letter-spacing": number | Ems;
  "text-align": TextStyle["textAlign"];
  "text-transform": TextTransform;
  "text-wrap": TextStyle["textWrap"] | "nowrap";
  "white-space": TextStyle["whiteSpace"];
  "word-break": TextStyle["wordBreak"];
  "overflow-wrap": TextStyle["overflowWrap"];
  hyphens: TextStyle["hyphens"];
  "text-shadow": readonly TextShadow[];
  "text-decoration-line": readonly TextDecoration["line"][];
  "text-decoration-style": TextDecoration["style"];
  "text-decoration-color": Color;
  "text-decoration-thickness": TextDecoration["thickness"] | "auto";
  "text-underline-offset": TextDecoration["offset"];
  "line-clamp": number | "none";
  "text-overflow": TextStyle["textOverflow"];
  "vertical-align": TextStyle["verticalAlign"];
  "list-style-type": "none";
}

/** Inherited properties of text that accept keywords only. */
const inheritedKeywords = <const K extends string>(
  names: readonly [K, ...K[]],
  example: K,
  suggestions: Readonly<Record<string, string>> = {},
): Property<K> => ({
  group: "text",
  syntax: names.join(" | "),
  initial: names[0],
  isInherited: true,
  example,
  parse: (values, context) => {
    const keyword = keywordOf(values) ?? "";
    const suggestion = Object.hasOwn(suggestions, keyword) ? suggestions[keyword] : undefined;
    if (suggestion !== undefined) return context.refuse(`\`${keyword}\` is not supported`, suggestion);
    return keywords(...names)(values, context);
  },
});

/** The properties of text. */
export const textProperties: { readonly [K in keyof TextLonghands]: Property<TextLonghands[K]> } = {
  direction: inheritedKeywords(["ltr", "rtl"], "rtl"),
  color: {
    group: "text",
    syntax: "<color>",
    initial: "#000000",
    isInherited: true,
    example: "var(--ink)",
    parse: single(parseColor),
  },
  "font-family": {
    group: "text",
    syntax: "[ <family-name> | sans-serif | serif | monospace ]#",
    initial: "sans-serif",
    isInherited: true,
    example: '"Inter", sans-serif',
    parse: parseFontFamilies,
  },
  "font-size": {
    group: "text",
    syntax: "<length> | <percentage> | fit(<length>, <length>) | small | medium | large | smaller | larger",
    initial: "medium",
    isInherited: true,
    example: "fit(40px, 96px)",
    parse: single(parseFontSize),
  },
  "font-weight": {
    group: "text",
    syntax: "100 | 200 | … | 900 | normal | bold | bolder | lighter",
    initial: "normal",
    isInherited: true,
    example: "800",
    parse: single(parseFontWeight),
  },
  "font-style": inheritedKeywords(["normal", "italic"], "italic", { oblique: "Use `font-style: italic`." }),
  "line-height": {
    group: "text",
    syntax: "normal | <number> | <length> | <percentage>",
    initial: "normal",
    isInherited: true,
    example: "1.15",
    parse: keywordsOr(["normal"], parseLineHeight),
  },
  "letter-spacing": {
    group: "text",
    syntax: "normal | <length>",
    initial: "normal",
    isInherited: true,
    example: "0.08em",
    parse: (values, context) => (keywordOf(values) === "normal" ? 0 : single(parseLength)(values, context)),
  },
  "text-align": inheritedKeywords(["start", "end", "left", "right", "center"], "center", {
    justify: "Use `text-align: start`.",
  }),
  "text-transform": inheritedKeywords(["none", "uppercase", "lowercase", "capitalize"], "uppercase"),
  "text-wrap": inheritedKeywords(["wrap", "balance", "pretty", "nowrap"], "balance", {
    stable: "Use `text-wrap: wrap`.",
  }),
  "white-space": inheritedKeywords(["normal", "nowrap", "pre-line", "pre-wrap", "pre"], "nowrap", {
    "break-spaces": "Use `white-space: pre-wrap`.",
  }),
  "word-break": inheritedKeywords(["normal", "break-all", "keep-all", "auto-phrase"], "break-all", {
    "break-word": "Use `overflow-wrap: anywhere`.",
  }),
  "overflow-wrap": inheritedKeywords(["normal", "break-word", "anywhere"], "anywhere"),
  hyphens: inheritedKeywords(["manual", "none", "auto"], "auto"),
  "text-shadow": {
    group: "text",
    syntax: "none | [ <color>? && <length>{2,3} ]#",
    initial: "none",
    isInherited: true,
    example: "0 2px 8px #00000066",
    parse: parseTextShadows,
  },
  "text-decoration-line": {
    group: "text",
    syntax: "none | [ underline || overline || line-through ]",
    initial: "none",
    example: "underline",
    parse: parseDecorationLines,
  },
  "text-decoration-style": {
    group: "text",
    syntax: "solid | double | dotted | dashed",
    initial: "solid",
    example: "dotted",
    parse: (values, context) =>
      keywordOf(values) === "wavy"
        ? context.refuse("`wavy` lines are not supported", "Use `dotted` or `dashed`.")
        : keywords("solid", "double", "dotted", "dashed")(values, context),
  },
  "text-decoration-color": {
    group: "text",
    syntax: "<color>",
    initial: "currentcolor",
    example: "var(--accent)",
    parse: single(parseColor),
  },
  "text-decoration-thickness": {
    group: "text",
    syntax: "auto | <length> | <percentage>",
    initial: "auto",
    example: "4px",
    parse: keywordsOr(["auto"], parseLengthOfFont),
  },
  "text-underline-offset": {
    group: "text",
    syntax: "auto | <length> | <percentage>",
    initial: "auto",
    isInherited: true,
    example: "0.15em",
    parse: keywordsOr(["auto"], parseLengthOfFont),
  },
  "line-clamp": {
    group: "text",
    syntax: "none | <integer [1,∞]>",
    initial: "none",
    example: "3",
    parse: keywordsOr(["none"], (value, context) => {
      const lines = parseInteger(value, context);
      return lines !== undefined && lines >= 1 ? lines : undefined;
    }),
  },
  "text-overflow": {
    group: "text",
    syntax: "clip | ellipsis",
    initial: "clip",
    example: "ellipsis",
    parse: keywords("clip", "ellipsis"),
  },
  "vertical-align": {
    group: "text",
    syntax: "baseline | top | middle | bottom | text-top | text-bottom | <length>",
    initial: "baseline",
    example: "middle",
    parse: (values, context) =>
      ["sub", "super"].includes(keywordOf(values) ?? "")
        ? context.refuse(
            `\`vertical-align: ${keywordOf(values)}\` is not supported`,
            "Use a length, such as `0.3em`.",
          )
        : keywordsOr(["baseline", "top", "middle", "bottom", "text-top", "text-bottom"], parsePixels)(
            values,
            context,
          ),
  },
  "list-style-type": {
    group: "text",
    syntax: "none",
    initial: "none",
    isInherited: true,
    example: "none",
    parse: (values, context) =>
      keywords("none")(values, context) ??
      context.refuse("List markers are not supported", "Write the marker as text, such as `<span>•</span>`."),
  },
};

function parseLineHeight(value: ComponentValue, context: ValueContext): TextStyle["lineHeight"] | undefined {
  const factor =
    value.kind === "number" || value.kind === "function"
      ? parseNumber(value, withRefuse(context))
      : undefined;
  if (factor !== undefined)
    return factor >= 0 ? { factor } : context.refuse("The value must not be negative");
  const length = parseLengthOfFont(value, context);
  const isNegative = (typeof length === "object" ? length.em : (length ?? 0)) < 0;
  return isNegative ? context.refuse("The value must not be negative") : length;
}

/** Reads a length; a percentage is one of the font size. */
function parseLengthOfFont(value: ComponentValue, context: ValueContext): number | Ems | undefined {
  const length = parseLengthPercentage(value, context);
  if (typeof length !== "object" || "em" in length) return length;
  const { fontSize } = context;
  const factor = length.percent / 100;
  return typeof fontSize === "number" ? fontSize * factor : { em: fontSize.em * factor };
}

function parseDecorationLines(
  values: readonly ComponentValue[],
): readonly TextDecoration["line"][] | undefined {
  if (keywordOf(values) === "none") return [];
  const reader = new ValueReader(values);
  const lines = new Set<TextDecoration["line"]>();
  while (!reader.isAtEnd) {
    const line = reader.keyword("underline", "overline", "line-through");
    if (!line || lines.has(line)) return undefined;
    lines.add(line);
  }
  return lines.size > 0 ? [...lines] : undefined;
}
