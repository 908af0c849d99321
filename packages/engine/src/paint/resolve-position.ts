import { evaluateCalculation, type Position } from "@placard/templates/scene";

/** The offset of something that has `freeSpace` to be placed in, in pixels. */
export function resolvePosition(position: Position, freeSpace: number): number {
  if ("calculation" in position) return evaluateCalculation(position.calculation, freeSpace, 0);
  const { percent, px } = position;
  return (percent / 100) * freeSpace + px;
}
