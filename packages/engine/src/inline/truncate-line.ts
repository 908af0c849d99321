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
  const first = items.findIndex(({ kind }) => kind === "piece");
  const kept = [...items];
  let rest = width;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]!;
    if (item.kind === "open" || item.kind === "close") continue;
    if (item.kind !== "piece") break;
    const length = item.text.search(endSigns);
    if (length === 0 && at > first) {
      kept.splice(at, 1);
      rest -= item.joinWidth + item.width + item.spaceWidth;
      continue;
    }
    const [start] =
      (length > 0 && item.splitAt(Infinity, false, { has: (offset) => offset === length })) || [];
    if (start) {
      kept[at] = start;
      rest += start.width - item.width - item.spaceWidth;
    }
    break;
  }
  return { items: kept, width: rest };
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
