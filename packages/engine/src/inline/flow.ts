import type { Ems, Style, TextNode } from "@placard/templates/scene";
import type { Language } from "../fonts/language.ts";
import type { Typeface } from "../fonts/typefaces.ts";
import { emOf, type FittedSizes } from "../layout/fitted-sizes.ts";
import type { AtomicBox, AtomicSize } from "../layout/inline-content.ts";
import { paragraphLevels } from "./bidi.ts";
import { findBreakOpportunities } from "./break-opportunities.ts";
import type { InlineBox, InlineContent, Part } from "./content.ts";
import { edgeWidth } from "./edges.ts";
import { lineHeightOf } from "./min-line-height.ts";
import { Piece, softHyphen } from "./piece.ts";
import { resolveSpacing } from "./spacing.ts";
import { findBoundaries } from "./word-boundaries.ts";

/** The text of one node, in one font. */
export interface Run {
  readonly node: TextNode;
  readonly typeface: Typeface;
  readonly language: Language;
  /** Whether its lines may end where the text allows it. */
  readonly wraps: boolean;
  /** Whether spaces are kept at the start of lines. */
  readonly keepsSpaces: boolean;
  /** Whether spaces at the end of a line take no space. */
  readonly hangsSpaces: boolean;
  /** The least line height that its script requires, as a factor of the size; 0 if none. */
  readonly minLineHeight: number;
  /** Pixels; they change with the fitted sizes. `em`: the font size that its `Ems` refer to. */
  em: number;
  size: number;
  spacing: number;
  wordSpacing: number;
  /** If `text-fit` scales it. */
  readonly factor?: number;
}

/** The start or end of an inline element. `extent`: its margin, border and padding there, in pixels. */
export interface EdgeItem {
  readonly kind: "open" | "close";
  readonly box: InlineBox;
  /** The embedding level of the isolate that starts or ends here, if the direction changes. */
  readonly isolateLevel: number | undefined;
  breakAfter: boolean;
}

/** An inline-block, inline-flex or image. */
export interface AtomicItem {
  readonly kind: "atomic";
  readonly atomic: AtomicBox;
  readonly style: Style;
  readonly box: InlineBox | undefined;
  readonly level: number;
  breakAfter: boolean;
  /** Its size in the line that is being laid out. */
  size: AtomicSize | undefined;
}

/** A forced line break. */
export interface ForcedBreak {
  readonly kind: "break";
  readonly run: Run;
  readonly box: InlineBox | undefined;
  readonly breakAfter: true;
}

/** What lines consist of, in logical order. */
export type FlowItem = Piece | EdgeItem | AtomicItem | ForcedBreak;

/** The items of inline content, split at every place where a line may end. */
export interface Flow {
  readonly items: readonly FlowItem[];
  readonly runs: readonly Run[];
  readonly boxes: readonly InlineBox[];
}

/** Splits inline content at break opportunities and where the direction changes. */
export function createFlow(
  content: InlineContent,
  container: Style,
  fontsOf: (node: TextNode) => { typeface: Typeface; language: Language },
): Flow {
  const { text, parts } = content;
  const breaks = findBreakOpportunities(content);
  const levels = paragraphLevels(text, container.direction);
  const items: FlowItem[] = [];
  const runs: Run[] = [];
  const boxes: InlineBox[] = [];
  /** The last item that a line may end after, if the style around the border allows it. */
  let candidate: Exclude<FlowItem, ForcedBreak> | undefined;
  let isFrozen = false;
  /** The end of the part before. */
  let end = 0;
  let border: Style = container;
  /** The last piece if text in the same font is kerned with it. */
  let previous: Piece | undefined;
  for (const part of parts) {
    if ("at" in part) {
      const { kind, box, at } = part;
      const isolates = box.node.style.direction !== (box.parent?.node.style ?? container).direction;
      const isolateLevel = isolates ? levels?.[kind === "open" ? at - 1 : at] : undefined;
      const item: EdgeItem = { kind, box, isolateLevel, breakAfter: false };
      items.push(item);
      if (edgeWidth(item, 1) !== 0 || box.node.style.verticalAlign !== "baseline") previous = undefined;
      if (part.kind === "open") {
        boxes.push(box);
        isFrozen = true;
      } else {
        border = part.box.parent?.node.style ?? container;
        if (candidate && !isFrozen) candidate = item;
      }
      continue;
    }
    // Isolates stand between the parts.
    const canBreak = breaks.subarray(end, part.start + 1).includes(1);
    if (candidate && canBreak && wraps(border)) candidate.breakAfter = true;
    ({ end } = part);
    isFrozen = false;
    candidate = undefined;
    border = part.box?.node.style ?? container;
    if (part.kind === "atomic") {
      const level = levels?.[part.start] ?? baseLevel(container);
      const item: AtomicItem = {
        kind: "atomic",
        atomic: part.atomic,
        style: part.node.style,
        box: part.box,
        level,
        breakAfter: false,
        size: undefined,
      };
      items.push(item);
      candidate = item;
      previous = undefined;
      continue;
    }
    const run = createRun(part.node, fontsOf(part.node));
    runs.push(run);
    if (previous && !isKernedWith(previous.run, run)) previous = undefined;
    candidate = addPieces(part, run, { text, breaks, levels, container, items, previous });
    const last = items.at(-1);
    previous = last?.kind === "piece" && last.level === 0 ? last : undefined;
  }
  return { items, runs, boxes };
}

/** Whether fonts kern letters at the border of two runs, as inside of one. */
function isKernedWith(before: Run, after: Run): boolean {
  const [first, second] = [before.node, after.node];
  return (
    before.typeface === after.typeface &&
    before.language === after.language &&
    first.fit === second.fit &&
    hasSameLength(first.style.fontSize, second.style.fontSize) &&
    first.style.direction === "ltr" &&
    second.style.direction === "ltr"
  );
}

function hasSameLength(a: number | Ems, b: number | Ems): boolean {
  return typeof a === "number" || typeof b === "number" ? a === b : a.em === b.em;
}

/** The run of a text node, without its sizes. */
export function createRun(node: TextNode, fonts: { typeface: Typeface; language: Language }): Run {
  const { whiteSpace } = node.style;
  return {
    node,
    ...fonts,
    wraps: wraps(node.style),
    keepsSpaces: whiteSpace === "pre" || whiteSpace === "pre-wrap",
    hangsSpaces: whiteSpace !== "pre",
    minLineHeight: isFactor(node.style) ? lineHeightOf(node.text, 0) : 0,
    em: 0,
    size: 0,
    spacing: 0,
    wordSpacing: 0,
  };
}

function isFactor({ lineHeight }: Style): boolean {
  return typeof lineHeight === "object" && "factor" in lineHeight;
}

/** The UTF-16 units of a piece, which is measured in one step. No word of a language is as long. */
const maxPieceLength = 500;

/** What is drawn on or with the letter before it. */
const joinsBefore = /^[\p{M}\u200c\u200d\p{Emoji_Modifier}\udc00-\udfff]/u;

/** Whether a piece from `from` is so long that it ends at `at`. Letters stay whole unless they are long. */
function endsPiece(text: string, from: number, at: number): boolean {
  const length = at - from;
  return length >= maxPieceLength && (length === 2 * maxPieceLength || !isInLetter(text, at));
}

function isInLetter(text: string, at: number): boolean {
  return text[at - 1] === "\u200d" || joinsBefore.test(text.slice(at, at + 2));
}

/** Adds the pieces of a text; returns the last one if it ends the part. */
function addPieces(
  { start, end, box }: Extract<Part, { kind: "text" }>,
  run: Run,
  {
    text,
    breaks,
    levels,
    container,
    items,
    previous,
  }: {
    text: string;
    breaks: Uint8Array;
    levels: Uint8Array | undefined;
    container: Style;
    items: FlowItem[];
    previous: Piece | undefined;
  },
): Piece | undefined {
  const ignoresSoftHyphens = run.node.style.hyphens === "none";
  let last: Piece | undefined;
  let before = previous;
  let from = start;
  for (let at = start + 1; at <= end; at++) {
    const isForced = text[at - 1] === "\n";
    const isBreak = breaks[at] === 1 && !(ignoresSoftHyphens && text[at - 1] === softHyphen);
    const isEnd = at === end || isForced || text[at] === "\n" || endsPiece(text, from, at);
    if (!isEnd && !isBreak && (!levels || levels[at] === levels[at - 1])) continue;
    if (isForced) {
      items.push({ kind: "break", run, box, breakAfter: true });
      last = before = undefined;
    } else {
      const level = levels?.[from] ?? baseLevel(container);
      const piece: Piece = new Piece(text.slice(from, at), run, box, level, before);
      piece.boundaries = findBoundaries(piece.text, {
        paragraph: text,
        start: from,
        lang: run.node.style.lang,
      });
      piece.breakAfter = isBreak && run.wraps && at < end;
      items.push(piece);
      last = before = piece;
    }
    from = at;
  }
  return last;
}

function baseLevel({ direction }: Style): number {
  return direction === "rtl" ? 1 : 0;
}

function wraps({ whiteSpace }: Style): boolean {
  return whiteSpace !== "nowrap" && whiteSpace !== "pre";
}

/** Pixels of a length that may be relative to a fitted size. */
export function resolve(length: number | Ems, em: number): number {
  return typeof length === "number" ? length : length.em * em;
}

/** Applies fitted sizes to text and inline elements. */
export function resolveSizes(runs: readonly Run[], boxes: readonly InlineBox[], sizes: FittedSizes): void {
  for (const box of boxes) box.em = emOf(box.node.fit, sizes);
  for (const run of runs) {
    const { style, fit } = run.node;
    run.em = emOf(fit, sizes);
    run.size = resolve(style.fontSize, run.em);
    run.spacing = resolveSpacing(style.letterSpacing, run);
    run.wordSpacing = resolveSpacing(style.wordSpacing, run);
  }
}
