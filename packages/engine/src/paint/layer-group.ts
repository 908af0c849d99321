import type { MaskLayer, Style } from "@placard/templates/scene";
import { itemOf } from "./background-items.ts";
import { clipShapeOf } from "./clip-shape.ts";
import type { DisplayItem, Group, Scope } from "./commands.ts";
import type { RemoteSizes } from "./images.ts";
import { shapeOf, type PaintedBox } from "./painted-box.ts";
import { withoutClips } from "./scope.ts";
import { tileCommand } from "./tile-commands.ts";

/** The clips and transforms of an element for what is painted in it. */
export interface Scopes {
  /** For its children. */
  readonly scope: Scope | undefined;
  /** Those of the containing blocks of absolutely positioned and of fixed descendants. */
  readonly absoluteScope: Scope | undefined;
  readonly fixedScope: Scope | undefined;
}

/** Whether an element with a style is painted as one layer. */
export function isLayer({ opacity, layer, isIsolated }: Style): boolean {
  return opacity < 1 || layer !== undefined || isIsolated;
}

/** What `paint` paints of an element, as the group that its style asks for. `scope` has its transform. */
export function layerItems(
  box: PaintedBox,
  { scope, absoluteScope, fixedScope }: Scopes,
  images: RemoteSizes,
  paint: (scopes: Scopes) => readonly DisplayItem[],
): DisplayItem[] {
  const { opacity, layer } = box.style;
  if (opacity <= 0) return [];
  if (!layer) return grouped(paint({ scope, absoluteScope, fixedScope }), { opacity });
  const { filter, backdropFilter, clipPath, mask, blend } = layer;
  const shape = clipPath && clipShapeOf(box, clipPath);
  const clipped = (parent: Scope | undefined): Scope | undefined =>
    shape ? { kind: "clip", shape, parent } : parent;
  const outer = clipped(scope);
  // Filters spread beyond clips, which are applied to their result.
  const hasFilter = filter.length > 0;
  const inner = hasFilter ? withoutClips(scope) : outer;
  const [absolute, fixed] = [clipped(absoluteScope), clipped(fixedScope)];
  const items = paint({ scope: inner, absoluteScope: absolute, fixedScope: fixed });
  const hasBackdrop = backdropFilter.length > 0;
  return grouped(items, {
    opacity,
    ...((hasFilter || hasBackdrop) && { scope: outer }),
    ...(hasFilter && { filter }),
    ...(hasBackdrop && { backdrop: { filter: backdropFilter, shape: box.borderBox } }),
    ...(mask.length > 0 && { mask: maskItems(box, mask, inner, images) }),
    ...(blend !== "normal" && { blend }),
  });
}

/** A group, or the items themselves if they need none. */
function grouped(items: readonly DisplayItem[], layer: Omit<Group, "kind" | "items">): DisplayItem[] {
  const hasBlending = items.some((item) => item.kind === "group" && item.blend !== undefined);
  const isPlain = layer.opacity >= 1 && !layer.filter && !layer.backdrop && !layer.mask && !layer.blend;
  if (isPlain && !hasBlending) return [...items];
  if (items.length === 0 && !layer.backdrop) return [];
  return [{ kind: "group", items, ...layer, ...(hasBlending && { isIsolated: true }) }];
}

const operators = {
  add: undefined,
  subtract: "source-out",
  intersect: "source-in",
  exclude: "xor",
} as const;

/** The layers of a mask, from the back to the front (CSS Masking 1, section 4.6). */
function maskItems(
  box: PaintedBox,
  layers: readonly MaskLayer[],
  scope: Scope | undefined,
  images: RemoteSizes,
): DisplayItem[] {
  const bottom = layers.length - 1;
  return layers
    .map((layer, index): DisplayItem | undefined => {
      const shape = shapeOf(box, layer.clip);
      const command = tileCommand(box, layer, images, shape);
      const items = command ? [itemOf(command, scope)] : [];
      const operator = index === bottom ? undefined : operators[layer.composite];
      if (!operator) return items[0];
      // As in Chromium, the operator changes nothing outside of the layer's own box.
      const clip: Scope = { kind: "clip", shape, parent: scope };
      return { kind: "group", opacity: 1, items, blend: operator, scope: clip };
    })
    .filter((item) => item !== undefined)
    .toReversed();
}
