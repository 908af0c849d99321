// The card that all peers render: the scene of Placard's blog template.
import { templates } from "../../packages/templates/dist/index.js";
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
  const { template, data } = card(i, "png");
  const { background, root } = templates[template].scene(data, { width, height });
  const sets = new Map();
  const placed = arrangeScene({ background, root, direction: "ltr" }, { width, height }).map(
    ({ node, typeset: set, ...place }) => {
      if (!set) return { kind: "box", fill: node.fill, radius: node.radius ?? 0, ...place };
      sets.set(node, set);
      const { color, weight } = node;
      return {
        kind: "text",
        color,
        weight,
        size: set.size,
        lineHeight: set.lineHeight,
        lines: set.lines,
        ...place,
      };
    },
  );
  return {
    background,
    root: resolveTexts(root, sets),
    placed: placed.filter(({ kind, fill }) => kind === "text" || fill),
  };
}

/** The tree without omitted texts. All other texts have the font size and the truncation that Placard computed. */
function resolveTexts(node, sets) {
  if (node.kind === "text")
    return { ...node, size: sets.get(node).size, text: sets.get(node).lines.join(" ") };
  const children = node.children.filter((child) => child.kind === "box" || sets.has(child));
  return { ...node, children: children.map((child) => resolveTexts(child, sets)) };
}

/** The stops of the radial gradient that renders a glow, from its center to its edge. */
export function glowStops({ color, strength }) {
  const steps = 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const distance = step / steps;
    const alpha = Math.round(255 * strength * (1 - distance * distance * (3 - 2 * distance)));
    return [distance, color + alpha.toString(16).padStart(2, "0")];
  });
}

/** The end points of a linear gradient over an area, from corner to corner as in CSS. */
export function gradientLine({ angle }, { x, y, width: wide, height: high }) {
  const turn = (angle * Math.PI) / 180;
  const [east, south] = [Math.sin(turn), -Math.cos(turn)];
  const reach = (Math.abs(wide * east) + Math.abs(high * south)) / 2;
  const [middleX, middleY] = [x + wide / 2, y + high / 2];
  return {
    x1: middleX - east * reach,
    y1: middleY - south * reach,
    x2: middleX + east * reach,
    y2: middleY + south * reach,
  };
}

/** The distance from the middle of a line to its baseline, in em. */
export const baselineDrop = 0.3636;
