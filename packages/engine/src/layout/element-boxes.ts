import type { ElementBox } from "@placard/contracts";
import { resolveSpacing } from "../inline/spacing.ts";
import type { PlacedBox, PlacedElement, Rect } from "./placed.ts";
import { turnedRect } from "./turned-lines.ts";

/** Pixels of the image, to two decimal places. */
function pixels(length: number, scale: number): number {
  return Math.round(scale * length * 100) / 100;
}

/**
 * The border boxes of an element and of those in it, in document order and before transforms. Inline elements
 * have one for each line.
 * @param scale pixels of the image per pixel of the layout
 */
export function elementBoxes(box: PlacedBox, scale: number): ElementBox[] {
  const { node } = box;
  const classes = node.kind === "element" && node.classes;
  const own = {
    ...toBox(node.path, box, scale),
    ...(classes && { classes: [...classes] }),
    ...(node.style.direction === "rtl" && { isRightToLeft: true as const }),
  };
  if (box.kind === "image") return [own];
  const inline = box.texts.flatMap(({ lines, isVertical }) =>
    lines.flatMap(({ fragments }) =>
      fragments.flatMap((fragment) => {
        if (fragment.kind === "atomic") return elementBoxes(fragment.box, scale);
        if (fragment.kind === "text") return [];
        return [toBox(fragment.node.path, turnedRect(fragment, isVertical), scale)];
      }),
    ),
  );
  const text = textOf(box, scale);
  const children = box.children.flatMap((child) => elementBoxes(child, scale));
  return [{ ...own, ...(text && { text }) }, ...inline, ...children];
}

function textOf({ texts: [text] }: PlacedElement, scale: number): ElementBox["text"] {
  const line = text?.lines[0];
  const fragment = line?.fragments.find(({ kind }) => kind === "text");
  if (!text || !line || fragment?.kind !== "text") return undefined;
  const { lines } = text;
  const rects = lines.map((each) => turnedRect(each, text.isVertical));
  const x = Math.min(...rects.map((each) => each.x));
  const y = text.isVertical ? Math.min(...rects.map((each) => each.y)) : text.y;
  const right = Math.max(...rects.map((each) => each.x + each.width));
  const bottom = text.isVertical ? Math.max(...rects.map((each) => each.y + each.height)) : y + text.height;
  const { fontSize, em } = fragment;
  const { fontFamily, fontWeight, letterSpacing, textAlign, textFill: color } = fragment.node.style;
  return {
    fontFamily: [...fontFamily],
    fontWeight,
    textAlign,
    color,
    ...toRect({ x, y, width: right - x, height: bottom - y }, scale),
    fontSize: pixels(fontSize, scale),
    lineHeight: pixels(line.height, scale),
    letterSpacing: pixels(resolveSpacing(letterSpacing, { size: fontSize, em }), scale),
  };
}

function toBox(path: string, rect: Rect, scale: number): ElementBox {
  return { path, ...toRect(rect, scale) };
}

function toRect({ x, y, width, height }: Rect, scale: number): Rect {
  return {
    x: pixels(x, scale),
    y: pixels(y, scale),
    width: pixels(width, scale),
    height: pixels(height, scale),
  };
}
