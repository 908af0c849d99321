import type { BackgroundLayer, Color } from "../../../scene/index.ts";
import { limits } from "../../limits.ts";
import { parseColor } from "../color.ts";
import { splitAt, type ComponentValue } from "../component-values.ts";
import { parseImage, type ImageValue } from "../image-values.ts";
import { parsePosition, type Point } from "../position.ts";
import { parseNonNegative } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import { keywordOf, keywords, single, type Property } from "./property.ts";

type BackgroundBox = BackgroundLayer["origin"];

/** The computed values of the properties of backgrounds. Lists have an entry for each layer, the first one on top. */
export interface BackgroundLonghands {
  "background-color": Color;
  "background-image": readonly (ImageValue | "none")[];
  "background-size": readonly BackgroundLayer["size"][];
  "background-position": readonly Point[];
  "background-repeat": readonly BackgroundLayer["repeat"][];
  "background-origin": readonly BackgroundBox[];
  "background-clip": readonly BackgroundBox[];
}

/** A parser of a comma-separated list. */
function list<T>(
  parse: (values: readonly ComponentValue[], context: ValueContext) => T | undefined,
): Property<readonly T[]>["parse"] {
  return (values, context) => {
    const parts = splitAt(values, ",");
    if (parts.length > limits.valueEntries) {
      return context.refuse(`More than ${limits.valueEntries} background layers`);
    }
    const entries: T[] = [];
    for (const part of parts) {
      const entry = parse(part, context);
      if (entry === undefined) return undefined;
      entries.push(entry);
    }
    return entries;
  };
}

const boxes = ["border-box", "padding-box", "content-box"] as const;
const boxSyntax = `[ ${boxes.join(" | ")} ]#`;

/** The properties of backgrounds. */
export const backgroundProperties: {
  readonly [K in keyof BackgroundLonghands]: Property<BackgroundLonghands[K]>;
} = {
  "background-color": {
    group: "background",
    syntax: "<color>",
    initial: "transparent",
    example: "var(--ground)",
    parse: single(parseColor),
  },
  "background-image": {
    group: "background",
    syntax:
      "[ none | url(assets/…) | linear-gradient() | radial-gradient() | repeating-linear-gradient() | repeating-radial-gradient() ]#",
    initial: "none",
    example: "linear-gradient(135deg, #5b34c4, #e25bd0)",
    parse: list((values, context) => {
      if (keywordOf(values) === "none") return "none";
      return single(parseImage)(values, context);
    }),
  },
  "background-size": {
    group: "background",
    syntax: "[ cover | contain | [ <length> | <percentage> | auto ]{1,2} ]#",
    initial: "auto",
    example: "cover",
    parse: list(parseSize),
  },
  "background-position": {
    group: "background",
    syntax: "<position>#",
    initial: "0% 0%",
    example: "right 24px bottom 24px",
    parse: list((values, context) => {
      const reader = new ValueReader(values);
      const point = parsePosition(reader, context);
      return reader.isAtEnd ? point : undefined;
    }),
  },
  "background-repeat": {
    group: "background",
    syntax: "[ repeat-x | repeat-y | [ repeat | no-repeat ]{1,2} ]#",
    initial: "repeat",
    example: "no-repeat",
    parse: list(parseRepeat),
  },
  "background-origin": {
    group: "background",
    syntax: boxSyntax,
    initial: "padding-box",
    example: "border-box",
    parse: list(keywords(...boxes)),
  },
  "background-clip": {
    group: "background",
    syntax: boxSyntax,
    initial: "border-box",
    example: "padding-box",
    parse: list((values, context) =>
      keywordOf(values) === "text"
        ? context.refuse("`background-clip: text` is not supported", "Use `color` for the text.")
        : keywords(...boxes)(values, context),
    ),
  },
};

/** Reads `background-size` of one layer. */
function parseSize(
  values: readonly ComponentValue[],
  context: ValueContext,
): BackgroundLayer["size"] | undefined {
  const keyword = keywordOf(values);
  if (keyword === "cover" || keyword === "contain") return keyword;
  const [first, second, ...others] = values;
  const length = (value: ComponentValue) =>
    value.kind === "ident" && value.name.toLowerCase() === "auto" ? "auto" : parseNonNegative(value, context);
  const width = first && length(first);
  const height = second ? length(second) : "auto";
  return width === undefined || height === undefined || others.length > 0 ? undefined : { width, height };
}

/** Reads `background-repeat` of one layer. */
function parseRepeat(
  values: readonly ComponentValue[],
  context: ValueContext,
): BackgroundLayer["repeat"] | undefined {
  const reader = new ValueReader(values);
  const x = reader.keyword("repeat", "no-repeat", "repeat-x", "repeat-y", "space", "round");
  if (x === "space" || x === "round") {
    return context.refuse(`\`background-repeat: ${x}\` is not supported`, "Use `repeat` or `no-repeat`.");
  }
  if (x === "repeat-x" || x === "repeat-y") {
    if (!reader.isAtEnd) return undefined;
    return x === "repeat-x" ? { x: "repeat", y: "no-repeat" } : { x: "no-repeat", y: "repeat" };
  }
  const y = x && (reader.keyword("repeat", "no-repeat") ?? x);
  return x && y && reader.isAtEnd ? { x, y } : undefined;
}
