import type { Pause } from "../layout/inline-content.ts";
import type { AtomicItem, EdgeItem, FlowItem } from "./flow.ts";
import { edgeWidth } from "./edges.ts";
import type { Expansions } from "./justify.ts";
import { Piece } from "./piece.ts";
import { breakPiece, type WordBreak } from "./word-breaks.ts";

/** A line before its items are placed. */
export interface BrokenLine {
  readonly items: readonly FlowItem[];
  /** Pixels, without the spaces that hang at its end. */
  readonly width: number;
  /** Whether the line ends with a forced break or with the content. */
  readonly isLast: boolean;
  readonly start: LineStart;
  /** Where the next line starts. */
  readonly end: LineStart;
  /** Pixels before its content (`text-indent`). */
  readonly indent: number;
  /** How a word is broken at its end; undefined if none is. */
  readonly wordBreak: WordBreak | "soft hyphen" | undefined;
  /** If `text-fit` scales its text. */
  readonly factor?: number;
  /** If it is justified. */
  readonly expansions?: Expansions;
}

/** Where a line starts: the index of its first item, or the rest of the piece at that index. */
export interface LineStart {
  readonly next: number;
  readonly rest: Piece | undefined;
}

interface Options {
  /** Whether words that don't fit may be broken (`overflow-wrap`). `min-content`: only with `anywhere`. */
  readonly purpose: "lines" | "min-content";
  /** Of the first line, in pixels. */
  readonly indent: number;
}

/** Widths of Chromium are multiples of 1/64 px, ours are not: smaller differences do not end a line. */
const tolerance = 1 / 64 + 1e-6;

/** Whether a line has more content than fits into a width. */
export function isTooWide(line: BrokenLine, available: number): boolean {
  return line.indent + line.width > available + tolerance;
}

/**
 * Breaks items into lines that are at most `available` pixels wide, each filled before the next. Continues
 * after `lines`, and adds to them.
 */
export function breakLines(
  flow: readonly FlowItem[],
  available: number,
  options: Options & { readonly lines: BrokenLine[]; readonly pause: Pause },
): readonly BrokenLine[] {
  const { lines, pause } = options;
  let start = lines.at(-1)?.end ?? { next: 0, rest: undefined };
  while (start.next < flow.length || start.rest) {
    const line = breakLine(flow, start, available, options);
    lines.push(line);
    start = line.end;
    pause();
  }
  return lines;
}

/** Fills one line. */
export function breakLine(
  flow: readonly FlowItem[],
  start: LineStart,
  available: number,
  { purpose, indent: indentOfFirst, end: flowEnd = flow.length }: Options & { readonly end?: number },
): BrokenLine {
  let { next, rest: pending } = start;
  const indent = next === 0 && !pending ? indentOfFirst : 0;
  const items: FlowItem[] = [];
  const limit = available + tolerance - indent;
  let x = 0;
  let width = 0;
  let openExtent = 0; // starts of elements after the text
  let isEmpty = true; // nothing visible yet: collapsible spaces disappear
  let isLast = true;
  let wordBreak: BrokenLine["wordBreak"];
  let opportunity: { count: number; next: number; width: number } | undefined;
  while (next < flowEnd || pending) {
    const item: FlowItem = pending ?? flow[next]!;
    if (item.kind === "break") {
      items.push(item);
      width += openExtent;
      next++;
      for (; next < flowEnd && flow[next]?.kind === "close"; next++) {
        const close = flow[next] as EdgeItem;
        items.push(close);
        width += edgeWidth(close, available);
      }
      break;
    }
    if (item.kind === "piece") {
      const { run } = item;
      const join = isEmpty ? 0 : item.joinWidth;
      const skipsSpaces = isEmpty && item.text === "" && !run.keepsSpaces;
      if (skipsSpaces) {
        pending = undefined;
        next++;
        if (item.breakAfter) opportunity = { count: items.length, next, width };
        continue;
      }
      const end = x + join + item.width;
      const trim = item.text !== "" && end > limit ? item.endTrim : 0;
      if (item.text !== "" && end - trim > limit) {
        const broken = breakPiece(item, limit - x - join, {
          canMove: opportunity !== undefined,
          isForced: isEmpty,
          purpose,
        });
        if (broken) {
          const { parts } = broken;
          if (parts) {
            items.push(parts[0]);
            width = x + join + parts[0].width;
            pending = parts[1];
          }
          ({ wordBreak } = broken);
          opportunity = undefined;
        }
        if (broken || opportunity) {
          isLast = false;
          break;
        }
      }
      items.push(item);
      x = end + item.spaceWidth - trim;
      if (item.text !== "" || run.keepsSpaces) isEmpty = false;
      if (item.text !== "" || !run.hangsSpaces) openExtent = 0;
      if (item.text !== "" || !run.hangsSpaces) width = run.hangsSpaces ? end - trim : x;
      pending = undefined;
    } else {
      const extent =
        item.kind === "atomic" ? atomicWidth(item, available, purpose) : edgeWidth(item, available);
      // Spaces at the end of a line hang: the end of an element then follows the text.
      const end = (item.kind === "close" ? width : x) + extent;
      if (end > limit && extent > 0 && item.kind !== "open" && opportunity) {
        isLast = false;
        break;
      }
      items.push(item);
      x += extent;
      if (item.kind === "atomic") isEmpty = false;
      if (item.kind === "open") openExtent += extent;
      else {
        width = end;
        openExtent = 0;
      }
    }
    next++;
    if (item.breakAfter && (!isEmpty || item.kind !== "open") && canEndAfter(item, width, limit)) {
      opportunity = { count: items.length, next, width };
    }
  }
  if (!isLast && opportunity) {
    items.length = opportunity.count;
    ({ next, width } = opportunity);
    pending = undefined;
    const last = items.at(-1);
    if (last?.kind === "piece" && last.hasSoftHyphen) {
      const hyphenated = last.hyphenated();
      wordBreak = "soft hyphen";
      items[items.length - 1] = hyphenated;
      width += hyphenated.width - last.width;
    }
  }
  return {
    items: trimEnd(items),
    width,
    isLast,
    start,
    end: { next, rest: pending },
    indent,
    wordBreak,
  };
}

/** Whether a hyphen has room if the line ends here. */
function canEndAfter(item: FlowItem, width: number, limit: number): boolean {
  if (item.kind !== "piece" || !item.hasSoftHyphen) return true;
  return width + item.hyphenated().width - item.width <= limit;
}

/** Removes the collapsible or hanging spaces at the end of a line. */
function trimEnd(items: FlowItem[]): FlowItem[] {
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!;
    if (item.kind === "piece") {
      if (!item.run.hangsSpaces || item.spaces === "") return items;
      items[index] = item.trimmed();
      if (item.text !== "") return items;
    } else if (item.kind === "atomic") return items;
  }
  return items;
}

function atomicWidth(item: AtomicItem, available: number, purpose: Options["purpose"]): number {
  if (purpose === "min-content") return item.atomic.minContentWidth();
  if (available === Infinity) return item.atomic.maxContentWidth();
  item.size = item.atomic.layOut(available);
  return item.size.width;
}
