import type { Box, Canvas, Direction, Image, Node, Text } from "@placard/templates";
import Yoga, { type MeasureFunction, type Node as YogaNode } from "yoga-layout";
import { setterOf, type Setter, type SetText } from "./set-text.ts";
import { applyStyle } from "./yoga-style.ts";

/** Where a node lies on the canvas, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A node with its place, ready to be painted. */
export type Placed = Place &
  ({ readonly node: Box | Image } | { readonly node: Text; readonly set: SetText });

/** The nodes of a tree in painting order. `fits`: nothing sticks out of its box and no title was cut. */
export interface Layout {
  readonly placed: readonly Placed[];
  readonly fits: boolean;
}

/** Texts are prepared once a card, however often it is laid out. */
export type Setters = Map<Text, Setter>;

/** Gives every node of a tree its place. Positions and sizes are whole pixels. */
export function layOut(root: Box, { width, height }: Canvas, direction: Direction, setters: Setters): Layout {
  const yoga = build(root, setters);
  try {
    yoga.calculateLayout(width, height, direction === "rtl" ? Yoga.DIRECTION_RTL : Yoga.DIRECTION_LTR);
    const placed: Placed[] = [];
    const fits = collect(root, yoga, { x: 0, y: 0 }, setters, placed);
    return { placed, fits };
  } finally {
    yoga.freeRecursive(); // lives in WebAssembly memory, which no garbage collector sees
  }
}

function build(node: Node, setters: Setters): YogaNode {
  const yoga = Yoga.Node.create();
  applyStyle(yoga, node);
  if (node.kind === "text") {
    yoga.setMeasureFunc(measurer(setterFor(node, setters)));
  } else if (node.kind === "box") {
    node.children.forEach((child, index) => yoga.insertChild(build(child, setters), index));
  }
  return yoga;
}

function setterFor(text: Text, setters: Setters): Setter {
  let found = setters.get(text);
  if (!found) setters.set(text, (found = setterOf(text)));
  return found;
}

function measurer(setter: Setter): MeasureFunction {
  return (width, widthMode, height, heightMode) => {
    const unbounded = Yoga.MEASURE_MODE_UNDEFINED;
    return setter.set(
      widthMode === unbounded ? Infinity : width,
      heightMode === unbounded ? Infinity : height,
    );
  };
}

function collect(
  node: Node,
  yoga: YogaNode,
  origin: { x: number; y: number },
  setters: Setters,
  placed: Placed[],
): boolean {
  const { left, top, width, height } = yoga.getComputedLayout();
  const place = { x: origin.x + left, y: origin.y + top, width, height };
  if (node.kind === "text") {
    // Set anew in the room it got in the end, which may be less than it asked for.
    const set = setterFor(node, setters).set(width, height);
    placed.push({ ...place, node, set });
    return !(set.cut && (typeof node.size === "object" || set.height > height + 1));
  }
  placed.push({ ...place, node });
  if (node.kind === "image") return true;
  let fits = true;
  node.children.forEach((child, index) => {
    const inner = yoga.getChild(index);
    fits = within(inner, yoga) && fits;
    fits = collect(child, inner, place, setters, placed) && fits;
  });
  return fits;
}

function within(child: YogaNode, parent: YogaNode): boolean {
  const [inner, outer] = [child.getComputedLayout(), parent.getComputedLayout()];
  return (
    inner.left >= -1 &&
    inner.top >= -1 &&
    inner.left + inner.width <= outer.width + 1 &&
    inner.top + inner.height <= outer.height - parent.getComputedPadding(Yoga.EDGE_BOTTOM) + 1
  );
}
