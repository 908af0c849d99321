import { isMonth, isWeekday } from "./calendar-words.ts";

/** The parts of a date, each as it is displayed. */
export interface ParsedDate {
  readonly weekday?: string;
  readonly month: string;
  readonly day: string;
  readonly year?: string;
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const dayPattern = String.raw`(?<day>[0-3]?\d)`;
const yearPattern = String.raw`(?:,?\s+(?<year>\d{4}))?`;
const weekdayPattern = String.raw`(?:(?<weekday>[\p{L}\p{M}]{2,12})\.?,?\s+)?`;
const monthPattern = String.raw`(?<month>[\p{L}\p{M}]{3,12})\.?`;

const patterns = [
  new RegExp(String.raw`^(?<year>\d{4})-(?<number>[01]\d)-${dayPattern}$`, "u"), // 2027-03-14
  new RegExp(String.raw`^${dayPattern}\.\s?(?<number>[01]?\d)\.\s?(?<year>\d{4})$`, "u"), // 14.03.2027
  new RegExp(
    String.raw`^${weekdayPattern}${dayPattern}(?:st|nd|rd|th|\.)?\s+${monthPattern}${yearPattern}$`,
    "u",
  ), // Sat 12 Dec, 14. März 2027
  new RegExp(
    String.raw`^${weekdayPattern}${monthPattern}\s+${dayPattern}(?:st|nd|rd|th)?${yearPattern}$`,
    "u",
  ), // March 14, 2027
];

/**
 * Parses a date whose order of day, month and year is unambiguous; undefined for any other text, such as 03/04/2027,
 * which means different days in different countries. Names of months and weekdays stay in their language.
 */
export function parseDate(date: string): ParsedDate | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(date.trim())?.groups;
    if (!groups?.["day"]) continue;
    const { weekday, year } = groups;
    const month = groups["month"] ?? monthNames[Number(groups["number"]) - 1];
    if (!month || (groups["month"] && !isMonth(month)) || (weekday && !isWeekday(weekday))) continue;
    return {
      day: groups["day"].replace(/^0/u, ""),
      month,
      ...(weekday && { weekday }),
      ...(year && { year }),
    };
  }
  return undefined;
}
