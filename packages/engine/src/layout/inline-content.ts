import type { BreakNode, ElementNode, ImageNode, TextNode } from "@placard/templates/scene";
import type { FittedSizes } from "./fitted-sizes.ts";
import type { Fragment as BoxFragment } from "./boxes/fragment.ts";
import type { Line, PlacedText, Rect } from "./placed.ts";

/** The content of an inline formatting context in document order (CSS 2.2, section 9.4.2). */
export type InlineItem =
  | { readonly kind: "text"; readonly node: TextNode }
  | { readonly kind: "break"; readonly node: BreakNode }
  | { readonly kind: "open"; readonly node: ElementNode }
  | { readonly kind: "close"; readonly node: ElementNode }
  | { readonly kind: "atomic"; readonly node: ElementNode | ImageNode; readonly box: AtomicBox };

/** An inline-block, inline-flex or replaced element, laid out by the box layout. Lengths in pixels. */
export interface AtomicBox {
  /** The height that its percentages refer to. */
  readonly containingHeight: number;
  /** Widths of its margin box. */
  readonly minContentWidth: () => number;
  readonly maxContentWidth: () => number;
  /** Lays it out in a containing block of this width. */
  readonly layOut: (containingWidth: number) => AtomicSize;
}

/** The margin box of an atomic box, and the distance from its top to its baseline. */
export interface AtomicSize {
  readonly width: number;
  readonly height: number;
  readonly baseline: number;
  /** Its layout. */
  readonly fragment: BoxFragment;
}

/** The margin box of an atomic box in a line that is not placed yet. */
export interface PendingAtomic extends Rect, Pick<AtomicSize, "fragment"> {
  readonly kind: "atomic";
}

/** A line relative to its content box. */
export type PendingLine = Line<PendingAtomic>;

/** Breaks inline content into lines with one choice of fitted sizes, which its atomic boxes share. */
export interface InlineFormatter {
  /** Pixels: the widest unbreakable part, and the width without line breaks other than forced ones. */
  readonly minContentWidth: () => number;
  readonly maxContentWidth: () => number;
  /**
   * Breaks the content into lines of a width. With hidden overflow, it is cut at the `line-clamp` with an
   * ellipsis. Coordinates are relative to the top left corner of the content box.
   */
  readonly layOut: (width: number) => InlineLayout;
}

export interface InlineLayout extends PlacedText<PendingAtomic> {
  /** Baselines of the first and of the last line. */
  readonly firstBaseline: number;
  readonly lastBaseline: number;
  /** The x-height of the container's font, in pixels. */
  readonly xHeight: number;
  /** Whether a line is wider than the width, such as an unbreakable word. */
  readonly overflows: boolean;
  /** The number of lines without `line-clamp`. */
  readonly lineCount: number;
  /** The total cost of words broken because they are wider than a line (`overflow-wrap`, `hyphens`). */
  readonly wordBreakCost: number;
}

/** Inline content with any fitted sizes. What does not depend on them is computed once. */
export type FormatterOf<F = InlineFormatter> = (sizes: FittedSizes) => F;

/** Prepares the inline content of a block container with a style. */
export type CreateInlineFormatter = (...content: InlineContainerContent) => FormatterOf;

type InlineContainerContent = [items: readonly InlineItem[], container: Pick<ElementNode, "style" | "fit">];

/** Called after a step whose result is kept. Throws if the time slice is used up, to leave the layout. */
export type Pause = () => void;

/** A computation that {@link Pause} may leave; called again, it continues. */
export type Resumable<T> = () => T;

/** An {@link InlineFormatter} whose work can be paused: long texts take longer than a time slice. */
export interface ResumableFormatter {
  readonly minContentWidth: () => Resumable<number>;
  readonly maxContentWidth: () => Resumable<number>;
  readonly layOut: (width: number) => Resumable<InlineLayout>;
}

export type CreateResumableFormatter = (
  pause: Pause,
  ...content: InlineContainerContent
) => FormatterOf<ResumableFormatter>;
