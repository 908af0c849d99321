import type { ElementBox } from "@placard/client";
import { getOrInsert } from "@placard/contracts/maps";
import { findElement, textOf, type OpenTemplate, type SourceElement } from "@placard/template-edit";
import { elementPathOf, isWithin, parentOf } from "../../element-paths.ts";
import { borderWidth, isAbsolute, type Side, type StyleReader } from "../style-reader.ts";
import { contains, smallestAt, type Rect } from "./geometry.ts";

/** A box of the engine with its element in the draft. Repeated elements have several. */
export interface SourceBox extends ElementBox {
  element: SourceElement;
  /** Where the pointer reaches it: its box, and those of its pseudo-elements. */
  areas: readonly Rect[];
}

/** The boxes of a card whose elements the draft still has, without those of pseudo-elements. */
export function boxesOfElements(boxes: readonly ElementBox[], template: OpenTemplate): SourceBox[] {
  const areas = new Map<string, Rect[]>();
  for (const box of boxes) getOrInsert(areas, elementPathOf(box.path), () => []).push(box);
  return boxes.flatMap((box) => {
    const element = elementPathOf(box.path) === box.path ? findElement(template, box.path) : undefined;
    return element ? [{ ...box, element, areas: areas.get(box.path) ?? [] }] : [];
  });
}

/**
 * What the pointer reaches at a point: the box with the smallest area there, of those that no text or image
 * in front covers.
 */
export function boxAt(
  boxes: readonly SourceBox[],
  styles: StyleReader,
  x: number,
  y: number,
): SourceBox | undefined {
  const areas = boxes
    .flatMap((box) => box.areas.map((area) => ({ ...area, box, layer: layerOf(styles, box.element) })))
    .filter((area) => contains(area, x, y))
    .toSorted((a, b) => a.layer - b.layer);
  const front = areas.findLastIndex(({ box }) => box.text ?? /^(?:img|svg)$/.test(box.element.tag));
  return smallestAt(areas.slice(Math.max(0, front)), x, y)?.box;
}

/** The boxes that a double click edits: not those of empty elements, such as a shade over a photo. */
export function editableBoxes(boxes: readonly SourceBox[], template: OpenTemplate): SourceBox[] {
  return boxes.filter(({ element }) => textOf(template, element) !== "");
}

/** How far in front an element is painted: above what is in the flow if it is positioned. */
function layerOf(styles: StyleReader, element: SourceElement): number {
  if (!element.parent) return 0;
  const around = layerOf(styles, element.parent);
  if ((styles.text(element, "position") ?? "static") === "static") return around;
  const zIndex = Number.parseInt(styles.text(element, "z-index") ?? "", 10) || 0;
  return around + (zIndex < 0 ? zIndex : zIndex + 1);
}

/** The nearest box around another one. */
export function boxAround(boxes: readonly SourceBox[], { path }: SourceBox): SourceBox | undefined {
  const around = boxes.filter((box) => box.path !== path && isWithin(path, box.path));
  return around.toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** The boxes of the children of a box, in document order. */
export function childBoxes(boxes: readonly SourceBox[], { path }: SourceBox): SourceBox[] {
  return boxes.filter((box) => box.path !== "" && parentOf(box.path) === path);
}

/** The box that insets of an absolutely positioned element refer to: of the nearest positioned element. */
export function containingBox(boxes: readonly SourceBox[], styles: StyleReader, box: SourceBox): Rect {
  for (let around = boxAround(boxes, box); around; around = boxAround(boxes, around)) {
    const isPositioned = (styles.text(around.element, "position") ?? "static") !== "static";
    if (isPositioned || around.path === "") return withoutBorder(around, styles);
  }
  return box;
}

/** The boxes of children that are not absolutely positioned, in the order that the card shows. */
export function inFlow(styles: StyleReader, boxes: readonly SourceBox[]): SourceBox[] {
  return boxes
    .filter(({ element }) => !isAbsolute(styles, element))
    .toSorted((one, other) => styles.order(one.element) - styles.order(other.element));
}

function withoutBorder(box: SourceBox, styles: StyleReader): Rect {
  const width = (side: Side) => borderWidth(styles, box.element, side);
  const [left, top] = [width("left"), width("top")];
  return {
    x: box.x + left,
    y: box.y + top,
    width: box.width - left - width("right"),
    height: box.height - top - width("bottom"),
  };
}
