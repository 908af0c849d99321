// The card that all peers draw: Placard's blog template, said without any of Placard's own words beyond a scene's.
import { templates } from "../../packages/templates/dist/index.js";
import { registerFonts } from "../../services/renderer/dist/fonts/register-fonts.js";
import { arrangeScene } from "../../services/renderer/dist/layout/arrange-scene.js";
import { card } from "../cards.mjs";

export const width = 1200;
export const height = 630;
export const quality = 90;
export const formats = ["png", "jpeg", "webp"];

/**
 * The i-th card: `background`, layers from behind; `root`, the boxes and texts for a peer that lays out by itself;
 * `placed`, the same in painting order with places and lines, for a peer that only draws. Title sizes are worked out,
 * so that peers need not search for one. Drawn without a clock running: what peers get here they get for nothing.
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
    root: sized(root, sets),
    placed: placed.filter(({ kind, fill }) => kind === "text" || fill),
  };
}

/** A tree without texts that were left out, each other text with the size found for it and cut where it was cut. */
function sized(node, sets) {
  if (node.kind === "text")
    return { ...node, size: sets.get(node).size, text: sets.get(node).lines.join(" ") };
  const kept = node.children.filter((child) => child.kind === "box" || sets.has(child));
  return { ...node, children: kept.map((child) => sized(child, sets)) };
}

/** How strong a glow is from its middle to its rim: the stops of a radial gradient. */
export function glowStops({ color, strength }) {
  const steps = 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const distance = step / steps;
    const alpha = Math.round(255 * strength * (1 - distance * distance * (3 - 2 * distance)));
    return [distance, color + alpha.toString(16).padStart(2, "0")];
  });
}

/** The ends of a straight gradient over an area, from corner to corner as in CSS. */
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

/** From a line's middle to its baseline, in ems. */
export const baselineDrop = 0.3636;
