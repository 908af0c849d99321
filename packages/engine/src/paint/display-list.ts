import type { ElementNode, SceneNode } from "@placard/templates/scene";
import type { Fragment, InlineBoxFragment, PlacedBox, PlacedElement, PlacedText } from "../layout/placed.ts";
import { isContainingBlock } from "../layout/containing-block.ts";
import { turn, turnBack } from "../layout/turned-lines.ts";
import { backgroundItems, itemOf } from "./background-items.ts";
import { borderCommand, imageCommand, outlineCommand } from "./box-commands.ts";
import { contentBox, paintedBox, type PaintedBox, type Slice } from "./painted-box.ts";
import type { DisplayItem, Scope } from "./commands.ts";
import type { RemoteSizes } from "./images.ts";
import { transformOf, type Matrix } from "./matrix.ts";
import { isLayer, layerItems, type Scopes } from "./layer-group.ts";
import type { RoundedRect } from "./rounded-rect.ts";
import { boxShadowItems } from "./shadow-items.ts";
import { svgTextItems } from "./svg-text-items.ts";
import { maskCommands, textItems } from "./text-commands.ts";

/** The parts of a box that is painted as one, from the back to the front (CSS 2.2, appendix E.2). */
interface Layers {
  /** Of the box itself. */
  readonly own: DisplayItem[];
  /** Backgrounds and borders of blocks. */
  readonly blocks: DisplayItem[];
  /** Text, images, flex items and other boxes that are painted as one. */
  readonly inline: DisplayItem[];
  readonly outlines: DisplayItem[];
}

/** A positioned box or a stacking context within another one. */
interface StackEntry {
  readonly zIndex: number;
  readonly path: string;
  readonly items: readonly DisplayItem[];
}

/** Where a box is painted. */
interface Place extends Scopes {
  readonly layers: Layers;
  /** The entries of the closest stacking context. */
  readonly stack: StackEntry[];
  readonly images: RemoteSizes;
  /** Of a table: what the box around it and its captions does not clip. */
  readonly around?: Scopes | undefined;
  /** Whether what is painted is in turned lines. */
  readonly isVertical?: boolean | undefined;
}

/** What a box is to its parent. */
type Role = "block" | "flex-item" | "atomic-inline";

/**
 * The commands that paint a card, in their order.
 * @param scale pixels of the image per pixel of the layout
 */
export function createDisplayList(root: PlacedElement, images: RemoteSizes, scale = 1): DisplayItem[] {
  const scope = transformed(undefined, scale !== 1 && [scale, 0, 0, scale, 0, 0]);
  return stackingItems(root, { scope, absoluteScope: scope, fixedScope: scope, images });
}

function createLayers(): Layers {
  return { own: [], blocks: [], inline: [], outlines: [] };
}

function visit(box: PlacedBox, role: Role, place: Place): void {
  const { style, path } = box.node;
  const outer = style.isFixed ? place.fixedScope : place.absoluteScope;
  const scope = style.position === "absolute" ? outer : place.scope;
  const zIndex = style.zIndex === "auto" ? 0 : style.zIndex;
  if (isStackingContext(box, role)) {
    place.stack.push({ zIndex, path, items: stackingItems(box, { ...place, scope }) });
  } else if (style.position !== "static") {
    const items: DisplayItem[] = [];
    place.stack.push({ zIndex, path, items }); // before its positioned descendants, which are painted after it
    items.push(...atomicItems(box, { ...place, scope }));
  } else if (role === "block") paintInto(box, place, place.layers.blocks);
  else place.layers.inline.push(...atomicItems(box, place));
}

/** CSS 2.2, 9.9.1; CSS Color 3, 3.2; CSS Transforms 1, 3; CSS Flexbox 1, 5.4; Compositing 1, 3.1. */
function isStackingContext({ node: { style } }: PlacedBox, role: Role): boolean {
  const hasZIndex = style.zIndex !== "auto" && (style.position !== "static" || role === "flex-item");
  return hasZIndex || style.isFixed || isLayer(style) || style.transform.length > 0;
}

/** A box painted as one, but its positioned descendants belong to the stacking context around it. */
function atomicItems(box: PlacedBox, place: Place): DisplayItem[] {
  const layers = createLayers();
  paintInto(box, { ...place, layers }, layers.own);
  return [...layers.own, ...layers.blocks, ...layers.inline, ...layers.outlines];
}

function stackingItems(
  box: PlacedBox,
  { scope: outer, absoluteScope, fixedScope, images }: Scopes & Pick<Place, "images">,
): DisplayItem[] {
  const { style } = box.node;
  const scope = transformed(outer, style.transform.length > 0 && transformOf(box, style, box.em));
  const painted = paintedBox(box);
  return layerItems(painted, { scope, absoluteScope, fixedScope }, images, (scopes) => {
    const layers = createLayers();
    const stack: StackEntry[] = [];
    paintInto(box, { layers, stack, images, ...scopes }, layers.own);
    return inStack(stack, layers.own, [...layers.blocks, ...layers.inline, ...layers.outlines]);
  });
}

/** The items of a stacking context: its box, its content, and what is stacked below and above. */
function inStack(
  stack: readonly StackEntry[],
  own: readonly DisplayItem[],
  content: readonly DisplayItem[],
): DisplayItem[] {
  const sorted = stack.toSorted((a, b) => a.zIndex - b.zIndex);
  return [
    ...own,
    ...sorted.filter(({ zIndex }) => zIndex < 0).flatMap((entry) => entry.items),
    ...content,
    ...sorted.filter(({ zIndex }) => zIndex >= 0).flatMap((entry) => entry.items),
  ];
}

/** Adds a box with its descendants to layers; its own background and border to `decorations`. */
function paintInto(box: PlacedBox, place: Place, decorations: DisplayItem[]): void {
  const { style } = box.node;
  const painted = paintedBox(box);
  if (style.visibility === "visible") {
    addDecorations(painted, place, decorations, () => clippingText(box, place.scope));
    const image = box.kind === "image" ? imageCommand(painted, box.node, place.images) : undefined;
    if (image) place.layers.inline.push(itemOf(image, place.scope));
    if (box.kind === "image")
      place.layers.inline.push(...svgTextItems(box, contentBox(painted), place.scope));
  }
  if (box.kind === "element") paintContent(box, painted, place);
}

/** The text in the flow that `background-clip: text` of a box clips to: as in Chromium, before transforms. */
function clippingText(box: PlacedBox, scope: Scope | undefined): DisplayItem[] {
  if (box.kind !== "element") return [];
  const own = box.texts.flatMap(({ lines, isVertical }) =>
    lines.flatMap(({ fragments }) => maskOf(fragments, transformed(scope, isVertical && turn))),
  );
  const inFlow = box.children.filter(({ node }) => node.style.position !== "absolute");
  return [...own, ...inFlow.flatMap((child) => clippingText(child, scope))];
}

function maskOf(fragments: readonly Fragment[], scope: Scope | undefined): DisplayItem[] {
  return fragments.flatMap((fragment) => {
    if (fragment.kind === "atomic") return clippingText(fragment.box, scope);
    if (fragment.kind !== "text" || fragment.node.style.visibility === "hidden") return [];
    return maskCommands(fragment).map((command) => itemOf(command, scope));
  });
}

function addDecorations(
  painted: PaintedBox,
  place: Place,
  decorations: DisplayItem[],
  text: () => readonly DisplayItem[],
): void {
  const { layers, scope, images, around = place } = place;
  decorations.push(...boxShadowItems(painted, false, around.scope));
  decorations.push(...backgroundItems(painted, scope, images, text));
  decorations.push(...boxShadowItems(painted, true, scope));
  const border = borderCommand(painted);
  if (border) decorations.push(itemOf(border, scope));
  const outline = outlineCommand(painted);
  if (outline) layers.outlines.push(itemOf(outline, scope));
}

/** `overflow: clip` of one axis has no corners and leaves the other axis open. */
function clipShape({ paddingBox, style: { overflow } }: PaintedBox): RoundedRect {
  const { x, y, width, height } = paddingBox;
  if (overflow === "clip-x") return { x, y: -unlimited, width, height: 2 * unlimited };
  return overflow === "clip-y" ? { x: -unlimited, y, width: 2 * unlimited, height } : paddingBox;
}

/** Farther from a card than anything that is painted, in pixels. */
const unlimited = 100_000;

function paintContent(box: PlacedElement, painted: PaintedBox, place: Place): void {
  const { style } = box.node;
  const scope: Scope | undefined =
    style.overflow !== "visible"
      ? { kind: "clip", shape: clipShape(painted), parent: place.scope }
      : place.scope;
  const inner: Place = {
    ...place,
    around: undefined,
    scope,
    absoluteScope: isContainingBlock(style) ? scope : place.absoluteScope,
    fixedScope: isContainingBlock(style, true) ? scope : place.fixedScope,
  };
  const start = place.stack.length;
  for (const text of box.texts) paintText(text, inner);
  const hasPositionedText = place.stack.length > start;
  const isFlex = style.display.endsWith("flex") || style.display.endsWith("grid");
  const children = isFlex
    ? box.children.toSorted((a, b) => a.node.style.order - b.node.style.order)
    : box.children;
  for (const child of children) {
    const isTable = child.node.path === box.node.path;
    visit(child, isFlex ? "flex-item" : "block", isTable ? { ...inner, around: place } : inner);
  }
  if (!hasPositionedText) return;
  const order = documentOrder(box.node);
  place.stack.push(...place.stack.splice(start).sort((a, b) => order.get(a.path)! - order.get(b.path)!));
}

/** The indexes of an element and what is in it, by path. */
function documentOrder(node: SceneNode, order = new Map<string, number>()): ReadonlyMap<string, number> {
  if (!order.has(node.path)) order.set(node.path, order.size);
  if (node.kind === "element") for (const child of node.children) documentOrder(child, order);
  return order;
}

function paintText({ lines, isVertical }: PlacedText, place: Place): void {
  const slices = slicesOf(lines);
  const inner = { ...place, scope: transformed(place.scope, isVertical && turn), isVertical };
  for (const { fragments } of lines) place.layers.inline.push(...lineItems(fragments, slices, inner));
}

function transformed(parent: Scope | undefined, matrix: Matrix | false | undefined): Scope | undefined {
  return matrix ? { kind: "transform", matrix, parent } : parent;
}

/** The parts of inline boxes that are on several lines: their backgrounds continue from line to line. */
type Slices = ReadonlyMap<InlineBoxFragment, Slice>;

function slicesOf(lines: PlacedText["lines"]): Slices {
  const slices = new Map<InlineBoxFragment, Slice>();
  const widths = new Map<ElementNode, number>();
  for (const { fragments } of lines) {
    for (const fragment of fragments) {
      if (fragment.kind !== "inline-box" || fragment.node.style.background.length === 0) continue;
      const before = widths.get(fragment.node) ?? 0;
      widths.set(fragment.node, before + fragment.width);
      slices.set(fragment, { before, fullWidth: 0 });
    }
  }
  for (const [fragment, { before }] of slices) {
    slices.set(fragment, { before, fullWidth: widths.get(fragment.node) ?? 0 });
  }
  return slices;
}

/** The content of a line; inline boxes that are layers or positioned are painted above it. */
function lineItems(fragments: readonly Fragment[], slices: Slices, place: Place): DisplayItem[] {
  const group = fragments.find((fragment) => {
    return (
      fragment.kind === "inline-box" &&
      (isLayer(fragment.node.style) || fragment.node.style.position !== "static")
    );
  });
  if (group?.kind !== "inline-box") return plainLineItems(fragments, slices, place);
  const { node } = group;
  const isOwn = (fragment: Fragment) => fragment.kind === "inline-box" && fragment.node === node;
  const own = fragments.filter(isOwn);
  const inside = fragments.filter((fragment) => !isOwn(fragment) && isWithin(fragment, node.path));
  const outside = fragments.filter((fragment) => !isOwn(fragment) && !inside.includes(fragment));
  const { style, path } = node;
  const text = inside.filter(({ kind }) => kind === "text");
  const ownItems = (scopes: Scopes) => {
    const isContext = isLayer(style) || style.zIndex !== "auto";
    const inner = { ...place, ...scopes, ...(isContext && { stack: [] }) };
    const decorations = plainLineItems([...own], slices, inner, text);
    const content = lineItems(inside, slices, inner);
    return isContext ? inStack(inner.stack, decorations, content) : [...decorations, ...content];
  };
  const items: DisplayItem[] = [];
  place.stack.push({ zIndex: style.zIndex === "auto" ? 0 : style.zIndex, path, items });
  items.push(
    ...(isLayer(style) ? layerItems(paintedBox(group), place, place.images, ownItems) : ownItems(place)),
  );
  return lineItems(outside, slices, place);
}

function isWithin(fragment: Fragment, path: string): boolean {
  const { node } = fragment.kind === "atomic" ? fragment.box : fragment;
  return node.path === path || node.path.startsWith(`${path}/`);
}

/** @param texts the texts of the line */
function plainLineItems(
  fragments: readonly Fragment[],
  slices: Slices,
  place: Place,
  texts = fragments,
): DisplayItem[] {
  const layers = createLayers();
  const boxes = fragments.filter((fragment) => fragment.kind === "inline-box");
  for (const box of boxes.toSorted((a, b) => a.node.path.length - b.node.path.length)) {
    const { style } = box.node;
    if (style.visibility === "hidden") continue;
    const isRtl = style.direction === "rtl";
    const isOpen = { left: isRtl ? !box.isEnd : !box.isStart, right: isRtl ? !box.isStart : !box.isEnd };
    const painted = paintedBox(box, { isOpen, slice: slices.get(box) });
    addDecorations(painted, { ...place, layers }, layers.own, () =>
      maskOf(
        texts.filter((fragment) => isWithin(fragment, box.node.path)),
        place.scope,
      ),
    );
  }
  for (const fragment of fragments) {
    if (fragment.kind === "atomic")
      visit(fragment.box, "atomic-inline", {
        ...place,
        scope: transformed(place.scope, place.isVertical && turnBack),
        layers,
      });
    if (fragment.kind !== "text" || fragment.node.style.visibility === "hidden") continue;
    layers.inline.push(...textItems(fragment, place.scope));
  }
  place.layers.outlines.push(...layers.outlines);
  return [...layers.own, ...layers.inline];
}
