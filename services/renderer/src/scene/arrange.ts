import type { Box, Canvas, Node, Scene, Text } from "@placard/templates";
import { layOut, type Placed, type Setters } from "./layout.ts";
import { setterOf } from "./set-text.ts";

/**
 * Lays a scene out, leaving out what it can do without, one node after the other, until the rest fits. What
 * still does not fit then is cut with an ellipsis.
 */
export function arrange(scene: Scene, canvas: Canvas): readonly Placed[] {
  const setters = settersFor(scene.root);
  const layOutRoot = () => layOut(root, canvas, scene.direction, setters);
  let { root } = scene;
  for (;;) {
    const { placed, fits } = layOutRoot();
    const rank = highestRank(root);
    if (fits || rank === 0) return settle(placed, setters) ? layOutRoot().placed : placed;
    root = without(root, rank);
  }
}

/** Setters of all texts, each of which may tell the language of the others. */
function settersFor(root: Box): Setters {
  const texts = textsIn(root);
  const together = texts.map(({ text }) => text).join(" ");
  return new Map(texts.map((text) => [text, setterOf(text, together)]));
}

function textsIn(node: Node): Text[] {
  if (node.kind === "text") return [node];
  return node.kind === "box" ? node.children.flatMap(textsIn) : [];
}

/**
 * A text that had to shrink may end up with fewer lines than its box was made for. Settled on the size it found,
 * it asks for what it needs; tells whether any text was settled and a second layout is worth its while.
 */
function settle(placed: readonly Placed[], setters: Setters): boolean {
  let settled = false;
  for (const item of placed) {
    if (!("set" in item) || typeof item.node.size === "number") continue;
    if (item.height - item.set.height < item.set.lineHeight / 3) continue;
    setters.get(item.node)?.settle();
    settled = true;
  }
  return settled;
}

function highestRank(node: Node): number {
  const own = node.expendable ?? 0;
  return node.kind === "box" ? Math.max(own, ...node.children.map(highestRank)) : own;
}

function without(box: Box, rank: number): Box {
  const kept = box.children.filter((child) => child.expendable !== rank);
  return { ...box, children: kept.map((child) => (child.kind === "box" ? without(child, rank) : child)) };
}
