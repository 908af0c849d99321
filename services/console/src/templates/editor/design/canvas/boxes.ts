import type { ElementBox } from "@placard/client";
import { findElement, type OpenTemplate, type SourceElement } from "@placard/template-edit";
import type { EditorPreview } from "../../template-editor.ts";
import { sourcePathOf } from "../../source-path.ts";
import { isAbsolute, type StyleReader } from "./lengths.ts";
import type { Rect } from "./geometry.ts";

/** A box of the engine with the path of its element in the source. Repeated elements have several. */
export interface SourceBox extends ElementBox {
  source: string;
  name: string;
}

export function nameBoxes(
  { boxes, html }: EditorPreview,
  namesOf: (html: string) => ReadonlyMap<string, string>,
): SourceBox[] {
  const names = namesOf(html);
  return boxes.map((box) => {
    const source = sourcePathOf(box.path);
    return { ...box, source, name: names.get(source) ?? box.path };
  });
}

/** The nearest box around another one. */
export function boxAround(boxes: readonly SourceBox[], { path }: SourceBox): SourceBox | undefined {
  const around = boxes.filter((box) => box.path !== path && isInside(path, box.path));
  return around.toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** The boxes of the children of a box, in document order. */
export function childBoxes(boxes: readonly SourceBox[], { path }: SourceBox): SourceBox[] {
  const depth = path === "" ? 1 : path.split("/").length + 1;
  return boxes.filter(
    (box) => isInside(box.path, path) && box.path.split("/").length === depth && box.path !== "",
  );
}

/** The box that the insets of an absolutely positioned element refer to: of the nearest positioned element. */
export function containingBox(
  boxes: readonly SourceBox[],
  template: OpenTemplate,
  styles: StyleReader,
  box: SourceBox,
): Rect {
  let around = boxAround(boxes, box);
  while (around && around.path !== "") {
    const element = findElement(template, around.source);
    const position = element && styles.text(element, "position");
    if (element && position && position !== "static") return withoutBorder(around, element, styles);
    around = boxAround(boxes, around);
  }
  const root = boxes.find(({ path }) => path === "");
  if (!root) return box;
  return template.root ? withoutBorder(root, template.root, styles) : root;
}

export function inFlow(
  template: OpenTemplate,
  styles: StyleReader,
  boxes: readonly SourceBox[],
): SourceBox[] {
  return boxes.filter(({ source }) => {
    const element = findElement(template, source);
    return element && !isAbsolute(styles, element);
  });
}

function isInside(path: string, around: string): boolean {
  return around === "" || path.startsWith(`${around}/`);
}

function withoutBorder(box: Rect, element: SourceElement, styles: StyleReader): Rect {
  const width = (side: string) =>
    Number(/([\d.]+)px/.exec(styles.text(element, `border-${side}-width`) ?? "")?.[1] ?? 0);
  const [top, right, bottom, left] = ["top", "right", "bottom", "left"].map(width) as [
    number,
    number,
    number,
    number,
  ];
  return {
    x: box.x + left,
    y: box.y + top,
    width: box.width - left - right,
    height: box.height - top - bottom,
  };
}
