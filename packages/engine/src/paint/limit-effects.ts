import type { FilterFunction } from "@placard/templates/scene";
import type { Rect } from "../layout/placed.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, Group, Item, ResolvedGradient, TileCommand } from "./commands.ts";
import { isGradient } from "./gradient-geometry.ts";
import type { PixelSize } from "./images.ts";
import { backdropAreaOf, layerAreaOf } from "./layer-area.ts";
import { boundsOf } from "./matrix.ts";
import { canBeLayer, isLayerNeeded } from "./paint-items.ts";
import { maxGradientPixels } from "./paint-tiles.ts";
import { intersect } from "../layout/intersect.ts";
import { matrixOf, resolutionOf } from "./scope.ts";

/** The work of the effects of a card at most, in pixels, weighted by kind. Takes about 1 s. */
export const maxEffectWork = 1_000_000_000;

/** The work of effects above which a card takes long to paint. */
export const heavyEffectWork = 300_000_000;

/** The work for each pixel, measured in ns. */
const weights = { gradient: 12, conic: 25, draw: 3, blend: 20 } as const;
const filterWeights = { blur: 40, "color-matrix": 20, "drop-shadow": 60 } as const;
/** The work of a filtered layer, whatever its size. */
const filteredLayer = 100_000;
/** The work of the colors of a gradient, whatever its size. */
const colorsOfGradient = 400_000;
/** The work of a color between two stops that are not mixed in sRGB. */
const mixedColor = 15_000;

/** Items whose effects are within the limit, and how many effects were left out. */
interface LimitedItems {
  readonly items: readonly DisplayItem[];
  readonly omitted: number;
  readonly work: number;
}

/** Leaves out the gradients, shadows and layers that exceed the limit of a card, from the back. */
export function limitEffects(items: readonly DisplayItem[], size: PixelSize): LimitedItems {
  const card = { x: 0, y: 0, ...size };
  let [work, omitted] = [0, 0];
  const isWithin = (needed: number): boolean => {
    const fits = needed === 0 || work + needed <= maxEffectWork;
    if (fits) work += needed;
    else omitted++;
    return fits;
  };
  const limit = (all: readonly DisplayItem[], depth: number): DisplayItem[] =>
    all.flatMap((item): DisplayItem[] => {
      if (item.kind === "item") return isWithin(workOfItem(item, card)) ? [item] : [];
      const inside = depth + (isLayerNeeded(item) ? 1 : 0);
      const inner = limit(item.items, inside);
      const mask = item.mask && limit(item.mask, inside);
      const group = { ...item, items: inner, ...(mask && { mask }) };
      const isPlain = !group.filter && !group.backdrop && !mask && !group.blend;
      const beyond = isPlain ? 0 : Infinity;
      if (isWithin(canBeLayer(group, depth) ? workOfLayer(group, card) : beyond)) return [group];
      if (mask || group.shadow) return [];
      return inner.map((each) => ({ kind: "group", opacity: item.opacity, items: [each] })); // one by one
    });
  const limited = limit(items, 0);
  return { items: limited, omitted, work };
}

/** The work of the canvases of a group. A single item needs none. */
function workOfLayer(group: Group, card: Rect): number {
  const { filter = [], backdrop, mask, blend } = group;
  const canvases = isLayerNeeded(group) ? (mask ? 2 : 1) : 0;
  const ofPixel = canvases * weights.draw + (blend ? weights.blend : 0) + workOfFilters(filter);
  const pixels = pixelsOf(layerAreaOf(group, card));
  const drawn = ofPixel * pixels + (pixels > 0 && filter.length > 0 ? filteredLayer : 0);
  const below = backdrop ? 2 * weights.draw + workOfFilters(backdrop.filter) : 0;
  return drawn + below * pixelsOf(backdropAreaOf(group, card));
}

function pixelsOf(area: PixelSize | undefined): number {
  return area ? area.width * area.height : 0;
}

/** For each pixel. */
function workOfFilters(filters: readonly FilterFunction[]): number {
  return filters.reduce((sum, { kind }) => sum + filterWeights[kind], 0);
}

/** The work of a gradient; 0 for everything else, of which a card has little. */
function workOfItem({ command, scope }: Item, card: Rect): number {
  if (command.kind !== "tile" || !isGradient(command.image)) return 0;
  const area = pixelsOf(intersect(boundsOf(boundsOfCommand(command), matrixOf(scope)), card));
  return area && workOfGradient(command.image, command, area, resolutionOf(scope));
}

function workOfGradient(
  { kind, stops }: ResolvedGradient,
  { tile, repeat }: TileCommand,
  area: number,
  resolution: number,
): number {
  const tilePixels = tile.width * tile.height * resolution ** 2;
  const pixels = Math.min(maxGradientPixels, repeat.x || repeat.y ? tilePixels : area);
  const mixed = stops.reduce((sum, { mix }) => sum + (mix ? mix.parts : 0), 0);
  return (
    colorsOfGradient +
    mixed * mixedColor +
    pixels * weights[kind === "conic-gradient" ? "conic" : "gradient"] +
    area * weights.draw
  );
}
