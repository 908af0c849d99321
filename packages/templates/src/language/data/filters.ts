import { firstDirection } from "../../direction.ts";
import { parseDate } from "../../parse-date.ts";
import { firstLetter, initials } from "../../initials.ts";
import { closingMark, openingMark } from "../../quotation-marks.ts";

/** Changes a text for display. The language is a BCP 47 tag. */
type Filter = (text: string, language: string) => string;

/** Creates a formatter for a language once, and for English if the language is unknown. */
function cached<T>(create: (language: string) => T): (language: string) => T {
  const formatters = new Map<string, T>();
  return (language) => {
    let formatter = formatters.get(language);
    if (!formatter) {
      if (formatters.size > 100) formatters.clear();
      try {
        formatter = create(language);
      } catch {
        formatter = create("en"); // not a language tag
      }
      formatters.set(language, formatter);
    }
    return formatter;
  };
}

const longDate = cached(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }),
);
const weekdayName = cached(
  (language) => new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" }),
);
const compactNumber = cached(
  (language) => new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }),
);

/** The date of a text that starts with an ISO 8601 date. */
function isoDate(text: string): Date | undefined {
  const [, day] = /^\s*(\d{4}-\d\d-\d\d)(?:T|\s|$)/u.exec(text) ?? [];
  const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** The part of the text that `parseDate` understands: of an ISO 8601 timestamp, its date. */
function datePart(text: string): string {
  return /^\s*(\d{4}-\d\d-\d\d)T/u.exec(text)?.[1] ?? text;
}

const formatIsoDate = (text: string, language: string): string => {
  const date = isoDate(text);
  return date ? longDate(language).format(date) : text;
};

const formatCompact = (text: string, language: string): string => {
  const digits = text.trim().replaceAll(/[,_\s](?=\d{3})/gu, "");
  return /^-?\d+(?:\.\d+)?$/u.test(digits) ? compactNumber(language).format(Number(digits)) : text;
};

const upper: Filter = (text, language) => withLocale(text, language, "toLocaleUpperCase");
const lower: Filter = (text, language) => withLocale(text, language, "toLocaleLowerCase");

/** Changes the case of a text by the rules of a language; by the general ones if the language is not valid. */
export function withLocale(
  text: string,
  language: string | undefined,
  change: "toLocaleUpperCase" | "toLocaleLowerCase",
): string {
  try {
    return text[change](language);
  } catch {
    return text[change]();
  }
}

/** The filters of placeholders: `{{author | initials}}`. */
export const filters: Readonly<Record<string, Filter>> = {
  initials,
  first: firstLetter,
  upper,
  lower,
  date: formatIsoDate,
  weekday: (text, language) => {
    const date = isoDate(text);
    return parseDate(datePart(text))?.weekday ?? (date ? weekdayName(language).format(date) : "");
  },
  day: (text) => parseDate(datePart(text))?.day ?? "",
  month: (text) => parseDate(datePart(text))?.month ?? "",
  year: (text) => parseDate(datePart(text))?.year ?? "",
  compact: formatCompact,
  openquote: openingMark,
  closequote: closingMark,
  direction: (text) => firstDirection(text) ?? "",
};
