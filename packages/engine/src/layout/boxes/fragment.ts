import type { InlineLayout } from "../inline-content.ts";
import type { Box } from "./box.ts";
import type { Edges } from "./edges.ts";
import type { Containing } from "./lengths.ts";

/** The content box that a box lays out its children in. Pixels. */
export interface ContentSpace {
  readonly width: number;
  /** Indefinite if it depends on the content. */
  readonly height: number;
  /** What percentages of the children refer to: the height may be indefinite although it is known. */
  readonly containing: Containing;
  readonly minHeight: number;
  readonly maxHeight: number;
  readonly edges: Edges;
}

/** Adjoining margins: the largest positive plus the smallest negative one is the collapsed margin. */
export interface MarginStrut {
  readonly positive: number;
  readonly negative: number;
}

/** A child and the position of its border box. */
export interface PlacedFragment {
  readonly fragment: Fragment;
  readonly x: number;
  readonly y: number;
}

/** The children of a box in a content box. Lengths in pixels from its top left corner. */
export interface Content {
  /** The height that the children need. */
  readonly height: number;
  readonly children: readonly PlacedFragment[];
  readonly text: InlineLayout | undefined;
  readonly firstBaseline: number | undefined;
  readonly lastBaseline: number | undefined;
  /** Margins of children that adjoin the top margin of the box, and those that adjoin its bottom margin. */
  readonly topMargins: MarginStrut;
  readonly bottomMargins: MarginStrut;
  /** Whether nothing separates `topMargins` from the bottom margin of the box. */
  readonly isEmpty: boolean;
  /** For each absolutely positioned child: the y coordinate that it would have in the flow. */
  readonly staticYs: readonly number[];
}

export const noMargins: MarginStrut = { positive: 0, negative: 0 };

export const emptyContent: Content = {
  height: 0,
  children: [],
  text: undefined,
  firstBaseline: undefined,
  lastBaseline: undefined,
  topMargins: noMargins,
  bottomMargins: noMargins,
  isEmpty: true,
  staticYs: [],
};

/** A box that was laid out. Pixels; baselines from the top of the border box. */
export interface Fragment {
  readonly box: Box;
  readonly edges: Edges;
  readonly width: number;
  readonly height: number;
  /** The height of the border box that its content needs, before its own height, minimum and maximum. */
  readonly neededHeight: number;
  readonly content: Content;
  /** By how much the content is moved down from the start of the content box. */
  readonly contentOffset: number;
  readonly space: ContentSpace;
  readonly firstBaseline: number | undefined;
  readonly lastBaseline: number | undefined;
  /** Margins of descendants that collapse with the margins of the box. */
  readonly topMargins: MarginStrut;
  readonly bottomMargins: MarginStrut;
  /** Whether its top and bottom margins collapse with each other. */
  readonly collapsesThrough: boolean;
}
