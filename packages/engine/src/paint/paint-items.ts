import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";
import type PQueue from "p-queue";
import type { Rect } from "../layout/placed.ts";
import { boundsOfCommand } from "./command-bounds.ts";
import type { DisplayItem, FillCommand, Group, Item, PaintCommand } from "./commands.ts";
import { backdropAreaOf, layerAreaOf } from "./layer-area.ts";
import type { LayerFilters } from "./layer-filters.ts";
import { boundsOf, invert, type Matrix } from "./matrix.ts";
import { paintBorder } from "./paint-border.ts";
import { paintLine } from "./paint-line.ts";
import { drawFragment } from "./paint-text.ts";
import { paintImage, paintTiles, type TileOptions } from "./paint-tiles.ts";
import { createDrawing, freeCanvas } from "./pixels.ts";
import { intersect } from "../layout/intersect.ts";
import { traceRoundedRect } from "./rounded-rect.ts";
import { createScopeStack, matrixOf, resolutionOf, type ScopeStack } from "./scope.ts";
import type { TimeSlice } from "../time-slice.ts";

/** A canvas that shows a part of the card. */
export interface Target {
  readonly context: CanvasRenderingContext2D;
  /** The part of the card in whole pixels. */
  readonly area: Rect;
}

export interface ItemOptions extends Omit<TileOptions, "resolution" | "visible"> {
  /** Runs one card's layers at a time, which limits their memory. */
  readonly layerQueue: PQueue;
  readonly filters: LayerFilters;
  /** From 0 to 1. Default: 1. */
  readonly opacity?: number;
  /** The number of layers around the items. Default: 0. */
  readonly depth?: number;
}

/** The depth of groups with their own canvas; deeper ones make each item translucent. */
const maxNestedLayers = 4;

/** Paints items in order, and yields to the event loop. Restores the state of the context. */
export async function paintItems(
  target: Target,
  items: readonly DisplayItem[],
  { opacity = 1, depth = 0, ...shared }: ItemOptions,
): Promise<void> {
  const { context, area } = target;
  const options = { ...shared, opacity, depth };
  context.save();
  context.globalAlpha = opacity;
  context.translate(-area.x, -area.y);
  const scopes = createScopeStack(context);
  for (const item of items) {
    if (options.timeSlice.isUsedUp()) await options.timeSlice.yieldToEventLoop();
    if (item.kind === "item") await paintItem(target, item, scopes, options);
    else await paintGroup(target, item, scopes, options);
  }
  scopes.enter(undefined);
  context.restore();
}

async function paintGroup(
  target: Target,
  group: Group,
  scopes: ScopeStack,
  options: Required<ItemOptions>,
): Promise<void> {
  if (canBeLayer(group, options.depth) && isLayerNeeded(group)) {
    const paint = () => paintLayer(target, group, scopes, options);
    // Layers take much memory, and filters share theirs.
    return options.depth === 0 ? options.layerQueue.add(paint) : paint();
  }
  scopes.enter(undefined);
  const { x, y } = target.area;
  target.context.translate(x, y); // painting the items moves the origin again
  await paintItems(target, group.items, { ...options, opacity: options.opacity * group.opacity });
  target.context.translate(-x, -y);
}

/** Whether a group at a depth can have a canvas of its own. Nothing is nested in a shadow. */
export function canBeLayer({ shadow }: Group, depth: number): boolean {
  return shadow !== undefined || depth < maxNestedLayers;
}

/** Whether a group can't be painted item by item. */
export function isLayerNeeded({ items, opacity, filter, mask, blend, backdrop, isIsolated }: Group): boolean {
  if (filter || mask || blend || backdrop || isIsolated) return true;
  const hasGroups = items.some((item) => item.kind === "group" && !item.shadow);
  // node-canvas ignores the transform of a pattern that it paints translucently; strokes overlap glyphs.
  const isSplit = ({ command }: Item) => command.kind === "tile" || "stroke" in command;
  if (opacity < 1 && items.some((item) => item.kind === "item" && isSplit(item))) return true;
  return items.length > 1 || hasGroups;
}

/** Paints a group on a canvas of its own, and draws that. Canvases of shadows are kept for later cards. */
async function paintLayer(
  target: Target,
  group: Group,
  scopes: ScopeStack,
  options: Required<ItemOptions>,
): Promise<void> {
  const area = layerAreaOf(group, target.area);
  if (!area) return;
  const { canvases, timeSlice } = options;
  const key = isBoxShadow(group) ? JSON.stringify([group.items, group.filter, area]) : undefined;
  const cached = key === undefined ? undefined : canvases.get(key);
  const canvas = cached ?? (await createLayerCanvas(target, group, area, options));
  scopes.enter(group.scope);
  const { blend: operator = "source-over" } = group;
  const opacity = options.opacity * group.opacity;
  // node-canvas blends the colors of translucent drawings wrongly.
  if (group.blend && opacity < 1) fade(canvas, opacity);
  await drawCanvas(target, canvas, area, { opacity: group.blend ? 1 : opacity, operator, timeSlice });
  if (cached) return;
  if (key === undefined) freeCanvas(canvas);
  else canvases.add(key, canvas);
}

function fade(canvas: Canvas, opacity: number): void {
  const context = canvas.getContext("2d");
  context.globalCompositeOperation = "destination-in";
  context.globalAlpha = opacity;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

function isBoxShadow({ shadow, items }: Group): boolean {
  return shadow !== undefined && items.every((item) => item.kind === "item" && item.command.kind === "fill");
}

/** A canvas with the items of a group, filtered and masked. */
async function createLayerCanvas(
  target: Target,
  group: Group,
  area: Rect,
  options: Required<ItemOptions>,
): Promise<Canvas> {
  const inner = { ...options, opacity: 1, depth: options.depth + 1 };
  const layer = createLayer(area);
  await paintItems(layer, group.items, inner);
  const { canvas } = layer.context;
  if (group.filter) {
    const matrix = matrixOf(group.scope);
    const { filters, timeSlice } = options;
    await filters.apply(canvas, group.filter, { matrix, edges: "transparent", timeSlice });
  }
  if (group.shadow) {
    // The filter rounds colors.
    layer.context.globalCompositeOperation = "source-in";
    layer.context.fillStyle = group.shadow;
    layer.context.fillRect(0, 0, area.width, area.height);
  }
  if (group.backdrop) await paintBackdrop(layer, group, target, options);
  if (group.mask) {
    const mask = createLayer(area);
    await paintItems(mask, group.mask, inner);
    layer.context.globalCompositeOperation = "destination-in";
    layer.context.drawImage(mask.context.canvas, 0, 0);
    freeCanvas(mask.context.canvas);
  }
  return canvas;
}

function createLayer(area: Rect): Target {
  return { context: createDrawing(area.width, area.height), area };
}

/** Pixels that are blended at a time. With `hue`, this takes up to 45 ms. */
const maxBandPixels = 2 ** 20;

interface DrawOptions {
  readonly opacity: number;
  readonly operator: CanvasRenderingContext2D["globalCompositeOperation"];
  readonly timeSlice: TimeSlice;
}

/** Draws a canvas that shows a part of the card, within the current clip. Large ones are blended in bands. */
async function drawCanvas(
  { context, area }: Target,
  canvas: Canvas,
  { x, y, width, height }: Rect,
  { opacity, operator, timeSlice }: DrawOptions,
): Promise<void> {
  context.save();
  context.setTransform(1, 0, 0, 1, -area.x, -area.y);
  context.globalAlpha = opacity;
  context.globalCompositeOperation = operator;
  const rows = operator === "source-over" ? height : Math.max(1, Math.floor(maxBandPixels / width));
  for (let top = 0; top < height; top += rows) {
    if (top > 0 && timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    context.save();
    context.beginPath();
    context.rect(x, y + top, width, rows);
    context.clip();
    context.drawImage(canvas, x, y);
    context.restore();
  }
  context.restore();
}

/** Draws what a canvas shows below a group, filtered: below everything on the group's own layer. */
async function paintBackdrop(
  layer: Target,
  group: Group,
  below: Target,
  { filters, timeSlice }: Required<ItemOptions>,
): Promise<void> {
  const area = backdropAreaOf(group, below.area);
  if (!area || !group.backdrop) return;
  const { filter, shape } = group.backdrop;
  const { x, y, width, height } = area;
  const copy = createCanvas(width, height);
  copy
    .getContext("2d")
    .drawImage(below.context.canvas, x - below.area.x, y - below.area.y, width, height, 0, 0, width, height);
  const matrix = matrixOf(group.scope);
  await filters.apply(copy, filter, { matrix, edges: "mirrored", timeSlice });
  const { context } = layer;
  context.save();
  context.setTransform(1, 0, 0, 1, -layer.area.x, -layer.area.y);
  context.transform(...matrix);
  context.beginPath();
  traceRoundedRect(context, shape);
  context.clip();
  await drawCanvas(layer, copy, area, { opacity: 1, operator: "destination-over", timeSlice });
  context.restore();
  freeCanvas(copy);
}

async function paintItem(
  { context, area }: Target,
  { command, scope }: Item,
  scopes: ScopeStack,
  options: ItemOptions,
): Promise<void> {
  const matrix = matrixOf(scope);
  const inverse = invert(matrix);
  const bounds = boundsOfCommand(command);
  if (!inverse || !intersect(boundsOf(bounds, matrix), area)) return;
  if (command.kind === "text" && !isLegible(command.fragment.fontSize, matrix)) return;
  scopes.enter(scope);
  const [visible, resolution] = [boundsOf(area, inverse), resolutionOf(scope)];
  await paintCommand(context, command, { ...options, visible, resolution });
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

function paintFill(
  context: CanvasRenderingContext2D,
  { shape, hole, color }: FillCommand,
  visible: Rect,
): void {
  context.fillStyle = color;
  if (!shape.radii && !hole) {
    const { x, y, width, height } = intersect(shape, visible) ?? shape;
    return context.fillRect(x, y, width, height);
  }
  context.beginPath();
  traceRoundedRect(context, shape);
  if (hole) traceRoundedRect(context, hole);
  context.fill("evenodd");
}

async function paintCommand(
  context: CanvasRenderingContext2D,
  command: PaintCommand,
  options: TileOptions,
): Promise<void> {
  switch (command.kind) {
    case "fill":
      return paintFill(context, command, options.visible);
    case "tile":
      return paintTiles(context, command, options);
    case "border":
      return paintBorder(context, command, options.visible);
    case "image":
      return paintImage(context, command, options);
    case "text":
      return drawFragment(context, command.fragment, { ...command, resolution: options.resolution });
    case "line":
      return paintLine(context, command, options.visible);
    default:
      return command satisfies never;
  }
}
