import type { ContentDistribution, ItemAlignment, LayoutStyle, Length, Size } from "../../../scene/index.ts";
import type { ComponentValue } from "../component-values.ts";
import { parseNonNegative, parseNumber } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { parseInteger } from "./box.ts";
import { keywordMap, keywords, keywordsOr, single, type Property } from "./property.ts";

/** `start` and `end` are resolved with the direction of the flex container. */
type FlowRelative = "start" | "end";

/** The computed values of the properties of flex containers and their items. */
export interface FlexLonghands {
  "flex-direction": LayoutStyle["flexDirection"];
  "flex-wrap": LayoutStyle["flexWrap"];
  "flex-grow": number;
  "flex-shrink": number;
  "flex-basis": Size | "content";
  order: number;
  "justify-content": ContentDistribution | FlowRelative;
  "align-items": ItemAlignment | FlowRelative;
  "align-content": ContentDistribution | FlowRelative;
  "align-self": ItemAlignment | FlowRelative | "auto";
  "row-gap": Length;
  "column-gap": Length;
}

const distributions = [
  "normal",
  "stretch",
  "flex-start",
  "flex-end",
  "start",
  "end",
  "center",
  "space-between",
  "space-around",
  "space-evenly",
] as const;

const alignments = {
  normal: "stretch",
  stretch: "stretch",
  "flex-start": "flex-start",
  "flex-end": "flex-end",
  start: "start",
  end: "end",
  "self-start": "start",
  "self-end": "end",
  center: "center",
  baseline: "baseline",
} as const;

const distribution = (example: string): Property<ContentDistribution | FlowRelative> => ({
  group: "flex",
  syntax: distributions.join(" | "),
  initial: "normal",
  example,
  parse: keywords(...distributions),
});

const gap: Property<Length> = {
  group: "flex",
  syntax: "normal | <length> | <percentage>",
  initial: "normal",
  example: "2cqmin",
  parse: (values, context) =>
    keywordMap({ normal: 0 })(values, context) ?? single(parseNonNegative)(values, context),
};

/** The properties of flex containers and their items. */
export const flexProperties: { readonly [K in keyof FlexLonghands]: Property<FlexLonghands[K]> } = {
  "flex-direction": {
    group: "flex",
    syntax: "row | row-reverse | column | column-reverse",
    initial: "row",
    example: "column",
    parse: keywords("row", "row-reverse", "column", "column-reverse"),
  },
  "flex-wrap": {
    group: "flex",
    syntax: "nowrap | wrap | wrap-reverse",
    initial: "nowrap",
    example: "wrap",
    parse: keywords("nowrap", "wrap", "wrap-reverse"),
  },
  "flex-grow": {
    group: "flex",
    syntax: "<number [0,∞]>",
    initial: "0",
    example: "1",
    parse: single(parseFactor),
  },
  "flex-shrink": {
    group: "flex",
    syntax: "<number [0,∞]>",
    initial: "1",
    example: "0",
    parse: single(parseFactor),
  },
  "flex-basis": {
    group: "flex",
    syntax: "auto | content | <length> | <percentage> | min-content | max-content | fit-content",
    initial: "auto",
    example: "200px",
    parse: keywordsOr(["auto", "content", "min-content", "max-content", "fit-content"], parseNonNegative),
  },
  order: { group: "flex", syntax: "<integer>", initial: "0", example: "-1", parse: single(parseInteger) },
  "justify-content": distribution("space-between"),
  "align-items": {
    group: "flex",
    syntax: Object.keys(alignments).join(" | "),
    initial: "normal",
    example: "center",
    parse: keywordMap(alignments),
  },
  "align-content": distribution("center"),
  "align-self": {
    group: "flex",
    syntax: `auto | ${Object.keys(alignments).join(" | ")}`,
    initial: "auto",
    example: "flex-start",
    parse: keywordMap({ auto: "auto", ...alignments } as const),
  },
  "row-gap": gap,
  "column-gap": gap,
};

/** Reads a number of at least 0. */
function parseFactor(value: ComponentValue, context: ValueContext): number | undefined {
  const number = parseNumber(value, context);
  return number !== undefined && number >= 0 ? number : undefined;
}
