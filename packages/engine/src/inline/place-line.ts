import type { Style } from "@placard/templates/scene";
import type { FontMetrics } from "../fonts/sfnt.ts";
import type { AtomicFragment, Fragment, InlineBoxFragment, Line } from "../layout/placed.ts";
import { reorder } from "./bidi.ts";
import type { InlineBox } from "./content.ts";
import { emphasisExtent } from "./emphasis.ts";
import { edgeOf, extentOf, startsLeft } from "./edges.ts";
import { alignmentOf, type Expansions } from "./justify.ts";
import { resolve, type AtomicItem, type EdgeItem, type FlowItem } from "./flow.ts";
import { contentArea, inlineExtent, type Extent } from "./line-metrics.ts";
import type { BrokenLine } from "./lines.ts";
import { Piece } from "./piece.ts";
import { textFragment } from "./text-fragment.ts";

/** A block container as the parent of lines. */
export interface Root {
  readonly style: Style;
  readonly metrics: FontMetrics;
  /** Pixels. */
  readonly size: number;
  readonly fittedSize: number;
  /** Infinite unless the layout limits the lines further than the style. */
  readonly maxLines: number;
  /** Metrics of the font of an inline element. */
  readonly metricsOf: (style: Style) => FontMetrics;
  /** If `text-fit` scales the line: the factor of an inline element, or of the root. */
  readonly factorOf?: (box: InlineBox | undefined) => number;
}

/** An inline element without content, or the start or end of an isolate. */
interface EmptyLeaf {
  readonly kind: "empty";
  readonly box: InlineBox | undefined;
  readonly level: number;
}

type Leaf = Piece | AtomicItem | EmptyLeaf;

/** The vertical position of an inline element, or of the root, in one line. */
interface BoxState {
  readonly box: InlineBox | undefined;
  readonly style: Style;
  readonly metrics: FontMetrics;
  readonly size: number;
  readonly factor: number;
  readonly content: Extent;
  ascent: number;
  descent: number;
  /** How far its baseline is below the line's. */
  baseline: number;
  readonly children: BoxState[];
  readonly atomics: AtomicState[];
}

interface AtomicState {
  readonly item: AtomicItem;
  readonly style: Style;
  readonly ascent: number;
  readonly descent: number;
  baseline: number;
}

/** Where a line is placed: its top, and the width and the elements that it continues from the line before. */
export interface LinePosition {
  readonly top: number;
  readonly width: number;
  /** The elements that started before this line, the innermost. */
  readonly continues: InlineBox | undefined;
}

/** Places the items of a line (CSS 2.2, sections 9.4.2 and 10.8). */
export function placeLine(line: BrokenLine, unscaled: Root, { top, width, continues }: LinePosition): Line {
  const root = line.factor === undefined ? unscaled : scaleRoot(unscaled, line.items, line.factor);
  const states = new Map<InlineBox | undefined, BoxState>();
  const rootState = createState(undefined, root, states);
  const opened = new Set<InlineBox>();
  const closed = new Set<InlineBox>();
  const leaves: Leaf[] = [];
  if (continues) stateOf(continues, root, states);
  collectLeaves(line.items, leaves, opened, closed, root, states);
  const { ascent, descent } = alignVertically(rootState, states);
  const baseline = top + ascent;
  const { style } = root;
  const { expansions } = line;
  const free = width - line.indent - line.width;
  const left =
    (style.direction === "ltr" ? line.indent : 0) + (expansions ? 0 : alignedLeft(line, free, style));
  const fragments: Fragment[] = [];
  const context = { baseline, containingWidth: width, opened, closed, states, expansions };
  const right = placeLeaves(reorder(leaves), leaves, left, context, fragments);
  return { x: left, y: top, width: right - left, height: ascent + descent, baseline, fragments };
}

/** Elements without text of their own keep their size. */
function scaleRoot(root: Root, items: readonly FlowItem[], factor: number): Root {
  const scaled = new Set(items.flatMap((item) => (item.kind === "piece" && item.box ? item.box : [])));
  return { ...root, factorOf: (box) => (!box || scaled.has(box) ? factor : 1) };
}

function collectLeaves(
  items: readonly FlowItem[],
  leaves: Leaf[],
  opened: Set<InlineBox>,
  closed: Set<InlineBox>,
  root: Root,
  states: Map<InlineBox | undefined, BoxState>,
): void {
  let previous: FlowItem | undefined;
  for (const item of items) {
    const state = stateOf(item.box, root, states);
    switch (item.kind) {
      case "open":
        addIsolate(item, leaves);
        opened.add(item.box);
        break;
      case "close":
        closed.add(item.box);
        if (previous?.kind === "open" && previous.box === item.box) {
          leaves.push({ kind: "empty", box: item.box, level: startsLeft(item.box) ? 0 : 1 });
        }
        addIsolate(item, leaves);
        break;
      case "atomic": {
        const size = item.size ?? item.atomic.layOut(Infinity);
        item.size = size;
        const { baseline: ascent, height } = size;
        state.atomics.push({ item, style: item.style, ascent, descent: height - ascent, baseline: 0 });
        leaves.push(item);
        break;
      }
      case "piece": {
        for (const metrics of item.fallbackMetrics) {
          const { size, factor } = state;
          const extent = inlineExtent(metrics, size, "normal", { fittedSize: 0, factor });
          unite(state, extent, baselineDistance(contentArea(metrics, size, factor), state));
        }
        if (item.run.minLineHeight > 0) {
          const { style, fit } = item.run.node;
          const { size, factor } = state;
          const options = { fittedSize: fit?.size ?? 0, minFactor: item.run.minLineHeight, factor };
          unite(state, inlineExtent(state.metrics, size, style.lineHeight, options), 0);
        }
        const { textEmphasis } = item.run.node.style;
        if (textEmphasis) {
          unite(state, emphasisExtent(item, state.metrics, state.size * state.factor, textEmphasis), 0);
        }
        if (item.text !== "" || item.spaces !== "") leaves.push(item);
        break;
      }
      case "break":
        if (item.box) leaves.push({ kind: "empty", box: item.box, level: startsLeft(item.box) ? 0 : 1 });
    }
    previous = item;
  }
}

/** The start and the end of an isolate keep what is in it apart from the text around it. */
function addIsolate({ box, isolateLevel }: EdgeItem, leaves: Leaf[]): void {
  if (isolateLevel !== undefined) leaves.push({ kind: "empty", box: box.parent, level: isolateLevel });
}

function stateOf(
  box: InlineBox | undefined,
  root: Root,
  states: Map<InlineBox | undefined, BoxState>,
): BoxState {
  const existing = states.get(box);
  if (existing || !box) return existing ?? createState(undefined, root, states);
  const parent = stateOf(box.parent, root, states);
  const state = createState(box, root, states);
  parent.children.push(state);
  return state;
}

function createState(
  box: InlineBox | undefined,
  root: Root,
  states: Map<InlineBox | undefined, BoxState>,
): BoxState {
  const style = box?.node.style ?? root.style;
  const metrics = box ? root.metricsOf(style) : root.metrics;
  const fittedSize = box ? (box.node.fit?.size ?? 0) : root.fittedSize;
  const size = box ? resolve(style.fontSize, box.node.fit) : root.size;
  const factor = root.factorOf?.(box) ?? 1;
  const state: BoxState = {
    box,
    style,
    metrics,
    size,
    factor,
    content: contentArea(metrics, size, factor),
    ...inlineExtent(metrics, size, style.lineHeight, { fittedSize, factor }),
    baseline: 0,
    children: [],
    atomics: [],
  };
  states.set(box, state);
  return state;
}

/** Computes the baselines of all elements relative to the line's; returns the extent of the line. */
function alignVertically(root: BoxState, states: ReadonlyMap<InlineBox | undefined, BoxState>): Extent {
  if (states.size === 1 && root.atomics.length === 0) return root;
  const pending: (BoxState | AtomicState)[] = [];
  alignChildren(root, pending);
  alignToLine(root, pending);
  for (const child of [...root.children, ...root.atomics]) moveToLine(child, 0, pending);
  return root;
}

/** Aligns the children of an element with it; those aligned with the line are added to `pending`. */
function alignChildren(parent: BoxState, pending: (BoxState | AtomicState)[]): void {
  for (const child of [...parent.children, ...parent.atomics]) {
    if ("children" in child) alignChildren(child, pending);
    const { verticalAlign } = child.style;
    if (verticalAlign === "top" || verticalAlign === "bottom") {
      pending.push(child);
      continue;
    }
    child.baseline = baselineShift(verticalAlign, child, parent);
    unite(parent, child, child.baseline);
  }
}

function baselineShift(
  align: Exclude<Style["verticalAlign"], "top" | "bottom">,
  child: BoxState | AtomicState,
  parent: BoxState,
): number {
  switch (align) {
    case "baseline":
      return baselineDistance("children" in child ? child.content : child, parent);
    case "middle":
      return (child.ascent - child.descent) / 2 - (parent.metrics.xHeight * parent.size * parent.factor) / 2;
    case "text-top":
      return child.ascent - parent.content.ascent;
    case "text-bottom":
      return parent.content.descent - child.descent;
    // As in Chromium.
    case "sub":
      return (parent.size * parent.factor) / 5 + 1;
    case "super":
      return -((parent.size * parent.factor) / 3 + 1);
    default:
      return -align;
  }
}

/**
 * From the baseline of the letters of an element to that of other ones in it. Vertical text is aligned by its
 * middle (CSS Writing Modes 4, section 4.2).
 */
function baselineDistance({ ascent, descent }: Extent, { style, content }: BoxState): number {
  if (!style.writingMode.startsWith("vertical")) return 0;
  return (ascent - descent - content.ascent + content.descent) / 2;
}

function unite(state: BoxState, { ascent, descent }: Extent, shift: number): void {
  state.ascent = Math.max(state.ascent, ascent - shift);
  state.descent = Math.max(state.descent, descent + shift);
}

/** Aligns elements with the top or bottom of the line, which grows if they are higher. */
function alignToLine(root: BoxState, pending: readonly (BoxState | AtomicState)[]): void {
  for (const { style, ascent, descent } of pending) {
    const excess = ascent + descent - root.ascent - root.descent;
    if (excess <= 0) continue;
    if (style.verticalAlign === "top") root.descent += excess;
    else root.ascent += excess;
  }
  for (const child of pending) {
    child.baseline =
      child.style.verticalAlign === "top" ? child.ascent - root.ascent : root.descent - child.descent;
  }
}

/** Turns baselines relative to the parent into ones relative to the line. */
function moveToLine(
  state: BoxState | AtomicState,
  parentBaseline: number,
  pending: readonly (BoxState | AtomicState)[],
): void {
  if (!pending.includes(state)) state.baseline += parentBaseline;
  if (!("children" in state)) return;
  for (const child of [...state.children, ...state.atomics]) moveToLine(child, state.baseline, pending);
}

/** How far a line's content is moved by its alignment. A line that overflows begins at the start edge. */
function alignedLeft(line: BrokenLine, free: number, style: Style): number {
  if (!Number.isFinite(free)) return 0;
  const isRtl = style.direction === "rtl";
  if (free < 0) return isRtl ? free : 0;
  const align = alignmentOf(line, style);
  if (align === "center") return free / 2;
  const isStart = align === "start" || align === "justify";
  return align === "right" || (isStart && isRtl) || (align === "end" && !isRtl) ? free : 0;
}

interface PlacingContext {
  readonly baseline: number;
  readonly containingWidth: number;
  readonly opened: ReadonlySet<InlineBox>;
  readonly closed: ReadonlySet<InlineBox>;
  readonly states: ReadonlyMap<InlineBox | undefined, BoxState>;
  readonly expansions: Expansions | undefined;
}

/** Places leaves in visual order; returns the x coordinate of their end. */
function placeLeaves(
  visual: readonly Leaf[],
  logical: readonly Leaf[],
  left: number,
  context: PlacingContext,
  fragments: Fragment[],
): number {
  let x = left;
  const open: OpenBox[] = [];
  const remaining = countLeaves(logical);
  const isLogical = visual === logical;
  const order = isLogical ? undefined : new Map(logical.map((leaf, index) => [leaf, index]));
  for (let index = 0; index < visual.length; index++) {
    const leaf = visual[index]!;
    x = moveTo(leaf.box, x, open, remaining, context, fragments);
    if (leaf.kind === "atomic") {
      fragments.push(atomicFragment(leaf, x, context));
      x += (leaf.size?.width ?? 0) + (context.expansions?.after(leaf) ?? 0);
    } else if (leaf.kind === "piece") {
      const group: Piece[] = [leaf];
      let { length } = leaf.text;
      for (let next = visual[index + 1]; next && belongsTogether(leaf, next); next = visual[++index + 1]) {
        if ((length += next.text.length) > maxFragmentLength) break;
        group.push(next);
      }
      if (order) group.sort((a, b) => order.get(a)! - order.get(b)!);
      const start = isLogical ? logical.indexOf(group[0]!) : order!.get(group[0]!)!;
      const { baseline, content } = context.states.get(leaf.box)!;
      const next = visual[index + 1];
      const fragment = textFragment(group, x, {
        baseline: context.baseline + baseline,
        content,
        isFirst: start === 0,
        expansions: context.expansions,
        kerning: next?.kind === "piece" && next.previousRun === leaf.run ? next.joinWidth : 0,
      });
      fragments.push(fragment);
      x += fragment.width;
    }
    release(leaf, index, visual, remaining);
  }
  return moveTo(undefined, x, open, remaining, context, fragments);
}

/** UTF-16 units: a fragment is drawn in one step, if it can be seen. */
const maxFragmentLength = 2000;

function belongsTogether(piece: Piece, next: Leaf): next is Piece {
  return (
    next.kind === "piece" && next.run === piece.run && next.level === piece.level && next.box === piece.box
  );
}

/** An element whose fragment is still open at the x coordinate of its border box. */
interface OpenBox {
  readonly box: InlineBox;
  readonly x: number;
  readonly fragmentIndex: number;
  readonly hasLeftEdge: boolean;
}

/** How many leaves of each element are not placed yet: its right edge follows the last. */
function countLeaves(leaves: readonly Leaf[]): Map<InlineBox, { total: number; left: number }> {
  const counts = new Map<InlineBox, { total: number; left: number }>();
  for (const leaf of leaves) {
    for (let box = leaf.box; box; box = box.parent) {
      const count = counts.get(box);
      if (count) count.total = ++count.left;
      else counts.set(box, { total: 1, left: 1 });
    }
  }
  return counts;
}

function release(
  leaf: Leaf,
  index: number,
  visual: readonly Leaf[],
  counts: ReadonlyMap<InlineBox, { left: number }>,
): void {
  const first = leaf.kind === "piece" ? visual.findIndex((each) => each === leaf) : index;
  for (let at = first; at <= index; at++) {
    for (let box = visual[at]!.box; box; box = box.parent) {
      const count = counts.get(box);
      if (count) count.left--;
    }
  }
}

/** Closes the elements without `target`, then opens those with it; returns the new x coordinate. */
function moveTo(
  target: InlineBox | undefined,
  from: number,
  open: OpenBox[],
  counts: ReadonlyMap<InlineBox, { total: number; left: number }>,
  context: PlacingContext,
  fragments: Fragment[],
): number {
  let x = from;
  const chain: InlineBox[] = [];
  for (let box = target; box; box = box.parent) chain.unshift(box);
  const shared = open.findIndex(({ box }, depth) => chain[depth] !== box);
  for (let depth = open.length; depth > (shared < 0 ? open.length : shared); depth--) {
    x = closeBox(open.pop()!, x, counts, context, fragments);
  }
  for (const box of chain.slice(open.length)) {
    const count = counts.get(box);
    const isFirst = count?.left === count?.total;
    const isStart = (startsLeft(box) ? context.opened : context.closed).has(box);
    const hasLeftEdge = isFirst && (isStart || box.node.style.isCloned);
    const edge = edgeOf(box, "left", context.containingWidth);
    open.push({ box, x: x + (hasLeftEdge ? edge.margin : 0), fragmentIndex: fragments.length, hasLeftEdge });
    if (hasLeftEdge) x += extentOf(edge);
  }
  return x;
}

function closeBox(
  { box, x: left, fragmentIndex, hasLeftEdge }: OpenBox,
  x: number,
  counts: ReadonlyMap<InlineBox, { left: number }>,
  { baseline, closed, opened, containingWidth, states }: PlacingContext,
  fragments: Fragment[],
): number {
  const isEnd = (startsLeft(box) ? closed : opened).has(box);
  const hasRightEdge = counts.get(box)?.left === 0 && (isEnd || box.node.style.isCloned);
  const right = edgeOf(box, "right", containingWidth);
  const end = x + (hasRightEdge ? right.border + right.padding : 0);
  const state = states.get(box)!;
  const [top, bottom] = [edgeOf(box, "top", containingWidth), edgeOf(box, "bottom", containingWidth)];
  const above = state.content.ascent + top.padding + top.border;
  const fragment: InlineBoxFragment = {
    kind: "inline-box",
    node: box.node,
    x: left,
    y: baseline + state.baseline - above,
    width: end - left,
    height: above + state.content.descent + bottom.padding + bottom.border,
    isStart: startsLeft(box) ? hasLeftEdge : hasRightEdge,
    isEnd: startsLeft(box) ? hasRightEdge : hasLeftEdge,
  };
  fragments.splice(fragmentIndex, 0, fragment); // painted below what it contains
  return end + (hasRightEdge ? right.margin : 0);
}

function atomicFragment(item: AtomicItem, x: number, { baseline, states }: PlacingContext): AtomicFragment {
  const state = states.get(item.box)?.atomics.find((atomic) => atomic.item === item);
  const y = baseline + (state?.baseline ?? 0) - (state?.ascent ?? 0);
  return item.size!.place(x, y) as AtomicFragment;
}
