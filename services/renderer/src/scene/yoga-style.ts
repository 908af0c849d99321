import type { Box, Node } from "@placard/templates";
import { Align, Edge, FlexDirection, Gutter, Justify, type Node as YogaNode } from "yoga-layout";

const aligns = { start: Align.FlexStart, center: Align.Center, end: Align.FlexEnd, stretch: Align.Stretch };
const justifies = {
  start: Justify.FlexStart,
  center: Justify.Center,
  end: Justify.FlexEnd,
  between: Justify.SpaceBetween,
};

/** Tells a layout node what the scene's node says of its size and of its children's arrangement. */
export function applyStyle(yoga: YogaNode, node: Node): void {
  if (node.width !== undefined) yoga.setWidth(node.width);
  if (node.height !== undefined) yoga.setHeight(node.height);
  if (node.maxWidth !== undefined) yoga.setMaxWidth(node.maxWidth);
  if (node.grow !== undefined) yoga.setFlexGrow(node.grow);
  if (node.shrink !== undefined) yoga.setFlexShrink(node.shrink);
  if (node.kind === "box") arrangeChildren(yoga, node);
}

function arrangeChildren(yoga: YogaNode, box: Box): void {
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
