import type { Position } from "@placard/templates/scene";

/** The offset of something that has `freeSpace` to be placed in, in pixels. */
export function resolvePosition({ percent, px }: Position, freeSpace: number): number {
  return (percent / 100) * freeSpace + px;
}
