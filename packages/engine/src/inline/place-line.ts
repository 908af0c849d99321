import { getOrInsert } from "@placard/contracts/maps";
import type { Style } from "@placard/templates/scene";
import type { PendingAtomic, PendingLine } from "../layout/inline-content.ts";
import type { Fragment } from "../layout/placed.ts";
import { reorder } from "./bidi.ts";
import type { InlineBox } from "./content.ts";
import { emphasisExtent } from "./emphasis.ts";
import { edgeOf, extentOf, startsLeft } from "./edges.ts";
import { alignmentOf, type Expansions } from "./justify.ts";
import type { AtomicItem, EdgeItem, FlowItem } from "./flow.ts";
import { baselineDistance, LineBoxes, unite, type Root } from "./line-boxes.ts";
import { contentArea, inlineExtent } from "./line-metrics.ts";
import type { BrokenLine } from "./lines.ts";
import { Piece } from "./piece.ts";
import { textFragment } from "./text-fragment.ts";

/** An inline element without content, or the start or end of an isolate. */
interface EmptyLeaf {
  readonly kind: "empty";
  readonly box: InlineBox | undefined;
  readonly level: number;
}

type Leaf = Piece | AtomicItem | EmptyLeaf;

/** Where a line is placed: its top, and the width and the elements that it continues from the line before. */
export interface LinePosition {
  readonly top: number;
  readonly width: number;
  /** The elements that started before this line, the innermost. */
  readonly continues: InlineBox | undefined;
}

/** The elements that start and end on a line. */
interface Edges {
  readonly opened: Set<InlineBox>;
  readonly closed: Set<InlineBox>;
}

/** Places the items of a line (CSS 2.2, sections 9.4.2 and 10.8). */
export function placeLine(
  line: BrokenLine,
  unscaled: Root,
  { top, width, continues }: LinePosition,
): PendingLine {
  const root = line.factor === undefined ? unscaled : scaleRoot(unscaled, line.items, line.factor);
  const boxes = new LineBoxes(root);
  const edges: Edges = { opened: new Set(), closed: new Set() };
  boxes.stateOf(continues);
  const leaves = collectLeaves(line.items, edges, boxes);
  const { ascent, descent } = boxes.align();
  const baseline = top + ascent;
  const { style } = root;
  const { expansions } = line;
  const free = width - line.indent - line.width;
  const left =
    (style.direction === "ltr" ? line.indent : 0) + (expansions ? 0 : alignedLeft(line, free, style));
  const placer = new LeafPlacer(leaves, left, { baseline, containingWidth: width, edges, boxes, expansions });
  const { x: right, fragments } = placer.place(reorder(leaves));
  return { x: left, y: top, width: right - left, height: ascent + descent, baseline, fragments };
}

/** Elements without text of their own keep their size. */
function scaleRoot(root: Root, items: readonly FlowItem[], factor: number): Root {
  const scaled = new Set(items.flatMap((item) => (item.kind === "piece" && item.box ? item.box : [])));
  return { ...root, factorOf: (box) => (!box || scaled.has(box) ? factor : 1) };
}

function collectLeaves(
  items: readonly FlowItem[],
  { opened, closed }: Edges,
  boxes: LineBoxes,
): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let previous: FlowItem | undefined;
  for (const item of items) {
    const state = boxes.stateOf(item.box);
    switch (item.kind) {
      case "open":
        addIsolate(item, leaves);
        opened.add(item.box);
        break;
      case "close":
        closed.add(item.box);
        if (previous?.kind === "open" && previous.box === item.box) {
          leaves.push(emptyLeaf(item.box));
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
          const extent = inlineExtent(metrics, size, "normal", { factor });
          unite(state, extent, baselineDistance(contentArea(metrics, size, factor), state));
        }
        if (item.run.minLineHeight > 0) {
          const { node, em, minLineHeight: minFactor } = item.run;
          const { size, factor } = state;
          const options = { em, minFactor, factor };
          unite(state, inlineExtent(state.metrics, size, node.style.lineHeight, options), 0);
        }
        const { textEmphasis } = item.run.node.style;
        if (textEmphasis) {
          unite(state, emphasisExtent(item, state.metrics, state.size * state.factor, textEmphasis), 0);
        }
        if (item.text !== "" || item.spaces !== "") leaves.push(item);
        break;
      }
      case "break":
        if (item.box) leaves.push(emptyLeaf(item.box));
    }
    previous = item;
  }
  return leaves;
}

function emptyLeaf(box: InlineBox): EmptyLeaf {
  return { kind: "empty", box, level: startsLeft(box) ? 0 : 1 };
}

/** The start and the end of an isolate keep what is in it apart from the text around it. */
function addIsolate({ box, isolateLevel }: EdgeItem, leaves: Leaf[]): void {
  if (isolateLevel !== undefined) leaves.push({ kind: "empty", box: box.parent, level: isolateLevel });
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
  readonly edges: Edges;
  readonly boxes: LineBoxes;
  readonly expansions: Expansions | undefined;
}

/** An element whose fragment is still open at the x coordinate of its border box. */
interface OpenBox {
  readonly box: InlineBox;
  readonly x: number;
  readonly fragmentIndex: number;
  readonly hasLeftEdge: boolean;
}

/** UTF-16 units: a fragment is drawn in one step, if it can be seen. */
const maxFragmentLength = 2000;

/** Places the leaves of a line from left to right. */
class LeafPlacer {
  readonly fragments: Fragment<PendingAtomic>[] = [];
  /** The end of what is placed. */
  x: number;
  private readonly leaves: readonly Leaf[];
  private readonly context: PlacingContext;
  private readonly open: OpenBox[] = [];
  /** How many leaves of each element are not placed yet: its right edge follows the last. */
  private readonly counts = new Map<InlineBox, { total: number; left: number }>();

  /** `leaves`: in logical order. */
  constructor(leaves: readonly Leaf[], left: number, context: PlacingContext) {
    this.leaves = leaves;
    this.x = left;
    this.context = context;
    for (const leaf of leaves) {
      for (let box = leaf.box; box; box = box.parent) {
        const count = getOrInsert(this.counts, box, () => ({ total: 0, left: 0 }));
        count.total = ++count.left;
      }
    }
  }

  /** Places the leaves in visual order. */
  place(visual: readonly Leaf[]): this {
    const { leaves } = this;
    const order = visual === leaves ? undefined : new Map(leaves.map((leaf, index) => [leaf, index]));
    for (let index = 0; index < visual.length; index++) {
      const leaf = visual[index]!;
      const first = index;
      this.moveTo(leaf.box);
      if (leaf.kind === "atomic") {
        this.fragments.push(this.atomicFragment(leaf));
        this.x += (leaf.size?.width ?? 0) + (this.context.expansions?.after(leaf) ?? 0);
      } else if (leaf.kind === "piece") {
        const group: Piece[] = [leaf];
        let { length } = leaf.text;
        for (let next = visual[index + 1]; next && belongsTogether(leaf, next); next = visual[++index + 1]) {
          if ((length += next.text.length) > maxFragmentLength) break;
          group.push(next);
        }
        if (order) group.sort((a, b) => order.get(a)! - order.get(b)!);
        this.placeText(leaf, group, visual[index + 1]);
      }
      for (let at = first; at <= index; at++)
        for (let box = visual[at]!.box; box; box = box.parent) this.counts.get(box)!.left--;
    }
    this.moveTo(undefined);
    return this;
  }

  private placeText({ box, run }: Piece, group: readonly Piece[], next: Leaf | undefined): void {
    const { baseline, boxes, expansions } = this.context;
    const state = boxes.stateOf(box);
    const fragment = textFragment(group, this.x, {
      baseline: baseline + state.baseline,
      content: state.content,
      isFirst: group[0] === this.leaves[0],
      expansions,
      kerning: next?.kind === "piece" && next.previousRun === run ? next.joinWidth : 0,
    });
    this.fragments.push(fragment);
    this.x += fragment.width;
  }

  private atomicFragment(item: AtomicItem): PendingAtomic {
    const { baseline, boxes } = this.context;
    const state = boxes.stateOf(item.box).atomics.find((atomic) => atomic.item === item);
    const y = baseline + (state?.baseline ?? 0) - (state?.ascent ?? 0);
    const { width, height, fragment } = item.size!;
    return { kind: "atomic", x: this.x, y, width, height, fragment };
  }

  /** Closes the elements without `target`, then opens those with it. */
  private moveTo(target: InlineBox | undefined): void {
    const { open } = this;
    const chain: InlineBox[] = [];
    for (let box = target; box; box = box.parent) chain.unshift(box);
    const shared = open.findIndex(({ box }, depth) => chain[depth] !== box);
    while (shared >= 0 && open.length > shared) this.closeBox(open.pop()!);
    for (const box of chain.slice(open.length)) this.openBox(box);
  }

  private openBox(box: InlineBox): void {
    const { edges, containingWidth } = this.context;
    const count = this.counts.get(box);
    const isStart = (startsLeft(box) ? edges.opened : edges.closed).has(box);
    const hasLeftEdge = count?.left === count?.total && isStart;
    const edge = edgeOf(box, "left", containingWidth);
    const x = this.x + (hasLeftEdge ? edge.margin : 0);
    this.open.push({ box, x, fragmentIndex: this.fragments.length, hasLeftEdge });
    if (hasLeftEdge) this.x += extentOf(edge);
  }

  private closeBox({ box, x, fragmentIndex, hasLeftEdge }: OpenBox): void {
    const { baseline, edges, containingWidth, boxes } = this.context;
    const isEnd = (startsLeft(box) ? edges.closed : edges.opened).has(box);
    const hasRightEdge = this.counts.get(box)?.left === 0 && isEnd;
    const edge = (side: "top" | "right" | "bottom") => edgeOf(box, side, containingWidth);
    const [top, right, bottom] = [edge("top"), edge("right"), edge("bottom")];
    const end = this.x + (hasRightEdge ? right.border + right.padding : 0);
    const state = boxes.stateOf(box);
    const above = state.content.ascent + top.padding + top.border;
    // Painted below what it contains.
    this.fragments.splice(fragmentIndex, 0, {
      kind: "inline-box",
      node: box.node,
      em: box.em,
      x,
      y: baseline + state.baseline - above,
      width: end - x,
      height: above + state.content.descent + bottom.padding + bottom.border,
      isStart: startsLeft(box) ? hasLeftEdge : hasRightEdge,
      isEnd: startsLeft(box) ? hasRightEdge : hasLeftEdge,
    });
    this.x = end + (hasRightEdge ? right.margin : 0);
  }
}

function belongsTogether(piece: Piece, next: Leaf): next is Piece {
  return (
    next.kind === "piece" && next.run === piece.run && next.level === piece.level && next.box === piece.box
  );
}
