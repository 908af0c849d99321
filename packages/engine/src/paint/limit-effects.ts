import type { Rect } from "../layout/placed.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, Group, Item, TileCommand } from "./commands.ts";
import { isGradient } from "./gradient-geometry.ts";
import type { PixelSize } from "./images.ts";
import { boundsOf } from "./matrix.ts";
import { maxBlurredPixels } from "./paint-blurred.ts";
import { areaOf, maxNestedLayers } from "./paint-items.ts";
import { patchSize } from "./paint-shadow.ts";
import { maxGradientPixels } from "./paint-tiles.ts";
import { intersect } from "./rounded-rect.ts";
import { matrixOf, resolutionOf } from "./scope.ts";

/** The work of the effects of a card at most, in pixels, weighted by kind. Takes about 2 s. */
export const maxEffectWork = 2_000_000_000;

/** The work of effects above which a card takes long to paint. */
export const heavyEffectWork = 300_000_000;

/** The work for each pixel, measured in ns. */
const weights = { gradient: 12, blur: 33, enlarge: 10, draw: 3 } as const;
/** The work of the colors of a gradient, whatever its size. */
const colorsOfGradient = 400_000;

/** Items whose effects are within the limit, and how many effects were left out. */
interface LimitedItems {
  readonly items: readonly DisplayItem[];
  readonly omitted: number;
  readonly work: number;
}

/** Leaves out the gradients, shadows and layers for opacity that exceed the limit of a card, from the back. */
export function limitEffects(items: readonly DisplayItem[], size: PixelSize): LimitedItems {
  const card = { x: 0, y: 0, ...size };
  let [work, omitted] = [0, 0];
  const isWithin = (needed: number): boolean => {
    if (needed > 0 && work + needed > maxEffectWork) return omitted++ < 0;
    work += needed;
    return true;
  };
  const limit = (each: readonly DisplayItem[], depth: number): DisplayItem[] =>
    each.flatMap((item): DisplayItem[] => {
      if (item.kind === "item") return isWithin(workOfItem(item, card)) ? [item] : [];
      const group = { ...item, items: limit(item.items, depth + 1) };
      if (isWithin(depth < maxNestedLayers ? workOfLayer(group, card) : 0)) return [group];
      return group.items.map((inner) => ({ ...group, items: [inner] })); // translucent one by one
    });
  const limited = limit(items, 0);
  return { items: limited, omitted, work };
}

/** The work of the canvas of a group. A single item needs none. */
function workOfLayer({ items }: Group, card: Rect): number {
  const area = items.length > 1 || items[0]?.kind === "group" ? areaOf(items, card) : undefined;
  return area ? area.width * area.height * weights.draw : 0;
}

/** The work of an effect; 0 for everything else, of which a card has little. */
function workOfItem({ command, scope }: Item, card: Rect): number {
  const visible = intersect(boundsOf(boundsOfCommand(command), matrixOf(scope)), card);
  if (!visible) return 0;
  const area = visible.width * visible.height;
  switch (command.kind) {
    case "tile":
      return isGradient(command.image) ? workOfGradient(command, area, resolutionOf(scope)) : 0;
    case "shadow": {
      const patch = command.blur > 0 ? patchSize(command.shape, command.blur) : undefined;
      if (!patch) return command.blur > 0 ? workOfBlur(area) : area * weights.draw;
      return patch.canvas.width * patch.canvas.height * weights.blur + area * weights.draw;
    }
    case "text":
      return command.shadow && command.shadow.blur > 0 ? workOfBlur(area) : 0;
    case "line":
      return command.blur > 0 ? workOfBlur(area) : 0;
    case "fill":
    case "border":
    case "image":
      return 0;
    default:
      return command satisfies never;
  }
}

function workOfGradient({ tile, repeat }: TileCommand, area: number, resolution: number): number {
  const tilePixels = tile.width * tile.height * resolution ** 2;
  const pixels = Math.min(maxGradientPixels, repeat.x || repeat.y ? tilePixels : area);
  return colorsOfGradient + pixels * weights.gradient + area * weights.draw;
}

/** Large areas are blurred at a lower resolution and enlarged. */
function workOfBlur(area: number): number {
  const isReduced = area > maxBlurredPixels;
  return (
    Math.min(area, maxBlurredPixels) * weights.blur + area * (isReduced ? weights.enlarge : weights.draw)
  );
}
