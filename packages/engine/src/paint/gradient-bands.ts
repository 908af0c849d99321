import type { Rect } from "../layout/placed.ts";
import type { TileCommand } from "./commands.ts";
import { isGradient } from "./gradient-geometry.ts";
import type { Matrix } from "./matrix.ts";
import { intersect } from "./rounded-rect.ts";

/** Pixels of a gradient that are painted without a pause. Takes some 15 ms. */
const maxBandPixels = 512 * 1024;

/**
 * The parts of what is visible in which a command is painted, from top to bottom. Large gradients have several,
 * with edges between whole pixels. Others, and those that are rotated or skewed, have one.
 */
export function bandsOf({ clip, image }: TileCommand, visible: Rect, [a, b, c, d, e, f]: Matrix): Rect[] {
  const shown = intersect(clip, visible);
  const isAligned = b === 0 && c === 0 && [a, d, e, f].every(Number.isInteger);
  if (!shown || !isAligned || !isGradient(image)) return [visible];
  const rows = Math.max(1, Math.floor(maxBandPixels / Math.abs(shown.width * a * d)));
  if (shown.height <= rows) return [visible];
  const bands: Rect[] = [];
  for (let y = Math.floor(shown.y); y < shown.y + shown.height; y += rows)
    bands.push({ ...visible, y, height: rows });
  return bands;
}
