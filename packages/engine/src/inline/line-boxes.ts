import type { Style } from "@placard/templates/scene";
import type { FontMetrics } from "../fonts/sfnt.ts";
import { hasVerticalLines } from "../layout/turned-lines.ts";
import type { InlineBox } from "./content.ts";
import { resolve, type AtomicItem } from "./flow.ts";
import { contentArea, inlineExtent, type Extent } from "./line-metrics.ts";

/** A block container as the parent of lines. */
export interface Root {
  readonly style: Style;
  readonly metrics: FontMetrics;
  /** Pixels. */
  readonly size: number;
  /** The font size that its `Ems` refer to, in pixels. */
  readonly em: number;
  /** Infinite unless the layout limits the lines further than the style. */
  readonly maxLines: number;
  /** Metrics of the font of an inline element. */
  readonly metricsOf: (style: Style) => FontMetrics;
  /** If `text-fit` scales the line: the factor of an inline element, or of the root. */
  readonly factorOf?: (box: InlineBox | undefined) => number;
}

/** The vertical position of an inline element, or of the root, in one line. */
export interface BoxState {
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

/** The inline elements of a line, and how they are aligned vertically (CSS 2.2, section 10.8). */
export class LineBoxes {
  private readonly root: Root;
  private readonly states = new Map<InlineBox | undefined, BoxState>();
  /** Those that are aligned with the line. */
  private readonly pending: (BoxState | AtomicState)[] = [];

  constructor(root: Root) {
    this.root = root;
    this.stateOf(undefined);
  }

  stateOf(box: InlineBox | undefined): BoxState {
    const known = this.states.get(box);
    if (known) return known;
    const parent = box && this.stateOf(box.parent);
    const state = createState(box, this.root);
    this.states.set(box, state);
    parent?.children.push(state);
    return state;
  }

  /** Computes the baselines of all elements relative to the line's; returns the extent of the line. */
  align(): Extent {
    const root = this.stateOf(undefined);
    if (this.states.size === 1 && root.atomics.length === 0) return root;
    this.alignChildren(root);
    this.alignToLine(root);
    for (const child of [...root.children, ...root.atomics]) this.moveToLine(child, 0);
    return root;
  }

  /** Aligns the children of an element with it; those aligned with the line are added to `pending`. */
  private alignChildren(parent: BoxState): void {
    for (const child of [...parent.children, ...parent.atomics]) {
      if ("children" in child) this.alignChildren(child);
      const { verticalAlign } = child.style;
      if (verticalAlign === "top" || verticalAlign === "bottom") {
        this.pending.push(child);
        continue;
      }
      child.baseline =
        typeof verticalAlign === "object"
          ? (-verticalAlign.percent / 100) * this.lineHeightOf(child, parent)
          : baselineShift(verticalAlign, child, parent);
      unite(parent, child, child.baseline);
    }
  }

  private lineHeightOf({ style }: BoxState | AtomicState, parent: BoxState): number {
    const { em } = parent.box ?? this.root;
    const metrics = this.root.metricsOf(style);
    const { factor } = parent;
    const extent = inlineExtent(metrics, resolve(style.fontSize, em), style.lineHeight, { em, factor });
    return extent.ascent + extent.descent;
  }

  /** Aligns elements with the top or bottom of the line, which grows if they are higher. */
  private alignToLine(root: BoxState): void {
    for (const { style, ascent, descent } of this.pending) {
      const excess = ascent + descent - root.ascent - root.descent;
      if (excess <= 0) continue;
      if (style.verticalAlign === "top") root.descent += excess;
      else root.ascent += excess;
    }
    for (const child of this.pending) {
      child.baseline =
        child.style.verticalAlign === "top" ? child.ascent - root.ascent : root.descent - child.descent;
    }
  }

  /** Turns baselines relative to the parent into ones relative to the line. */
  private moveToLine(state: BoxState | AtomicState, parentBaseline: number): void {
    if (!this.pending.includes(state)) state.baseline += parentBaseline;
    if (!("children" in state)) return;
    for (const child of [...state.children, ...state.atomics]) this.moveToLine(child, state.baseline);
  }
}

function createState(box: InlineBox | undefined, root: Root): BoxState {
  const style = box?.node.style ?? root.style;
  const metrics = box ? root.metricsOf(style) : root.metrics;
  const { em } = box ?? root;
  const size = box ? resolve(style.fontSize, em) : root.size;
  const factor = root.factorOf?.(box) ?? 1;
  return {
    box,
    style,
    metrics,
    size,
    factor,
    content: contentArea(metrics, size, factor),
    ...inlineExtent(metrics, size, style.lineHeight, { em, factor }),
    baseline: 0,
    children: [],
    atomics: [],
  };
}

function baselineShift(
  align: Exclude<Style["verticalAlign"], "top" | "bottom" | object>,
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
export function baselineDistance({ ascent, descent }: Extent, { style, content }: BoxState): number {
  if (!hasVerticalLines(style)) return 0;
  return (ascent - descent - content.ascent + content.descent) / 2;
}

export function unite(state: BoxState, { ascent, descent }: Extent, shift: number): void {
  state.ascent = Math.max(state.ascent, ascent - shift);
  state.descent = Math.max(state.descent, descent + shift);
}
