import type { LengthOrAuto, Sides, Style } from "@placard/templates/scene";
import type { Fit } from "../nodes.ts";
import { pixels, pixelsOrZero } from "./lengths.ts";

/** The used margins of a box, and its padding plus border at each side. Pixels; `auto` margins are 0. */
export interface Edges {
  readonly marginTop: number;
  readonly marginRight: number;
  readonly marginBottom: number;
  readonly marginLeft: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Resolves the edges of a box. Percentages, vertical ones too, refer to the width of its containing block. */
export function resolveEdges(
  { margin, padding, border }: Style,
  containingWidth: number,
  fit: Fit | undefined,
): Edges {
  return {
    marginTop: pixelsOrZero(margin.top, containingWidth, fit),
    marginRight: pixelsOrZero(margin.right, containingWidth, fit),
    marginBottom: pixelsOrZero(margin.bottom, containingWidth, fit),
    marginLeft: pixelsOrZero(margin.left, containingWidth, fit),
    top: pixels(padding.top, containingWidth, fit) + border.top.width,
    right: pixels(padding.right, containingWidth, fit) + border.right.width,
    bottom: pixels(padding.bottom, containingWidth, fit) + border.bottom.width,
    left: pixels(padding.left, containingWidth, fit) + border.left.width,
  };
}

/** Whether the edges of a style are lengths in pixels only. */
export function hasFixedEdges({ margin, padding }: Style): boolean {
  return isFixed(margin) && isFixed(padding);
}

function isFixed({ top, right, bottom, left }: Sides<LengthOrAuto>): boolean {
  return (
    typeof top !== "object" &&
    typeof right !== "object" &&
    typeof bottom !== "object" &&
    typeof left !== "object"
  );
}
