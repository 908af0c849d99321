import { grow, outsetRoundedRect } from "./rounded-rect.ts";
import { itemOf } from "./background-items.ts";
import { isOpaque, isTransparent, parseColor } from "./color.ts";
import type { ClipShape } from "./clip-shape.ts";
import type { DisplayItem, Group, PaintCommand, Scope } from "./commands.ts";
import type { PaintedBox } from "./painted-box.ts";
import { keepsPixels, withoutClips } from "./scope.ts";

/** How far a blur reaches, in whole pixels: three standard deviations. */
function blurReach(blur: number): number {
  return Math.ceil(blur * 1.5);
}

/**
 * A shadow: what `paint` paints in an opaque color, made translucent and blurred.
 * @param blur pixels; twice the standard deviation
 */
export function shadowGroup(
  { color, blur, scope }: { color: string; blur: number; scope: Scope | undefined },
  paint: (color: string) => readonly PaintCommand[],
): Group {
  // The clips of the scope apply to what is blurred.
  const inner = blur > 0 ? withoutClips(scope) : scope;
  const shadow = color.slice(0, 7);
  return {
    kind: "group",
    shadow,
    opacity: parseColor(color).alpha,
    items: paint(shadow).map((command) => itemOf(command, inner)),
    ...(blur > 0 && { scope, filter: [{ kind: "blur", deviation: blur / 2 }] }),
  };
}

/** The shadows of a box around or inside of it, from the back to the front. */
export function boxShadowItems(
  { style, borderBox, paddingBox }: PaintedBox,
  isInset: boolean,
  parent: Scope | undefined,
): DisplayItem[] {
  const edge = isInset ? paddingBox : borderBox;
  const shadows = style.boxShadow.filter(
    ({ color, isInset: isInner = false }) => !isTransparent(color) && isInner === isInset,
  );
  return shadows.toReversed().flatMap(({ x, y, blur, spread, color }) => {
    const spreadBox = outsetRoundedRect(edge, isInset ? -spread : spread);
    const isEmpty = spreadBox.width <= 0 || spreadBox.height <= 0;
    if (isInset ? edge.width <= 0 || edge.height <= 0 : isEmpty) return [];
    const shape = { ...spreadBox, x: spreadBox.x + x, y: spreadBox.y + y };
    const around = grow(edge, blurReach(blur) + 1); // all that is blurred
    // Edges between pixels are soft: the ground would show between an opaque box and its shadow.
    const isSoft = isOpaque(style.backgroundColor) && !keepsPixels(parent);
    const clip: ClipShape = isInset
      ? edge
      : { hole: isSoft ? outsetRoundedRect(edge, -1) : edge, around: grow(shape, blurReach(blur) + 1) };
    return shadowGroup({ color, blur, scope: { kind: "clip", shape: clip, parent } }, (fill) => [
      isInset
        ? { kind: "fill", shape: around, ...(!isEmpty && { hole: shape }), color: fill }
        : { kind: "fill", shape, color: fill },
    ]);
  });
}
