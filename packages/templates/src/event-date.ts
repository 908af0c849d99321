import { isMonth, isWeekday } from "./calendar-words.ts";

/** A date taken apart for display, each part as it should read. */
export interface DateParts {
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

const forms = [
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
 * Takes a date apart where its order is beyond doubt, else undefined: it is then shown as written. Words stay in the
 * writer's language; 03/04/2027 is left alone, since it is another day in another country.
 */
export function dateParts(date: string): DateParts | undefined {
  for (const form of forms) {
    const found = form.exec(date.trim())?.groups;
    if (!found?.["day"]) continue;
    const { weekday, year } = found;
    const month = found["month"] ?? monthNames[Number(found["number"]) - 1];
    if (!month || (found["month"] && !isMonth(month)) || (weekday && !isWeekday(weekday))) continue;
    return {
      day: found["day"].replace(/^0/u, ""),
      month,
      ...(weekday && { weekday }),
      ...(year && { year }),
    };
  }
  return undefined;
}
