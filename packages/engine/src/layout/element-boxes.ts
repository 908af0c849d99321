import type { ElementBox } from "@placard/contracts";
import type { PlacedBox, PlacedElement, Rect } from "./placed.ts";
import { turnedRect } from "./turned-lines.ts";

/**
 * The border boxes of the elements of a card in document order, before transforms. Inline elements have one
 * for each line.
 * @param scale pixels of the image per pixel of the layout
 */
export function elementBoxes(root: PlacedElement, scale = 1): ElementBox[] {
  return boxesOf(root).map(({ path, text, ...rect }) => {
    if (!text) return { path, ...scaled(rect, scale) };
    const { fontFamily, fontWeight, textAlign, color, ...lengths } = text;
    const look = { fontFamily, fontWeight, textAlign, color };
    return { path, ...scaled(rect, scale), text: { ...look, ...scaled(lengths, scale) } };
  });
}

function scaled<Lengths extends Record<string, number>>(lengths: Lengths, scale: number): Lengths {
  const entries = Object.entries(lengths).map(([name, value]) => [
    name,
    Math.round(scale * value * 100) / 100,
  ]);
  return Object.fromEntries(entries) as Lengths;
}

function boxesOf(box: PlacedBox): ElementBox[] {
  const own = toBox(box.node.path, box);
  if (box.kind === "image") return [own];
  const inline = box.texts.flatMap(({ lines, turn }) =>
    lines.flatMap(({ fragments }) =>
      fragments.flatMap((fragment) => {
        if (fragment.kind === "atomic") return boxesOf(fragment.box);
        return fragment.kind === "inline-box" ? [toBox(fragment.node.path, turnedRect(fragment, turn))] : [];
      }),
    ),
  );
  const text = textOf(box);
  return [{ ...own, ...(text && { text }) }, ...inline, ...box.children.flatMap(boxesOf)];
}

function textOf({ texts: [text] }: PlacedElement): ElementBox["text"] {
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
  const look = { fontFamily: [...fontFamily], fontWeight, textAlign, color };
  return { x, y, width, height, fontSize: fragment.fontSize, lineHeight: line.height, ...look };
}

function toBox(path: string, { x, y, width, height }: Rect): ElementBox {
  return { path, x, y, width, height };
}
