import { defaultTreeAdapter as adapter, serialize } from "parse5";
import { isElement, type Element, type ParentNode } from "./card-tree.ts";

const flexContainer = /(?:^|[\s:])(?:inline-)?(?:flex|grid)(?:[\s;]|$)/u;
const block =
  /^(?:article|aside|blockquote|div|dl|dd|dt|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|ul)$/u;
const inline = /(?:^|[\s:])(?:inline|contents)/u;

/**
 * Writes each element on a line of its own where white space has no effect: between flex items, and between
 * blocks. `isFlex`: whether all elements are flex containers.
 */
export function indentMarkup(card: ParentNode, isFlex: boolean): void {
  // Rules of the source may change what is a block, and white space may be shown.
  if (/<style|white-space|whitespace-/u.test(serialize(card))) return;
  for (const node of card.childNodes) if (isElement(node)) indent(node, "\n", isFlex);
}

function indent(parent: Element, line: string, isFlex: boolean): void {
  const children = parent.childNodes.filter(isElement);
  const isFree =
    parent.childNodes.length === children.length &&
    parent.tagName !== "svg" &&
    (isFlex || flexContainer.test(stylesOf(parent)) || children.every(isBlock));
  for (const child of children) indent(child, isFree ? `${line}  ` : line, isFlex);
  if (!isFree || children.length === 0) return;
  for (const child of children) adapter.insertTextBefore(parent, `${line}  `, child);
  adapter.insertText(parent, line);
}

function isBlock(element: Element): boolean {
  return block.test(element.tagName) && !inline.test(stylesOf(element));
}

/** The inline styles and the classes of Tailwind. */
function stylesOf({ attrs }: Element): string {
  return attrs.flatMap(({ name, value }) => (/^(?:style|tw|class)$/u.test(name) ? [value] : [])).join(" ");
}
