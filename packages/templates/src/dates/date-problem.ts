import type { DateProblem } from "./machine-date.ts";
import { parseDate } from "./parse-date.ts";

const advice = "Write it as 2027-03-14 or, for a range, 2027-06-02/2027-06-04";

const messages: Record<DateProblem, (text: string) => string> = {
  "no-such-day": (text) => `names a day that does not exist, “${text}”; it is shown as written. ${advice}.`,
  ambiguous: (text) =>
    `is “${text}”, which means different days in different countries; it is shown as written. ${advice}.`,
  reversed: (text) => `is “${text}”, which ends before it starts; it is shown as written. ${advice}.`,
  "unknown-form": (text) =>
    `is “${text}”, which looks like a date but is not in a supported form; it is shown as written. ${advice}.`,
};

/**
 * The message of a warning about a text that looks like a date. The day does not exist, its numbers are
 * ambiguous, or its form is not supported. Undefined for valid dates and for any other text, such as “TBA”.
 */
export function describeDateProblem(field: string, text: string): string | undefined {
  const parsed = parseDate(text);
  return parsed.kind === "problem" ? `“${field}” ${messages[parsed.problem](text.slice(0, 60))}` : undefined;
}
