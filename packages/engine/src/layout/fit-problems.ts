import type { Fit } from "@placard/templates/scene";
import type { Placement } from "./boxes/place-boxes.ts";
import { excessOf } from "./fit-text.ts";

/** Why a layout does not fit. */
export interface Problem {
  readonly kind: "lines" | "words" | "width" | "height" | "content" | "overflow" | "image";
  /** Of the node. */
  readonly path: string;
  /** Identifies the place between layouts. */
  readonly key: string;
  /** Lines or pixels that are missing, or the cost of broken words. */
  readonly severity: number;
  /** The fits that can solve the problem by themselves; empty if the card is too small. */
  readonly fits: readonly Fit[];
}

/** The severities of problems that no font size and no dropped element can solve. */
export type UnavoidableProblems = ReadonlyMap<string, number>;

/**
 * Finds what does not fit. Fitted texts may have broken words, or need more lines, width or height. Elements
 * and images may be too low, and content may end beyond its parent's content box.
 * @param mixed the paths of elements in which texts of several fits can make room
 */
export function findProblems(
  placement: Pick<Placement, "texts" | "overfull" | "overflows" | "shrunkImages">,
  unavoidable: UnavoidableProblems,
  mixed: ReadonlySet<string>,
): Problem[] {
  const problems: Problem[] = [];
  const add = (kind: Problem["kind"], path: string, severity: number, fits: readonly Fit[]) => {
    const key = `${kind} ${path}`;
    if (severity > (unavoidable.get(key) ?? 0) + 0.5) problems.push({ kind, path, key, severity, fits });
  };
  for (const text of placement.texts) {
    const { fits } = text.box;
    if (fits.length === 0) continue;
    const { lines, words, width, height } = excessOf(text);
    const { path } = text.element;
    add("lines", path, lines, fits);
    add("words", path, words, fits);
    add("width", path, width, fits);
    add("height", path, height, fits);
  }
  for (const { box, height, neededHeight } of placement.overfull) {
    const { node, style, fit } = box;
    if (!node || !fit || style.lineClamp !== undefined) continue;
    add("content", node.path, neededHeight - height, mixed.has(node.path) ? [] : [fit]);
  }
  for (const { node, distance } of placement.overflows) add("overflow", node.path, distance, []);
  for (const { node, distance } of placement.shrunkImages) add("image", node.path, distance, []);
  return problems;
}
