import { epochOf, isRealDay, type CalendarDay, type TimeOfDay } from "./calendar-day.ts";

/** A day, a month, or a range of them. A single day is both its start and its end. */
export interface CalendarRange {
  readonly start: CalendarDay;
  readonly end: CalendarDay;
}

/** Why a text that looks like a date is not understood. */
export type DateProblem = "no-such-day" | "ambiguous" | "reversed" | "unknown-form";

const englishMonths = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const monthName = `(?<name>${englishMonths.join("|")})`;
const weekday = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";

const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::\d\d(?:[.,]\d+)?)?(?:\s?(?<half>[AP])\.?M\.?)?`;
const zone = String.raw`(?:\s?(?:(?<utc>Z|UTC|GMT)(?![\w+-])|(?:UTC|GMT)?(?<offset>[+\-\u2212]\d\d(?::?\d\d)?)(?:\s[A-Z]{2,5})?))?(?:\s?\[[\w/+-]+\])?(?:\s\([^()]*\))?`;
const clockAndZone = `${clock}${zone}`;

const dayPatterns = [
  // ISO 8601, RFC 3339, SQL
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:(?:T|,?\s+)${clockAndZone})?`,
  String.raw`(?<year>\d{4})-(?<month>0[1-9]|1[0-2])`, // ISO 8601: a month
  // The basic format
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T(?<hour>\d\d)(?<minute>\d\d)(?:\d\d)?${zone})?`,
  String.raw`(?<year>\d{4})(?<separator>[/.])\s?(?<month>\d{1,2})\k<separator>\s?(?<day>\d{1,2})\.?(?:,?\s+${clockAndZone})?`,
  String.raw`(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?:,?\s+${clockAndZone})?`, // 14.03.2027
  String.raw`(?<first>\d{1,2})(?<separator>[/-])(?<second>\d{1,2})\k<separator>(?<year>\d{4})(?:,?\s+${clockAndZone})?`,
  String.raw`${weekday}\s${monthName}\s(?<day>\d\d)\s(?<year>\d{4})(?:\s${clockAndZone})?`, // Date.toString()
  // RFC 5322, Date.toUTCString()
  String.raw`(?:${weekday},\s)?(?<day>\d{1,2})\s${monthName}\s(?<year>\d{4})\s${clockAndZone}`,
].map(whole);

const timePattern = whole(`T?${clockAndZone}`);
const separators = [/\//u, /--/u, /(?<!\s)\s*[–—～〜~]\s*/u, /(?<!\s)\s+-\s+/u, /(?<!\s)\s+to\s+/iu];

/** Starts like a date in digits, and consists of what machines write into dates. */
const dateLike =
  /^(?=\d{4}[-/.]\d{1,2}[-/.]\d|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)|\d{10}$|\d{13}$)(?:[\d\s:.,+\-–/TZ]|UTC|GMT|[AP]M|to)+$/iu;

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, "iu");
}

/**
 * Parses a date, date-time or range written by a program: ISO 8601, RFC 5322, `Date.toString()`, and
 * unambiguous digits. A date-time keeps the calendar day that it was written with. Undefined for other texts.
 */
export function parseMachineDate(text: string): CalendarRange | DateProblem | undefined {
  const day = parseDay(text);
  if (day) return typeof day === "string" ? day : { start: day, end: day };
  for (const separator of separators) {
    const [first, second, ...others] = text.split(separator);
    if (!first || !second || others.length > 0) continue;
    const range = parseRange(first, second);
    if (range) return range;
  }
  return dateLike.test(text) ? "unknown-form" : undefined;
}

function parseRange(first: string, second: string): CalendarRange | DateProblem | undefined {
  const [ownStart, ownEnd] = [parseDay(first), parseDay(second)];
  const start = ownStart ?? (typeof ownEnd === "object" ? completeStart(first, ownEnd) : undefined);
  const end = ownEnd ?? (typeof ownStart === "object" ? completeEnd(second, ownStart) : undefined);
  if (!start || !end) return undefined;
  if (typeof start === "string") return start;
  if (typeof end === "string") return end;
  if ((start.day === undefined) !== (end.day === undefined)) return "unknown-form";
  if (epochOf(end) < epochOf(start)) return "reversed";
  return { start, end };
}

/** The end of a range that leaves out what it shares with the start (ISO 8601-1, section 5.5.2.3). */
function completeEnd(text: string, start: CalendarDay): CalendarDay | DateProblem | undefined {
  const groups = timePattern.exec(text)?.groups;
  const time = groups && parseTime(groups);
  if (time === "invalid") return "unknown-form";
  if (time && start.time) return { ...start, time: { ...time, offset: time.offset ?? start.time.offset } };
  const [, month, last] = /^(?:(\d\d)-)?(\d\d)$/u.exec(text) ?? [];
  if (last === undefined) return undefined;
  const isMonth = start.day === undefined;
  if (isMonth && month !== undefined) return undefined;
  return checkDay({
    year: start.year,
    month: isMonth ? Number(last) : Number(month ?? start.month),
    day: isMonth ? undefined : Number(last),
  });
}

/** The start of a range such as 2.–4.6.2027, which leaves out what it shares with the end. */
function completeStart(text: string, end: CalendarDay): CalendarDay | DateProblem | undefined {
  const [, day, month] = /^(\d{1,2})\.\s?(?:(\d{1,2})\.)?$/u.exec(text) ?? [];
  return day === undefined
    ? undefined
    : checkDay({ year: end.year, month: Number(month ?? end.month), day: Number(day) });
}

function parseDay(text: string): CalendarDay | DateProblem | undefined {
  for (const pattern of dayPatterns) {
    const groups = pattern.exec(text)?.groups;
    if (!groups) continue;
    const time = parseTime(groups);
    if (time === "invalid") return "unknown-form";
    const year = Number(groups["year"]);
    if (groups["first"] !== undefined)
      return chooseOrder(year, Number(groups["first"]), Number(groups["second"]), time);
    const month = groups["name"]
      ? 1 + englishMonths.findIndex((name) => name.toLowerCase() === groups["name"]?.toLowerCase())
      : Number(groups["month"]);
    return checkDay({
      year,
      month,
      day: groups["day"] === undefined ? undefined : Number(groups["day"]),
      time,
    });
  }
  return undefined;
}

/** 14/03/2027 can only be a day in March; 03/04/2027 means different days in different countries. */
function chooseOrder(
  year: number,
  first: number,
  second: number,
  time: TimeOfDay | undefined,
): CalendarDay | DateProblem {
  const orders = [
    { year, month: second, day: first, time },
    { year, month: first, day: second, time },
  ].filter(isRealDay);
  if (orders.length === 2 && first !== second) return "ambiguous";
  return orders[0] ?? "no-such-day";
}

function checkDay(day: CalendarDay): CalendarDay | DateProblem {
  return isRealDay(day) ? day : "no-such-day";
}

type Groups = Readonly<Record<string, string | undefined>>;

function parseTime({ hour, minute, half, utc, offset }: Groups): TimeOfDay | "invalid" | undefined {
  if (hour === undefined) return undefined;
  const isHalfDay = half !== undefined;
  const hours = isHalfDay ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  const isValid = hours <= 23 && Number(minute) <= 59 && !(isHalfDay && Number(hour) > 12);
  if (!isValid) return "invalid";
  return { hour: hours, minute: Number(minute), offset: utc === undefined ? parseOffset(offset) : 0 };
}

/** The minutes of `+05:30`, `-0500` or `+01`. */
function parseOffset(offset: string | undefined): number | undefined {
  if (offset === undefined) return undefined;
  const digits = offset.replace(/\D/gu, "").padEnd(4, "0");
  const minutes = 60 * Number(digits.slice(0, 2)) + Number(digits.slice(2));
  return offset.startsWith("+") ? minutes : -minutes;
}
