import type { Area, Box, Canvas, Direction, Image, Node, Text } from "@placard/templates";
import Yoga, {
  Align,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  type MeasureFunction,
  type Node as YogaNode,
} from "yoga-layout";
import { createTypesetter, type Typesetter, type TypesetText } from "../text/typeset.ts";

/** A node and its area on the canvas, ready to be painted. */
export type PlacedNode = Area &
  ({ readonly node: Box | Image } | { readonly node: Text; readonly typeset: TypesetText });

/** The nodes of a tree in painting order. */
export interface Layout {
  readonly nodes: readonly PlacedNode[];
  /** Whether no node overflows its box and no title was truncated. */
  readonly fits: boolean;
}

/** The typesetters of texts, created once per card for any number of layouts. */
export type Typesetters = Map<Text, Typesetter>;

/** Computes the area of every node of a tree with Yoga's flexbox. Positions and sizes are whole pixels. */
export function computeLayout(
  root: Box,
  { width, height }: Canvas,
  direction: Direction,
  typesetters: Typesetters,
): Layout {
  const yoga = buildTree(root, typesetters);
  try {
    yoga.calculateLayout(width, height, direction === "rtl" ? Yoga.DIRECTION_RTL : Yoga.DIRECTION_LTR);
    const nodes: PlacedNode[] = [];
    const fits = collectNodes(root, yoga, { x: 0, y: 0 }, typesetters, nodes);
    return { nodes, fits };
  } finally {
    yoga.freeRecursive(); // it is in WebAssembly memory, which is not garbage collected
  }
}

function buildTree(node: Node, typesetters: Typesetters): YogaNode {
  const yoga = Yoga.Node.create();
  applyStyle(yoga, node);
  if (node.kind === "text") {
    yoga.setMeasureFunc(measureFunction(typesetterFor(node, typesetters)));
  } else if (node.kind === "box") {
    node.children.forEach((child, index) => yoga.insertChild(buildTree(child, typesetters), index));
  }
  return yoga;
}

function typesetterFor(text: Text, typesetters: Typesetters): Typesetter {
  let typesetter = typesetters.get(text);
  if (!typesetter) typesetters.set(text, (typesetter = createTypesetter(text)));
  return typesetter;
}

function measureFunction(typesetter: Typesetter): MeasureFunction {
  return (width, widthMode, height, heightMode) => {
    const unbounded = Yoga.MEASURE_MODE_UNDEFINED;
    return typesetter.typeset(
      widthMode === unbounded ? Infinity : width,
      heightMode === unbounded ? Infinity : height,
    );
  };
}

/** Adds a node and its descendants to `nodes`; returns whether all of them fit. */
function collectNodes(
  node: Node,
  yoga: YogaNode,
  origin: { x: number; y: number },
  typesetters: Typesetters,
  nodes: PlacedNode[],
): boolean {
  const { left, top, width, height } = yoga.getComputedLayout();
  const area = { x: origin.x + left, y: origin.y + top, width, height };
  if (node.kind === "text") {
    // Typeset for the final size of its box, which may be smaller than what it was measured for.
    const typeset = typesetterFor(node, typesetters).typeset(width, height);
    nodes.push({ ...area, node, typeset });
    return !(typeset.isTruncated && (typeof node.size === "object" || typeset.height > height + 1));
  }
  nodes.push({ ...area, node });
  if (node.kind === "image") return true;
  let fits = true;
  node.children.forEach((child, index) => {
    const yogaChild = yoga.getChild(index);
    fits = isWithin(yogaChild, yoga) && fits;
    fits = collectNodes(child, yogaChild, area, typesetters, nodes) && fits;
  });
  return fits;
}

function isWithin(child: YogaNode, parent: YogaNode): boolean {
  const [inner, outer] = [child.getComputedLayout(), parent.getComputedLayout()];
  return (
    inner.left >= -1 &&
    inner.top >= -1 &&
    inner.left + inner.width <= outer.width + 1 &&
    inner.top + inner.height <= outer.height - parent.getComputedPadding(Yoga.EDGE_BOTTOM) + 1
  );
}

const aligns = { start: Align.FlexStart, center: Align.Center, end: Align.FlexEnd, stretch: Align.Stretch };
const justifies = {
  start: Justify.FlexStart,
  center: Justify.Center,
  end: Justify.FlexEnd,
  between: Justify.SpaceBetween,
};

function applyStyle(yoga: YogaNode, node: Node): void {
  if (node.width !== undefined) yoga.setWidth(node.width);
  if (node.height !== undefined) yoga.setHeight(node.height);
  if (node.maxWidth !== undefined) yoga.setMaxWidth(node.maxWidth);
  if (node.grow !== undefined) yoga.setFlexGrow(node.grow);
  if (node.shrink !== undefined) yoga.setFlexShrink(node.shrink);
  if (node.kind === "box") applyBoxStyle(yoga, node);
}

function applyBoxStyle(yoga: YogaNode, box: Box): void {
  yoga.setFlexDirection(box.direction === "row" ? FlexDirection.Row : FlexDirection.Column);
  yoga.setAlignItems(aligns[box.align ?? "stretch"]);
  yoga.setJustifyContent(justifies[box.justify ?? "start"]);
  if (box.gap !== undefined) yoga.setGap(Gutter.All, box.gap);
  const padding = box.padding ?? 0;
  const [top, end, bottom, start] =
    typeof padding === "number" ? [padding, padding, padding, padding] : padding;
  yoga.setPadding(Edge.Top, top);
  yoga.setPadding(Edge.End, end);
  yoga.setPadding(Edge.Bottom, bottom);
  yoga.setPadding(Edge.Start, start);
}
