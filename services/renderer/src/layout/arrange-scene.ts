import type { Box, Canvas, Node, Scene, Text } from "@placard/templates";
import { createTypesetter } from "../text/typeset.ts";
import { computeLayout, type PlacedNode, type Typesetters } from "./layout.ts";

/**
 * Lays out a scene. While it does not fit, the expendable nodes of the highest rank are left out, one rank after the
 * other. Text that does not fit even then is truncated with an ellipsis.
 */
export function arrangeScene(scene: Scene, canvas: Canvas): readonly PlacedNode[] {
  const typesetters = createTypesetters(scene.root);
  let { root } = scene;
  const layOut = () => computeLayout(root, canvas, scene.direction, typesetters);
  for (;;) {
    const { nodes, fits } = layOut();
    const rank = highestRank(root);
    if (fits || rank === 0) return limitShrunkTexts(nodes, typesetters) ? layOut().nodes : nodes;
    root = withoutRank(root, rank);
  }
}

/** Typesetters of all texts; each may detect its language from the other texts. */
function createTypesetters(root: Box): Typesetters {
  const texts = textsIn(root);
  const allTexts = texts.map(({ text }) => text).join(" ");
  return new Map(texts.map((text) => [text, createTypesetter(text, allTexts)]));
}

function textsIn(node: Node): Text[] {
  if (node.kind === "text") return [node];
  return node.kind === "box" ? node.children.flatMap(textsIn) : [];
}

/**
 * A text that was set at a smaller size than measured may leave much of its box empty. Limited to that size, it asks for
 * the height it needs. Returns whether any text was limited, so that a second layout is worthwhile.
 */
function limitShrunkTexts(nodes: readonly PlacedNode[], typesetters: Typesetters): boolean {
  let hasLimited = false;
  for (const placed of nodes) {
    if (!("typeset" in placed) || typeof placed.node.size === "number") continue;
    if (placed.height - placed.typeset.height < placed.typeset.lineHeight / 3) continue;
    typesetters.get(placed.node)?.limitToLastSize();
    hasLimited = true;
  }
  return hasLimited;
}

/** The highest `expendable` rank in a tree; 0 if no node is expendable. */
function highestRank(node: Node): number {
  const rank = node.expendable ?? 0;
  return node.kind === "box" ? Math.max(rank, ...node.children.map(highestRank)) : rank;
}

function withoutRank(box: Box, rank: number): Box {
  const kept = box.children.filter((child) => child.expendable !== rank);
  return { ...box, children: kept.map((child) => (child.kind === "box" ? withoutRank(child, rank) : child)) };
}
