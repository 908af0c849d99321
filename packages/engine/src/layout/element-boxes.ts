import type { ElementBox } from "@placard/contracts";
import type { PlacedBox, PlacedElement, Rect } from "./placed.ts";
import { turnedRect } from "./turned-lines.ts";

/**
 * The border boxes of the elements of a card in document order, before transforms. Inline elements have one
 * for each line.
 * @param scale pixels of the image per pixel of the layout
 */
export function elementBoxes(root: PlacedElement, scale = 1): ElementBox[] {
  return boxesOf(root, scale);
}

function scaled<Name extends string>(lengths: Readonly<Record<Name, number>>, scale: number) {
  const entries = Object.entries<number>(lengths).map(([name, value]) => [
    name,
    Math.round(scale * value * 100) / 100,
  ]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function boxesOf(box: PlacedBox, scale: number): ElementBox[] {
  const own = toBox(box.node.path, box, scale);
  if (box.kind === "image") return [own];
  const inline = box.texts.flatMap(({ lines, turn }) =>
    lines.flatMap(({ fragments }) =>
      fragments.flatMap((fragment) => {
        if (fragment.kind === "atomic") return boxesOf(fragment.box, scale);
        if (fragment.kind === "text") return [];
        return [toBox(fragment.node.path, turnedRect(fragment, turn), scale)];
      }),
    ),
  );
  const text = textOf(box, scale);
  const children = box.children.flatMap((child) => boxesOf(child, scale));
  return [{ ...own, ...(text && { text }) }, ...inline, ...children];
}

function textOf({ texts: [text] }: PlacedElement, scale: number): ElementBox["text"] {
  const line = text?.lines[0];
  const fragment = line?.fragments.find(({ kind }) => kind === "text");
  if (!text || !line || fragment?.kind !== "text") return undefined;
  const { lines } = text;
  const rects = lines.map((each) => turnedRect(each, text.turn));
  const x = Math.min(...rects.map((each) => each.x));
  const y = text.turn ? Math.min(...rects.map((each) => each.y)) : text.y;
  const width = Math.max(...rects.map((each) => each.x + each.width)) - x;
  const height = text.turn ? Math.max(...rects.map((each) => each.y + each.height)) - y : text.height;
  const { fontFamily, fontWeight, textAlign, textFill: color } = fragment.node.style;
  const lengths = { x, y, width, height, fontSize: fragment.fontSize, lineHeight: line.height };
  return { fontFamily: [...fontFamily], fontWeight, textAlign, color, ...scaled(lengths, scale) };
}

function toBox(path: string, { x, y, width, height }: Rect, scale: number): ElementBox {
  return { path, ...scaled({ x, y, width, height }, scale) };
}
