import {
  inTurn,
  keepLook,
  moveBeside,
  moveBesideOthers,
  type Operation,
  withoutEmptied,
  type SourceElement,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { isWithin } from "../../element-paths.ts";
import { removeEdgeMargins } from "../card-edges.ts";
import { columnAround, columnOfOthers, columnValues, rowAround } from "../containers.ts";
import { moveWithAlternative, refuseAtSize } from "../moves.ts";
import { isList, nameOf, repeatedAround } from "../names.ts";
import { boxAround, childBoxes, inFlow, type SourceBox } from "./boxes.ts";
import {
  contains,
  findDropPlace,
  isRowOf,
  lineAt,
  moveBy,
  sizeOf,
  smallestAt,
  type Axis,
  type Rect,
} from "./geometry.ts";
import type { Gesture, GestureContext, Pointer } from "./gestures.ts";
import { inShownOrder } from "../style-reader.ts";

/** Where an element is dropped in a container, with the line that shows it. */
type Drop = { readonly line: Rect } & (
  | { readonly kind: "place"; readonly index: number }
  | { readonly kind: "beside"; readonly sibling: SourceElement; readonly side: Side }
  | { readonly kind: "beside-others"; readonly side: Side }
);
type Side = "before" | "after";

/** How far into a box its edges reach, where an element is dropped beside it. In pixels of the card. */
const edgePx = 40;

/** Moves an element in the flow elsewhere, beside another element, or beside all others of a column. */
export function startReorder(context: GestureContext, moved: SourceBox): Gesture | undefined {
  const { design, boxes } = context;
  const template = design.template.value;
  const styles = design.styles.value;
  const onlySize = design.onlySize.value;
  const { element } = moved;
  const from = element.parent;
  if (!from) return undefined;
  const candidates = boxes.filter(
    ({ path, element: each }) =>
      !isWithin(path, moved.path) && isContainer(each, styles.text(each, "display")),
  );
  const containers = candidates.filter(({ element: candidate }) => {
    // A list has only its entries: other elements are dropped around it.
    const isOfList = isList(candidate) || repeatedAround(candidate) !== repeatedAround(element);
    return (candidate === from || !isOfList) && !refuseAtSize(design, element, candidate);
  });
  const childrenOf = (box: SourceBox) => inFlow(styles, joinRepeated(childBoxes(boxes, box)));
  const isRow = (parent: SourceElement, children: readonly SourceBox[]) =>
    isRowOf(children) || styles.direction(parent) === "row";

  /** The smallest container at a point. At its edges in the direction of its siblings, the one around it. */
  function containerAt(x: number, y: number): SourceBox | undefined {
    let container = smallestAt(containers, x, y);
    for (;;) {
      const around = container && boxAround(containers, container);
      if (!container || !around) return container;
      const candidate = container.element;
      const siblings = childrenOf(around);
      const box = siblings.find((sibling) => sibling.element === candidate);
      const axis = isRowOf(siblings) ? "x" : "y";
      // An element is more often moved within its parent than out of it.
      const most = candidate === from ? 8 : edgePx;
      if (!box || !isNearEdge(box, axis, axis === "x" ? x : y, most)) return container;
      container = around;
    }
  }

  function findDrop(container: SourceBox, children: readonly SourceBox[], { x, y, dx, dy }: Pointer): Drop {
    const parent = container.element;
    const place = { kind: "place", ...findDropPlace(children, container, x, y) } as const;
    const isInRow = isRow(parent, children);
    // Along its row or column, an element moves there, wherever it was grasped.
    const isAlong = parent === from && Math.abs(isInRow ? dy : dx) < edgePx;
    if (isList(parent) || isAlong || onlySize) return place;
    const others = children.filter((child) => child.element !== element);
    const [first, second] = others;
    const outside = !isInRow && first && !contains(moved, x, y) ? findSide(boxes, others, x, y) : undefined;
    if (outside && second) return { kind: "beside-others", ...outside };
    if (outside && first) return { kind: "beside", sibling: first.element, ...outside };
    const beside = findBeside(children, x, y, isInRow ? "y" : "x", isInRow && parent === from);
    return beside && beside.sibling !== element ? { kind: "beside", ...beside } : place;
  }

  /** What a drop changes; undefined if the element stays where it is. */
  function changeOf(
    drop: Drop,
    parent: SourceElement,
    children: readonly SourceBox[],
  ): Operation | undefined {
    if (drop.kind === "beside-others") {
      const { row, column } = columnOfOthers(template, parent);
      const values = columnValues(template, element);
      const move = moveBesideOthers(element.path, parent.path, drop.side, column, values);
      return keepLook(inTurn([design.declare(parent.path, row), move]), previewSizes);
    }
    if (drop.kind === "beside") {
      const { sibling, side } = drop;
      const isInRow = isRow(parent, children);
      // Above or below a column is in it: another one around it would have another gap.
      if (isInRow && styles.direction(sibling) === "column" && !isList(sibling))
        return moveWithAlternative(design, element, sibling, side === "before" ? 0 : sibling.children.length);
      const { openTag, values } = (isInRow ? columnAround : rowAround)(template, element, sibling);
      return keepLook(moveBeside(element.path, sibling.path, side, openTag, values), previewSizes);
    }
    // Children without a box, such as hidden ones, keep their places.
    const before = children[drop.index]?.element;
    const shown = inShownOrder(styles, parent.children);
    return moveWithAlternative(design, element, parent, before ? shown.indexOf(before) : shown.length);
  }

  return (pointer) => {
    const rect = moveBy(moved, pointer.dx, pointer.dy);
    const name = nameOf(template, element);
    // It may be over a container that is within the one where it can be dropped.
    const over = smallestAt(candidates, pointer.x, pointer.y)?.element;
    const refusal = explainNoPlace(boxes, element, name) ?? refuseAtSize(design, element, over);
    const nothing = { rects: [rect], guides: [], label: name, isLive: false, refusal };
    const container = containerAt(pointer.x, pointer.y);
    if (!container) return nothing;
    const children = childrenOf(container);
    const drop = findDrop(container, children, pointer);
    const change = changeOf(drop, container.element, children);
    if (!change) return nothing;
    // Margins that extend an element to the edges of the card are right only where it was.
    const margins = onlySize ? [] : [removeEdgeMargins(element.path)];
    const operation = withoutEmptied(element.path, inTurn([...margins, change]));
    return { ...nothing, refusal: undefined, operation, next: element, line: drop.line, container };
  };
}

/** Why a dragged element stays where it is; undefined if there are others where it could be dropped. */
function explainNoPlace(
  boxes: readonly SourceBox[],
  { path: dragged }: SourceElement,
  name: string,
): string | undefined {
  const isOther = ({ element: { path } }: SourceBox) => !isWithin(path, dragged) && !isWithin(dragged, path);
  if (boxes.some(isOther)) return undefined;
  return `“${name}” is alone on the card. Insert another element, and drop it beside that one; or choose “Make free on the card”.`;
}

/** The side of a whole column at which a point is: beside what its boxes show, or in the padding. */
function findSide(boxes: readonly SourceBox[], column: readonly SourceBox[], x: number, y: number) {
  const left = Math.min(...column.map((box) => box.x));
  const right = Math.max(...column.map((box) => box.x + box.width));
  const top = Math.min(...column.map((box) => box.y));
  const height = Math.max(...column.map((box) => box.y + box.height)) - top;
  const isAtHeight = y >= top && y < top + height;
  if (!isAtHeight && column.length < 2) return undefined;
  const end = isAtHeight ? Math.max(...column.map((box) => endOf(boxes, box))) + edgePx : right;
  const isAtEdge = x >= right - edgePx && x < right; // of one of them
  if (x >= left && (x < Math.min(right, end) || isAtEdge)) return undefined;
  return besideOf({ x: left, y: top, width: right - left, height }, x < left);
}

/** The right edge of what a box shows: of its texts, or else of itself. */
function endOf(boxes: readonly SourceBox[], box: SourceBox): number {
  const inner = boxes.filter(({ path }) => path.startsWith(`${box.path}/`));
  if (inner.length > 0) return Math.max(...inner.map((each) => endOf(boxes, each)));
  const { x, width } = box.text ?? box;
  return x + width;
}

/**
 * The box of a column at whose left or right edge a point is, or that of a row at whose top or bottom.
 * @param axis across the column or the row
 * @param isReordered whether an element moves within a row, which is more often what one wants
 */
function findBeside(boxes: readonly SourceBox[], x: number, y: number, axis: Axis, isReordered: boolean) {
  const [at, other, along] = axis === "x" ? [x, y, "y" as const] : [y, x, "x" as const];
  const isAtPoint = (box: Rect) => other >= box[along] && other < box[along] + box[sizeOf[along]];
  const box = smallestAt(boxes, x, y) ?? boxes.find(isAtPoint);
  if (!box) return undefined;
  const size = sizeOf[axis];
  // At the very edge of a row, an element moves out of it.
  const edge = axis === "x" || isReordered ? Math.min(box[size] / 4, edgePx) : Math.min(box[size] / 3, 160);
  const text = (!isReordered && box.text) || box;
  const isBefore = at < Math.max(box[axis] + edge, text[axis]);
  if (!isBefore && at < Math.min(box[axis] + box[size] - edge, text[axis] + text[size])) return undefined;
  return { sibling: box.element, ...besideOf(box, isBefore, axis) };
}

function besideOf(box: Rect, isBefore: boolean, axis: Axis = "x") {
  return { side: isBefore ? ("before" as const) : ("after" as const), line: lineAt(box, axis, isBefore) };
}

/** Boxes with one for all repetitions of an element, around them. */
function joinRepeated(boxes: readonly SourceBox[]): SourceBox[] {
  const joined = new Map<SourceElement, SourceBox>();
  for (const box of boxes) {
    const other = joined.get(box.element) ?? box;
    const [x, y] = [Math.min(box.x, other.x), Math.min(box.y, other.y)];
    const width = Math.max(box.x + box.width, other.x + other.width) - x;
    const height = Math.max(box.y + box.height, other.y + other.height) - y;
    joined.set(box.element, { ...box, x, y, width, height });
  }
  return [...joined.values()];
}

function isNearEdge(box: Rect, axis: Axis, at: number, most: number): boolean {
  const edge = Math.min(box[sizeOf[axis]] / 4, most);
  return at < box[axis] + edge || at >= box[axis] + box[sizeOf[axis]] - edge;
}

function isContainer({ children, tag }: SourceElement, display = ""): boolean {
  return tag !== "svg" && (children.length > 0 || /flex|grid/.test(display));
}
