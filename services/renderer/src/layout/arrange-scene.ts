import type { Box, Canvas, Node, Scene, Text } from "@placard/templates";
import { createTypesetter } from "../text/typeset.ts";
import { computeLayout, type PlacedNode, type Typesetters } from "./layout.ts";

/**
 * Lays out a scene. While it does not fit, the nodes with the highest `dropPriority` are dropped, one priority after the
 * other. Text that does not fit even then is truncated with an ellipsis.
 */
export function arrangeScene(scene: Scene, canvas: Canvas): readonly PlacedNode[] {
  const typesetters = createTypesetters(scene.root);
  let { root } = scene;
  const layOut = () => computeLayout(root, canvas, scene.direction, typesetters);
  for (;;) {
    const { nodes, fits } = layOut();
    const priority = highestDropPriority(root);
    if (fits || priority === 0) return limitShrunkTexts(nodes, typesetters) ? layOut().nodes : nodes;
    root = withoutPriority(root, priority);
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

/** The highest `dropPriority` in a tree; 0 if no node may be dropped. */
function highestDropPriority(node: Node): number {
  const priority = node.dropPriority ?? 0;
  return node.kind === "box" ? Math.max(priority, ...node.children.map(highestDropPriority)) : priority;
}

function withoutPriority(box: Box, priority: number): Box {
  const kept = box.children.filter((child) => child.dropPriority !== priority);
  return {
    ...box,
    children: kept.map((child) => (child.kind === "box" ? withoutPriority(child, priority) : child)),
  };
}
