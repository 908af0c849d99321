/** The languages whose names of months and weekdays are recognized. */
const languages =
  "en de fr es it pt nl sv da nb fi is pl cs sk hu ro hr sl bg el tr ru uk id vi hi bn mr ta te ar fa he".split(
    " ",
  );

/** One day in each month and one for each weekday of any year, at noon so that no time zone shifts them. */
const monthDays = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 15, 12));
const weekDays = Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 2, 1 + day, 12));

let months: ReadonlySet<string> | undefined;
let weekdays: ReadonlySet<string> | undefined;

/** Whether a word is the name of a month, long or short, in any case and with or without a full stop. */
export function isMonth(word: string): boolean {
  months ??= listNames("month", monthDays, ["sept"]);
  return months.has(normalizeName(word));
}

/** Whether a word is the name of a weekday, long or short, in any case and with or without a full stop. */
export function isWeekday(word: string): boolean {
  weekdays ??= listNames("weekday", weekDays, ["tues", "thur", "thurs"]);
  return weekdays.has(normalizeName(word));
}

function listNames(
  part: "month" | "weekday",
  days: readonly number[],
  additional: readonly string[],
): Set<string> {
  const names = new Set(additional);
  for (const language of languages) {
    for (const style of ["long", "short"] as const) {
      // With a day, a month has the form that it has in dates: "14 marca", not "marzec".
      for (const day of [undefined, "numeric"] as const) {
        const format = new Intl.DateTimeFormat(language, {
          [part]: style,
          ...(day && { day }),
          timeZone: "UTC",
        });
        for (const time of days) {
          const name = format.formatToParts(time).find(({ type }) => type === part)?.value;
          if (name) names.add(normalizeName(name));
        }
      }
    }
  }
  return names;
}

function normalizeName(word: string): string {
  return word.toLowerCase().replace(/\.$/u, "");
}
