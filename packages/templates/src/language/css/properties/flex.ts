import type { ComponentValue } from "../component-values.ts";
import { parseNonNegative, parseNumber } from "../quantity.ts";
import { checkContext, type ValueContext } from "../value-context.ts";
import { parseInteger, sizeKeywords } from "./box.ts";
import { keywordMap, keywordOf, keywordProperty, keywordsOr, property, single } from "./property.ts";
import { anyOrder, twoSides, type Expansion, type IsValid, type Shorthand } from "./shorthand.ts";

type Values = readonly ComponentValue[];

/** `start` and `end` are resolved with the direction of the flex container. */
const alignments = {
  normal: "normal",
  stretch: "stretch",
  "flex-start": "flex-start",
  "flex-end": "flex-end",
  start: "start",
  end: "end",
  "self-start": "self-start",
  "self-end": "self-end",
  center: "center",
  baseline: "baseline",
} as const;

const positions = ["flex-start", "flex-end", "start", "end", "self-start", "self-end", "center"] as const;

type Position = Exclude<(typeof alignments)[(typeof positions)[number]], "left">;
type Alignment = (typeof alignments)[keyof typeof alignments] | `safe ${Position}`;

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

/** A keyword, or a position with `safe` or `unsafe` before it; `unsafe` is the default. */
function aligned<const T extends string>(values: Values, map: Readonly<Record<string, T>>) {
  const [first, second, ...others] = values;
  const overflow = first && keywordOf([first]);
  if (others.length > 0) return undefined;
  if (overflow === "first") return second && keywordOf([second]) === "baseline" ? map["baseline"] : undefined;
  if (!second || (overflow !== "safe" && overflow !== "unsafe")) return keywordMap(map)(values, checkContext);
  const name = keywordOf([second]);
  if (!positions.some((position) => position === name)) return undefined;
  const position = keywordMap(map)([second], checkContext) as (T & Position) | undefined;
  return overflow === "safe" && position ? (`safe ${position}` as const) : position;
}

const alignSyntax = `${Object.keys(alignments).join(" | ")} | [ safe | unsafe ] <position>`;

const itemAlignment = (example: string) =>
  property<Alignment>({
    syntax: alignSyntax,
    initial: "normal",
    example,
    parse: (values) => aligned(values, alignments),
  });

const ownAlignment = (example: string) =>
  property<Alignment | "auto">({
    syntax: `auto | ${alignSyntax}`,
    initial: "auto",
    example,
    parse: (values) => (keywordOf(values) === "auto" ? "auto" : aligned(values, alignments)),
  });

const distributionMap = Object.fromEntries(distributions.map((name) => [name, name])) as {
  [K in (typeof distributions)[number]]: K;
};

const contentAlignment = (example: string) =>
  property<(typeof distributions)[number] | `safe ${Position & (typeof distributions)[number]}`>({
    syntax: `${distributions.join(" | ")} | [ safe | unsafe ] <position>`,
    initial: "normal",
    example,
    parse: (values) => aligned(values, distributionMap),
  });

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
    syntax: `auto | content | <length> | <percentage> | ${sizeKeywords.join(" | ")}`,
    initial: "auto",
    example: "200px",
    parse: keywordsOr(["auto", "content", ...sizeKeywords], parseNonNegative),
  }),
  order: property({ syntax: "<integer>", initial: "0", example: "-1", parse: single(parseInteger) }),
  "justify-content": contentAlignment("space-between"),
  "justify-items": itemAlignment("start"),
  "justify-self": ownAlignment("center"),
  "align-items": itemAlignment("center"),
  "align-content": contentAlignment("center"),
  "align-self": ownAlignment("flex-start"),
  "row-gap": gap,
  "column-gap": gap,
};

export const flexShorthands = {
  gap: twoSides("row-gap", "column-gap", "<length> | <percentage>", "2cqmin"),
  "place-content": place("content", "center"),
  "place-items": place("items", "center"),
  "place-self": place("self", "end"),
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

/** Alignment across and along rows; one value stands for both (CSS Box Alignment 3, section 4.3). */
function place(what: "content" | "items" | "self", example: string): Shorthand {
  const [block, inline] = [`align-${what}`, `justify-${what}`];
  return {
    syntax: `<'${block}'> <'${inline}'>?`,
    example,
    longhands: [block, inline],
    expand: (values, isValid) => {
      // An alignment may consist of two keywords.
      for (let length = values.length; length > 0; length--) {
        const [first, second] = [values.slice(0, length), values.slice(length)];
        const last = second.length > 0 ? second : first;
        if (isValid(block, first) && isValid(inline, last)) {
          return new Map([
            [block, first],
            [inline, last],
          ]);
        }
      }
      return undefined;
    },
  };
}

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
