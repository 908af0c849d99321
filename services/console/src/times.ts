import { createElement } from "./elements.ts";

// The page is in English, so dates are too. A reader's regional variant of English decides their order.
const locale = navigator.languages.find((language) => /^en\b/i.test(language)) ?? "en";
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const exactFormat = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * Formats a time relative to now (“3 minutes ago”, “in 5 hours”), or as a date if it is more than two weeks away.
 * @param timestamp ISO 8601
 * @param now epoch ms
 */
export function formatRelativeTime(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  if (Math.abs(seconds) > 14 * 86_400) return dayFormat.format(new Date(timestamp));
  // Rounds “in 23 hours, 59 minutes” up to a day: the page takes time to load, and some times are rounded to the minute.
  const toleranceSeconds = seconds > 0 ? 60 : 0;
  for (const [unit, length] of units) {
    const count = Math.trunc((seconds + toleranceSeconds) / length);
    if (Math.abs(count) >= 1 && Math.abs(seconds) >= 120) return relativeFormat.format(count, unit);
  }
  return "just now"; // also slightly in the future: the clocks of page and server differ
}

/**
 * Creates an element with the relative time, and the exact time as its tooltip.
 * @param timestamp ISO 8601
 */
export function createTime(timestamp: string): HTMLTimeElement {
  const exact = exactFormat.format(new Date(timestamp));
  return createElement("time", { dateTime: timestamp, title: exact }, formatRelativeTime(timestamp));
}
