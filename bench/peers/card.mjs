// The card that all peers render: the scene of Placard's blog template.
import { builtInTemplates } from "../../packages/templates/dist/index.js";
import { registerFonts } from "../../services/renderer/dist/fonts/register-fonts.js";
import { arrangeScene } from "../../services/renderer/dist/layout/arrange-scene.js";
import { card } from "../cards.mjs";

export const width = 1200;
export const height = 630;
export const quality = 90;
export const formats = ["png", "jpeg", "webp"];

/**
 * The i-th card. `background`: layers from back to front. `root`: boxes and texts, for peers with layout. `placed`: the same
 * in painting order with positions and lines, for peers that only draw. Font sizes of fitted titles are resolved. This runs
 * outside of the measurement.
 */
export function describe(i) {
  registerFonts();
  const { data } = card(i, "png");
  const { background, root } = builtInTemplates.blog.scene(data, { width, height });
  const typesets = new Map();
  const placed = arrangeScene({ background, root, direction: "ltr" }, { width, height }).map(
    ({ node, typeset, ...area }) => {
      if (!typeset) return { kind: "box", fill: node.fill, radius: node.radius ?? 0, ...area };
      typesets.set(node, typeset);
      const { color, weight } = node;
      return {
        kind: "text",
        color,
        weight,
        size: typeset.size,
        lineHeight: typeset.lineHeight,
        lines: typeset.lines,
        ...area,
      };
    },
  );
  return {
    background,
    root: resolveTexts(root, typesets),
    placed: placed.filter(({ kind, fill }) => kind === "text" || fill),
  };
}

/** The tree without omitted texts. All other texts have the font size and the truncation that Placard computed. */
function resolveTexts(node, typesets) {
  if (node.kind === "text")
    return { ...node, size: typesets.get(node).size, text: typesets.get(node).lines.join(" ") };
  const children = node.children.filter((child) => child.kind === "box" || typesets.has(child));
  return { ...node, children: children.map((child) => resolveTexts(child, typesets)) };
}

/** The end points of a linear gradient over an area, from corner to corner as in CSS. */
export function gradientLine({ angle }, area) {
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const halfLength = (Math.abs(area.width * dx) + Math.abs(area.height * dy)) / 2;
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  return {
    x1: x - dx * halfLength,
    y1: y - dy * halfLength,
    x2: x + dx * halfLength,
    y2: y + dy * halfLength,
  };
}

/** The distance from the middle of a line to its baseline, in em. */
export const baselineDrop = 0.3636;
