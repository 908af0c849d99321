import type { ComponentValue } from "../component-values.ts";
import { parseNonNegative, parseNumber } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { parseInteger } from "./box.ts";
import { keywordMap, keywordOf, keywordProperty, keywordsOr, property, single } from "./property.ts";
import { anyOrder, twoSides, type Expansion, type IsValid } from "./shorthand.ts";

/** `start` and `end` are resolved with the direction of the flex container. */
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

type Alignment = (typeof alignments)[keyof typeof alignments];

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

const gap = property({
  syntax: "normal | <length> | <percentage>",
  initial: "normal",
  example: "2cqmin",
  parse: (values, context) =>
    keywordOf(values) === "normal" ? 0 : single(parseNonNegative)(values, context),
});

const factor = (initial: string, example: string) =>
  property({ syntax: "<number [0,∞]>", initial, example, parse: single(parseFactor) });

export const flexProperties = {
  "flex-direction": keywordProperty(["row", "row-reverse", "column", "column-reverse"], "column"),
  "flex-wrap": keywordProperty(["nowrap", "wrap", "wrap-reverse"], "wrap"),
  "flex-grow": factor("0", "1"),
  "flex-shrink": factor("1", "0"),
  "flex-basis": property({
    syntax: "auto | content | <length> | <percentage> | min-content | max-content | fit-content",
    initial: "auto",
    example: "200px",
    parse: keywordsOr(["auto", "content", "min-content", "max-content", "fit-content"], parseNonNegative),
  }),
  order: property({ syntax: "<integer>", initial: "0", example: "-1", parse: single(parseInteger) }),
  "justify-content": keywordProperty(distributions, "space-between"),
  "align-items": property({
    syntax: Object.keys(alignments).join(" | "),
    initial: "normal",
    example: "center",
    parse: keywordMap<Alignment>(alignments),
  }),
  "align-content": keywordProperty(distributions, "center"),
  "align-self": property({
    syntax: `auto | ${Object.keys(alignments).join(" | ")}`,
    initial: "auto",
    example: "flex-start",
    parse: keywordMap<Alignment | "auto">({ auto: "auto", ...alignments }),
  }),
  "row-gap": gap,
  "column-gap": gap,
};

export const flexShorthands = {
  gap: twoSides("row-gap", "column-gap", "<length> | <percentage>", "2cqmin"),
  "place-content": twoSides("align-content", "justify-content", "<content-distribution>", "center"),
  "flex-flow": anyOrder(["flex-direction", "flex-wrap"], "<'flex-direction'> || <'flex-wrap'>", "row wrap"),
  flex: {
    syntax: "none | auto | <'flex-grow'> <'flex-shrink'>? || <'flex-basis'>",
    example: "1",
    longhands: ["flex-grow", "flex-shrink", "flex-basis"],
    expand: expandFlex,
  },
};

/** Reads a number of at least 0. */
function parseFactor(value: ComponentValue, context: ValueContext): number | undefined {
  const number = parseNumber(value, context);
  return number !== undefined && number >= 0 ? number : undefined;
}

type Values = readonly ComponentValue[];

/** `flex` (CSS Flexbox 1, section 7.1.1). Without a basis, the basis is 0. */
function expandFlex(values: Values, isValid: IsValid): Expansion | undefined {
  const [at] = values;
  if (!at) return undefined;
  const base = { start: at.start, end: at.end, isSpaced: at.isSpaced };
  const number = (value: number): Values => [{ ...base, kind: "number", value, isInteger: true, sign: "" }];
  let [grow, shrink, basis]: [Values?, Values?, Values?] = [];
  const keyword = keywordOf(values);
  if (keyword === "none" || keyword === "auto") {
    grow = shrink = number(keyword === "none" ? 0 : 1);
    basis = [{ ...base, kind: "ident", name: "auto" }];
  } else {
    for (const [index, value] of values.entries()) {
      const isNumber = isValid("flex-grow", [value]);
      // A unitless zero is a basis only behind two factors.
      if (isNumber && !grow) grow = [value];
      else if (isNumber && !shrink && values[index - 1] === grow?.[0]) shrink = [value];
      else if (!basis && isValid("flex-basis", [value])) basis = [value];
      else return undefined;
    }
  }
  return new Map([
    ["flex-grow", grow ?? number(1)],
    ["flex-shrink", shrink ?? number(1)],
    ["flex-basis", basis ?? [{ ...base, kind: "dimension", value: 0, unit: "px", text: "0px" }]],
  ]);
}
