import { declarationsOf, valueOf, type OpenTemplate, type SourceElement } from "@placard/template-edit";
import { pixelsOf } from "@placard/templates/source";
import { resolveVariables, wordsOf } from "../colors.ts";
import { axes, sizeOf, type Rect } from "./geometry.ts";

export interface CardSize {
  readonly width: number;
  readonly height: number;
}

/** Reads the declarations of an element that apply at a size of the card. */
export interface StyleReader {
  /** The value of a property as it is written; undefined if nothing sets it. */
  text: (element: SourceElement, property: string) => string | undefined;
  /**
   * The length that a property has, also through its shorthand or variables of the card, in pixels. Undefined if
   * nothing sets it or if only the engine can compute it, as with percentages.
   */
  pixels: (element: SourceElement, property: string) => number | undefined;
  /** A value with what depends on the size or the variables of the card in pixels: `64px` for `var(--top)`. */
  inPixels: (value: string) => string;
  isSet: (element: SourceElement, property: string) => boolean;
  /** What a flex container arranges, also by a variable of the card. Undefined if the element is none. */
  direction: (element: SourceElement) => "row" | "column" | undefined;
  /** The property that sets a property or a part of it. */
  setter: (element: SourceElement, property: string) => string | undefined;
}

export const sides = ["top", "right", "bottom", "left"] as const;
export type Side = (typeof sides)[number];

/** The sides at the start and the end of an axis. */
export const ends = { x: ["left", "right"], y: ["top", "bottom"] } as const;

export function readStyles(template: OpenTemplate, card: CardSize): StyleReader {
  const text: StyleReader["text"] = (element, property) => {
    const setter = valueOf(template, element, property, card);
    if (!setter || setter.name === property) return setter?.value;
    const parts = wordsOf(setter.value);
    if (setter.name === "gap") return parts[property === "column-gap" ? 1 : 0] ?? parts[0];
    const side = sides.findIndex((each) => property === each || property.endsWith(`-${each}`));
    if (side >= 0 && /-(?:block|inline)$/.test(setter.name))
      return parts[["right", "bottom"].includes(sides[side]!) ? 1 : 0] ?? parts[0];
    const isBox = ["inset", "margin", "padding"].includes(setter.name);
    if (!isBox || side < 0) return setter.value;
    return parts[side] ?? parts[side === 3 ? 1 : 0] ?? parts[0];
  };
  const { root } = template;
  const declared = root ? declarationsOf(template, root, card) : [];
  const variables = Object.fromEntries(declared.map(({ name, value }) => [name, value]));
  const toPixels = (value: string) => pixelsOf(resolveVariables(value, variables), card);
  const inPixels: StyleReader["inPixels"] = (value) => {
    const range = fitRangeOf(value);
    if (range) return `fit(${range.map(inPixels).join(", ")})`;
    if (!/var\(|calc\(|\d(?:cq|v)/.test(value)) return value;
    const words = wordsOf(value).map((word) => {
      const pixels = toPixels(word);
      return pixels === undefined ? word : `${Math.round(10 * pixels) / 10}px`;
    });
    return words.join(" ");
  };
  return {
    text,
    inPixels,
    direction(element) {
      if (!/flex/.test(text(element, "display") ?? "")) return undefined;
      const direction = resolveVariables(text(element, "flex-direction") ?? "row", variables);
      return direction.startsWith("column") ? "column" : "row";
    },
    pixels: (element, property) => toPixels(text(element, property) ?? ""),
    setter: (element, property) => valueOf(template, element, property, card)?.name,
    isSet: (element, property) => (text(element, property) ?? "auto") !== "auto",
  };
}

/**
 * What sets a side of a padding or a margin: the variable of the card that has its length; otherwise the shorthand,
 * if that sets all of them and is not a function.
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

/** What sets the gap of an element: the variable of the card that has it, or the property. */
export function gapValues(
  styles: StyleReader,
  element: SourceElement,
  property: string,
  value: string,
): Record<string, string> {
  const text = property === "gap" ? (styles.text(element, property) ?? "") : "";
  return { [variableOf(styles, element, text, value) ?? property]: value };
}

/**
 * The variable that is the whole value of one length of the card, and of no other, such as `--top`. It may have
 * other values at other sizes, which stay when it is changed.
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

/** The variable that is a whole value. */
export function loneVariable(value: string): string | undefined {
  return /^var\((--[\w-]+)\)$/.exec(value)?.[1];
}

/** The smallest and the largest size of a `fit()`; undefined for any other font size. */
export function fitRangeOf(size: string): readonly [least: string, most: string] | undefined {
  const [, least, most] = /^fit\((.+), ([^,]+)\)$/.exec(size) ?? [];
  return least === undefined || most === undefined ? undefined : [least, most];
}

/**
 * What sets lengths in pixels: each as a multiple of what the length before depends on, such as `--title` or the
 * height of the card, with which it grows.
 */
export function relativeValues(
  styles: StyleReader,
  element: SourceElement,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const before = (each: SourceElement | undefined, name: string): string =>
    each ? (styles.text(each, name) ?? (name === "font-size" ? before(each.parent, name) : "")) : "";
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, relativeTo(styles, before(element, name), value)]),
  );
}

function relativeTo(styles: StyleReader, before: string, value: string): string {
  const [from, to] = [fitRangeOf(before), fitRangeOf(value)];
  if (to) return `fit(${to.map((each, end) => relativeTo(styles, from?.[end] ?? before, each)).join(", ")})`;
  const [, product, variable, unit] =
    /^(?:calc\((var\(--[\w-]+\)) [*/] [\d.]+\)|(var\(--[\w-]+\))|[\d.]+((?:cq|v)[a-z]+))$/.exec(
      from?.[1] ?? before,
    ) ?? [];
  const base = product ?? variable ?? (unit && `1${unit}`);
  if (!base || !/^[\d.]+px$/.test(value)) return value;
  const factor = Math.round((1000 * parseFloat(value)) / parseFloat(styles.inPixels(base))) / 1000;
  if (!Number.isFinite(factor)) return value;
  if (unit) return `${factor}${unit}`;
  return factor === 1 ? base : `calc(${base} * ${factor})`;
}

export function px(value: number): string {
  const rounded = Math.round(value);
  return rounded === 0 ? "0" : `${rounded}px`;
}

/**
 * The insets that move the edges of an absolutely positioned element. It stays attached to its sides, or becomes
 * attached to the nearest ones.
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
 * The values that give an element a size. Along the axis of a flex container, an element that shares the room with
 * others gets another share of it, and other flexible elements stop being flexible.
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
  for (const [name, value] of Object.entries(size)) {
    values[name] = px(value);
    if ((styles.pixels(element, `min-${name}`) ?? 0) > value) values[`min-${name}`] = "0";
  }
  const { parent } = element;
  const direction = parent && styles.direction(parent);
  const along = direction === "column" ? "height" : "width";
  const isFlexible = ["flex-grow", "flex-basis"].some((name) => styles.text(element, name) !== undefined);
  const next = size[along];
  if (!direction || !isFlexible || next === undefined) return values;
  const others = siblings.filter((sibling) => shareOf(styles, sibling.element) !== undefined);
  const room = others.reduce((sum, sibling) => sum + sibling[along], before[along]) - next;
  const isShared = others.length > 0 && !others.some((sibling) => sibling.element === element);
  if (!isShared || room < 1 || shareOf(styles, element) === undefined)
    return { ...values, flex: flexOfSized(element, along) };
  const shares = others.reduce((sum, sibling) => sum + shareOf(styles, sibling.element)!, 0);
  const { [along]: _, ...across } = values;
  return { ...across, flex: `${Math.round((100 * next * shares) / room) / 100}` };
}

/**
 * The `flex` of an element that has a size along its container. A photo gives texts above or below it the room that
 * they need, down to its smallest height.
 */
export function flexOfSized({ tag }: SourceElement, along: "width" | "height"): string {
  return tag === "img" && along === "height" ? "initial" : "none";
}

/** The share of the room that an element takes; undefined if its size depends on its content. */
export function shareOf(styles: StyleReader, element: SourceElement): number | undefined {
  const [, share] = /^([\d.]+)(?: 1 0(?:px|%)?)?$/.exec(styles.text(element, "flex")?.trim() ?? "") ?? [];
  return Number(share) > 0 ? Number(share) : undefined;
}

export function isAbsolute(styles: StyleReader, element: SourceElement): boolean {
  return /^(?:absolute|fixed)$/.test(styles.text(element, "position")?.trim() ?? "");
}
