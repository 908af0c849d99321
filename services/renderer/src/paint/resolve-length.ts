import type { Fit, Length, Position } from "@placard/templates/scene";

/** What lengths of a node depend on besides their reference length. */
export interface LengthContext {
  /** The fitted font size that `Ems` are relative to. */
  readonly fit?: Fit | undefined;
}

/** A length in pixels; percentages are of `reference`. */
export function resolveLength(length: Length, reference: number, { fit }: LengthContext): number {
  if (typeof length === "number") return length;
  return "percent" in length ? (length.percent / 100) * reference : length.em * (fit?.size ?? 0);
}

/** The offset of something that has `freeSpace` to be placed in, in pixels. */
export function resolvePosition({ percent, px }: Position, freeSpace: number): number {
  return (percent / 100) * freeSpace + px;
}
