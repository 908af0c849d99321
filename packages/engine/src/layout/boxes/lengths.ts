import { evaluateCalculation, type Length, type Size } from "@placard/templates/scene";

/** An unknown size: `auto`, or a percentage of an unknown size. Known sizes are never negative. */
export const indefinite = -1;

/** An axis of the card. */
export type Axis = "x" | "y";

/** The properties of each axis. */
export const names = {
  x: {
    size: "width",
    min: "minWidth",
    max: "maxWidth",
    start: "left",
    end: "right",
    gap: "columnGap",
    gridStart: "columnStart",
    gridEnd: "columnEnd",
  },
  y: {
    size: "height",
    min: "minHeight",
    max: "maxHeight",
    start: "top",
    end: "bottom",
    gap: "rowGap",
    gridStart: "rowStart",
    gridEnd: "rowEnd",
  },
} as const;

/** The size of a containing block, in pixels or `indefinite`. */
export interface Containing {
  readonly width: number;
  readonly height: number;
}

/** The containing block while intrinsic widths are measured. */
export function unknownWidth(height: number): Containing {
  return { width: indefinite, height };
}

/** Layout units per pixel, as in Chromium. Sums of snapped lengths are exact. */
const unitsPerPixel = 64;

/** Truncates a length to layout units. */
export function snap(px: number): number {
  return Math.trunc(px * unitsPerPixel) / unitsPerPixel;
}

/** Rounds a length to layout units. */
export function snapNearest(px: number): number {
  return Math.round(px * unitsPerPixel) / unitsPerPixel;
}

/** Rounds the width of text up to layout units, but not for floating-point errors. */
export function snapUp(px: number): number {
  return Math.ceil(px * unitsPerPixel - 1e-3) / unitsPerPixel;
}

/** Resolves a length to pixels. Percentages refer to `base`, and `Ems` to `em`. */
export function exactPixels(length: Length, base: number, em: number): number {
  if (typeof length === "number") return length;
  if ("percent" in length) return (length.percent * base) / 100;
  if ("em" in length) return length.em * em;
  return evaluateCalculation(length.calculation, base, em);
}

/** Resolves a length to pixels, in layout units. */
export function pixels(length: Length, base: number, em: number): number {
  return snap(exactPixels(length, base, em));
}

/** Whether a size is a length that can be resolved: percentages only against a known `base`. */
export function isDefinite(size: Size | "none" | "content", base: number): size is Length {
  if (typeof size === "number") return true;
  return typeof size === "object" && (base >= 0 || !isPercent(size));
}

/** Whether a size refers to its containing block. */
export function isRelative(size: Size | "none" | "content"): boolean {
  return size === "stretch" || isPercent(size);
}

/** Whether a length is a percentage, or depends on one. */
export function isPercent(size: Size | "none" | "content"): boolean {
  return typeof size === "object" && ("percent" in size || ("hasPercent" in size && size.hasPercent));
}

/** Clamps a size; the minimum wins. */
export function clamp(size: number, min: number, max: number): number {
  return Math.max(min, Math.min(size, max));
}
