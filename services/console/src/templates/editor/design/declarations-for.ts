import { findElement, valueOf, type SourceElement } from "@placard/template-edit";
import { flexOfSized, px, readStyles } from "./canvas/lengths.ts";
import { resolveVariables, textColorOn } from "./colors.ts";
import type { Design } from "./design.ts";

/**
 * What sets a property of an element. A background color replaces the image or gradient that covers it, an image
 * covers its box, a layout is written by several properties, texts are readable on their background and on an accent,
 * a size is not a share of the room, and what becomes free on the card stays where it is.
 */
export function declarationsFor(
  { template, size, boxOf, variables }: Pick<Design, "template" | "size" | "boxOf" | "variables">,
  path: string,
  name: string,
  value: string,
): Record<string, string> {
  const element = findElement(template.value, path);
  const valueIn = (at: SourceElement | undefined, property: string) =>
    at && valueOf(template.value, at, property, size.value)?.value;
  const valueFor = (property: string) => valueIn(element, property);
  if (name === "display" && value === "grid")
    return {
      display: "grid",
      ...(!valueFor("grid-template-columns") && { "grid-template-columns": "repeat(2, minmax(0, 1fr))" }),
    };
  if (name === "display" && (value === "column" || value === "row"))
    return {
      display: "flex",
      ...((value === "column" || valueFor("flex-direction")) && { "flex-direction": value }),
    };
  if (name === "background-image" && value.startsWith("url(") && !valueFor("background-size"))
    return { [name]: value, "background-size": "cover", "background-position": "center" };
  const box = boxOf(path);
  if (name === "position" && value === "absolute" && box) {
    const isSet = (property: string) => valueFor(property) !== undefined;
    let around = element?.parent;
    while (around?.parent && !valueOf(template.value, around, "position", size.value)) around = around.parent;
    const { x = 0, y = 0 } = (around && boxOf(around.path)) ?? {};
    return {
      [name]: value,
      ...(!isSet("left") && !isSet("right") && { left: px(box.x - x) }),
      ...(!isSet("top") && !isSet("bottom") && { top: px(box.y - y) }),
      // What has no text may have the room of its container, which it loses.
      ...(!box.text && !isSet("width") && { width: px(box.width) }),
      ...(!box.text && !isSet("height") && { height: px(box.height) }),
    };
  }
  const isInColumn = element?.parent && readStyles(template.value, size.value).isColumn(element.parent);
  const along = isInColumn ? "height" : "width";
  if (element && name === along && valueFor("flex-grow"))
    return { [name]: value, flex: flexOfSized(element, along) };
  if (name.startsWith("--")) {
    const color = resolveVariables(value, variables.value); // it can't refer to itself
    const onColor = name === "--accent" && textColorOn(color, "var(--on-accent)", variables.value);
    return { [name]: color, ...(onColor && { "--on-accent": onColor }) };
  }
  if (name !== "background-color") return { [name]: value };
  const image = element && valueOf(template.value, element, "background-image", size.value);
  const isCovered = image && image.value !== "none";
  const [, ground] = /^var\(--(accent|chip|highlight)\)$/.exec(value) ?? [];
  const textColor = (at: SourceElement | undefined): string =>
    at ? (valueIn(at, "color") ?? textColor(at.parent)) : "var(--ink)";
  const color = ground ? `var(--on-${ground})` : textColorOn(value, textColor(element), variables.value);
  return {
    ...(isCovered && image.name === "background"
      ? { background: value }
      : { ...(isCovered && { "background-image": "none" }), [name]: value }),
    ...(color && { color }),
  };
}
