import type { LengthOrAuto, Style } from "@placard/templates/scene";
import { names, pixels, type Axis } from "./lengths.ts";

/** The margins of a box along an axis, and its padding plus border. `start`: left or top. In pixels. */
export interface AxisEdges {
  readonly marginStart: number;
  readonly marginEnd: number;
  /** Both margins. */
  readonly margins: number;
  readonly start: number;
  readonly end: number;
  /** The padding and border of both sides. */
  readonly inner: number;
}

export type Edges = Readonly<Record<Axis, AxisEdges>>;

/** Resolves the edges of a box. All percentages refer to the width of its containing block. */
export function resolveEdges(style: Style, containingWidth: number, em: number): Edges {
  return {
    x: resolveAxis("x", style, containingWidth, em),
    y: resolveAxis("y", style, containingWidth, em),
  };
}

function resolveAxis(axis: Axis, { margin, padding, border }: Style, base: number, em: number): AxisEdges {
  const sides = names[axis];
  const marginOf = (length: LengthOrAuto) => (length === "auto" ? 0 : pixels(length, base, em));
  const marginStart = marginOf(margin[sides.start]);
  const marginEnd = marginOf(margin[sides.end]);
  const start = pixels(padding[sides.start], base, em) + border[sides.start].width;
  const end = pixels(padding[sides.end], base, em) + border[sides.end].width;
  return { marginStart, marginEnd, margins: marginStart + marginEnd, start, end, inner: start + end };
}

/** Whether the edges of a style are lengths in pixels only. */
export function hasFixedEdges({ margin, padding }: Style): boolean {
  return [margin, padding].every(({ top, right, bottom, left }) =>
    [top, right, bottom, left].every((length) => typeof length !== "object"),
  );
}
