import { emOf } from "../layout/fitted-sizes.ts";
import type {
  CreateInlineFormatter,
  InlineItem,
  PendingAtomic,
  PendingLine,
} from "../layout/inline-content.ts";

/** Metrics of the test text in pixels. */
const fixedWidthText = { letterWidth: 6, lineHeight: 20, ascent: 15 } as const;

type Unit =
  | { readonly kind: "word" | "space"; readonly width: number }
  | { readonly kind: "break" }
  | { readonly kind: "atomic"; readonly item: Extract<InlineItem, { kind: "atomic" }> };

/**
 * A stand-in for the inline layout in tests: all letters have one width, and all lines one height. Font sizes
 * other than fitted ones are ignored: those scale the text from 10 px.
 */
export const createFixedWidthFormatter: CreateInlineFormatter =
  (items, { style, fit }) =>
  (sizes) => {
    const units = unitsOf(items);
    const canWrap = style.whiteSpace !== "nowrap" && style.whiteSpace !== "pre";
    const scale = fit ? emOf(fit, sizes) / 10 : 1;

    const layOut = (width: number) => {
      const rows: { placed: (Unit & { kind: "word" | "space" | "atomic" })[]; width: number }[] = [];
      let row: (typeof rows)[number] | undefined;
      let pendingSpace = 0;
      for (const unit of units) {
        if (unit.kind === "break") {
          row ??= newRow(rows);
          row = undefined;
          pendingSpace = 0;
          continue;
        }
        if (unit.kind === "space") {
          if (row) pendingSpace = unit.width * scale;
          continue;
        }
        const unitWidth = unit.kind === "atomic" ? unit.item.box.layOut(width).width : unit.width * scale;
        if (row && canWrap && row.placed.length > 0 && row.width + pendingSpace + unitWidth > width + 1e-6) {
          row = undefined;
          pendingSpace = 0;
        }
        row ??= newRow(rows);
        if (pendingSpace > 0) row.placed.push({ kind: "space", width: pendingSpace / scale });
        row.placed.push(unit);
        row.width += pendingSpace + unitWidth;
        pendingSpace = 0;
      }
      const lineLimit = style.lineClamp ?? Infinity;
      const lines: PendingLine[] = [];
      let y = 0;
      for (const { placed, width: lineWidth } of rows.slice(0, lineLimit)) {
        let above = fixedWidthText.ascent * scale;
        let below = (fixedWidthText.lineHeight - fixedWidthText.ascent) * scale;
        for (const unit of placed) {
          if (unit.kind !== "atomic") continue;
          const size = unit.item.box.layOut(width);
          above = Math.max(above, size.baseline);
          below = Math.max(below, size.height - size.baseline);
        }
        const fragments: PendingAtomic[] = [];
        let x = 0;
        for (const unit of placed) {
          if (unit.kind === "atomic") {
            const { baseline, ...size } = unit.item.box.layOut(width);
            fragments.push({ kind: "atomic", x, y: y + above - baseline, ...size });
            x += size.width;
          } else x += unit.width * scale;
        }
        lines.push({ x: 0, y, width: lineWidth, height: above + below, baseline: y + above, fragments });
        y += above + below;
      }
      return {
        x: 0,
        y: 0,
        width,
        height: y,
        lines,
        isTruncated: rows.length > lines.length,
        firstBaseline: lines[0]?.baseline ?? 0,
        lastBaseline: lines.at(-1)?.baseline ?? 0,
        overflows: rows.some((each) => each.width > width + 0.01),
        lineCount: rows.length,
        xHeight: 0,
        wordBreakCost: 0,
      };
    };

    const maxContentWidth = () => {
      let widest = 0;
      let width = 0;
      let pendingSpace = 0;
      for (const unit of units) {
        if (unit.kind === "break") width = pendingSpace = 0;
        else if (unit.kind === "space") pendingSpace = width > 0 ? unit.width * scale : 0;
        else {
          width +=
            pendingSpace + (unit.kind === "atomic" ? unit.item.box.maxContentWidth() : unit.width * scale);
          pendingSpace = 0;
          widest = Math.max(widest, width);
        }
      }
      return widest;
    };

    const minContentWidth = () => {
      if (!canWrap) return maxContentWidth();
      let widest = 0;
      for (const unit of units) {
        if (unit.kind === "word") widest = Math.max(widest, unit.width * scale);
        else if (unit.kind === "atomic") widest = Math.max(widest, unit.item.box.minContentWidth());
      }
      return widest;
    };

    return { layOut, minContentWidth, maxContentWidth };
  };

function newRow<T>(rows: { placed: T[]; width: number }[]) {
  const row = { placed: [] as T[], width: 0 };
  rows.push(row);
  return row;
}

function unitsOf(items: readonly InlineItem[]): Unit[] {
  const units: Unit[] = [];
  for (const item of items) {
    if (item.kind === "break") units.push({ kind: "break" });
    else if (item.kind === "atomic") units.push({ kind: "atomic", item });
    else if (item.kind === "text") {
      for (const part of item.node.text.match(/\s+|\S+/g) ?? []) {
        const isSpace = /\s/.test(part);
        units.push(
          isSpace
            ? { kind: "space", width: fixedWidthText.letterWidth }
            : { kind: "word", width: part.length * fixedWidthText.letterWidth },
        );
      }
    }
  }
  return units;
}
