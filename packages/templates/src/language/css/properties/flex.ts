import type { Alignment } from "../../../scene/index.ts";
import { limits } from "../../limits.ts";
import { identOf, keywordOf, valuesOf, type ComponentValue, type Values } from "../component-values.ts";
import { parseNonNegative, parseNumber } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import { integerFrom, parseInteger, sizeKeywords } from "./box.ts";
import { either, keywordMap, keywordProperty, keywords, keywordsOr, property, single } from "./property.ts";
import { anyOrder, twoSides, type Expansion, type IsValid, type Shorthand } from "./shorthand.ts";

const positions = ["flex-start", "flex-end", "start", "end", "center"] as const;
const itemPositions = ["normal", "stretch", ...positions, "self-start", "self-end", "baseline"] as const;
const distributions = [
  "normal",
  "stretch",
  ...positions,
  "space-between",
  "space-around",
  "space-evenly",
] as const;

const safePositions: ReadonlySet<string> = new Set([...positions, "self-start", "self-end"]);

/** A keyword, or a position with `safe` or `unsafe` before it; `unsafe` is the default. */
function parseAlignment<const P extends string>(values: Values, names: readonly P[]) {
  const [first, second, ...others] = values.map((value) => identOf(value));
  const find = (name: string | undefined) => names.find((each) => each === name);
  if (values.length > 2 || others.length > 0) return undefined;
  if (values.length === 1) {
    const position = find(first);
    return position && { position, isSafe: false };
  }
  const position =
    second !== undefined && (second === "baseline" || safePositions.has(second)) && find(second);
  if (!position) return undefined;
  if (second !== "baseline") {
    return first === "safe" || first === "unsafe" ? { position, isSafe: first === "safe" } : undefined;
  }
  if (first === "last") return { position: "last baseline" as const, isSafe: false };
  return first === "first" ? { position, isSafe: false } : undefined;
}

const itemAlignment = (example: string) =>
  property({
    syntax: `${itemPositions.join(" | ")} | [ first | last ] baseline | [ safe | unsafe ] <position>`,
    initial: "normal",
    example,
    parse: (values) => parseAlignment(values, itemPositions),
  });

const ownAlignment = (example: string) => {
  const { syntax, parse } = itemAlignment(example);
  return property({
    syntax: `auto | ${syntax}`,
    initial: "auto",
    example,
    parse: either(keywords("auto"), parse),
  });
};

const contentAlignment = <const Side extends string = never>(example: string, sides: readonly Side[] = []) =>
  property<Alignment<(typeof distributions)[number] | Side>>({
    syntax: `${[...distributions, ...sides].join(" | ")} | [ safe | unsafe ] <position>`,
    initial: "normal",
    example,
    parse: (values) =>
      parseAlignment(values, [...distributions, ...sides]) as Alignment<
        (typeof distributions)[number] | Side
      >,
  });

/** `[ nowrap | wrap | wrap-reverse ] || balance`; lines are balanced only if there may be several. */
function parseWrap(values: Values) {
  const reader = new ValueReader(values);
  const isFirst = reader.keyword("balance") !== undefined;
  const wrap = reader.keyword("nowrap", "wrap", "wrap-reverse");
  const isBalanced = isFirst || reader.keyword("balance") !== undefined;
  if (!reader.isAtEnd || (wrap === "nowrap" && isBalanced)) return undefined;
  return wrap || isBalanced ? { wrap: wrap ?? ("wrap" as const), isBalanced } : undefined;
}

const gap = property({
  syntax: "normal | <length> | <percentage>",
  initial: "normal",
  example: "2cqmin",
  parse: either(keywordMap({ normal: 0 }), single(parseNonNegative)),
});

const factor = (initial: string, example: string) =>
  property({ syntax: "<number [0,∞]>", initial, example, parse: single(parseFactor) });

export const flexProperties = {
  "flex-direction": keywordProperty(["row", "row-reverse", "column", "column-reverse"], "column"),
  "flex-wrap": property({
    syntax: "nowrap | [ wrap | wrap-reverse ] || balance",
    initial: "nowrap",
    example: "wrap",
    parse: parseWrap,
  }),
  "flex-line-count": property({
    syntax: "<integer [1,∞]>",
    initial: "1",
    example: "2",
    parse: single(integerFrom(1, limits.flexLines, "lines")),
  }),
  "flex-grow": factor("0", "1"),
  "flex-shrink": factor("1", "0"),
  "flex-basis": property({
    syntax: `auto | content | <length> | <percentage> | ${sizeKeywords.join(" | ")}`,
    initial: "auto",
    example: "200px",
    parse: keywordsOr(["auto", "content", ...sizeKeywords], parseNonNegative),
  }),
  order: property({ syntax: "<integer>", initial: "0", example: "-1", parse: single(parseInteger) }),
  "justify-content": contentAlignment("space-between", ["left", "right"]),
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
        if (isValid(block, first) && isValid(inline, last)) return { [block]: first, [inline]: last };
      }
      return undefined;
    },
  };
}

const one = valuesOf("1");

/** `flex` (CSS Flexbox 1, section 7.1.1). Without a basis, the basis is 0. */
function expandFlex(values: Values, isValid: IsValid): Expansion | undefined {
  if (values.length === 0) return undefined;
  let [grow, shrink, basis]: [Values?, Values?, Values?] = [];
  const keyword = keywordOf(values);
  if (keyword === "none" || keyword === "auto") {
    grow = shrink = keyword === "none" ? valuesOf("0") : one;
    basis = valuesOf("auto");
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
  return { "flex-grow": grow ?? one, "flex-shrink": shrink ?? one, "flex-basis": basis ?? valuesOf("0px") };
}
