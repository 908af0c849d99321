import type { ElementNode } from "../layout/nodes.ts";
import type { Fragment, InlineBoxFragment, PlacedBox, PlacedElement, PlacedText } from "../layout/placed.ts";
import { boxCommands, imageCommand, outlineCommand } from "./box-commands.ts";
import { paintedBox, type PaintedBox, type Slice } from "./painted-box.ts";
import type { DisplayItem, PaintCommand, Scope } from "./commands.ts";
import type { RemoteSizes } from "./images.ts";
import { transformOf } from "./matrix.ts";
import { textCommands } from "./text-commands.ts";

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
  readonly items: readonly DisplayItem[];
}

/** Where a box is painted. */
interface Place {
  readonly layers: Layers;
  /** The entries of the closest stacking context. */
  readonly stack: StackEntry[];
  /** The clips and transforms of the parent. */
  readonly scope: Scope | undefined;
  /** The scope of the containing block of absolutely positioned boxes. */
  readonly absoluteScope: Scope | undefined;
}

/** What a box is to its parent. */
type Role = "block" | "flex-item" | "atomic-inline";

/**
 * The commands that paint a card, in their order.
 * @param scale pixels of the image per pixel of the layout
 */
export function createDisplayList(root: PlacedElement, images: RemoteSizes, scale = 1): DisplayItem[] {
  const scope: Scope | undefined =
    scale === 1 ? undefined : { kind: "transform", matrix: [scale, 0, 0, scale, 0, 0], parent: undefined };
  return stackingItems(root, { scope, absoluteScope: scope }, images);
}

function createLayers(): Layers {
  return { own: [], blocks: [], inline: [], outlines: [] };
}

function visit(box: PlacedBox, role: Role, place: Place, images: RemoteSizes): void {
  const { style } = box.node;
  const scope = style.position === "absolute" ? place.absoluteScope : place.scope;
  const zIndex = style.zIndex === "auto" ? 0 : style.zIndex;
  if (isStackingContext(box, role)) {
    place.stack.push({ zIndex, items: stackingItems(box, { ...place, scope }, images) });
  } else if (style.position !== "static") {
    const items: DisplayItem[] = [];
    place.stack.push({ zIndex, items }); // before its positioned descendants, which are painted after it
    items.push(...atomicItems(box, { ...place, scope }, images));
  } else if (role === "block") paintInto(box, place, place.layers.blocks, images);
  else place.layers.inline.push(...atomicItems(box, place, images));
}

/** CSS 2.2, 9.9.1; CSS Color 3, 3.2; CSS Transforms 1, 3; CSS Flexbox 1, 5.4. */
function isStackingContext({ node: { style } }: PlacedBox, role: Role): boolean {
  const hasZIndex = style.zIndex !== "auto" && (style.position !== "static" || role === "flex-item");
  return hasZIndex || style.opacity < 1 || style.transform.length > 0;
}

/** A box painted as one, but its positioned descendants belong to the stacking context around it. */
function atomicItems(box: PlacedBox, place: Place, images: RemoteSizes): DisplayItem[] {
  const layers = createLayers();
  paintInto(box, { ...place, layers }, layers.own, images);
  return [...layers.own, ...layers.blocks, ...layers.inline, ...layers.outlines];
}

function stackingItems(
  box: PlacedBox,
  { scope: outer, absoluteScope }: Pick<Place, "scope" | "absoluteScope">,
  images: RemoteSizes,
): DisplayItem[] {
  const { style, fit } = box.node;
  if (style.opacity <= 0) return [];
  const layers = createLayers();
  const stack: StackEntry[] = [];
  const scope: Scope | undefined =
    style.transform.length === 0
      ? outer
      : { kind: "transform", matrix: transformOf(box, style, fit), parent: outer };
  paintInto(box, { layers, stack, scope, absoluteScope }, layers.own, images);
  const sorted = stack.toSorted((a, b) => a.zIndex - b.zIndex);
  const items = [
    ...layers.own,
    ...sorted.filter(({ zIndex }) => zIndex < 0).flatMap((entry) => entry.items),
    ...layers.blocks,
    ...layers.inline,
    ...layers.outlines,
    ...sorted.filter(({ zIndex }) => zIndex >= 0).flatMap((entry) => entry.items),
  ];
  return translucent(items, style.opacity);
}

function translucent(items: readonly DisplayItem[], opacity: number): DisplayItem[] {
  if (opacity >= 1) return [...items];
  return items.length === 0 ? [] : [{ kind: "group", opacity, items }];
}

/** Adds a box with its descendants to layers; its own background and border to `decorations`. */
function paintInto(box: PlacedBox, place: Place, decorations: DisplayItem[], images: RemoteSizes): void {
  const { style, fit } = box.node;
  const painted = paintedBox(box, style, fit);
  if (style.visibility === "visible") {
    addDecorations(painted, place, decorations, images);
    const image = box.kind === "image" ? imageCommand(painted, box.node, images) : undefined;
    if (image) place.layers.inline.push(itemOf(image, place.scope));
  }
  if (box.kind === "element") paintContent(box, painted, place, images);
}

function itemOf(command: PaintCommand, scope: Scope | undefined): DisplayItem {
  return { kind: "item", command, scope };
}

function addDecorations(
  painted: PaintedBox,
  { layers, scope }: Pick<Place, "layers" | "scope">,
  decorations: DisplayItem[],
  images: RemoteSizes,
): void {
  for (const command of boxCommands(painted, images)) decorations.push(itemOf(command, scope));
  const outline = outlineCommand(painted);
  if (outline) layers.outlines.push(itemOf(outline, scope));
}

function paintContent(box: PlacedElement, painted: PaintedBox, place: Place, images: RemoteSizes): void {
  const { style } = box.node;
  const scope: Scope | undefined =
    style.overflow !== "visible"
      ? { kind: "clip", shape: painted.paddingBox, parent: place.scope }
      : place.scope;
  const isContainingBlock = style.position !== "static" || style.transform.length > 0;
  const inner = { ...place, scope, absoluteScope: isContainingBlock ? scope : place.absoluteScope };
  for (const text of box.texts) paintText(text, inner, images);
  const isFlex = style.display === "flex" || style.display === "inline-flex";
  const children = isFlex
    ? box.children.toSorted((a, b) => a.node.style.order - b.node.style.order)
    : box.children;
  for (const child of children) visit(child, isFlex ? "flex-item" : "block", inner, images);
}

function paintText({ lines }: PlacedText, place: Place, images: RemoteSizes): void {
  const slices = slicesOf(lines);
  for (const { fragments } of lines) place.layers.inline.push(...lineItems(fragments, slices, place, images));
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

/** The content of a line; the inline boxes with `opacity` are painted as groups. */
function lineItems(
  fragments: readonly Fragment[],
  slices: Slices,
  place: Place,
  images: RemoteSizes,
): DisplayItem[] {
  const group = fragments.find((fragment) => {
    return fragment.kind === "inline-box" && fragment.node.style.opacity < 1;
  });
  if (group?.kind !== "inline-box") return opaqueLineItems(fragments, slices, place, images);
  const { node } = group;
  const isOwn = (fragment: Fragment) => fragment.kind === "inline-box" && fragment.node === node;
  const own = fragments.filter(isOwn);
  const inside = fragments.filter((fragment) => !isOwn(fragment) && isWithin(fragment, node.path));
  const outside = fragments.filter((fragment) => !isOwn(fragment) && !inside.includes(fragment));
  const items = [...opaqueLineItems(own, slices, place, images), ...lineItems(inside, slices, place, images)];
  return [...lineItems(outside, slices, place, images), ...translucent(items, node.style.opacity)];
}

function isWithin(fragment: Fragment, path: string): boolean {
  const { node } = fragment.kind === "atomic" ? fragment.box : fragment;
  return node.path === path || node.path.startsWith(`${path}/`);
}

function opaqueLineItems(
  fragments: readonly Fragment[],
  slices: Slices,
  place: Place,
  images: RemoteSizes,
): DisplayItem[] {
  const layers = createLayers();
  const boxes = fragments.filter((fragment) => fragment.kind === "inline-box");
  for (const box of boxes.toSorted((a, b) => a.node.path.length - b.node.path.length)) {
    const { style, fit } = box.node;
    if (style.visibility === "hidden") continue;
    const isRtl = style.direction === "rtl";
    const isOpen = { left: isRtl ? !box.isEnd : !box.isStart, right: isRtl ? !box.isStart : !box.isEnd };
    const painted = paintedBox(box, style, fit, { isOpen, slice: slices.get(box) });
    addDecorations(painted, { ...place, layers }, layers.own, images);
  }
  for (const fragment of fragments) {
    if (fragment.kind === "atomic") visit(fragment.box, "atomic-inline", { ...place, layers }, images);
    if (fragment.kind !== "text" || fragment.node.style.visibility === "hidden") continue;
    for (const command of textCommands(fragment)) layers.inline.push(itemOf(command, place.scope));
  }
  place.layers.outlines.push(...layers.outlines);
  return [...layers.own, ...layers.inline];
}
