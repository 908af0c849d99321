import type { Design } from "../design.ts";
import { nameOf } from "../names.ts";
import type { SourceBox } from "./boxes.ts";
import type { Rect } from "./geometry.ts";

/**
 * Why an element does not have the size that it was given; undefined if it has.
 * @param box of the element now
 * @param wanted what a handle has made of the box before
 */
export function describeShortage(
  box: SourceBox,
  before: Rect,
  wanted: Rect,
  { template, styles }: Pick<Design, "template" | "styles">,
): string | undefined {
  const { element, width, height } = box;
  const name = nameOf(template.value, element);
  // A text that was made narrower may be higher.
  const wrong = (["width", "height"] as const).filter(
    (size) => wanted[size] !== before[size] && Math.abs(box[size] - wanted[size]) >= 2,
  );
  if (wrong.length === 0) return undefined;
  if (wrong.some((size) => box[size] > wanted[size]))
    return `“${name}” is ${sizeText({ width, height })}, because what is in it is not smaller.`;
  if (wanted.width <= before.width && wanted.height <= before.height) return undefined;
  const isLimited = ["max-width", "max-height"].some((limit) => styles.value.isSet(element, limit));
  return `There is no room for a size of ${sizeText(wanted)}. To make “${name}” larger, make what is beside it smaller${isLimited ? ", or change its largest size" : ""}.`;
}

/** A size in pixels: “200 × 100”. */
export function sizeText({ width, height }: Pick<Rect, "width" | "height">): string {
  return `${Math.round(width)} × ${Math.round(height)}`;
}
