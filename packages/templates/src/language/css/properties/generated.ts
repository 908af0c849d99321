import { urlOf } from "../component-values.ts";
import { counterStyles, isCounterStyle, type CounterStyle } from "../counter-styles.ts";
import { after, call, either, keywordMap, noneOr, sequence, sign, single } from "../grammar.ts";
import { limits } from "../../limits.ts";
import { ident, literalInteger, string } from "../value-types.ts";
import { inherited, property } from "./property.ts";

/** A part of the text that `content` generates. */
export type ContentPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "attribute"; readonly name: string; readonly fallback: string }
  | { readonly kind: "counter"; readonly name: string; readonly style: CounterStyle }
  | {
      readonly kind: "counters";
      readonly name: string;
      readonly separator: string;
      readonly style: CounterStyle;
    }
  | { readonly kind: "quote"; readonly isOpening: boolean; readonly isHidden: boolean };

/** The names of counters with what they are set to, or increased by. */
export type CounterChanges = readonly { readonly name: string; readonly value: number }[];

const comma = sign(",");
const style = after(
  comma,
  single("<style>", (value, context): CounterStyle | undefined => {
    const keyword = value.kind === "ident" ? value.name.toLowerCase() : undefined;
    if (keyword === undefined || isCounterStyle(keyword)) return keyword;
    return context.refuse(
      `The counter style \`${keyword.slice(0, 40)}\` is not supported`,
      `Use one of ${counterStyles.join(", ")}.`,
    );
  }),
).optional("decimal");
const quotes = Object.fromEntries(
  ["open-quote", "close-quote", "no-open-quote", "no-close-quote"].map((name): [string, ContentPart] => {
    return [name, { kind: "quote", isOpening: name.includes("open"), isHidden: name.startsWith("no-") }];
  }),
);

const part = either(
  string.map((text): ContentPart => ({ kind: "text", text })),
  call("attr", sequence(ident, after(comma, string).optional("")), "attr(<name>)").map(
    ([name, fallback]): ContentPart => ({ kind: "attribute", name: name.toLowerCase(), fallback }),
  ),
  call("counter", sequence(ident, style), "counter(<name>, <style>?)").map(([name, own]): ContentPart => ({
    kind: "counter",
    name,
    style: own,
  })),
  call("counters", sequence(ident, comma, string, style), "counters(<name>, <string>, <style>?)").map(
    ([name, , separator, own]): ContentPart => ({ kind: "counters", name, separator, style: own }),
  ),
  keywordMap(quotes),
);
const parts = part
  .explain((value, context) =>
    urlOf(value) !== undefined || (value.kind === "function" && value.name.endsWith("gradient"))
      ? context.refuse("Images are not supported in `content`", "Use `background` with a width and a height.")
      : undefined,
  )
  .repeat(1, limits.valueEntries);
/** Text for screen readers, which has no effect in an image. */
const alternative = after(sign("/"), single("<string>", () => true).repeat(0)).optional();
const content = either(
  keywordMap({ normal: "normal", none: "normal" }),
  sequence(parts, alternative)
    .withSyntax(parts.syntax)
    .map(([shown]) => shown),
);

/** The names of counters with numbers; without a number, `initialValue`. */
const counterChanges = (initialValue: number, example: string) =>
  property<CounterChanges>(
    noneOr(
      sequence(ident, literalInteger.optional(initialValue))
        // Sums of larger numbers would not be exact.
        .map(([name, value]) => ({ name, value: Math.max(-1e6, Math.min(1e6, value)) }))
        .repeat(1, limits.valueEntries),
    ),
    "none",
    example,
  );

export const generatedProperties = {
  content: property<readonly ContentPart[] | "normal">(content, "normal", '"→ " attr(data-label)'),
  /** Pairs of marks, the outermost first; undefined for the marks of the language. */
  quotes: inherited<{ readonly marks: readonly string[] | undefined }>(
    either(
      keywordMap({ auto: { marks: undefined }, none: { marks: [] } }),
      sequence(string, string)
        .repeat()
        .map((pairs) => ({ marks: pairs.flat() })),
    ),
    "auto",
    '"«" "»"',
  ),
  "counter-reset": counterChanges(0, "step"),
  "counter-increment": counterChanges(1, "step"),
  "counter-set": counterChanges(0, "step 4"),
};
