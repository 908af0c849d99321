/** Languages whose names of months and weekdays are known; others' dates are shown as they are written. */
const languages =
  "en de fr es it pt nl sv da nb fi is pl cs sk hu ro hr sl bg el tr ru uk id vi hi bn mr ta te ar fa he".split(
    " ",
  );

/** Any year will do: twelve days a month apart and seven in a row, at noon so that no time zone moves them. */
const monthDays = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, 15, 12));
const weekDays = Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 2, 1 + day, 12));

let months: ReadonlySet<string> | undefined;
let weekdays: ReadonlySet<string> | undefined;

/** Whether a word is the name of a month, long or short, in any case and with or without a full stop. */
export function isMonth(word: string): boolean {
  months ??= namesOf("month", monthDays, ["sept"]);
  return months.has(bare(word));
}

/** Whether a word is the name of a weekday, long or short, in any case and with or without a full stop. */
export function isWeekday(word: string): boolean {
  weekdays ??= namesOf("weekday", weekDays, ["tues", "thur", "thurs"]);
  return weekdays.has(bare(word));
}

function namesOf(part: "month" | "weekday", days: readonly number[], more: readonly string[]): Set<string> {
  const names = new Set(more);
  for (const language of languages) {
    for (const style of ["long", "short"] as const) {
      // With a day beside it a month takes the form it has in a date: "14 marca", not "marzec".
      for (const day of [undefined, "numeric"] as const) {
        const format = new Intl.DateTimeFormat(language, {
          [part]: style,
          ...(day && { day }),
          timeZone: "UTC",
        });
        for (const at of days) {
          const name = format.formatToParts(at).find(({ type }) => type === part)?.value;
          if (name) names.add(bare(name));
        }
      }
    }
  }
  return names;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/\.$/u, "");
}
