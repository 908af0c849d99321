import { edgeWidth } from "./edges.ts";
import type { FlowItem, Run } from "./flow.ts";
import type { BrokenLine } from "./lines.ts";
import { Piece } from "./piece.ts";

/**
 * A line with an ellipsis at its end. Keeps as much content as leaves room for the ellipsis in `width`, at
 * least one grapheme.
 */
export function truncateLine(line: BrokenLine, width: number, ellipsisRun: Run): BrokenLine {
  const level = ellipsisRun.node.style.direction === "rtl" ? 1 : 0;
  const ellipsis = new Piece(ellipsisRun.node.text, ellipsisRun, undefined, level);
  const kept = withoutEndSigns(takeFitting(line, width - line.indent - ellipsis.width, width));
  return { ...line, items: [...kept.items, ellipsis], width: kept.width + ellipsis.width };
}

/** Signs between words, which would end with nothing: `Berlin,…`. */
const endSigns = /(?<![,;:·•|›/–—])[,;:·•|›/–—]+$/u;

function withoutEndSigns({ items, width }: Kept): Kept {
  const last = items.findLastIndex((item) => item.kind !== "open" && item.kind !== "close");
  const piece = items[last];
  if (piece?.kind !== "piece") return { items, width };
  const length = piece.text.search(endSigns);
  if (length === 0 && items.some((item, index) => item.kind === "piece" && index < last)) {
    const rest = width - piece.joinWidth - piece.width - piece.spaceWidth;
    return withoutEndSigns({ items: items.toSpliced(last, 1), width: rest });
  }
  const [start] = (length > 0 && piece.splitAt(Infinity, false, { has: (at) => at === length })) || [];
  if (!start) return { items, width };
  return { items: items.with(last, start), width: width + start.width - piece.width - piece.spaceWidth };
}

interface Kept {
  readonly items: FlowItem[];
  readonly width: number;
}

function takeFitting({ items, expansions }: BrokenLine, available: number, containingWidth: number): Kept {
  const kept: FlowItem[] = [];
  let width = 0;
  let isEmpty = true;
  for (const item of items) {
    if (item.kind === "break") break;
    if (item.kind !== "piece") {
      const extent = item.kind === "atomic" ? (item.size?.width ?? 0) : edgeWidth(item, containingWidth);
      if (width + extent > available && !isEmpty && item.kind === "atomic") break;
      kept.push(item);
      width += extent;
      if (item.kind === "atomic") isEmpty = false;
      continue;
    }
    const start = width + (isEmpty ? 0 : item.joinWidth);
    if (start + item.width > available) {
      const [part] = item.splitAt(available - start, isEmpty) ?? [];
      if (!part && !isEmpty) break;
      kept.push(part ?? item);
      width = start + (part ?? item).width;
      break;
    }
    const spaceWidth = item.spaceWidth + (expansions?.after(item) ?? 0);
    const fitsSpaces = start + item.width + spaceWidth <= available;
    kept.push(fitsSpaces ? item : item.trimmed());
    width = start + item.width + (fitsSpaces ? spaceWidth : 0);
    if (item.text !== "") isEmpty = false;
    if (!fitsSpaces) break;
  }
  return { items: kept, width };
}
