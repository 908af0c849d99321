import { valueOf, type OpenTemplate, type SourceElement } from "@placard/template-edit";
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
   * The length that a property has, also through its shorthand, in pixels. Undefined if nothing sets it or if
   * only the engine can compute it, as with percentages and variables.
   */
  pixels: (element: SourceElement, property: string) => number | undefined;
  isSet: (element: SourceElement, property: string) => boolean;
  /** The property that sets a property or a part of it. */
  setter: (element: SourceElement, property: string) => string | undefined;
}

export const sides = ["top", "right", "bottom", "left"] as const;
export type Side = (typeof sides)[number];

/** The sides at the start and the end of an axis. */
const ends = { x: ["left", "right"], y: ["top", "bottom"] } as const;

export function readStyles(template: OpenTemplate, card: CardSize): StyleReader {
  const text: StyleReader["text"] = (element, property) => {
    const setter = valueOf(template, element, property, card);
    if (!setter || setter.name === property) return setter?.value;
    const parts = setter.value.trim().split(/\s+(?![^(]*\))/);
    if (setter.name === "gap") return parts[property === "column-gap" ? 1 : 0] ?? parts[0];
    const side = sides.findIndex((each) => property === each || property.endsWith(`-${each}`));
    const isBox = setter.name === "inset" || setter.name === "padding";
    if (!isBox || side < 0) return setter.value;
    return parts[side] ?? parts[side === 3 ? 1 : 0] ?? parts[0];
  };
  return {
    text,
    pixels: (element, property) => toPixels(text(element, property) ?? "", card),
    setter: (element, property) => valueOf(template, element, property, card)?.name,
    isSet: (element, property) => (text(element, property) ?? "auto") !== "auto",
  };
}

/** A length in pixels, if the size of the card is enough to know it. */
function toPixels(value: string, { width, height }: CardSize): number | undefined {
  const [, number, unit = ""] = /^\s*(-?\d*\.?\d+)([a-z]*)\s*$/i.exec(value) ?? [];
  if (number === undefined) return undefined;
  const percentOf = {
    cqw: width,
    vw: width,
    cqh: height,
    vh: height,
    cqmin: Math.min(width, height),
    vmin: Math.min(width, height),
    cqmax: Math.max(width, height),
    vmax: Math.max(width, height),
    px: 100,
  }[unit.toLowerCase()];
  if (percentOf !== undefined) return (Number(number) * percentOf) / 100;
  return Number(number) === 0 ? 0 : undefined;
}

export function px(value: number): string {
  return `${Math.round(value)}px`;
}

/**
 * The insets that move the edges of an absolutely positioned element, which stays attached to the same sides.
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
    const hasEnd = styles.isSet(element, end);
    if (startBy !== 0 && (styles.isSet(element, start) || !hasEnd))
      values[start] = px((styles.pixels(element, start) ?? before[axis] - container[axis]) + startBy);
    if (endBy !== 0 && hasEnd)
      values[end] = px((styles.pixels(element, end) ?? endOf(container) - endOf(before)) - endBy);
  }
  return values;
}

/** The values that give an element a size. A flexible item would not keep it along the axis of its container. */
export function resizedTo(
  styles: StyleReader,
  element: SourceElement,
  size: Partial<Record<"width" | "height", number>>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(size)) values[name] = px(value);
  const { parent } = element;
  const isFlex = parent && /flex/.test(styles.text(parent, "display") ?? "");
  const isColumn = parent && styles.text(parent, "flex-direction")?.startsWith("column");
  const isFlexible = ["flex-grow", "flex-basis"].some((name) => styles.text(element, name) !== undefined);
  if (isFlex && isFlexible && (isColumn ? "height" : "width") in values) values["flex"] = "none";
  return values;
}

export function isAbsolute(styles: StyleReader, element: SourceElement): boolean {
  return /^(?:absolute|fixed)$/.test(styles.text(element, "position")?.trim() ?? "");
}
