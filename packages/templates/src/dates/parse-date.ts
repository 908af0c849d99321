import { parseMachineDate, type CalendarRange, type DateProblem } from "./machine-date.ts";
import { parseWrittenDate, type WrittenDate } from "./written-date.ts";

/** What a text says about a date: calendar days, a date in words, what looks like one, or other text. */
export type ParsedDate =
  | ({ readonly kind: "calendar" } & CalendarRange)
  | { readonly kind: "written"; readonly parts: WrittenDate }
  | { readonly kind: "problem"; readonly problem: DateProblem }
  | { readonly kind: "text" };

/** Longer texts are not dates: the longest are ranges of `Date.toString()`. In UTF-16 code units. */
const maxLength = 200;

/** Parses a date or a range whose order of day, month and year is unambiguous. */
export function parseDate(date: string): ParsedDate {
  if (date.length > maxLength) return { kind: "text" };
  const text = date.trim();
  const machine = parseMachineDate(text);
  if (machine)
    return typeof machine === "string"
      ? { kind: "problem", problem: machine }
      : { kind: "calendar", ...machine };
  const written = parseWrittenDate(text);
  if (written === undefined) return { kind: "text" };
  return typeof written === "string"
    ? { kind: "problem", problem: written }
    : { kind: "written", parts: written };
}
