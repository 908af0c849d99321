/** A time of day, with the offset that the text has. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  /** Minutes east of UTC; undefined for a local time. */
  readonly offset: number | undefined;
}

/** A day of the calendar or, without a day, a month. */
export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day?: number | undefined;
  readonly time?: TimeOfDay | undefined;
}

/** Epoch ms of a day at midnight UTC, or of a month's first day. Format it in UTC. */
export function epochOf({ year, month, day = 1 }: CalendarDay): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The number of days of a month, from 1; by default, in a leap year. */
export function daysInMonth(month: number, year = 2028): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether the month and the day exist. */
export function isRealDay({ year, month, day = 1 }: CalendarDay): boolean {
  const date = new Date(epochOf({ year, month, day }));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
