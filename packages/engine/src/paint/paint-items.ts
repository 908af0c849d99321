import { createCanvas, type CanvasRenderingContext2D } from "canvas";
import type PQueue from "p-queue";
import type { Rect } from "../layout/placed.ts";
import type { CanvasCache } from "./canvas-cache.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, FillCommand, Group, Item, PaintCommand } from "./commands.ts";
import type { Images } from "./images.ts";
import { boundsOf, invert, type Matrix } from "./matrix.ts";
import type { BlurOptions } from "./paint-blurred.ts";
import { paintBorder } from "./paint-border.ts";
import { paintLine } from "./paint-line.ts";
import { paintShadow } from "./paint-shadow.ts";
import { paintText } from "./paint-text.ts";
import { paintImage, paintTiles, type TileOptions } from "./paint-tiles.ts";
import { freeCanvas } from "./pixels.ts";
import { intersect, traceRoundedRect } from "./rounded-rect.ts";
import { createScopeStack, matrixOf, resolutionOf, type ScopeStack } from "./scope.ts";
import type { TimeSlice } from "./time-slice.ts";

/** A canvas that shows a part of the card. */
export interface Target {
  readonly context: CanvasRenderingContext2D;
  /** The part of the card in whole pixels. */
  readonly area: Rect;
}

export interface ItemOptions {
  readonly images: Images;
  readonly canvases: CanvasCache;
  /** Runs one card's layers at a time, which limits their memory. */
  readonly layerQueue: PQueue;
  readonly timeSlice: TimeSlice;
  /** Whether gradients are cached for other cards. */
  readonly isCached: boolean;
}

/** The depth of groups with their own canvas; deeper ones make each item translucent. */
export const maxNestedLayers = 3;

/** Paints items in order, and yields to the event loop. Restores the state of the context. */
export async function paintItems(
  target: Target,
  items: readonly DisplayItem[],
  options: ItemOptions,
): Promise<void> {
  await paintTranslucent(target, items, { ...options, opacity: 1, depth: 0 });
}

interface NestedOptions extends ItemOptions {
  readonly opacity: number;
  /** The number of layers around the items. */
  readonly depth: number;
}

async function paintTranslucent(
  target: Target,
  items: readonly DisplayItem[],
  options: NestedOptions,
): Promise<void> {
  const { context, area } = target;
  context.save();
  context.globalAlpha = options.opacity;
  context.translate(-area.x, -area.y);
  const scopes = createScopeStack(context);
  for (const item of items) {
    if (options.timeSlice.isUsedUp()) await options.timeSlice.yieldToEventLoop();
    if (item.kind === "item") await paintItem(target, item, scopes, options);
    else {
      scopes.enter(undefined);
      await paintGroup(target, item, options);
    }
  }
  scopes.enter(undefined);
  context.restore();
}

async function paintGroup(target: Target, group: Group, options: NestedOptions): Promise<void> {
  const { opacity, depth } = options;
  const isSingle = group.items.length === 1 && group.items[0]?.kind === "item";
  if (isSingle || depth >= maxNestedLayers) {
    const inner = { ...target.area };
    target.context.translate(inner.x, inner.y); // painting the items moves the origin again
    await paintTranslucent(target, group.items, { ...options, opacity: opacity * group.opacity });
    target.context.translate(-inner.x, -inner.y);
    return;
  }
  const area = areaOf(group.items, target.area);
  if (!area) return;
  const paint = async () => {
    const layer = createCanvas(area.width, area.height);
    const context = layer.getContext("2d");
    context.textDrawingMode = "glyph";
    await paintTranslucent({ context, area }, group.items, { ...options, opacity: 1, depth: depth + 1 });
    target.context.globalAlpha = opacity * group.opacity;
    target.context.drawImage(layer, area.x, area.y);
    target.context.globalAlpha = opacity;
    freeCanvas(layer);
  };
  if (depth > 0) return paint();
  await options.layerQueue.add(paint);
}

/** The part of an area that items paint on, in whole pixels; undefined if there is none. */
export function areaOf(items: readonly DisplayItem[], area: Rect): Rect | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const item of items) {
    const bounds =
      item.kind === "group"
        ? areaOf(item.items, area)
        : intersect(boundsOf(boundsOfCommand(item.command), matrixOf(item.scope)), area);
    if (!bounds) continue;
    [left, top] = [Math.min(left, bounds.x), Math.min(top, bounds.y)];
    [right, bottom] = [Math.max(right, bounds.x + bounds.width), Math.max(bottom, bounds.y + bounds.height)];
  }
  if (right <= left) return undefined;
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { x, y, width: Math.ceil(right) - x, height: Math.ceil(bottom) - y };
}

async function paintItem(
  { context, area }: Target,
  { command, scope }: Item,
  scopes: ScopeStack,
  { images, canvases, isCached, timeSlice }: ItemOptions,
): Promise<void> {
  const matrix = matrixOf(scope);
  const inverse = invert(matrix);
  const bounds = boundsOfCommand(command);
  if (!inverse || !intersect(boundsOf(bounds, matrix), area)) return;
  if (command.kind === "text" && !isLegible(command.fragment.fontSize, matrix)) return;
  scopes.enter(scope);
  await paintCommand(context, command, {
    images,
    canvases,
    isCached,
    timeSlice,
    visible: boundsOf(area, inverse),
    resolution: resolutionOf(scope),
  });
}

/** The sizes of glyphs in pixels: FreeType fails for others, and a context does not recover. */
const glyphSizes = { min: 0.1, max: 4000, maxRatio: 200 };

/** Whether glyphs can be drawn: others are too small to be seen, or larger than the card. */
function isLegible(fontSize: number, [a, b, c, d]: Matrix): boolean {
  const largest = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const smallest = Math.abs(a * d - b * c) / largest;
  return (
    fontSize * smallest >= glyphSizes.min &&
    fontSize * largest <= glyphSizes.max &&
    largest <= smallest * glyphSizes.maxRatio
  );
}

function paintFill(context: CanvasRenderingContext2D, { shape, color }: FillCommand, visible: Rect): void {
  context.fillStyle = color;
  if (!shape.radii) {
    const { x, y, width, height } = intersect(shape, visible) ?? shape;
    return context.fillRect(x, y, width, height);
  }
  context.beginPath();
  traceRoundedRect(context, shape);
  context.fill();
}

async function paintCommand(
  context: CanvasRenderingContext2D,
  command: PaintCommand,
  options: TileOptions & BlurOptions,
): Promise<void> {
  switch (command.kind) {
    case "fill":
      return paintFill(context, command, options.visible);
    case "shadow":
      return paintShadow(context, command, options);
    case "tile":
      return paintTiles(context, command, options);
    case "border":
      return paintBorder(context, command, options.visible);
    case "image":
      return paintImage(context, command, options);
    case "text":
      return paintText(context, command, options);
    case "line":
      return paintLine(context, command, options);
    default:
      return command satisfies never;
  }
}
