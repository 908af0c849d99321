import { itemOf } from "./background-items.ts";
import type { DisplayItem, Scope } from "./commands.ts";
import { resolveGradient } from "./gradient-geometry.ts";
import type { PaintedBox } from "./painted-box.ts";

/** A range of an image along an axis, and where it is painted; both in pixels. */
interface Part {
  readonly from: number;
  readonly size: number;
  readonly to: number;
  readonly toSize: number;
}

/** The corners and edges of `border-image`, each stretched to its part of the border (Backgrounds 3, section 5). */
export function borderImageItems({ style, border, borderBox, fit }: PaintedBox, scope: Scope | undefined) {
  if (!style.borderImage) return [];
  const { x, y, width, height } = borderBox;
  const { image, slice, isFilled } = style.borderImage;
  const tile = { x, y, width, height };
  const command = { kind: "tile", image: resolveGradient(image, tile, fit), tile } as const;
  const columns = parts(width, [slice.left, slice.right], [border.left.width, border.right.width]);
  const rows = parts(height, [slice.top, slice.bottom], [border.top.width, border.bottom.width]);
  return columns.flatMap((column, i) =>
    rows.flatMap((row, j): DisplayItem[] => {
      const isEmpty = Math.min(column.size, column.toSize, row.size, row.toSize) <= 0;
      if (isEmpty || (i === 1 && j === 1 && !isFilled)) return [];
      const [scaleX, scaleY] = [column.toSize / column.size, row.toSize / row.size];
      const [left, top] = [x + column.to - (x + column.from) * scaleX, y + row.to - (y + row.from) * scaleY];
      const shape = { x: x + column.to, y: y + row.to, width: column.toSize, height: row.toSize };
      const clip = { x: x + column.from, y: y + row.from, width: column.size, height: row.size };
      const clipped: Scope = { kind: "clip", shape, parent: scope };
      const stretched: Scope = {
        kind: "transform",
        matrix: [scaleX, 0, 0, scaleY, left, top],
        parent: clipped,
      };
      return [itemOf({ ...command, clip, repeat: { x: false, y: false } }, stretched)];
    }),
  );
}

type Slice = NonNullable<PaintedBox["style"]["borderImage"]>["slice"]["top"];

/** The start, the middle and the end along an axis. */
function parts(size: number, slices: readonly [Slice, Slice], widths: readonly [number, number]): Part[] {
  const [before, after] = slices.map((slice) =>
    Math.min(size, typeof slice === "number" ? slice : (slice.percent / 100) * size),
  ) as [number, number];
  const [start, end] = widths;
  return [
    { from: 0, size: before, to: 0, toSize: start },
    { from: before, size: size - before - after, to: start, toSize: size - start - end },
    { from: size - after, size: after, to: size - end, toSize: end },
  ];
}
