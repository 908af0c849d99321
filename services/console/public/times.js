import { build } from "./build.js";

// The page is in English, so its dates are too; how they are ordered is the reader's where they read English.
const locale = navigator.languages.find((language) => /^en\b/i.test(language)) ?? "en";
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const exactly = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

/** @type {readonly [Intl.RelativeTimeFormatUnit, number][]} */
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * A time as people say it: “3 minutes ago”, “in 5 hours”; past a fortnight its day.
 * @param {string} timestamp ISO 8601
 * @param {number} [now] epoch ms
 * @returns {string}
 */
export function timeWords(timestamp, now = Date.now()) {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  if (Math.abs(seconds) > 14 * 86_400) return day.format(new Date(timestamp));
  // What is a day from now is that while the page loads, too; and the server keeps some times to the minute only.
  const slack = seconds > 0 ? 60 : 0;
  for (const [unit, length] of units) {
    const whole = Math.trunc((seconds + slack) / length);
    if (Math.abs(whole) >= 1 && Math.abs(seconds) >= 120) return relative.format(whole, unit);
  }
  return "just now"; // or about to be: clocks of page and server differ
}

/**
 * The same as an element that also says the exact time.
 * @param {string} timestamp ISO 8601
 * @returns {HTMLTimeElement}
 */
export function timeElement(timestamp) {
  const exact = exactly.format(new Date(timestamp));
  return build("time", { dateTime: timestamp, title: exact }, timeWords(timestamp));
}
