import type { ElementBox } from "@placard/contracts";
import type { PlacedBox, PlacedElement } from "./placed.ts";

/**
 * The border boxes of the elements of a card in document order, before transforms. Inline elements have one
 * for each line.
 * @param scale pixels of the image per pixel of the layout
 */
export function elementBoxes(root: PlacedElement, scale = 1): ElementBox[] {
  return boxesOf(root).map(({ path, x, y, width, height }) => {
    return { path, x: scale * x, y: scale * y, width: scale * width, height: scale * height };
  });
}

function boxesOf(box: PlacedBox): ElementBox[] {
  const own = toBox(box.node.path, box);
  if (box.kind === "image") return [own];
  const inline = box.texts.flatMap(({ lines }) =>
    lines.flatMap(({ fragments }) =>
      fragments.flatMap((fragment) => {
        if (fragment.kind === "atomic") return boxesOf(fragment.box);
        return fragment.kind === "inline-box" ? [toBox(fragment.node.path, fragment)] : [];
      }),
    ),
  );
  return [own, ...inline, ...box.children.flatMap(boxesOf)];
}

function toBox(path: string, { x, y, width, height }: Omit<ElementBox, "path">): ElementBox {
  const round = (value: number) => Math.round(value * 100) / 100;
  return { path, x: round(x), y: round(y), width: round(width), height: round(height) };
}
