import { NumberType, tokenizer, TokenType, type CSSToken } from "@csstools/css-tokenizer";
import { limits } from "../limits.ts";
import type { Details, Suggestion } from "../problem-list.ts";

interface Base {
  /** Offsets in the CSS text. */
  readonly start: number;
  readonly end: number;
  /** Whether white space or a comment is before it. */
  readonly isSpaced: boolean;
}

/** A component value (CSS Syntax 3, section 5). White space and comments are not kept. */
export type ComponentValue = Base &
  (
    | { readonly kind: "ident"; readonly name: string }
    | { readonly kind: "at-keyword"; readonly name: string }
    | { readonly kind: "number"; readonly value: number; readonly isInteger: boolean; readonly sign: string }
    | { readonly kind: "percentage"; readonly value: number }
    | { readonly kind: "dimension"; readonly value: number; readonly unit: string; readonly text: string }
    | { readonly kind: "hash"; readonly value: string }
    | { readonly kind: "string"; readonly value: string }
    | { readonly kind: "url"; readonly value: string }
    /** A punctuation character, such as `,`, `/`, `:` or `;`. */
    | { readonly kind: "delimiter"; readonly value: string }
    | { readonly kind: "function"; readonly name: string; readonly values: Values }
    | { readonly kind: "block"; readonly open: "(" | "[" | "{"; readonly values: Values }
  );

/** Component values, such as the value of a declaration. */
export type Values = readonly ComponentValue[];

export type FunctionValue = Extract<ComponentValue, { kind: "function" }>;

/** Reports an error at an offset in the CSS text. */
export type ReportSyntaxError = (
  offset: number,
  message: string,
  suggestion?: Suggestion,
  details?: Details,
) => void;

const closing = { "(": ")", "[": "]", "{": "}" } as const;

/** Parses CSS text to component values. Never throws: what can't be parsed is reported and left out. */
export function parseComponentValues(css: string, reportProblem: ReportSyntaxError): ComponentValue[] {
  const report = (offset: number, message: string, suggestion?: Suggestion, unread?: number) =>
    reportProblem(offset, message, suggestion, { code: "syntax_error", unread });
  let isUnclosed = false;
  const reportUnclosed = (offset: number, what: string, end: string) => {
    const suggestion = `Write “${end}” where it ends. What follows was not checked.`;
    if (!isUnclosed)
      report(offset, `${what} is not closed: “${end}” is missing`, suggestion, css.length - offset);
    isUnclosed = true;
  };
  const tokens: CSSToken[] = [];
  let [errors, count] = [0, 0];
  const reportToken = (offset: number, message: string) => {
    errors++;
    if (message.includes("comment")) reportUnclosed(offset, "A comment", "*/");
    else report(offset, describeParseError(message));
  };
  const input = tokenizer(
    { css },
    { onParseError: ({ sourceStart, message }) => reportToken(sourceStart, message) },
  );
  while (!input.endOfFile() && errors <= limits.problems) {
    const token = input.nextToken();
    tokens.push(token);
    if (token[0] !== TokenType.Whitespace && ++count > limits.cssValues) {
      report(0, "The CSS is too long", "Remove rules that the template does not use.");
      return [];
    }
  }
  let next = 0;

  function parseUntil(end: string | undefined, openedAt: number, depth: number): ComponentValue[] {
    const values: ComponentValue[] = [];
    let isSpaced = false;
    for (;;) {
      const token = tokens[next++];
      if (!token || token[0] === TokenType.EOF) {
        next--; // the enclosing blocks end here as well
        if (end !== undefined) reportUnclosed(openedAt, "A bracket", end);
        return values;
      }
      if (token[0] === TokenType.Whitespace || token[0] === TokenType.Comment) {
        isSpaced = true;
        continue;
      }
      if (token[1] === end) return values;
      if (token[0] === TokenType.CloseCurly && (end === ")" || end === "]"))
        reportUnclosed(openedAt, "A bracket", end);
      const value = parseToken(token, isSpaced, depth);
      if (value) values.push(value);
      isSpaced = false;
    }
  }

  function parseToken(token: CSSToken, isSpaced: boolean, depth: number): ComponentValue | undefined {
    const [type, text, start, last] = token;
    const place = { start, end: last + 1, isSpaced };
    switch (type) {
      case TokenType.Ident:
        return { kind: "ident", name: token[4].value, ...place };
      case TokenType.AtKeyword:
        return { kind: "at-keyword", name: token[4].value.toLowerCase(), ...place };
      case TokenType.Number: {
        const { value, type: numberType, signCharacter: sign = "" } = token[4];
        return { kind: "number", value, isInteger: numberType === NumberType.Integer, sign, ...place };
      }
      case TokenType.Percentage:
        return { kind: "percentage", value: token[4].value, ...place };
      case TokenType.Dimension: {
        const { value, unit } = token[4];
        return { kind: "dimension", value, unit: unit.toLowerCase(), text, ...place };
      }
      case TokenType.Hash:
        return { kind: "hash", value: token[4].value, ...place };
      case TokenType.String:
        return { kind: "string", value: token[4].value, ...place };
      case TokenType.URL:
        return { kind: "url", value: token[4].value, ...place };
      case TokenType.Function:
      case TokenType.OpenParen:
      case TokenType.OpenSquare:
      case TokenType.OpenCurly:
        return parseNested(token, isSpaced, depth);
      case TokenType.Colon:
      case TokenType.Semicolon:
      case TokenType.Comma:
      case TokenType.Delim:
        return { kind: "delimiter", value: text, ...place };
      case TokenType.CloseParen:
      case TokenType.CloseSquare:
      case TokenType.CloseCurly:
        report(start, `Unexpected “${text}”`);
        return undefined;
      case TokenType.BadString:
      case TokenType.BadURL:
        return undefined; // reported by the tokenizer
      case TokenType.Comment:
      case TokenType.Whitespace:
      case TokenType.EOF:
      case TokenType.UnicodeRange:
      case TokenType.CDC:
      case TokenType.CDO:
        break;
    }
    report(start, `Unexpected “${text}” in CSS`);
    return undefined;
  }

  function parseNested(token: CSSToken, isSpaced: boolean, depth: number): ComponentValue | undefined {
    const [type, text, start] = token;
    const isFunction = type === TokenType.Function;
    const open = isFunction ? "(" : (text as "(" | "[" | "{");
    if (depth >= limits.valueDepth) {
      const message = `Brackets are nested more than ${limits.valueDepth} deep`;
      report(start, message, "What follows was not checked.", css.length - start);
      isUnclosed = true;
      next = tokens.length;
      return undefined;
    }
    const values = parseUntil(closing[open], start, depth + 1);
    const end = (tokens[next - 1]?.[3] ?? start) + 1;
    return isFunction
      ? { kind: "function", name: token[4].value.toLowerCase(), values, start, end, isSpaced }
      : { kind: "block", open, values, start, end, isSpaced };
  }

  return parseUntil(undefined, 0, 0);
}

/** The component values of valid CSS text. */
export function valuesOf(css: string): Values {
  return parseComponentValues(css, () => {});
}

function describeParseError(message: string): string {
  if (message.includes("string")) return "A string is not closed on its line";
  if (message.includes("url")) return "Invalid character in url(); put the URL in quotes";
  return "Invalid escape sequence in CSS";
}

/** The number of component values, nested ones included. */
export function countValues(values: Values): number {
  return values.reduce((sum, value) => sum + 1 + ("values" in value ? countValues(value.values) : 0), 0);
}

/** Splits values at a delimiter. `a, b` at “,” gives two lists. */
export function splitAt(values: Values, delimiter: string): ComponentValue[][] {
  const parts: ComponentValue[][] = [[]];
  for (const value of values) {
    if (isDelimiter(value, delimiter)) parts.push([]);
    else parts.at(-1)!.push(value);
  }
  return parts;
}

/** The keyword, if values are one. */
export function keywordOf(values: Values): string | undefined {
  return values.length === 1 ? identOf(values[0]) : undefined;
}

/** An identifier in lower case; undefined for other values. */
export function identOf(value: ComponentValue | undefined): string | undefined {
  return value?.kind === "ident" ? value.name.toLowerCase() : undefined;
}

/** Whether a value is a punctuation character. */
export function isDelimiter(value: ComponentValue | undefined, character: string): boolean {
  return value?.kind === "delimiter" && value.value === character;
}

/** The URL in `url(a)` or `url("a")`; undefined for other values. */
export function urlOf(value: ComponentValue | undefined): string | undefined {
  if (value?.kind === "url") return value.value;
  if (value?.kind !== "function" || value.name !== "url") return undefined;
  const [first, ...others] = value.values;
  return first?.kind === "string" && others.length === 0 ? first.value : undefined;
}

/** Results of all entries; undefined if there are none, or if one has none. */
export function parseAll<E, T>(
  entries: readonly E[],
  parse: (entry: E) => T | undefined,
): readonly T[] | undefined {
  const results: T[] = [];
  for (const entry of entries) {
    const result = parse(entry);
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results.length > 0 ? results : undefined;
}
