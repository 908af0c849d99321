import {
  declarationsOf,
  declarationOf,
  type Card,
  type OpenTemplate,
  type SourceElement,
} from "@placard/template-edit";
import { pixelsOf } from "@placard/templates/source";
import { resolveVariables, wordsOf } from "./colors.ts";

/** Reads the declarations of an element that apply on a card. */
export interface StyleReader {
  /** The value of a property as it is written; undefined if nothing sets it. */
  text: (element: SourceElement, property: string) => string | undefined;
  /** A length in pixels, also by variables of the card; undefined if only the engine can compute it. */
  toPixels: (value: string) => number | undefined;
  /** The same of the length that a property has, also by its shorthand; undefined if nothing sets it. */
  pixels: (element: SourceElement, property: string) => number | undefined;
  isSet: (element: SourceElement, property: string) => boolean;
  /** What a flex container arranges, also by a variable of the card. Undefined if the element is none. */
  direction: (element: SourceElement) => "row" | "column" | undefined;
  /** The `order` of an element in a flex or grid container; elsewhere, 0. */
  order: (element: SourceElement) => number;
  /** The property that sets a property or a part of it. */
  setter: (element: SourceElement, property: string) => string | undefined;
  /** The unit of a new length of a property: a share of the card, if the document has such units. */
  unitOf: (property: string) => "px" | "cqw" | "cqh" | "cqmin";
  /** How often a variable is used in the template. */
  countUses: (variable: string) => number;
}

export const sides = ["top", "right", "bottom", "left"] as const;
export type Side = (typeof sides)[number];

/** The sides at the start and the end of an axis. */
export const ends = { x: ["left", "right"], y: ["top", "bottom"] } as const;

export function readStyles(template: OpenTemplate, card: Card): StyleReader {
  const text: StyleReader["text"] = (element, property) => {
    const setter = declarationOf(template, element, property, card);
    if (!setter || setter.name === property) return setter?.value;
    // Left and right are as on a card that is written from left to right.
    const otherSide = property.endsWith("left")
      ? "-inline-end"
      : property.endsWith("right") && "-inline-start";
    if (otherSide && setter.name.endsWith(otherSide)) return undefined;
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
  return {
    text,
    toPixels,
    direction(element) {
      if (!/flex/.test(text(element, "display") ?? "")) return undefined;
      const direction = resolveVariables(text(element, "flex-direction") ?? "row", variables);
      return direction.startsWith("column") ? "column" : "row";
    },
    order(element) {
      if (!element.parent || !isArranged(text, element.parent)) return 0;
      return Number.parseInt(text(element, "order") ?? "", 10) || 0;
    },
    pixels: (element, property) => toPixels(text(element, property) ?? ""),
    setter: (element, property) => declarationOf(template, element, property, card)?.name,
    isSet: (element, property) => (text(element, property) ?? "auto") !== "auto",
    unitOf(property) {
      if (!/\dcq/.test(template.html)) return "px";
      if (/^(?:(?:min-|max-)?width|left|right)$/.test(property)) return "cqw";
      return /^(?:(?:min-|max-)?height|top|bottom)$/.test(property) ? "cqh" : "cqmin";
    },
    countUses: (variable) => template.html.split(`var(${variable})`).length - 1,
  };
}

/** Whether the children of an element have an `order`. */
export function isArranged(text: StyleReader["text"], element: SourceElement): boolean {
  return /flex|grid/.test(text(element, "display") ?? "");
}

/** Children of an element in the order that the card shows, without style sheets. */
export function inShownOrder(styles: StyleReader, children: readonly SourceElement[]): SourceElement[] {
  return children
    .filter(({ tag }) => tag !== "style")
    .toSorted((one, other) => styles.order(one) - styles.order(other));
}

/** The width of a border in pixels. */
export function borderWidth(styles: StyleReader, element: SourceElement, side: Side): number {
  const words = wordsOf(styles.text(element, `border-${side}-width`) ?? "");
  return words.map(styles.toPixels).find((width) => width !== undefined) ?? 0;
}

/** The width of the border and the padding of an element at a side. */
export function insetOf(styles: StyleReader, element: SourceElement, side: Side): number {
  return borderWidth(styles, element, side) + (styles.pixels(element, `padding-${side}`) ?? 0);
}

export function isAbsolute(styles: StyleReader, element: SourceElement): boolean {
  return /^(?:absolute|fixed)$/.test(styles.text(element, "position")?.trim() ?? "");
}

/** The element that is not displayed at the size of the card: an element itself, or one around it. */
export function hiddenAt(styles: StyleReader, element: SourceElement | undefined): SourceElement | undefined {
  if (!element || styles.text(element, "display") === "none") return element;
  return hiddenAt(styles, element.parent);
}

/** The variable that is a whole value. */
export function loneVariable(value: string): string | undefined {
  return /^var\((--[\w-]+)\)$/.exec(value)?.[1];
}

export function px(value: number): string {
  const rounded = Math.round(value);
  return rounded === 0 ? "0" : `${rounded}px`;
}

/** The next element around one, other than the card, whose background would hide it if it is sent to the back. */
export function groundAround(styles: StyleReader, { parent }: SourceElement): SourceElement | undefined {
  if (!parent?.parent) return undefined;
  const isGround = ["background-color", "background-image"].some((name) => styles.setter(parent, name));
  return isGround ? parent : groundAround(styles, parent);
}
