import type { Operation } from "./edit.ts";
import { getElement, type OpenTemplate, type SourceElement } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { insertAt, replaceText, type TextEdit } from "./text-edits.ts";

/** An attribute in the source. */
export interface WrittenAttribute {
  readonly from: number;
  readonly to: number;
  readonly quote: '"' | "'" | "";
  /** The value as it is written, and its place. Without a value, the place is the end. */
  readonly value: string;
  readonly valueFrom: number;
  readonly valueTo: number;
}

/** Sets an attribute. Without a value, removes it. */
export function setAttribute(path: string, name: string, value: string | undefined): Operation {
  return (template) => {
    if (!/^[a-z][a-z0-9-]*$/u.test(name)) throw new RefusedEdit(`“${name}” is not the name of an attribute`);
    const element = getElement(template, path);
    const attribute = findAttribute(template, element, name);
    if (value === undefined) return { html: attribute ? [removeAttribute(template, attribute)] : [] };
    return {
      html: attribute ? writeValue(name, attribute, value) : [addAttribute(template, element, name, value)],
    };
  };
}

/** An attribute as it is written. */
export function findAttribute(
  { html }: OpenTemplate,
  { place }: Pick<SourceElement, "place">,
  name: string,
): WrittenAttribute | undefined {
  const found = place?.attrs?.[name];
  if (!found) return undefined;
  const { startOffset: from, endOffset: to } = found;
  const text = html.slice(from, to);
  const before = /^[^=]*=\s*/u.exec(text)?.[0];
  if (before === undefined) return { from, to, quote: "", value: "", valueFrom: to, valueTo: to };
  const first = text[before.length];
  const quote = first === '"' || first === "'" ? first : "";
  const [valueFrom, valueTo] = [from + before.length + quote.length, to - quote.length];
  return { from, to, quote, value: html.slice(valueFrom, valueTo), valueFrom, valueTo };
}

/** The edit that adds an attribute at the end of a start tag, in the quotation marks of the others. */
export function addAttribute(
  template: OpenTemplate,
  element: SourceElement,
  name: string,
  value: string,
): TextEdit {
  const { html } = template;
  const { place } = element;
  const tag = place?.startTag ?? place;
  if (!tag) throw new RefusedEdit("The element has no start tag");
  const quote = quoteOf(template, element);
  const closing = /\s*\/?>$/u.exec(html.slice(tag.startOffset, tag.endOffset))?.[0].length ?? 1;
  const ends = Object.values(place?.attrs ?? {}).map(({ endOffset }) => endOffset);
  const at = ends.length > 0 ? Math.max(...ends) : tag.endOffset - closing;
  return insertAt(at, ` ${name}=${quote}${encode(value, quote)}${quote}`);
}

/** The quotation mark of the attributes of an element. */
export function quoteOf(template: OpenTemplate, element: SourceElement): '"' | "'" {
  const names = Object.keys(element.place?.attrs ?? {});
  const quotes = names.map((name) => findAttribute(template, element, name)?.quote);
  return quotes.find((quote) => quote === '"' || quote === "'") ?? '"';
}

function writeValue(name: string, attribute: WrittenAttribute, value: string): TextEdit[] {
  const { from, to, quote, value: before, valueFrom, valueTo } = attribute;
  if (quote === "") return [{ from, to, insert: `${name}="${encode(value, '"')}"` }];
  return replaceText({ from: valueFrom, to: valueTo }, before, encode(value, quote));
}

/** The edit that removes an attribute with the white space before it. */
export function removeAttribute({ html }: OpenTemplate, { from, to }: WrittenAttribute): TextEdit {
  const space = /\s*$/u.exec(html.slice(0, from))?.[0].length ?? 0;
  return { from: from - space, to, insert: "" };
}

/** Writes what is special in an attribute value as character references. */
function encode(text: string, quote: string): string {
  const escaped = encodeAmpersands(text);
  if (quote === '"') return escaped.replaceAll('"', "&quot;");
  return quote === "'" ? escaped.replaceAll("'", "&#39;") : escaped;
}

/** Ampersands that would start a character reference. */
export function encodeAmpersands(text: string): string {
  return text.replace(/&(?=[#A-Za-z0-9])/gu, "&amp;");
}
