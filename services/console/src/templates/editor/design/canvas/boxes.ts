import type { ElementBox } from "@placard/client";
import { getOrInsert } from "@placard/contracts/maps";
import { findElement, type OpenTemplate, type SourceElement } from "@placard/template-edit";
import type { EditorPreview } from "../../template-editor.ts";
import { elementPathOf, isWithin, parentOf, sourcePathOf } from "../../element-paths.ts";
import { borderWidth, isAbsolute, type Side, type StyleReader } from "./lengths.ts";
import { smallestAt, type Rect } from "./geometry.ts";

/** A box of the engine with the path of its element in the source. Repeated elements have several. */
export interface SourceBox extends ElementBox {
  source: string;
  name: string;
  /** Where the pointer reaches it: its box, and those of its pseudo-elements. */
  areas: readonly Rect[];
}

export function nameBoxes(
  { boxes, html }: EditorPreview,
  namesOf: (html: string) => ReadonlyMap<string, string>,
): SourceBox[] {
  const names = namesOf(html);
  const areas = new Map<string, Rect[]>();
  for (const box of boxes) getOrInsert(areas, elementPathOf(box.path), () => []).push(box);
  return boxes
    .filter(({ path }) => elementPathOf(path) === path)
    .map((box) => {
      const source = sourcePathOf(box.path);
      return { ...box, source, name: names.get(source) ?? box.path, areas: areas.get(box.path) ?? [] };
    });
}

/** What the pointer reaches at a point: the box with the smallest area there. */
export function boxAt(boxes: readonly SourceBox[], x: number, y: number): SourceBox | undefined {
  const areas = boxes.flatMap((box) => box.areas.map((area) => ({ ...area, box })));
  return smallestAt(areas, x, y)?.box;
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
export function containingBox(
  boxes: readonly SourceBox[],
  template: OpenTemplate,
  styles: StyleReader,
  box: SourceBox,
): Rect {
  for (let around = boxAround(boxes, box); around; around = boxAround(boxes, around)) {
    const element = findElement(template, around.source);
    const isPositioned = element && (styles.text(element, "position") ?? "static") !== "static";
    if (element && (isPositioned || around.path === "")) return withoutBorder(around, element, styles);
  }
  return box;
}

/** The boxes of children that are not absolutely positioned, in the order that the card shows. */
export function inFlow(
  template: OpenTemplate,
  styles: StyleReader,
  boxes: readonly SourceBox[],
): SourceBox[] {
  return boxes
    .flatMap((box) => {
      const element = findElement(template, box.source);
      return element && !isAbsolute(styles, element) ? [{ box, order: styles.order(element) }] : [];
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ box }) => box);
}

function withoutBorder(box: Rect, element: SourceElement, styles: StyleReader): Rect {
  const width = (side: Side) => borderWidth(styles, element, side);
  const [left, top] = [width("left"), width("top")];
  return {
    x: box.x + left,
    y: box.y + top,
    width: box.width - left - width("right"),
    height: box.height - top - width("bottom"),
  };
}
