import { voidElements } from "@placard/templates/source";
import { combine, inTurn, type Operation } from "./edit.ts";
import { pathsAfter } from "./follow.ts";
import { getElement, type OpenTemplate, type SourceElement } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { setDeclarations } from "./set-declarations.ts";
import { insertAt, type TextEdit } from "./text-edits.ts";
import { indentAt, reindent, spaceBefore, startsLine, wholeLines } from "./white-space.ts";

/** Inserts HTML before the child element with an index, or at the end, indented like its siblings. */
export function insertElement(parentPath: string, index: number, html: string): Operation {
  return (template) => ({ html: [insertion(template, getElement(template, parentPath), index, html, "")] });
}

/** Removes an element, with its lines if nothing else is in them. */
export function removeElement(path: string): Operation {
  return (template) => ({ html: [removal(template, getInnerElement(template, path))] });
}

/**
 * Moves an element before the child of an element that has an index, or to its end. The index is the one
 * before the move.
 * @param count of elements: others are behind it
 */
export function moveElement(path: string, parentPath: string, index: number, count = 1): Operation {
  return (template) => {
    const { parent: from, place } = getInnerElement(template, path);
    const parent = getElement(template, parentPath);
    const position = from!.children.findIndex((child) => child.path === path);
    const moved = from!.children.slice(position, position + count);
    if (moved.some((each) => `${parentPath}/`.startsWith(`${each.path}/`)))
      throw new RefusedEdit("An element can't be moved into itself");
    if (parent.path === from!.path && index >= position && index <= position + count) return {};
    const { startOffset } = place;
    const { endOffset } = getElement(template, moved.at(-1)!.path).place;
    const source = template.html.slice(startOffset, endOffset);
    const removed = { ...wholeLines(template.html, startOffset, endOffset), insert: "" };
    const indent = indentAt(template.html, startOffset);
    return { html: [removed, insertion(template, parent, index, source, indent)] };
  };
}

/** Puts elements of one parent into a new one, where the first is. @param openTag such as `<div class="row">` */
export function wrapElements(paths: readonly string[], openTag: string): Operation {
  return (template) => {
    const tag = /^<([a-z][a-z0-9]*)[\s>]/u.exec(openTag)?.[1];
    if (tag === undefined) throw new RefusedEdit(`“${openTag}” is not a start tag`);
    const elements = paths.map((path) => getInnerElement(template, path));
    const [first] = elements;
    const siblings = first?.parent?.children ?? [];
    const start = siblings.findIndex(({ path }) => path === first?.path);
    if (!first || elements.some((each) => each.parent !== first.parent))
      throw new RefusedEdit("Only elements of the same row, column or grid can be wrapped");
    const together = siblings.slice(start, start + elements.length).map(({ path }) => path);
    if (elements.some(({ path }, index) => path !== together[index])) {
      const gather = paths
        .slice(1)
        .map((path, index) => moveElement(path, first.parent!.path, start + index + 1));
      return inTurn([...gather, wrapElements(together, openTag)])(template);
    }
    checkNesting(first.parent!.tag, tag);
    for (const element of elements) checkNesting(tag, element.tag);
    const { html } = template;
    const [from, to] = [first.place.startOffset, elements.at(-1)!.place.endOffset];
    if (!startsLine(html, from)) return { html: [insertAt(from, openTag), insertAt(to, `</${tag}>`)] };
    const [indent, unit] = [indentAt(html, from), indentUnit(template)];
    const lines = indentLines(html, from, to, unit);
    return {
      html: [insertAt(from, `${openTag}\n${indent}${unit}`), ...lines, insertAt(to, `\n${indent}</${tag}>`)],
    };
  };
}

/** Moves an element beside another one: a new element is around both. @param values CSS of each of the two */
export function moveBeside(
  path: string,
  targetPath: string,
  side: Side,
  openTag: string,
  values: Readonly<Record<"moved" | "target", Styles>>,
): Operation {
  return (template) => {
    if (path === targetPath) throw new RefusedEdit("An element can't be moved beside itself");
    const wrap = wrapElements([targetPath], openTag);
    return inTurn([
      combine([style(path, values.moved), style(targetPath, values.target)]),
      thenMove(wrap, path, targetPath, side === "before" ? 0 : 1),
    ])(template);
  };
}

/** Moves an element beside the other children of an element, which get a new one around them. */
export function moveBesideOthers(
  path: string,
  parentPath: string,
  side: Side,
  openTag: string,
  values: Styles,
): Operation {
  return (template) => {
    const children = getElement(template, parentPath).children.map((child) => child.path);
    const others = children.filter((each) => each !== path);
    const [first] = others;
    if (first === undefined) throw new RefusedEdit("There is no other element");
    const index = children.indexOf(first) + (side === "before" ? 0 : 1);
    const wrap = wrapElements(others, openTag);
    return inTurn([style(path, values), thenMove(wrap, path, parentPath, index)])(template);
  };
}

/** Wraps elements, and then moves one that has been at a path before. */
function thenMove(wrap: Operation, path: string, parentPath: string, index: number): Operation {
  return (template) => {
    const [moved = path] = pathsAfter(template, wrap).get(path) ?? [];
    return inTurn([wrap, moveElement(moved, parentPath, index)])(template);
  };
}

type Side = "before" | "after";
type Styles = Readonly<Record<string, string>>;

function style(path: string, values: Styles): Operation {
  return setDeclarations(path, values, { scope: "element" });
}

/** The parts of tables in which a browser moves everything else out of the table, with what they contain. */
export const tableContent: Readonly<Record<string, readonly string[]>> = {
  table: ["caption", "colgroup", "thead", "tbody", "tfoot"],
  colgroup: ["col"],
  thead: ["tr"],
  tbody: ["tr"],
  tfoot: ["tr"],
  tr: ["td", "th"],
};
const tableParts = new Set(Object.values(tableContent).flat());

function checkNesting(parent: string, child: string): void {
  const content = tableContent[parent];
  if (content ? !content.includes(child) : tableParts.has(child))
    throw new RefusedEdit(`An element \`${parent}\` can't contain \`${child}\``);
}

/** A list item ends another one around it, unless a list is between them (HTML, section 13.2.6.4.7). */
function checkListItems(parent: SourceElement, source: string): void {
  const [, item] = /<(?:(li|d[dt])|[uod]l|menu|table)[\s>]/iu.exec(source) ?? [];
  if (item === undefined) return;
  for (let around: SourceElement | undefined = parent; around; around = around.parent) {
    if (/^(?:[uod]l|menu|table)$/u.test(around.tag)) return;
    if (/^(?:li|d[dt])$/u.test(around.tag))
      throw new RefusedEdit(`An element \`${around.tag}\` can't contain \`${item}\` without a list`);
  }
}

/** Indents the lines of a range after the first one. Preformatted text stays as it is. */
function indentLines(html: string, from: number, to: number, unit: string): TextEdit[] {
  const source = html.slice(from, to);
  if (/<pre[\s>]/iu.test(source)) return [];
  return Array.from(source.matchAll(/\n(?=[^\n])/gu), ({ index }) => insertAt(from + index + 1, unit));
}

function getInnerElement(template: OpenTemplate, path: string) {
  const element = getElement(template, path);
  if (!element.parent) throw new RefusedEdit("The root element is the card: it can't be moved or removed");
  return element;
}

function removal({ html }: OpenTemplate, { place }: SourceElement): TextEdit {
  return { ...wholeLines(html, place!.startOffset, place!.endOffset), insert: "" };
}

/** @param indent the indentation of the lines of the inserted text after the first one */
function insertion(
  template: OpenTemplate,
  parent: SourceElement,
  index: number,
  source: string,
  indent: string,
): TextEdit {
  const { html } = template;
  const { children, tag } = parent;
  const { startTag, endTag } = parent.place ?? {};
  if (!startTag || !endTag || voidElements.has(tag) || tag === "svg" || tag === "style")
    throw new RefusedEdit(`An element \`${tag}\` can't contain other elements`);
  checkNesting(tag, /^<([a-z][\w-]*)/iu.exec(source)?.[1]?.toLowerCase() ?? "");
  checkListItems(parent, source);
  const before = children[index - 1] ?? (index > 0 ? children.at(-1) : undefined);
  const after = children[index];
  const sibling = after ?? before;
  if (!sibling) return insertIntoEmpty(template, { startTag, endTag }, source, indent);
  const space = spaceBefore(html, getElement(template, sibling.path).place.startOffset);
  const written = reindent(source, indent, space.replace("\n", ""));
  if (before) return insertAt(getElement(template, before.path).place.endOffset, space + written);
  return insertAt(getElement(template, sibling.path).place.startOffset, written + space);
}

/** Inserts into an element without others: behind its text, or in the lines between its tags. */
function insertIntoEmpty(
  template: OpenTemplate,
  { startTag, endTag }: Readonly<Record<"startTag" | "endTag", { startOffset: number; endOffset: number }>>,
  source: string,
  indent: string,
): TextEdit {
  const { html } = template;
  const start = startTag.endOffset;
  const outer = indentAt(html, startTag.startOffset);
  const inner = outer + indentUnit(template);
  const content = html.slice(start, endTag.startOffset);
  const text = reindent(source, indent, inner);
  if (content.trim() !== "") return insertAt(start + content.trimEnd().length, text);
  if (content.includes("\n")) return insertAt(start, `\n${inner}${text}`);
  if (!startsLine(html, startTag.startOffset)) return insertAt(start, source);
  return insertAt(start, `\n${inner}${text}\n${outer}`);
}

/** The white space by which children are indented. */
function indentUnit({ html, root }: OpenTemplate): string {
  const child = root?.children.find(({ place }) => place && startsLine(html, place.startOffset));
  if (!root?.place || !child?.place) return "  ";
  const [outer, inner] = [root.place, child.place].map(({ startOffset }) => indentAt(html, startOffset));
  return inner!.startsWith(outer!) && inner !== outer ? inner!.slice(outer!.length) : "  ";
}
