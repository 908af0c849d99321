import type { ElementNode, ImageNode, Style, TextNode } from "@placard/templates/scene";
import { emOf, largestSizes } from "../layout/fitted-sizes.ts";
import type { AtomicBox, InlineItem } from "../layout/inline-content.ts";

/** An inline element that is open at a point of the content. */
export interface InlineBox {
  readonly node: ElementNode;
  /** Undefined for a child of the block container. */
  readonly parent: InlineBox | undefined;
  /** The font size that its `Ems` refer to, in pixels. It changes with the fitted sizes. */
  em: number;
}

/** A part of inline content: a range of its text, or an event between two characters. */
export type Part =
  | {
      readonly kind: "text";
      readonly node: TextNode;
      readonly box: InlineBox | undefined;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "open" | "close"; readonly box: InlineBox; readonly at: number }
  | {
      readonly kind: "atomic";
      readonly node: ElementNode | ImageNode;
      readonly atomic: AtomicBox;
      readonly box: InlineBox | undefined;
      readonly start: number;
      readonly end: number;
    };

/** Inline content as one text: boxes are U+FFFC, forced breaks line feeds, other directions isolates. */
export interface InlineContent {
  readonly text: string;
  readonly parts: readonly Part[];
}

/** The character that stands for an atomic box. */
const objectReplacement = "\ufffc";

const isolateStarts = { ltr: "\u2066", rtl: "\u2067" };
const isolateEnd = "\u2069";

/**
 * Joins inline items to one text with white space collapsed (CSS Text 3, section 4.1.1). `spaceWidth`: of the
 * font of a text, in pixels.
 */
export function joinContent(
  items: readonly InlineItem[],
  container: Style,
  spaceWidth: (node: TextNode) => number,
): InlineContent {
  /** How much of the line are boxes and edges of elements, in pixels. */
  let boxesWidth = 0;
  const parts: Part[] = [];
  let text = "";
  let box: InlineBox | undefined;
  /** Whether a collapsible space here disappears: after another one, or at the start of a line. */
  let isAfterSpace = true;
  for (const item of items) {
    const start = text.length;
    const direction = (box?.node.style ?? container).direction;
    switch (item.kind) {
      case "text": {
        const collapsed = collapse(item.node, isAfterSpace, text, () => boxesWidth / spaceWidth(item.node));
        if (collapsed === "") break;
        if (collapsed.includes("\n")) boxesWidth = 0;
        text += collapsed;
        isAfterSpace = endsCollapsed(collapsed, item.node.style);
        parts.push({ kind: "text", node: item.node, box, start, end: text.length });
        break;
      }
      case "break":
        text = `${removeTrailingSpace(parts, text)}\n`;
        isAfterSpace = true;
        boxesWidth = 0;
        parts.push({
          kind: "text",
          node: { ...item.node, kind: "text", text: "\n", fields: [] },
          box,
          start: text.length - 1,
          end: text.length,
        });
        break;
      case "open":
        if (item.node.style.direction !== direction) text += isolateStarts[item.node.style.direction];
        box = { node: item.node, parent: box, em: emOf(item.node.fit, largestSizes) };
        parts.push({ kind: "open", box, at: text.length });
        boxesWidth += edgeOf(item.node.style, "left");
        break;
      case "close":
        if (!box) break;
        parts.push({ kind: "close", box, at: text.length });
        boxesWidth += edgeOf(item.node.style, "right");
        box = box.parent;
        if (direction !== (box?.node.style ?? container).direction) text += isolateEnd;
        break;
      case "atomic":
        text += objectReplacement;
        boxesWidth += widthOf(item.node.style);
        isAfterSpace = false;
        parts.push({ kind: "atomic", node: item.node, atomic: item.box, box, start, end: text.length });
        break;
    }
  }
  return { text: removeTrailingSpace(parts, text), parts };
}

/** Removes the collapsible space at the end of a text that is followed by a forced break or by nothing. */
function removeTrailingSpace(parts: Part[], text: string): string {
  const index = parts.findLastIndex((part) => !("at" in part));
  const last = parts[index];
  if (last?.kind !== "text" || last.end !== text.length || !text.endsWith(" ")) return text;
  if (!endsCollapsed(text, last.node.style)) return text;
  if (last.end - last.start === 1) parts.splice(index, 1);
  else parts[index] = { ...last, end: last.end - 1 };
  return text.slice(0, -1);
}

/** More marks than any script stacks on one letter: the rest would only overlap the lines around it. */
const excessMarks = /(\p{Mn}{6})\p{Mn}+/gu;
/** Characters without an effect in HTML; NUL would end the text in canvas. */
const controls = /(?![\t\n])\p{Cc}/gu;
// The object replacement character stands for atomic boxes, the isolates for elements.
const unusual = /[^ -~]/;

function collapse(
  { text, style }: TextNode,
  isAfterSpace: boolean,
  before: string,
  boxColumns: () => number,
): string {
  let clean = text;
  if (unusual.test(text)) {
    clean = text.toWellFormed().replace(controls, "").replaceAll(objectReplacement, "\ufffd");
    clean = clean.replace(excessMarks, "$1");
  }
  switch (style.whiteSpace) {
    case "pre":
    case "pre-wrap":
      return clean.includes("\t") ? expandTabs(clean, before, style.tabSize, boxColumns()) : clean;
    case "pre-line":
      clean = clean.replace(/[ \t]+/g, " ").replace(/ ?\n ?/g, "\n");
      break;
    case "normal":
    case "nowrap":
      clean = clean.includes("\n") ? collapseLines(clean) : clean.replace(/[ \t]+/g, " ");
  }
  return (isAfterSpace || before.endsWith("\n")) && clean.startsWith(" ") ? clean.slice(1) : clean;
}

/**
 * Replaces tabs with the spaces to the next tab stop. In proportional fonts, and after boxes without a width
 * in pixels, only tabs at the start of a line are exact.
 */
function expandTabs(text: string, before: string, tabSize: number, boxColumns: number): string {
  const [first = "", ...pieces] = text.split("\t");
  const start = columnAfter(before.replaceAll(objectReplacement, ""), 0) + boxColumns;
  let column = columnAfter(first, start);
  let expanded = first;
  for (const piece of pieces) {
    const spaces = tabSize === 0 ? 0 : Math.round(tabSize - (column % tabSize)) || tabSize;
    expanded += `${" ".repeat(spaces)}${piece}`;
    column = columnAfter(piece, column + spaces);
  }
  return expanded;
}

/** The widths in pixels of an edge of an inline element, and of a box; other units count as 0. */
function edgeOf({ margin, padding, border }: Style, side: "left" | "right"): number {
  return pixelsOf(margin[side]) + pixelsOf(padding[side]) + border[side].width;
}

function widthOf(style: Style): number {
  const { margin } = style;
  const outer = edgeOf(style, "left") + edgeOf(style, "right");
  const margins = pixelsOf(margin.left) + pixelsOf(margin.right);
  return pixelsOf(style.width) + (style.boxSizing === "border-box" ? margins : outer);
}

function pixelsOf(length: unknown): number {
  return typeof length === "number" ? length : 0;
}

/** The number of characters since the start of the line. */
function columnAfter(text: string, column: number): number {
  const lineEnd = text.lastIndexOf("\n");
  return lineEnd < 0 ? column + text.length : text.length - lineEnd - 1;
}

const fullWidth = /[\u2e80-\u312f\u3190-\u4dbf\u4e00-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/;

/**
 * Collapses white space. A line end disappears next to U+200B and between full-width characters (section
 * 4.1.3).
 */
function collapseLines(text: string): string {
  return text.replace(/[ \t\n]+/g, (run, at: number) => {
    const [before = "", after = ""] = [text[at - 1], text[at + run.length]];
    const disappears =
      before === "\u200b" || after === "\u200b" || (fullWidth.test(before) && fullWidth.test(after));
    return disappears && run.includes("\n") ? "" : " ";
  });
}

function endsCollapsed(text: string, { whiteSpace }: Style): boolean {
  const isCollapsible = whiteSpace !== "pre" && whiteSpace !== "pre-wrap";
  return text.endsWith("\n") || (isCollapsible && text.endsWith(" "));
}
