import type { LengthOrAuto } from "@placard/templates/scene";
import { exactPixels } from "../layout/boxes/lengths.ts";
import type { InlineBox } from "./content.ts";
import type { EdgeItem } from "./flow.ts";

/** Margin, border and padding of a side of an inline element, in pixels. */
export interface Edge {
  readonly margin: number;
  readonly border: number;
  readonly padding: number;
}

type Side = "left" | "right" | "top" | "bottom";

/** One edge of an inline element. Percentages refer to `containingWidth`; without one, they are 0. */
export function edgeOf({ node: { style }, em }: InlineBox, side: Side, containingWidth: number): Edge {
  const base = Number.isFinite(containingWidth) ? containingWidth : 0;
  const pixels = (length: LengthOrAuto) => (length === "auto" ? 0 : exactPixels(length, base, em));
  return {
    margin: pixels(style.margin[side]),
    border: style.border[side].width,
    padding: pixels(style.padding[side]),
  };
}

/** The width of the start or end of an inline element in a line. */
export function edgeWidth({ kind, box }: Pick<EdgeItem, "kind" | "box">, containingWidth: number): number {
  return extentOf(edgeOf(box, startsLeft(box) === (kind === "open") ? "left" : "right", containingWidth));
}

export function extentOf({ margin, border, padding }: Edge): number {
  return margin + border + padding;
}

/** Whether the start of an element is its left side. */
export function startsLeft({ node }: InlineBox): boolean {
  return node.style.direction === "ltr";
}
