import type { TextTemplate } from "../data/evaluate.ts";
import type { Expression } from "../data/expressions.ts";

/** A part of a text: literal, or the content of a placeholder with its offset in the text. */
type Part = string | { readonly placeholder: string; readonly offset: number };

/** Splits a text at its placeholders. `unclosed` is the offset of braces without a counterpart. */
export function splitPlaceholders(text: string): { parts: Part[]; unclosed: number | undefined } {
  const parts: Part[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf("{{", at);
    if (open < 0) break;
    const close = text.indexOf("}}", open);
    if (close < 0) return { parts: [...parts, text.slice(at)], unclosed: open };
    if (open > at) parts.push(text.slice(at, open));
    parts.push({ placeholder: text.slice(open + 2, close), offset: open });
    at = close + 2;
  }
  if (at < text.length) parts.push(text.slice(at));
  return { parts, unclosed: undefined };
}

/** Parses a text with placeholders; those that are invalid are left out. */
export function parseTextTemplate(
  text: string,
  parse: (placeholder: string, offset: number) => Expression | undefined,
  reportUnclosed: (offset: number) => void,
): TextTemplate {
  if (!text.includes("{{")) return text === "" ? [] : [text];
  const { parts, unclosed } = splitPlaceholders(text);
  if (unclosed !== undefined) reportUnclosed(unclosed);
  return parts.flatMap((part): (string | Expression)[] => {
    if (typeof part === "string") return [part];
    const expression = parse(part.placeholder, part.offset);
    return expression ? [expression] : [];
  });
}

/** The words of an attribute value; placeholders count as parts of words. */
export function splitWords(text: string): { word: string; offset: number }[] {
  const words: { word: string; offset: number }[] = [];
  let start: number | undefined;
  let isInPlaceholder = false;
  for (let at = 0; at <= text.length; at++) {
    if (text.startsWith("{{", at)) isInPlaceholder = true;
    else if (text.startsWith("}}", at)) isInPlaceholder = false;
    const isSpace = at === text.length || (!isInPlaceholder && /\s/u.test(text[at]!));
    if (!isSpace) start ??= at;
    else if (start !== undefined) {
      words.push({ word: text.slice(start, at), offset: start });
      start = undefined;
    }
  }
  return words;
}
