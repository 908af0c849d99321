import type { SvgViewport } from "@placard/templates/scene";
import { moveText } from "../layout/move-text.ts";
import type { PlacedImage, Rect } from "../layout/placed.ts";
import type { DisplayItem, Scope } from "./commands.ts";
import { multiply, transformOf, type Matrix } from "./matrix.ts";
import type { RoundedRect } from "./rounded-rect.ts";
import { textItems } from "./text-commands.ts";

/** The texts of an inline SVG, over its shapes. They are clipped to its content box. */
export function svgTextItems(
  { node, texts }: PlacedImage,
  box: RoundedRect,
  outer: Scope | undefined,
): DisplayItem[] {
  if (!node.svgText || texts.length === 0 || box.width <= 0 || box.height <= 0) return [];
  const viewport = viewportMatrix(node.svgText, box);
  // What percentages of transforms refer to.
  const reference = { ...(node.svgText.viewBox ?? box), x: 0, y: 0 };
  const clip: Scope = { kind: "clip", shape: box, parent: outer };
  return texts.flatMap(({ run, em, fragments }) => {
    const [a, b, c, d, e, f] = run.transforms.reduce<Matrix>(
      (matrix, style) => multiply(matrix, transformOf(reference, style, em)),
      viewport,
    );
    // Upright text is moved and not transformed: its baseline stays on whole pixels.
    const isUpright = b === 0 && c === 0 && a === d && a > 0;
    const [dx, dy] = isUpright ? [e / a, f / a] : [0, 0];
    const matrix: Matrix = isUpright ? [a, 0, 0, a, 0, 0] : [a, b, c, d, e, f];
    const scope: Scope = isUpright && a === 1 ? clip : { kind: "transform", matrix, parent: clip };
    const items = fragments.flatMap((fragment) => textItems(moveText(fragment, dx, dy), scope));
    return run.opacity === 1 ? items : [{ kind: "group" as const, opacity: run.opacity, items }];
  });
}

/** From units of the `viewBox` to pixels of the card. */
function viewportMatrix({ viewBox, fit, alignX, alignY }: SvgViewport, box: Rect): Matrix {
  if (!viewBox) return [1, 0, 0, 1, box.x, box.y];
  const [scaleX, scaleY] = [box.width / viewBox.width, box.height / viewBox.height];
  const scale = fit === "cover" ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  const [x, y] = fit === "fill" ? [scaleX, scaleY] : [scale, scale];
  const left = box.x + alignX * (box.width - x * viewBox.width);
  const top = box.y + alignY * (box.height - y * viewBox.height);
  return [x, 0, 0, y, left - x * viewBox.x, top - y * viewBox.y];
}
