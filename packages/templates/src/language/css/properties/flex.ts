import { limits } from "../../limits.ts";
import { keywordOf, valuesOf, type Values } from "../component-values.ts";
import { anyOrder, either, keywordMap, keywords, sequence } from "../grammar.ts";
import { integer, integerFrom, nonNegative, nonNegativeNumber } from "../value-types.ts";
import { sizeKeywords } from "./box.ts";
import { keywordProperty, property } from "./property.ts";
import { anyOrderOf, twoSides, type Expansion, type IsValid, type Shorthand } from "./shorthand.ts";

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
function alignment<const P extends string>(...names: readonly P[]) {
  const safe = sequence(
    keywords("safe", "unsafe"),
    keywords(...names.filter((name) => safePositions.has(name))),
  );
  return either(
    keywords(...names).map((position) => ({ position, isSafe: false })),
    safe.withSyntax("[ safe | unsafe ] <position>").map(([safety, position]) => {
      return { position, isSafe: safety === "safe" };
    }),
  );
}

const itemAlignment = either(
  alignment(...itemPositions),
  sequence(keywords("first", "last"), keywords("baseline")).map(([which]) => {
    return { position: which === "last" ? ("last baseline" as const) : ("baseline" as const), isSafe: false };
  }),
);
const ownAlignment = either(keywords("auto"), itemAlignment);

/** Lines are balanced only if there may be several. */
const wrap = anyOrder({ wrap: keywords("nowrap", "wrap", "wrap-reverse"), balance: keywords("balance") }).map(
  ({ wrap: own = "wrap", balance }) =>
    own === "nowrap" && balance ? undefined : { wrap: own, isBalanced: balance !== undefined },
);

const gap = property(either(keywordMap({ normal: 0 }), nonNegative), "normal", "2cqmin");

export const flexProperties = {
  "flex-direction": keywordProperty(["row", "row-reverse", "column", "column-reverse"], "column"),
  "flex-wrap": property(wrap, "nowrap", "wrap"),
  "flex-line-count": property(integerFrom(1, limits.flexLines, "lines"), "1", "2"),
  "flex-grow": property(nonNegativeNumber, "0", "1"),
  "flex-shrink": property(nonNegativeNumber, "1", "0"),
  "flex-basis": property(either(nonNegative, keywords("auto", "content", ...sizeKeywords)), "auto", "200px"),
  order: property(integer, "0", "-1"),
  "justify-content": property(alignment(...distributions, "left", "right"), "normal", "space-between"),
  "justify-items": property(itemAlignment, "normal", "start"),
  "justify-self": property(ownAlignment, "auto", "center"),
  "align-items": property(itemAlignment, "normal", "center"),
  "align-content": property(alignment(...distributions), "normal", "center"),
  "align-self": property(ownAlignment, "auto", "flex-start"),
  "row-gap": gap,
  "column-gap": gap,
};

export const flexShorthands = {
  gap: twoSides("row-gap", "column-gap", nonNegative.syntax, "2cqmin"),
  "place-content": place("content", "center"),
  "place-items": place("items", "center"),
  "place-self": place("self", "end"),
  "flex-flow": anyOrderOf(["flex-direction", "flex-wrap"], "<'flex-direction'> || <'flex-wrap'>", "row wrap"),
  flex: {
    syntax: "none | auto | <'flex-grow'> <'flex-shrink'>? || <'flex-basis'>",
    example: "1",
    longhands: ["flex-grow", "flex-shrink", "flex-basis"],
    expand: expandFlex,
  },
};

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
