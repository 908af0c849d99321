import { daysInMonth } from "./calendar-day.ts";
import { daysInNamedMonth, isWeekday } from "./calendar-words.ts";

/** The parts of a date or of a range within a month, as displayed. Of a longer range, only its end. */
export interface WrittenDate {
  readonly weekday?: string;
  readonly month?: string;
  /** Of a range, both days: `2–4`. */
  readonly day?: string;
  readonly year?: string;
  /** The last day of a range, as a date in words. */
  readonly end?: string;
}

const dayPattern = String.raw`(?<day>[0-3]?\d)`;
const lastDay = String.raw`(?<last>[0-3]?\d)`;
const ordinal = "(?:st|nd|rd|th)?";
const ordinalOrStop = String.raw`(?:st|nd|rd|th|\.)?`;
const yearPattern = String.raw`(?:,?\s+(?:de\s+)?(?<year>\d{4}))?`;
const weekdayPattern = String.raw`(?:(?<weekday>[\p{L}\p{M}]{2,12})\.?,?\s+)?`;
const monthPattern = String.raw`(?:de\s+)?(?<month>[\p{L}\p{M}]{3,12})\.?`;
const to = String.raw`\s*(?:[–—-]|\s(?:to|bis)\s)\s*`;
const cjkMonth = String.raw`(?:(?<year>\d{4}\s?[年년])\s?)?(?<month>\d{1,2}\s?[月월])\s?`;
const cjkWeekday = String.raw`(?:\s?[（(]?(?<weekday>[日月火水木金土一二三四五六일월화수목금토])(?:曜日?|요일)?[)）]?)?`;

const patterns = [
  // Sat 12 Dec, 14. März 2027
  `${weekdayPattern}${dayPattern}${ordinalOrStop}\\s+${monthPattern}${yearPattern}`,
  `${weekdayPattern}${monthPattern}\\s+${dayPattern}${ordinal}${yearPattern}`, // March 14, 2027
  `${monthPattern}\\s+${dayPattern}${ordinal}${to}${lastDay}${ordinal}${yearPattern}`, // June 2–4, 2027
  // 2.–4. Juni 2027
  `${dayPattern}${ordinalOrStop}${to}${lastDay}${ordinalOrStop}\\s+${monthPattern}${yearPattern}`,
  `${cjkMonth}${dayPattern}\\s?[日일]${cjkWeekday}`, // 2027年3月14日(日)
  `${cjkMonth}${dayPattern}\\s?[日일]?\\s?[～〜~–-]\\s?${lastDay}\\s?[日일]`, // 6月2日～4日
].map((pattern) => new RegExp(`^${pattern}$`, "u"));

const separator = /(?<!\s)(?:\s*[–—～〜~]\s*|\s+(?:-|to|bis)\s+)/u;

/**
 * Parses a date or a range with a month in words. Names of months and weekdays stay in their language.
 * Undefined for other texts.
 */
export function parseWrittenDate(text: string): WrittenDate | "no-such-day" | undefined {
  const date = parseWithinMonth(text);
  if (date) return date;
  const [first, second, ...others] = text.split(separator);
  if (!first || !second || others.length > 0) return undefined;
  const [start, end] = [parseWithinMonth(first), parseWithinMonth(second)];
  if (!start || !end) return undefined;
  if (typeof start === "string" || typeof end === "string") return "no-such-day";
  const years = new Set([start.year, end.year].filter((year) => year !== undefined));
  if (start.month !== end.month || years.size > 1) return { end: second };
  const [shared] = years;
  const parts = { month: start.month!, day: `${start.day}–${end.day}`, ...(shared && { year: shared }) };
  return { ...parts, end: second };
}

function parseWithinMonth(text: string): WrittenDate | "no-such-day" | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (!groups?.["day"] || !groups["month"]) continue;
    const { weekday, year, month, last } = groups;
    const isInDigits = /^\d/u.test(month);
    const days = isInDigits
      ? daysIn(Number.parseInt(month, 10), year)
      : daysInNamedMonth(month) && Math.min(daysInNamedMonth(month)!, limitOf(month, year));
    if (days === undefined || (weekday && !isInDigits && !isWeekday(weekday))) continue;
    const [from, until] = [Number(groups["day"]), Number(last ?? groups["day"])];
    if (from < 1 || until > days) return "no-such-day";
    if (from > until) continue;
    const parts = { month, ...(weekday && { weekday }), ...(year && { year }) };
    if (from === until) return { day: String(from), ...parts };
    const end = isInDigits ? `${year ?? ""}${month}${until}日` : `${until} ${month} ${year ?? ""}`.trimEnd();
    return { day: `${from}–${until}`, ...parts, end };
  }
  return undefined;
}

/** The days of a month, from 1; 0 for any other number. */
function daysIn(month: number, year?: string): number {
  if (month < 1 || month > 12) return 0;
  return daysInMonth(month, year === undefined ? undefined : Number.parseInt(year, 10));
}

/** February has 28 days in most years. */
function limitOf(month: string, year: string | undefined): number {
  return daysInNamedMonth(month) === 29 ? daysIn(2, year) : 31;
}
