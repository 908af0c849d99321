import { firstDirection } from "../../direction.ts";
import {
  formatDay,
  formatEnd,
  formatLongDate,
  formatMonth,
  formatTime,
  formatWeekday,
  formatYear,
} from "../../dates/format-date.ts";
import { keepDaysTogether, keepTogether } from "../../dates/line-breaks.ts";
import type { CalendarRange } from "../../dates/machine-date.ts";
import { parseDate } from "../../dates/parse-date.ts";
import { perLanguage } from "../../dates/per-language.ts";
import type { WrittenDate } from "../../dates/written-date.ts";
import { firstLetter, initials } from "../../initials.ts";
import { closingMark, openingMark } from "../../quotation-marks.ts";

/** How the shape of an image compares with the card's. */
export const imageShapes = ["narrower", "similar", "wider"] as const;

/** The shape of the image with a URL; empty if its size is unknown. */
export type ShapeOfImage = (url: string) => (typeof imageShapes)[number] | "";

/** Changes a text for display. The language is a BCP 47 tag. */
type Filter = (text: string, language: string, shapeOfImage?: ShapeOfImage) => string;

const compactNumber = perLanguage(
  (language) => new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }),
);

/** A part of a date: formatted if it is in digits, as written if it is in words, otherwise empty. */
function datePart(
  format: (range: CalendarRange, language: string) => string,
  part: keyof WrittenDate | undefined,
): Filter {
  return (text, language) => {
    const parsed = parseDate(text);
    if (parsed.kind === "calendar") return format(parsed, language);
    return (parsed.kind === "written" && part && keepTogether(parsed.parts[part] ?? "")) || "";
  };
}

const longDate: Filter = (text, language) => {
  const parsed = parseDate(text);
  if (parsed.kind === "calendar") return formatLongDate(parsed, language);
  return parsed.kind === "written" ? keepDaysTogether(text) : keepTogether(text);
};

/** A number that may have separators of thousands; NaN for other texts. */
export function numberOf(text: string): number {
  const digits = text.trim().replaceAll(/[,_\s](?=\d{3})/gu, "");
  return /^-?\d+(?:\.\d+)?$/u.test(digits) ? Number(digits) : NaN;
}

const formatCompact = (text: string, language: string): string => {
  const number = numberOf(text);
  return Number.isNaN(number) ? text : compactNumber(language).format(number);
};

/** Changes the case of a text by the rules of a language, if it is valid. */
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

/** The filters that read a text as a date. */
const filtersOfDates: Readonly<Record<string, Filter>> = {
  date: longDate,
  weekday: datePart(formatWeekday, "weekday"),
  day: datePart(formatDay, "day"),
  month: datePart(formatMonth, "month"),
  year: datePart(formatYear, "year"),
  time: datePart(formatTime, undefined),
  end: datePart(formatEnd, "end"),
};

export const dateFilters: ReadonlySet<string> = new Set(Object.keys(filtersOfDates));

/** The filters of placeholders: `{{author | initials}}`. */
export const filters: Readonly<Record<string, Filter>> = {
  initials,
  first: firstLetter,
  upper: (text, language) => withLocale(text, language, "toLocaleUpperCase"),
  lower: (text, language) => withLocale(text, language, "toLocaleLowerCase"),
  ...filtersOfDates,
  compact: formatCompact,
  length: (text) => String(Array.from(text).length),
  openquote: openingMark,
  closequote: closingMark,
  direction: (text) => firstDirection(text) ?? "",
  shape: (url, _language, shapeOfImage) => shapeOfImage?.(url) ?? "",
};
