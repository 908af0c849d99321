import { epochOf, type CalendarDay, type TimeOfDay } from "./calendar-day.ts";
import type { CalendarRange } from "./machine-date.ts";
import { joinTightly, keepDaysTogether, keepTogether, wordJoiner } from "./line-breaks.ts";
import { perLanguage } from "./per-language.ts";

const formatter = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }));

const longDay = formatter({ year: "numeric", month: "long", day: "numeric" });
const longMonth = formatter({ year: "numeric", month: "long" });
const shortDay = formatter({ year: "numeric", month: "short", day: "numeric" });
const monthAlone = formatter({ month: "short" });
const longMonthAlone = formatter({ month: "long" });
const yearAlone = formatter({ year: "numeric" });
const weekdayAlone = formatter({ weekday: "short" });
/** 24 hours, except in varieties of English with 12: many languages lack abbreviations for half days. */
const clockTime = perLanguage((language) => {
  const hours = /^en\b/iu.test(language) ? {} : ({ hourCycle: "h23" } as const);
  return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", ...hours, timeZone: "UTC" });
});

const isSameDay = ({ start, end }: CalendarRange) => epochOf(start) === epochOf(end);
const isSameMonth = ({ start, end }: CalendarRange) => start.year === end.year && start.month === end.month;

/** The long form of a date or range: `June 2–4, 2027`, `2.–4. Juni 2027`, `2027年6月2日～4日`. */
export function formatLongDate(range: CalendarRange, language: string): string {
  const { start, end } = range;
  const format = (start.day === undefined ? longMonth : longDay)(language);
  if (isSameDay(range)) return keepDaysTogether(plainSpaces(format.format(epochOf(start))));
  const text = plainSpaces(format.formatRange(epochOf(start), epochOf(end)));
  if (/\d\/\d/u.test(text)) return keepTogether(formatLargestFirst(range, format));
  return keepDaysTogether(isSameMonth(range) ? joinTightly(text) : text);
}

/**
 * A range in a language that starts with the year. ICU has no long form of it in Chinese and Japanese. The
 * end leaves out what it shares with the start.
 */
function formatLargestFirst({ start, end }: CalendarRange, format: Intl.DateTimeFormat): string {
  const first = format.formatToParts(epochOf(start)).map(({ value }) => value);
  const last = format.formatToParts(epochOf(end)).map(({ value }) => value);
  let shared = 0;
  while (shared < first.length && first[shared] === last[shared]) shared += 1;
  if (shared % 2 === 1) shared -= 1; // a number and its unit stay together
  const isJapanese = format.resolvedOptions().locale.startsWith("ja");
  const dash = isJapanese ? "～" : `${wordJoiner}–`;
  const isWithinMonth = shared >= 4;
  return `${first.join("")}${dash}${isWithinMonth ? wordJoiner : ""}${last.slice(shared).join("")}`;
}

/** The day of the month, or both days of a range: `2–4`. Empty for months and longer ranges. */
export function formatDay(range: CalendarRange, language: string): string {
  const { start, end } = range;
  if (start.day === undefined || !isSameMonth(range)) return "";
  const dayOf = (day: CalendarDay) => partOf(shortDay(language), day, "day").replace(/^0(?=\d)/u, "");
  return isSameDay(range) ? dayOf(start) : keepTogether(`${dayOf(start)}–${dayOf(end)}`);
}

/** The short name of the month, with its unit if it is a number: `Jun`, `6月`. Empty for longer ranges. */
export function formatMonth(range: CalendarRange, language: string): string {
  if (!isSameMonth(range)) return "";
  // Next to a day, some languages use another form of the month, and another abbreviation.
  const name = partOf(shortDay(language), range.start, "month");
  if (!/^\p{Nd}+$/u.test(name)) return name;
  const alone = monthAlone(language).format(epochOf(range.start));
  return /^\p{Nd}+$/u.test(alone) ? longMonthAlone(language).format(epochOf(range.start)) : alone;
}

/** The year, with a unit that sticks to it: `2027`, `2027年`. Empty for ranges over several years. */
export function formatYear(range: CalendarRange, language: string): string {
  const { start, end } = range;
  const year = partOf(shortDay(language), start, "year");
  if (year !== partOf(shortDay(language), end, "year")) return "";
  const alone = yearAlone(language).format(epochOf(start));
  return /^\p{Nd}+\p{L}$/u.test(alone) ? keepTogether(alone) : year;
}

/** The last day of a range as an ISO 8601 date, or its last month. Empty for a single day or month. */
export function formatEnd(range: CalendarRange): string {
  if (isSameDay(range)) return "";
  const { year, month, day } = range.end;
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${pad(month)}${day === undefined ? "" : `-${pad(day)}`}`;
}

/** The short name of the weekday of a single day. */
export function formatWeekday(range: CalendarRange, language: string): string {
  return range.start.day !== undefined && isSameDay(range)
    ? weekdayAlone(language).format(epochOf(range.start))
    : "";
}

/**
 * The time with the offset that it was written with: `6:30 PM UTC`, `18:30 UTC+2`, `9:30 – 11:00 AM UTC`. Of
 * a range over several days, the time at which it starts: both would look like the hours of each day. Empty
 * for midnight, which programs write for days without a time.
 */
export function formatTime(range: CalendarRange, language: string): string {
  const { start, end } = range;
  const endTime = isSameDay(range) ? end.time : undefined;
  if (!start.time || (isMidnight(start.time) && (!endTime || isMidnight(endTime)))) return "";
  const format = clockTime(language);
  const [from, until] = [timeEpoch(start.time), timeEpoch(endTime ?? start.time)];
  const text = from < until ? format.formatRange(from, until) : format.format(from);
  return `${plainSpaces(text)}${formatOffset(start.time.offset)}`;
}

function isMidnight({ hour, minute }: TimeOfDay): boolean {
  return hour === 0 && minute === 0;
}

function timeEpoch({ hour, minute }: TimeOfDay): number {
  return Date.UTC(2027, 0, 1, hour, minute);
}

function formatOffset(offset: number | undefined): string {
  if (offset === undefined) return "";
  if (offset === 0) return " UTC";
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return ` UTC${offset < 0 ? "−" : "+"}${hours}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}`;
}

function partOf(format: Intl.DateTimeFormat, day: CalendarDay, type: "day" | "month" | "year"): string {
  return format.formatToParts(epochOf(day)).find((part) => part.type === type)?.value ?? "";
}

/** Text with common spaces: few fonts have the narrow ones of ICU. */
function plainSpaces(text: string): string {
  return text.replace(/[\u2009\u202f]/gu, " ");
}
