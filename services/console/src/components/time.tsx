const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** The page is in English, so dates are too. A reader's regional variant of English decides their order. */
function locale(): string {
  return navigator.languages.find((language) => /^en\b/i.test(language)) ?? "en";
}

/**
 * Formats a time relative to now (“3 minutes ago”, “in 5 hours”), or as a date from two weeks on.
 * @param timestamp ISO 8601
 * @param now epoch ms
 */
export function formatRelativeTime(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  if (Math.abs(seconds) > 14 * 86_400) return formatDate(timestamp, { dateStyle: "medium" });
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  // Rounds “in 23 hours, 59 minutes” up to a day: the page takes time to load, and some times are rounded to
  // the minute.
  const toleranceSeconds = seconds > 0 ? 60 : 0;
  for (const [unit, length] of units) {
    const count = Math.trunc((seconds + toleranceSeconds) / length);
    if (Math.abs(count) >= 1 && Math.abs(seconds) >= 120) return format.format(count, unit);
  }
  return seconds > 5 ? "in a moment" : "just now"; // the clocks of page and server may differ
}

/**
 * A time relative to now, with the exact time as its tooltip.
 * @param event what happened then, such as “created”
 * @param at ISO 8601
 */
export function Time({ event, at }: { event?: string; at: string }) {
  return (
    <>
      {event && `${event} `}
      <time dateTime={at} title={formatDate(at, { dateStyle: "long", timeStyle: "short" })}>
        {formatRelativeTime(at)}
      </time>
    </>
  );
}

function formatDate(timestamp: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(timestamp));
}
