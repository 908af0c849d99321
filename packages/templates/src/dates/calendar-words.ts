import { lazy } from "@placard/contracts/lazy";
import { daysInMonth } from "./calendar-day.ts";

/** The languages whose names of months and weekdays are recognized. */
const languages =
  "en de fr es it pt nl sv da nb fi is pl cs sk hu ro hr sl bg el tr ru uk id vi hi bn mr ta te ar fa he".split(
    " ",
  );

/** One day in each month, and one for each weekday. At noon, no time zone shifts them. */
const monthDays = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 15, 12));
const weekDays = Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 2, 1 + day, 12));

const months = lazy(() => listNames("month", monthDays, [["sept", 8]], (month) => daysInMonth(month + 1)));
const weekdays = lazy(() => {
  const additional = ["tues", "thur", "thurs"].map((name): [string, number] => [name, 0]);
  return listNames("weekday", weekDays, additional, () => 1);
});

/**
 * The number of days of the month with a name: long or short, in any case, with or without a full stop.
 * February has 29 days. The longest month counts if languages disagree: listopad is October or November.
 */
export function daysInNamedMonth(word: string): number | undefined {
  return months().get(normalizeName(word));
}

/** Whether a word is a weekday: long or short, in any case, with or without a full stop. */
export function isWeekday(word: string): boolean {
  return weekdays().has(normalizeName(word));
}

/** The names of months or weekdays with a number for each, of which the greatest counts. */
function listNames(
  part: "month" | "weekday",
  days: readonly number[],
  additional: readonly (readonly [name: string, index: number])[],
  numberOf: (index: number) => number,
): Map<string, number> {
  const names = new Map(additional.map(([name, index]) => [name, numberOf(index)]));
  for (const language of languages) {
    for (const style of ["long", "short"] as const) {
      // With a day, a month has the form that it has in dates: "14 marca", not "marzec".
      for (const day of [undefined, "numeric"] as const) {
        const format = new Intl.DateTimeFormat(language, {
          [part]: style,
          ...(day && { day }),
          timeZone: "UTC",
        });
        for (const [index, time] of days.entries()) {
          const text = format.formatToParts(time).find(({ type }) => type === part)?.value;
          const name = text && normalizeName(text);
          // The months of the Persian calendar have up to 31 days, and start within months of the Gregorian
          // one.
          const number = language === "fa" ? 31 : numberOf(index);
          if (name) names.set(name, Math.max(names.get(name) ?? 0, number));
        }
      }
    }
  }
  return names;
}

function normalizeName(word: string): string {
  return word.toLowerCase().replace(/\.$/u, "");
}
