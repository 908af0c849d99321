import { keepLook, moveElement, type Operation, type SourceElement } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { childPath, indexOf, parentOf, pathAfterMove } from "../element-paths.ts";
import { attributeOf } from "./names.ts";

/**
 * Moves an element, with its alternative, before the child of a parent that has an index. It is never put
 * between two alternatives, but before them.
 * @returns with the path that it gets; undefined if it stays where it is
 */
export function moveWithAlternative(
  element: SourceElement,
  parent: SourceElement,
  index: number,
): { operation: Operation; next: string } | undefined {
  const together = withAlternative(element);
  const { path } = together[0]!;
  const before = parent.children[index];
  const at = before ? indexOf(withAlternative(before)[0]!.path) : index;
  const isSameParent = parent.path === parentOf(path);
  if (isSameParent && at >= indexOf(path) && at <= indexOf(path) + together.length) return undefined;
  const move = moveElement(path, parent.path, at, together.length);
  const start = pathAfterMove(path, parent.path, at, together.length);
  const moves = together.map(
    (each, position) => [each.path, childPath(parentOf(start), indexOf(start) + position)] as const,
  );
  const [, next] = moves[together.indexOf(element)]!;
  return { operation: isSameParent ? move : keepLook(move, moves, previewSizes), next };
}

/** An element, with the one next to it that is on the card instead: `if` and `unless` of one condition. */
export function withAlternative(element: SourceElement): SourceElement[] {
  const siblings = element.parent?.children ?? [element];
  const at = siblings.indexOf(element);
  const isInstead = (one: SourceElement, other: SourceElement) => {
    const condition = attributeOf(one, "if");
    return condition !== undefined && condition === attributeOf(other, "unless");
  };
  return siblings.slice(Math.max(0, at - 1), at + 2).filter((each) => {
    return each === element || isInstead(each, element) || isInstead(element, each);
  });
}
