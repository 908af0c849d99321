import { parseMachineDate, type CalendarRange, type DateProblem } from "./machine-date.ts";
import { parseWrittenDate, type WrittenDate } from "./written-date.ts";

/** What a text says about a date: calendar days, a date in words, a text that looks like a date, or any other text. */
export type ParsedDate =
  | ({ readonly kind: "calendar" } & CalendarRange)
  | { readonly kind: "written"; readonly parts: WrittenDate }
  | { readonly kind: "problem"; readonly problem: DateProblem }
  | { readonly kind: "text" };

/** Longer texts are not dates: the longest are ranges of `Date.toString()`. In UTF-16 code units. */
const maxLength = 200;

/** Parses a date or a range whose order of day, month and year is unambiguous. */
export function parseDate(date: string): ParsedDate {
  const text = date.trim();
  const found = date.length > maxLength ? undefined : (parseMachineDate(text) ?? parseWrittenDate(text));
  if (found === undefined) return { kind: "text" };
  if (typeof found === "string") return { kind: "problem", problem: found };
  return "start" in found ? { kind: "calendar", ...found } : { kind: "written", parts: found };
}

const messages: Record<DateProblem, (text: string) => string> = {
  "no-such-day": (text) => `names a day that does not exist, “${text}”`,
  ambiguous: (text) => `is “${text}”, which means different days in different countries`,
  reversed: (text) => `is “${text}”, which ends before it starts`,
  "unknown-form": (text) => `is “${text}”, which looks like a date but is not in a supported form`,
};

/**
 * The message of a warning about a text that looks like a date: the day does not exist, the order of its numbers is
 * ambiguous, or its form is not supported. Undefined for valid dates and for any other text, such as “TBA”.
 */
export function describeDateProblem(field: string, text: string): string | undefined {
  const parsed = parseDate(text);
  if (parsed.kind !== "problem") return undefined;
  const what = messages[parsed.problem](text.slice(0, 60));
  return `“${field}” ${what}; it is shown as written. Write it as 2027-03-14 or, for a range, 2027-06-02/2027-06-04.`;
}
