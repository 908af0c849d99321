import { combine, type CardSize, type Operation, type SourceElement } from "@placard/template-edit";
import type { Design } from "../design.ts";
import { labelOf } from "../property-texts.ts";
import { boxAround, childBoxes, containingBox, inFlow, type SourceBox } from "./boxes.ts";
import {
  axes,
  handles,
  inProportion,
  linesOf,
  moveBy,
  resize,
  sizeOf,
  snap,
  type Axis,
  type Guide,
  type Handle,
  type Rect,
} from "./geometry.ts";
import { followingSize, gapValues, movedInsets, resizedTo, shareOf, sideValues } from "./lengths.ts";
import { borderWidth, ends, insetOf, isAbsolute, px, sides, type Side } from "../style-reader.ts";
import { startReorder } from "./reorder.ts";

/** What a gesture starts from. */
export interface GestureContext {
  readonly design: Design;
  readonly card: CardSize;
  readonly boxes: readonly SourceBox[];
}

/** What is shown while the pointer moves, and what is done when it is released. */
export interface GestureState {
  /** Where the elements are shown. */
  readonly rects: readonly Rect[];
  /** Where the element is inserted, and the container. */
  readonly line?: Rect;
  readonly container?: SourceBox;
  readonly guides: readonly Guide[];
  readonly label: string;
  /** The size that a handle gives the element. */
  readonly size?: CardSize;
  readonly operation?: Operation | undefined;
  /** Why there is no operation, which is shown at the pointer. */
  readonly refusal?: string | undefined;
  /** The element to select afterwards. */
  readonly next?: SourceElement;
  /** Whether the operation keeps all paths, so that a preview can show it before the end. */
  readonly isLive: boolean;
}

/** Moves by a distance in pixels of the card. */
export interface Pointer {
  readonly dx: number;
  readonly dy: number;
  /** Where it is on the card. */
  readonly x: number;
  readonly y: number;
  /** How near something must be to snap, in pixels of the card. */
  readonly reach: number;
}

export type Gesture = (pointer: Pointer) => GestureState;

/** Moves absolutely positioned elements by their insets, or one in the flow to another place there. */
export function startMove(context: GestureContext, moved: readonly SourceBox[]): Gesture | undefined {
  const absolute = moved.filter(({ element }) => isAbsolute(context.design.styles.value, element));
  const [first] = absolute;
  const [inFlowBox] = moved;
  if (first) {
    const place = snapWhole(context, first, absolute);
    return (pointer) => {
      const { by, ...placed } = place(pointer);
      const rects = absolute.map((box) => moveBy(box, by.x, by.y));
      return { ...placed, rects, operation: moveAbsolute(context, absolute, by), isLive: true };
    };
  }
  return inFlowBox && startReorder(context, inFlowBox);
}

/** Finds where to move a box that follows the pointer, so that it snaps. */
function snapWhole(context: GestureContext, box: SourceBox, moved: readonly SourceBox[]) {
  const targets = snapTargets(context, box, moved);
  return ({ dx, dy, reach }: Pointer) => {
    const dragged = moveBy(box, dx, dy);
    const [x, y] = axes.map((axis) => snap(axis, linesOf(dragged, axis), targets[axis], reach)) as [
      ReturnType<typeof snap>,
      ReturnType<typeof snap>,
    ];
    const by = keptOnCard(context, moved, { x: dx + x.by, y: dy + y.by });
    const label = `${Math.round(box.x + by.x)}, ${Math.round(box.y + by.y)}`;
    return { by, guides: [...x.guides, ...y.guides], label };
  };
}

/** How far boxes move: a part of each stays on the card, to be dragged back. */
export function keptOnCard(
  { card }: GestureContext,
  moved: readonly SourceBox[],
  by: Readonly<Record<Axis, number>>,
): Record<Axis, number> {
  const part = 8;
  const along = (axis: Axis) => {
    const size = sizeOf[axis];
    const least = Math.max(...moved.map((box) => part - box[axis] - box[size]));
    const most = Math.min(...moved.map((box) => card[size] - part - box[axis]));
    return Math.round(Math.min(Math.max(by[axis], least), most));
  };
  return { x: along("x"), y: along("y") };
}

/** Moves absolutely positioned elements. */
export function moveAbsolute(
  { design, boxes }: GestureContext,
  moved: readonly SourceBox[],
  by: Readonly<Record<Axis, number>>,
): Operation {
  const styles = design.styles.value;
  return combine(
    moved.map((box) => {
      const { element } = box;
      const container = containingBox(boxes, styles, box);
      const after = moveBy(box, by.x, by.y);
      return design.declare(element.path, movedInsets(styles, element, box, after, container));
    }),
  );
}

/** Sets the width and the height, and the insets if edges at the start of an absolute element move. */
export function startResize(context: GestureContext, box: SourceBox, handle: Handle): Gesture {
  const { design, boxes } = context;
  const styles = design.styles.value;
  const { element } = box;
  const targets = snapTargets(context, box, [box]);
  const following = followingSize(styles, element);
  // A handle at a side of a photo changes what is cropped.
  const isCropped = handle.length === 1 && styles.text(element, "object-fit") === "cover";
  const isPositioned = isAbsolute(styles, element);
  const around = boxAround(boxes, box);
  const siblings = around ? inFlow(styles, childBoxes(boxes, around)) : [];
  const others = siblings.filter((each) => each !== box);
  return ({ dx, dy, reach }) => {
    const free = resize(box, handle, dx, dy);
    const snapped = axes.map((axis) => {
      const isMoved = handle.match(axis === "x" ? /[ew]/ : /[ns]/);
      const line = /[nw]/.test(isMoved?.[0] ?? "") ? free[axis] : free[axis] + free[sizeOf[axis]];
      return isMoved ? snap(axis, [line], targets[axis], reach) : { by: 0, guides: [] };
    });
    const resized = resize(box, handle, dx + snapped[0]!.by, dy + snapped[1]!.by);
    const { x, y, width, height } = following && !isCropped ? inProportion(box, resized, handle) : resized;
    // A size that the handle does not change may be a fraction, and stays one.
    const isWritten = (name: keyof CardSize, value: number) =>
      name === following ? isCropped : value !== box[name];
    const size = {
      ...(isWritten("width", width) && { width: Math.round(width) }),
      ...(isWritten("height", height) && { height: Math.round(height) }),
    };
    const rect = { x, y, width, height, ...size };
    const container = containingBox(boxes, styles, box);
    const values = {
      ...resizedTo(styles, element, box, size, others),
      ...(isPositioned && movedInsets(styles, element, box, rect, container)),
    };
    return {
      rects: [rect],
      guides: snapped.flatMap(({ guides }) => guides),
      label: `${Math.round(rect.width)} × ${Math.round(rect.height)}`,
      size: rect,
      operation: design.declare(element.path, values),
      isLive: true,
    };
  };
}

/** The handles at the start and the end of an axis. */
const edges = { x: ["w", "e"], y: ["n", "s"] } as const;

/**
 * The handles whose edges follow the pointer. In the flow, an element grows away from the edge at which it
 * stands: at the start of its container or, as the last one of shares or behind a free space, at its end.
 */
export function movableHandles({ design, boxes }: GestureContext, box: SourceBox): readonly Handle[] {
  const styles = design.styles.value;
  const { element } = box;
  const { parent } = element;
  const around = boxAround(boxes, box);
  if (!parent || !around || isAbsolute(styles, element)) return handles;
  if (styles.text(parent, "flex-direction")?.includes("reverse")) return handles;
  const direction = styles.direction(parent);
  const share = shareOf(styles, element);
  const shares = inFlow(styles, childBoxes(boxes, around)).map((each) =>
    each.element === element ? undefined : shareOf(styles, each.element),
  );
  const fixed = axes.flatMap((axis) => {
    const isAlong = direction === (axis === "x" ? "row" : "column");
    const isShared = isAlong && share !== undefined && shares.some((each) => each !== undefined);
    const [start, end] = ends[axis].map((side) => insetOf(styles, parent, side)) as [number, number];
    const size = sizeOf[axis];
    const isAtStart = box[axis] < around[axis] + start + 1;
    const isAtEnd = box[axis] + box[size] > around[axis] + around[size] - end - 1;
    if (isShared && !isAtStart && !isAtEnd) return []; // there are others before and behind it
    const fillsAlone = isAlong && share !== undefined && !isShared;
    const isFixedAtEnd = isAtEnd && !isAtStart && !fillsAlone;
    return edges[axis][isFixedAtEnd ? 1 : 0];
  });
  return handles.filter((handle) => !fixed.some((edge) => handle.includes(edge)));
}

/** A length of an element that a handle changes: a gap or a padding. */
export interface LengthHandle {
  readonly kind: "gap" | "padding";
  readonly rect: Rect;
  readonly axis: Axis;
  /** 1 if the length grows in the direction of the axis. */
  readonly sign: 1 | -1;
  readonly value: number;
  readonly property: string;
  /** What sets the length. */
  readonly values: (length: string) => Readonly<Record<string, string>>;
}

export function startLength({ design }: GestureContext, box: SourceBox, handle: LengthHandle): Gesture {
  const { axis, sign, value, property, rect } = handle;
  return ({ dx, dy, reach }) => {
    const length = Math.max(0, value + sign * (axis === "x" ? dx : dy));
    const { by } = snap(axis, [length], [], reach);
    const next = Math.round(length + by);
    const grown = { ...rect, [sizeOf[axis]]: Math.max(2, next) };
    return {
      rects: [sign > 0 ? grown : { ...grown, [axis]: rect[axis] + rect[sizeOf[axis]] - grown[sizeOf[axis]] }],
      guides: [],
      label: `${labelOf(property)}: ${next} px`,
      operation: design.declare(box.element.path, handle.values(px(next))),
      isLive: true,
    };
  };
}

/** The handles of the gaps and paddings of an element whose lengths are known in pixels. */
export function lengthHandles({ design, boxes }: GestureContext, box: SourceBox): LengthHandle[] {
  const styles = design.styles.value;
  const { element } = box;
  if (element.tag === "img" || element.tag === "svg") return [];
  const length = (property: string) =>
    styles.text(element, property) === undefined ? 0 : styles.pixels(element, property);
  const padding = (side: Side): LengthHandle[] => {
    const value = length(`padding-${side}`);
    if (value === undefined || (value === 0 && element.children.length === 0)) return [];
    const axis = side === "left" || side === "right" ? "x" : "y";
    const isStart = side === "left" || side === "top";
    const size = sizeOf[axis];
    const border = borderWidth(styles, element, side);
    const at = isStart ? box[axis] + border : box[axis] + box[size] - border - value;
    const rect = { x: box.x, y: box.y, width: box.width, height: box.height, [axis]: at, [size]: value };
    const values = (to: string) => sideValues(styles, element, "padding", side, to);
    const property = `padding-${side}`;
    return [{ kind: "padding", rect, axis, sign: isStart ? 1 : -1, value, property, values }];
  };
  const display = styles.text(element, "display") ?? "";
  const children = /flex|grid/.test(display) ? inFlow(styles, childBoxes(boxes, box)) : [];
  const found = gapHandles(children, length);
  const isOneAxis = new Set(found.map(({ axis }) => axis)).size === 1;
  const isShorthand =
    ["gap", undefined].includes(styles.setter(element, "gap")) &&
    !/\s/.test(styles.text(element, "gap") ?? "");
  const gaps = found.map((handle) => {
    const property = isOneAxis && isShorthand ? "gap" : handle.property;
    return { ...handle, property, values: (to: string) => gapValues(styles, element, property, to) };
  });
  return [...sides.flatMap(padding), ...gaps];
}

function gapHandles(
  children: readonly SourceBox[],
  length: (property: string) => number | undefined,
): Omit<LengthHandle, "values">[] {
  return children.slice(1).flatMap((box, index): Omit<LengthHandle, "values">[] => {
    const before = children[index]!;
    const axis = box.x >= before.x + before.width ? "x" : "y";
    const property = axis === "x" ? "column-gap" : "row-gap";
    const value = length(property);
    const start = before[axis] + before[sizeOf[axis]];
    const space = box[axis] - start;
    if (value === undefined || space < 0) return [];
    const rect =
      axis === "x"
        ? { x: start, y: before.y, width: space, height: before.height }
        : { x: before.x, y: start, width: before.width, height: space };
    return [{ kind: "gap", rect, axis, sign: 1, value, property }];
  });
}

/** The edges and centers of the siblings, of the box around them and of the card. */
function snapTargets(
  { boxes, card }: GestureContext,
  box: SourceBox,
  moved: readonly SourceBox[],
): Readonly<Record<Axis, readonly number[]>> {
  const around = boxAround(boxes, box);
  const siblings = around ? childBoxes(boxes, around) : [];
  const isMoved = (each: SourceBox) => moved.some(({ element }) => element === each.element);
  const rects: Rect[] = [
    ...siblings.filter((each) => !isMoved(each)),
    ...(around ? [around] : []),
    { x: 0, y: 0, ...card },
  ];
  const along = (axis: Axis) => rects.flatMap((rect) => linesOf(rect, axis));
  return { x: along("x"), y: along("y") };
}
