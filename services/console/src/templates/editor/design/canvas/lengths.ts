import type { CardSize, SourceElement } from "@placard/template-edit";
import { scaled } from "../relative-lengths.ts";
import {
  ends,
  groundAround,
  insetOf,
  isAbsolute,
  loneVariable,
  px,
  sides,
  type Side,
  type StyleReader,
} from "../style-reader.ts";
import { axes, sizeOf, type Rect } from "./geometry.ts";

/**
 * What sets a side of a padding or a margin: the variable of the card that has its length; otherwise the
 * shorthand, if that sets all of them and is not a function.
 */
export function sideValues(
  styles: StyleReader,
  element: SourceElement,
  property: string,
  side: Side,
  value: string,
): Record<string, string> {
  const texts = sides.map((each) => styles.text(element, `${property}-${each}`) ?? "0");
  const text = texts[sides.indexOf(side)]!;
  const variable = variableOf(styles, element, text, value);
  if (variable) return { [variable]: value };
  const isShorthand =
    styles.setter(element, property) === property && !styles.text(element, property)?.includes("(");
  if (!isShorthand) return { [`${property}-${side}`]: value };
  const values = sides.map((each, index) => (each === side ? value : texts[index]!));
  return { [property]: new Set(values).size === 1 ? value : values.join(" ") };
}

/** What sets the gap of an element: the variable of the card that only it has, or the property. */
export function gapValues(
  styles: StyleReader,
  element: SourceElement,
  property: string,
  value: string,
): Record<string, string> {
  const text = property === "gap" ? (styles.text(element, property) ?? "") : "";
  const variable = variableOf(styles, element, text, value);
  return { [variable && styles.countUses(variable) === 1 ? variable : property]: value };
}

/**
 * The variable that is the whole value of one length of the card, and of no other, such as `--top`. It may
 * have other values at other sizes, which stay when it is changed.
 */
function variableOf(
  styles: StyleReader,
  element: SourceElement,
  text: string,
  value: string,
): string | undefined {
  const variable = loneVariable(text);
  if (!variable || element.parent || value.includes(variable)) return undefined;
  const lengths = ["gap", ...sides.flatMap((side) => [`padding-${side}`, `margin-${side}`])];
  return lengths.filter((each) => styles.text(element, each) === text).length === 1 ? variable : undefined;
}

/**
 * The insets that move the edges of an absolutely positioned element. It stays attached to its sides, or
 * becomes attached to the nearest ones.
 * @param container the box that its percentages refer to
 */
export function movedInsets(
  styles: StyleReader,
  element: SourceElement,
  before: Rect,
  after: Rect,
  container: Rect,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const axis of axes) {
    const [start, end] = ends[axis];
    const endOf = (rect: Rect) => rect[axis] + rect[sizeOf[axis]];
    const startBy = Math.round(after[axis] - before[axis]);
    const endBy = Math.round(endOf(after) - endOf(before));
    const isNearEnd = after[axis] - container[axis] > endOf(container) - endOf(after);
    const isAttachedNow = startBy !== 0 && !styles.isSet(element, start);
    const hasEnd = styles.isSet(element, end) || (isAttachedNow && isNearEnd);
    if (startBy !== 0 && (styles.isSet(element, start) || !hasEnd))
      values[start] = px((styles.pixels(element, start) ?? before[axis] - container[axis]) + startBy);
    if (endBy !== 0 && hasEnd)
      values[end] = px((styles.pixels(element, end) ?? endOf(container) - endOf(before)) - endBy);
  }
  return values;
}

/**
 * What makes an element free on the card at the place of a box: attached to the nearest sides, and behind the
 * others if it covers them all, unless a background would hide it there.
 * @param container the box that its insets refer to
 */
export function freeValues(
  styles: StyleReader,
  element: SourceElement,
  box: Rect & { readonly text?: CardSize },
  container: Rect,
): Record<string, string> {
  const following = followingSize(styles, element);
  const ofAxis = axes.map((axis) => {
    const [start, end] = ends[axis];
    const size = sizeOf[axis];
    const toStart = box[axis] - container[axis];
    const toEnd = container[size] - box[size] - toStart;
    // A text becomes as wide as its line, beside its start.
    const isWider =
      box.text &&
      box.text[size] + insetOf(styles, element, start) + insetOf(styles, element, end) < box[size] - 1;
    const isAtStart = isWider || toStart <= toEnd;
    const [side, other] = isAtStart ? [start, end] : [end, start];
    // What has no text may have the room of its container, which it loses.
    const loses = !box.text && following !== size && styles.setter(element, size) === undefined;
    return {
      [side]: px(isAtStart ? toStart : toEnd),
      ...(styles.isSet(element, other) && { [other]: "auto" }),
      ...(loses && { [size]: px(box[size]) }),
    };
  });
  const covers = !box.text && axes.every((axis) => box[sizeOf[axis]] >= container[sizeOf[axis]]);
  const isBehind = covers && !groundAround(styles, element);
  const values = { position: "absolute", ...(isBehind && { "z-index": "-1" }) };
  return Object.assign(values, ...ofAxis) as Record<string, string>;
}

/**
 * The values that give an element a size. One in percent stays so. Along the axis of a flex container, an
 * element that shares the room with others gets another share of it, and other flexible elements stop being
 * flexible.
 * @param siblings the other elements in its container
 */
export function resizedTo(
  styles: StyleReader,
  element: SourceElement,
  before: CardSize,
  size: Partial<CardSize>,
  siblings: readonly (CardSize & { readonly element: SourceElement })[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of ["width", "height"] as const) {
    const value = size[name];
    if (value === undefined) continue;
    const text = styles.text(element, name) ?? "";
    const isScaled = styles.toPixels(text) === undefined;
    values[name] = (isScaled && scaled(text, value / before[name])) || px(value);
    if ((styles.pixels(element, `min-${name}`) ?? 0) > value) values[`min-${name}`] = "0";
  }
  const { parent } = element;
  const direction = parent && styles.direction(parent);
  const along = direction === "column" ? "height" : "width";
  const isFlexible = ["flex-grow", "flex-basis"].some((name) => styles.text(element, name) !== undefined);
  const next = size[along];
  if (!direction || !isFlexible || next === undefined) return values;
  const others = siblings.filter((sibling) => shareOf(styles, sibling.element) !== undefined);
  const insets = (each: SourceElement) =>
    ends[along === "width" ? "x" : "y"].reduce((sum, side) => sum + insetOf(styles, each, side), 0);
  // Borders and paddings are not part of what is shared.
  const shared = others.reduce((sum, sibling) => sum + sibling[along] - insets(sibling.element), 0);
  const room = shared + before[along] - next;
  const isShared = others.length > 0 && !others.some((sibling) => sibling.element === element);
  const flex = flexOfSized(element, along);
  if (flex === "initial" || !isShared || room < 1 || shareOf(styles, element) === undefined)
    return { ...values, flex };
  const shares = others.reduce((sum, sibling) => sum + shareOf(styles, sibling.element)!, 0);
  const { [along]: _, ...across } = values;
  const share = (Math.max(1, next - insets(element)) * shares) / room;
  // Otherwise, a share is as large as the longest word, and fitted texts don't shrink.
  if (next < before[along] && !styles.setter(element, `min-${along}`)) across[`min-${along}`] = "0";
  const flexBefore = styles.text(element, "flex")!;
  return { ...across, flex: flexBefore.replace(/^\S+/, String(Math.round(1000 * share) / 1000)) };
}

/** The size of an image that follows from its other size by its proportions. Undefined if it has none. */
export function followingSize(styles: StyleReader, element: SourceElement): "width" | "height" | undefined {
  const { tag, parent } = element;
  const [hasWidth, hasHeight] = ["width", "height"].map((size) => styles.isSet(element, size));
  if (tag !== "img" || hasWidth === hasHeight || styles.text(element, "flex-grow")) return undefined;
  const size = hasWidth ? "height" : "width";
  const isAcross = parent && styles.direction(parent) === (size === "width" ? "column" : "row");
  const align = styles.text(element, "align-self") ?? (parent && styles.text(parent, "align-items"));
  const isStretched = isAcross && !isAbsolute(styles, element) && /^(?:stretch|normal)?$/.test(align ?? "");
  return isStretched ? undefined : size;
}

/**
 * The `flex` of an element that has a size along its container. A photo gives texts above or below it the
 * room that they need, down to its smallest height.
 */
export function flexOfSized({ tag }: SourceElement, along: "width" | "height"): string {
  return tag === "img" && along === "height" ? "initial" : "none";
}

/** The share of the room that an element takes; undefined if its size depends on its content. */
export function shareOf(styles: StyleReader, element: SourceElement): number | undefined {
  const [, share, basis = "0"] = /^([\d.]+)(?: 1 (\S+))?$/.exec(styles.text(element, "flex") ?? "") ?? [];
  const isShare = Number(share) > 0 && (basis === "0%" || styles.toPixels(basis) === 0);
  return isShare ? Number(share) : undefined;
}
