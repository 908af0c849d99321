import type { Alignment } from "../../../scene/index.ts";
import { limits } from "../../limits.ts";
import { identOf, keywordOf, valuesOf, type ComponentValue, type Values } from "../component-values.ts";
import { parseNumber } from "../quantity.ts";
import type { ValueContext } from "../value-context.ts";
import { keywordsByGroup } from "../value-reader.ts";
import { sizeKeywords } from "./box.ts";
import {
  either,
  integer,
  integerFrom,
  keywordMap,
  keywordProperty,
  keywords,
  nonNegative,
  property,
  single,
  type Grammar,
} from "./property.ts";
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
type Distribution = (typeof distributions)[number];

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

const itemAlignment = {
  syntax: `${itemPositions.join(" | ")} | [ first | last ] baseline | [ safe | unsafe ] <position>`,
  parse: (values: Values) => parseAlignment(values, itemPositions),
};
const ownAlignment = either(keywords("auto"), itemAlignment);

function contentAlignment<const Side extends string = never>(
  ...sides: readonly Side[]
): Grammar<Alignment<Distribution | Side>> {
  const names = [...distributions, ...sides];
  return {
    syntax: `${names.join(" | ")} | [ safe | unsafe ] <position>`,
    parse: (values) => parseAlignment(values, names) as Alignment<Distribution | Side> | undefined,
  };
}

/** `[ nowrap | wrap | wrap-reverse ] || balance`; lines are balanced only if there may be several. */
function parseWrap(values: Values) {
  const found = keywordsByGroup(values, {
    wrap: ["nowrap", "wrap", "wrap-reverse"],
    balance: ["balance"],
  });
  if (!found || (found.wrap === "nowrap" && found.balance)) return undefined;
  return { wrap: found.wrap ?? ("wrap" as const), isBalanced: found.balance !== undefined };
}

const gap = property(either(keywordMap({ normal: 0 }), nonNegative), "normal", "2cqmin");
const factor = single("<number [0,∞]>", parseFactor);

export const flexProperties = {
  "flex-direction": keywordProperty(["row", "row-reverse", "column", "column-reverse"], "column"),
  "flex-wrap": property(
    { syntax: "nowrap | [ wrap | wrap-reverse ] || balance", parse: parseWrap },
    "nowrap",
    "wrap",
  ),
  "flex-line-count": property(integerFrom(1, limits.flexLines, "lines"), "1", "2"),
  "flex-grow": property(factor, "0", "1"),
  "flex-shrink": property(factor, "1", "0"),
  "flex-basis": property(either(nonNegative, keywords("auto", "content", ...sizeKeywords)), "auto", "200px"),
  order: property(integer, "0", "-1"),
  "justify-content": property(contentAlignment("left", "right"), "normal", "space-between"),
  "justify-items": property(itemAlignment, "normal", "start"),
  "justify-self": property(ownAlignment, "auto", "center"),
  "align-items": property(itemAlignment, "normal", "center"),
  "align-content": property(contentAlignment(), "normal", "center"),
  "align-self": property(ownAlignment, "auto", "flex-start"),
  "row-gap": gap,
  "column-gap": gap,
};

export const flexShorthands = {
  gap: twoSides("row-gap", "column-gap", nonNegative.syntax, "2cqmin"),
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
