import { getOrInsert } from "@placard/contracts/maps";
import type { TextFit } from "@placard/templates/scene";
import type { Run } from "./flow.ts";
import type { BrokenLine } from "./lines.ts";
import type { Piece } from "./piece.ts";
import { resolveSpacing } from "./spacing.ts";

/** Lines that miss their width by fewer pixels are not scaled, as in Chromium. */
const minDifference = 2;

/** The factor by which `text-fit` scales a line by itself (CSS Text 5, section 1.1.1). */
export function fitFactor(line: BrokenLine, width: number, fit: TextFit): number {
  const isKept = fit.target === "per-line" && line.isLast;
  return isKept ? 1 : Math.min(fit.max, Math.max(fit.min, fillFactor(line, width)));
}

/** The factor that makes a line fill a width; 1 if nothing in it can. */
function fillFactor(line: BrokenLine, width: number): number {
  const free = width - line.indent - line.width;
  if (!Number.isFinite(free) || Math.abs(free) < minDifference) return 1;
  const scalable = scalableWidth(line);
  return scalable > 0 && scalable + free > 0 ? (scalable + free) / scalable : 1;
}

/** A line whose text is scaled; edges of elements, boxes and spacing in lengths keep their size. */
export function scaleLine(line: BrokenLine, factor: number): BrokenLine {
  if (factor === 1) return line;
  const runs = new Map<Run, Run>();
  let previous: Piece | undefined;
  const items = line.items.map((item) => {
    if (item.kind !== "piece") return item;
    const run = getOrInsert(runs, item.run, () => scaleRun(item.run, factor));
    return (previous = item.inRun(run, previous));
  });
  return { ...line, items, width: line.width + (factor - 1) * scalableWidth(line), factor };
}

export function scaleRun(run: Run, factor: number): Run {
  if (factor === 1) return run;
  const { letterSpacing, wordSpacing } = run.node.style;
  const scaled = { ...run, size: run.size * factor, factor };
  scaled.spacing = resolveSpacing(letterSpacing, scaled);
  scaled.wordSpacing = resolveSpacing(wordSpacing, scaled);
  return scaled;
}

function scalableWidth({ items }: BrokenLine): number {
  let width = 0;
  let isFirst = true;
  for (const item of items) {
    if (item.kind !== "piece") continue;
    width += item.scalableWidth - (isFirst ? item.joinWidth : 0);
    isFirst = false;
  }
  return width;
}
