import { isElement } from "@placard/templates/source";
import { encodeAmpersands } from "./attributes.ts";
import type { Operation } from "./edit.ts";
import { tableContent } from "./elements.ts";
import { getElement, type OpenTemplate, type SourceElement } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { replaceText } from "./text-edits.ts";

/** Sets the text of an element. White space around it stays. */
export function setText(path: string, text: string): Operation {
  return (template) => {
    const place = textPlace(template, getElement(template, path));
    if (typeof place === "string") throw new RefusedEdit(place);
    const { from, to } = place;
    const next = encodeAmpersands(text).replaceAll("<", "&lt;");
    return { html: replaceText({ from, to }, template.html.slice(from, to), next) };
  };
}

/** Puts the text of an element into a new element. @param tag such as `span` */
export function wrapText(path: string, tag: string): Operation {
  return (template) => {
    const place = textPlace(template, getElement(template, path));
    if (typeof place === "string") throw new RefusedEdit(place);
    const { from, to } = place;
    const [start, end] = [`<${tag}>`, `</${tag}>`];
    return {
      html: [
        { from, to: from, insert: start },
        { from: to, to, insert: end },
      ],
    };
  };
}

/** The text of an element with placeholders. Undefined if it has none, or several between its elements. */
export function textOf(template: OpenTemplate, element: SourceElement): string | undefined {
  if (typeof textPlace(template, element) === "string") return undefined;
  const texts = element.node.childNodes.map((node) => ("value" in node ? node.value : ""));
  return texts.join("").trim();
}

/** The place of the text of an element, or why it has none. */
function textPlace(
  { html }: OpenTemplate,
  { node, place, tag }: SourceElement,
): { from: number; to: number } | string {
  if (tag === "svg" || tag === "style" || tag in tableContent || !place?.startTag || !place.endTag)
    return `An element \`${tag}\` has no text`;
  const texts = node.childNodes.filter((child) => "value" in child && child.value.trim() !== "");
  const [text] = texts;
  if (texts.length > 1) return "The element has several texts. Edit them in the code";
  if (text) {
    const { startOffset, endOffset } = text.sourceCodeLocation!;
    const source = html.slice(startOffset, endOffset);
    const from = startOffset + (source.length - source.trimStart().length);
    return { from, to: from + source.trim().length };
  }
  if (node.childNodes.some((child) => isElement(child) || !("value" in child)))
    return "The element contains other elements. Choose one of them";
  return { from: place.startTag.endOffset, to: place.endTag.startOffset };
}
