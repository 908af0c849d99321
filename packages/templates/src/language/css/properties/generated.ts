import {
  identOf,
  keywordOf,
  parseAll,
  splitAt,
  urlOf,
  type ComponentValue,
  type Values,
} from "../component-values.ts";
import { limits } from "../../limits.ts";
import type { ValueContext } from "../value-context.ts";
import { ValueReader } from "../value-reader.ts";
import { counterStyles, isCounterStyle, type CounterStyle } from "../counter-styles.ts";
import { either, inherited, keywordMap, noneOr, property } from "./property.ts";

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

/** `initialValue`: of counters without a number. */
const counterChanges = (initialValue: number, example: string) =>
  property<CounterChanges>(
    noneOr("[ <counter-name> <integer>? ]+", (values) => parseCounterChanges(values, initialValue)),
    "none",
    example,
  );

export const generatedProperties = {
  content: property<readonly ContentPart[] | "normal">(
    {
      syntax:
        "normal | none | [ <string> | attr(<name>) | counter(<name>, <style>?) | counters(<name>, <string>, <style>?) | open-quote | close-quote | no-open-quote | no-close-quote ]+",
      parse: parseContent,
    },
    "normal",
    '"→ " attr(data-label)',
  ),
  /** Pairs of marks, the outermost first; undefined for the marks of the language. */
  quotes: inherited<{ readonly marks: readonly string[] | undefined }>(
    either(keywordMap({ auto: { marks: undefined }, none: { marks: [] } }), {
      syntax: "[ <string> <string> ]+",
      parse: (values) => {
        const marks = parseAll(values, (value) => (value.kind === "string" ? value.value : undefined));
        return marks && marks.length % 2 === 0 ? { marks } : undefined;
      },
    }),
    "auto",
    '"«" "»"',
  ),
  "counter-reset": counterChanges(0, "step"),
  "counter-increment": counterChanges(1, "step"),
  "counter-set": counterChanges(0, "step 4"),
};

function parseContent(values: Values, context: ValueContext): readonly ContentPart[] | "normal" | undefined {
  const keyword = keywordOf(values);
  if (keyword === "normal" || keyword === "none") return "normal";
  if (values.length > limits.valueEntries) return undefined;
  // The text for screen readers after a slash has no effect in an image.
  return parseAll(splitAt(values, "/")[0] ?? [], (value) => parsePart(value, context));
}

function parsePart(value: ComponentValue, context: ValueContext): ContentPart | undefined {
  if (value.kind === "string") return { kind: "text", text: value.value };
  const keyword = identOf(value);
  const [, no, quote] = /^(no-)?(open|close)-quote$/u.exec(keyword ?? "") ?? [];
  if (quote) return { kind: "quote", isOpening: quote === "open", isHidden: no !== undefined };
  if (urlOf(value) !== undefined || (value.kind === "function" && value.name.endsWith("gradient")))
    return context.refuse(
      "Images are not supported in `content`",
      "Use `background` with a width and a height.",
    );
  if (value.kind !== "function") return undefined;
  const args = splitAt(value.values, ",").map(([first, ...others]) =>
    others.length > 0 ? undefined : first,
  );
  const [name, second, third] = args;
  if (name?.kind !== "ident") return undefined;
  if (value.name === "attr" && args.length <= 2 && (!second || second.kind === "string"))
    return { kind: "attribute", name: name.name.toLowerCase(), fallback: second?.value ?? "" };
  if (value.name === "counter" && args.length <= 2) {
    const style = parseCounterStyle(second, context);
    return style && { kind: "counter", name: name.name, style };
  }
  if (value.name !== "counters" || second?.kind !== "string" || args.length > 3) return undefined;
  const style = parseCounterStyle(third, context);
  return style && { kind: "counters", name: name.name, separator: second.value, style };
}

function parseCounterStyle(
  value: ComponentValue | undefined,
  context: ValueContext,
): CounterStyle | undefined {
  if (!value) return "decimal";
  const keyword = identOf(value);
  if (keyword === undefined) return undefined;
  if (isCounterStyle(keyword)) return keyword;
  return context.refuse(
    `The counter style \`${keyword.slice(0, 40)}\` is not supported`,
    `Use one of ${counterStyles.join(", ")}.`,
  );
}

function parseCounterChanges(values: Values, initialValue: number): CounterChanges | undefined {
  const reader = new ValueReader(values);
  const changes: { name: string; value: number }[] = [];
  while (!reader.isAtEnd) {
    const name = reader.one((value) => (value.kind === "ident" ? value.name : undefined));
    const value = reader.one((next) => (next.kind === "number" && next.isInteger ? next.value : undefined));
    if (name === undefined || changes.length >= limits.valueEntries) return undefined;
    // Sums of larger numbers would not be exact.
    changes.push({ name, value: Math.max(-1e6, Math.min(1e6, value ?? initialValue)) });
  }
  return changes.length > 0 ? changes : undefined;
}
