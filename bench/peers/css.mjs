// The card as CSS, for peers with layout.
import { height, width } from "./card.mjs";

/** The card as a tree, built with `box(style, children)` and `text(style, text)`. */
export function tree({ background, root }, { box, text }) {
  const convert = (node) =>
    node.kind === "text" ? text(textStyle(node), node.text) : box(boxStyle(node), node.children.map(convert));
  const style = { display: "flex", position: "relative", overflow: "hidden", width, height };
  // Positioned elements are painted above others, so the boxes need a position to be in front of the background layers.
  const front = { display: "flex", position: "absolute", left: 0, top: 0, width, height };
  return box(style, [
    ...background.flatMap(layerStyles).map((layer) => box(layer, [])),
    box(front, [convert(root)]),
  ]);
}

function layerStyles(layer) {
  const at = (left, top, areaWidth, areaHeight) => ({
    position: "absolute",
    left,
    top,
    width: areaWidth,
    height: areaHeight,
  });
  switch (layer.kind) {
    case "cover":
      return [{ ...at(0, 0, width, height), ...fillStyle(layer.fill) }];
    case "rules":
      return layer.positions.map((x) => ({
        ...at(x, 0, layer.thickness, height),
        backgroundColor: layer.color,
      }));
    case "disc": {
      const { x, y, fill, thickness } = layer;
      const radius = layer.radius + (thickness ?? 0) / 2;
      const round = { ...at(x - radius, y - radius, 2 * radius, 2 * radius), borderRadius: radius };
      return [
        thickness ? { ...round, border: `${thickness}px solid ${fill}` } : { ...round, ...fillStyle(fill) },
      ];
    }
    default:
      throw new Error(`Unsupported background layer: ${layer.kind}`);
  }
}

function fillStyle(fill) {
  if (!fill) return {};
  if (typeof fill === "string") return { backgroundColor: fill };
  const stops = fill.stops.map(([offset, color]) => `${color} ${offset * 100}%`);
  return { backgroundImage: `linear-gradient(${fill.angle}deg, ${stops.join(", ")})` };
}

const alignments = {
  start: "flex-start",
  center: "center",
  end: "flex-end",
  stretch: "stretch",
  between: "space-between",
};

function boxStyle({
  direction,
  align = "stretch",
  justify = "start",
  padding = 0,
  gap = 0,
  radius = 0,
  fill,
  ...node
}) {
  return {
    display: "flex",
    boxSizing: "border-box",
    flexDirection: direction,
    alignItems: alignments[align],
    justifyContent: alignments[justify],
    padding: [padding].flat().map(px).join(" "),
    gap,
    ...(radius && { borderRadius: [radius].flat().map(px).join(" ") }),
    ...fillStyle(fill),
    ...placement(node),
  };
}

function textStyle({ size, weight, color, lineHeight, maxLines, balance, ...node }) {
  return {
    fontFamily: "Inter",
    fontSize: size,
    fontWeight: weight,
    color,
    lineHeight,
    ...(maxLines === 1 ? { whiteSpace: "nowrap" } : balance && { textWrap: "balance" }),
    ...placement(node),
  };
}

function placement({ width: nodeWidth, height: nodeHeight, maxWidth, grow = 0, shrink = 0 }) {
  return {
    ...(nodeWidth !== undefined && { width: nodeWidth }),
    ...(nodeHeight !== undefined && { height: nodeHeight }),
    ...(maxWidth !== undefined && { maxWidth }),
    flexGrow: grow,
    flexShrink: shrink,
  };
}

function px(length) {
  return `${length}px`;
}
