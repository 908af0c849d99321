import type { Frame } from "./frame.ts";
import { parseDate } from "./parse-date.ts";
import { column, fit, row, text, type Node } from "./scene.ts";

/**
 * A date as a page of a tear-off calendar: a large day, with weekday and month above it and the year below it. With
 * `rowHeight` (pixels), the words are to the side of a day of that size. A date that can't be parsed is shown as written.
 */
export function calendarPage(
  date: string,
  frame: Frame,
  { color, rowHeight }: { color: string; rowHeight?: number },
): Node {
  const parsed = parseDate(date);
  const bold = { weight: 800, lineHeight: 1.15, maxLines: 1, color, field: "date" } as const;
  if (!parsed) {
    const size = fit(Math.max(16, frame.px(date.length > 40 ? 44 : 64)), frame.fontSize(22));
    return text(date, { ...bold, size, maxLines: 9, align: "center", shrink: 1, balance: true });
  }
  const isBanner = frame.shape === "banner";
  const monthStyle = {
    ...bold,
    size: rowHeight ? Math.max(11, Math.round(rowHeight * 0.26)) : frame.fontSize(isBanner ? 28 : 36),
  };
  const lightStyle = { ...monthStyle, weight: 500 } as const;
  const day = text(parsed.day, {
    ...bold,
    size: Math.max(26, rowHeight ?? frame.px(isBanner ? 104 : 168)),
    lineHeight: 1,
  });
  const weekday = text(parsed.weekday, lightStyle);
  const month = text(parsed.month, monthStyle);
  const year = text(parsed.year, lightStyle);
  return rowHeight
    ? row({ gap: Math.round(rowHeight * 0.16), align: "center" }, [day, column({}, [weekday, month, year])])
    : column({ align: "center" }, [weekday, month, day, year]);
}
