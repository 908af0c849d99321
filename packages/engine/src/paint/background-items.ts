import { isTransparent } from "./color.ts";
import type { DisplayItem, PaintCommand, Scope } from "./commands.ts";
import type { RemoteSizes } from "./images.ts";
import { backgroundShape, shapeOf, type PaintedBox } from "./painted-box.ts";
import { tileCommand } from "./tile-commands.ts";

export function itemOf(command: PaintCommand, scope: Scope | undefined): DisplayItem {
  return { kind: "item", command, scope };
}

/**
 * The color and the images of a background, from the back to the front. Blended images blend only with what
 * is below them in the background (Compositing and Blending 1, section 9.2).
 * @param text the glyphs that `background-clip: text` clips to
 */
export function backgroundItems(
  box: PaintedBox,
  scope: Scope | undefined,
  images: RemoteSizes,
  text: () => readonly DisplayItem[],
): DisplayItem[] {
  const { style, borderBox } = box;
  if (borderBox.width <= 0 || borderBox.height <= 0) return [];
  const items: DisplayItem[] = [];
  if (!isTransparent(style.backgroundColor)) {
    const shape = backgroundShape(box);
    items.push(itemOf({ kind: "fill", shape, color: style.backgroundColor }, scope));
  }
  let clipped: DisplayItem[] = [];
  let isBlended = false;
  const addClipped = () => {
    if (clipped.length > 0) items.push({ kind: "group", opacity: 1, items: clipped, mask: text() });
    clipped = [];
  };
  for (const layer of style.background.toReversed()) {
    const { blend, clip } = layer;
    const isWhole = clip === "border-box" || clip === "text";
    const command = tileCommand(box, layer, images, isWhole ? backgroundShape(box) : shapeOf(box, clip));
    if (!command) continue;
    const item = itemOf(command, scope);
    if (clip !== "text") addClipped();
    (clip === "text" ? clipped : items).push(
      blend ? { kind: "group", opacity: 1, items: [item], blend } : item,
    );
    isBlended ||= blend !== undefined;
  }
  addClipped();
  return isBlended ? [{ kind: "group", opacity: 1, items, isIsolated: true }] : items;
}
