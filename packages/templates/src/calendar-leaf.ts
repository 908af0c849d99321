import { dateParts } from "./event-date.ts";
import type { Frame } from "./frame.ts";
import { column, fit, row, text, type Node } from "./scene.ts";

/**
 * A date as a leaf of a calendar: a large day with its month and year, above and below it, or beside a day
 * `beside` pixels high. As written where it can't be taken apart.
 */
export function calendarLeaf(
  date: string,
  frame: Frame,
  { color, beside }: { color: string; beside?: number },
): Node {
  const parts = dateParts(date);
  const bold = { weight: 800, lineHeight: 1.15, maxLines: 1, color, field: "date" } as const;
  if (!parts) {
    const size = fit(Math.max(16, frame.px(date.length > 40 ? 44 : 64)), frame.type(22));
    return text(date, { ...bold, size, maxLines: 9, align: "center", shrink: 1, balance: true });
  }
  const flat = frame.shape === "banner";
  const word = {
    ...bold,
    size: beside ? Math.max(11, Math.round(beside * 0.26)) : frame.type(flat ? 28 : 36),
  };
  const light = { ...word, weight: 500 } as const;
  const day = text(parts.day, {
    ...bold,
    size: Math.max(26, beside ?? frame.px(flat ? 104 : 168)),
    lineHeight: 1,
  });
  const [weekday, month, year] = [
    text(parts.weekday, light),
    text(parts.month, word),
    text(parts.year, light),
  ];
  return beside
    ? row({ gap: Math.round(beside * 0.16), align: "center" }, [day, column({}, [weekday, month, year])])
    : column({ align: "center" }, [weekday, month, day, year]);
}
