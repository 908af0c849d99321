import type { BackgroundLayer, Border, Sides, Style } from "@placard/templates/scene";
import { pixels } from "../layout/boxes/lengths.ts";
import type { InlineBoxFragment, PlacedBox, Rect } from "../layout/placed.ts";
import { isOpaque } from "./color.ts";
import { insetRoundedRect, roundRect, snapRect, type RoundedRect } from "./rounded-rect.ts";

/** A box as it is painted: its style, and its shapes in whole pixels. */
export interface PaintedBox {
  readonly style: Style;
  /** The fitted font size that `Ems` refer to, in pixels. */
  readonly em: number;
  readonly border: Sides<Border>;
  readonly borderBox: RoundedRect;
  readonly paddingBox: RoundedRect;
  /** The width that percentages of padding refer to, approximated by the box's width. */
  readonly rect: Rect;
  /** The box that backgrounds are positioned in, if this is a part of it. */
  readonly whole?: PaintedBox;
}

/** The position of an inline box's fragment in the box as it would be on one line, in pixels. */
export interface Slice {
  /** The width of the fragments before it. */
  readonly before: number;
  readonly fullWidth: number;
}

const noBorder: Border = { width: 0, style: "none", color: "#00000000" };

interface Fragmentation {
  /** The sides without a border, where an inline box continues on another line. */
  readonly isOpen: { readonly left: boolean; readonly right: boolean };
  readonly slice?: Slice | undefined;
}

/** A box from its border box, or a part of it. */
export function paintedBox(
  placed: PlacedBox | InlineBoxFragment,
  { isOpen, slice }: Fragmentation = { isOpen: { left: false, right: false } },
): PaintedBox {
  const { em } = placed;
  const { style } = placed.node;
  const border = {
    top: borderSide(style.border.top),
    right: isOpen.right ? noBorder : borderSide(style.border.right),
    bottom: borderSide(style.border.bottom),
    left: isOpen.left ? noBorder : borderSide(style.border.left),
  };
  const square = { x: 0, y: 0 };
  const { topLeft, topRight, bottomRight, bottomLeft } = style.borderRadius;
  const radii = {
    topLeft: isOpen.left ? square : topLeft,
    bottomLeft: isOpen.left ? square : bottomLeft,
    topRight: isOpen.right ? square : topRight,
    bottomRight: isOpen.right ? square : bottomRight,
  };
  const borderBox = roundRect(snapRect(placed), radii, em);
  const paddingBox = insetRoundedRect(borderBox, border, (side) => side.width);
  const box = { style, em, border, borderBox, paddingBox, rect: placed };
  return slice ? { ...box, whole: paintedBox({ ...placed, ...wholeRect(placed, slice, style) }) } : box;
}

function wholeRect(rect: Rect, { before, fullWidth }: Slice, { direction }: Style) {
  const x = direction === "rtl" ? rect.x + rect.width + before - fullWidth : rect.x - before;
  return { x, width: fullWidth };
}

/** Border widths are whole pixels, at least one (CSS Backgrounds 3, section 3.3). */
export function borderSide({ width, style, color }: Border): Border {
  if (style === "none" || width <= 0) return noBorder;
  return { width: Math.max(1, Math.floor(width)), style, color };
}

export function shapeOf(box: PaintedBox, area: BackgroundLayer["origin"]): RoundedRect {
  if (area === "border-box") return box.borderBox;
  return area === "padding-box" ? box.paddingBox : contentBox(box);
}

/** The content box with the corners that the border leaves it. */
export function contentBox({ paddingBox, style: { padding }, em, rect }: PaintedBox): RoundedRect {
  return insetRoundedRect(paddingBox, padding, (length) => pixels(length, rect.width, em));
}

/** Opaque borders with rounded corners hide the edge of the background, which would shine through. */
export function backgroundShape({ borderBox, border }: PaintedBox): RoundedRect {
  const sides = [border.top, border.right, border.bottom, border.left];
  const isHidden = sides.every(({ width, style, color }) => {
    return width > 0 && style === "solid" && isOpaque(color);
  });
  if (!borderBox.radii || !isHidden) return borderBox;
  return insetRoundedRect(borderBox, border, ({ width }) => width / 2);
}
