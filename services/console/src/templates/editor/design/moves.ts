import {
  inTurn,
  keepLook,
  moveElement,
  setDeclarationsAtSize,
  type Operation,
  type SourceElement,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { removeEdgeMargins } from "./card-edges.ts";
import { indexOf } from "../element-paths.ts";
import { inShownOrder, isArranged } from "./style-reader.ts";
import type { Design } from "./design.ts";
import { attributeOf } from "./names.ts";

/** Why an element is not moved into a parent, or elsewhere; undefined if it can be. */
export function refuseAtSize(
  { styles, size, onlySize }: Design,
  element: SourceElement,
  parent?: SourceElement,
): string | undefined {
  const isInside = parent && parent === element.parent && isArranged(styles.value.text, parent);
  if (!onlySize.value || isInside) return undefined;
  const { width, height } = size.value;
  return `At one size, an element moves only within its row, column or grid. To move it elsewhere at all sizes, uncheck “Only at ${width} × ${height}”.`;
}

/**
 * Moves an element, with its alternative, before the child of a parent that is shown at an index. It is never
 * put between two alternatives, but before them. At one size, only the `order` of the children changes.
 * @returns undefined if it stays where it is
 */
export function moveWithAlternative(
  design: Design,
  element: SourceElement,
  parent: SourceElement,
  index: number,
): Operation | undefined {
  const styles = design.styles.value;
  const onlySize = design.onlySize.value;
  const together = withAlternative(element);
  const moveIn = (list: readonly SourceElement[], at: number) => {
    const others = (part: readonly SourceElement[]) => part.filter((each) => !together.includes(each));
    return [...others(list.slice(0, at)), ...together, ...others(list.slice(at))];
  };
  const shown = inShownOrder(styles, parent.children);
  const before = shown[index] && withAlternative(shown[index])[0]!;
  const wanted = moveIn(shown, before ? shown.indexOf(before) : shown.length);
  if (wanted.every((each, position) => each === shown[position])) return undefined;
  const follower = wanted[wanted.indexOf(together.at(-1)!) + 1];
  const behindLast = shown.length > 0 ? indexOf(shown.at(-1)!.path) + 1 : parent.children.length;
  const at = follower ? indexOf(follower.path) : behindLast;
  const children = onlySize ? parent.children : moveIn(parent.children, at);
  // The last ones that are in the order of the source keep it, and so does what is inserted behind them.
  const places = wanted.map((each) => children.indexOf(each));
  const first = places.findLastIndex((place, position) => position > 0 && place < places[position - 1]!);
  const orders = wanted.flatMap((each, position) => {
    const order = Math.min(0, position - first);
    return order === styles.order(each)
      ? []
      : [setDeclarationsAtSize(each.path, { order: `${order}` }, design.size.value)];
  });
  const move = moveElement(together[0]!.path, parent.path, at, together.length);
  const margins = removeEdgeMargins(element.path, onlySize ? design.size.value : undefined);
  return inTurn([margins, ...orders, ...(onlySize ? [] : [keepLook(move, previewSizes)])]);
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
