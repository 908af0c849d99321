import type { Rect } from "../layout/placed.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, Group } from "./commands.ts";
import { reachOf } from "./layer-filters.ts";
import { boundsOf } from "./matrix.ts";
import { intersect } from "../layout/intersect.ts";
import { grow, outerPixels } from "./rounded-rect.ts";
import { matrixOf, visibleArea } from "./scope.ts";

/** Pixels of a layer at most. What is farther outside of the visible part is not filtered. */
const maxLayerPixels = 6_291_456;

/** Operators that also change what is around the source. */
const unboundedOperators: ReadonlySet<string | undefined> = new Set(["source-in", "source-out"]);

/** The part of an area that items paint on, in whole pixels; undefined if there is none. */
function areaOf(items: readonly DisplayItem[], area: Rect): Rect | undefined {
  return join(
    items.map((item) => {
      if (item.kind === "group") return intersect(layerAreaOf(item, area), area);
      return intersect(boundsOf(boundsOfCommand(item.command), matrixOf(item.scope)), area);
    }),
  );
}

/** What the layer of a group covers, in whole pixels: all that can be seen within an area, filtered. */
export function layerAreaOf(group: Group, area: Rect): Rect | undefined {
  if (unboundedOperators.has(group.blend)) return area;
  const { items, filter, backdrop } = group;
  const reach = filter ? reachOf(filter, matrixOf(group.scope)) : 0;
  const visible = filter ? visibleArea(group.scope, area) : area;
  if (!visible) return undefined;
  const near = grow(visible, limitReach(reach, visible));
  const ink = areaOf(items, near);
  const content = ink && intersect(grow(ink, reach), near);
  return backdrop ? join([content, backdropAreaOf(group, area)]) : content && outerPixels(content);
}

/** The part of an area below a group that is filtered, in whole pixels. */
export function backdropAreaOf({ backdrop, scope }: Group, area: Rect): Rect | undefined {
  const bounds = backdrop && intersect(boundsOf(backdrop.shape, matrixOf(scope)), area);
  return bounds && outerPixels(bounds);
}

function limitReach(reach: number, { width, height }: Rect): number {
  if ((width + 2 * reach) * (height + 2 * reach) <= maxLayerPixels) return reach;
  const half = (width + height) / 2;
  return Math.max(0, Math.floor((Math.sqrt(half * half + maxLayerPixels - width * height) - half) / 2));
}

function join(areas: readonly (Rect | undefined)[]): Rect | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const area of areas) {
    if (!area) continue;
    [left, top] = [Math.min(left, area.x), Math.min(top, area.y)];
    [right, bottom] = [Math.max(right, area.x + area.width), Math.max(bottom, area.y + area.height)];
  }
  return right <= left
    ? undefined
    : outerPixels({ x: left, y: top, width: right - left, height: bottom - top });
}
