const dayMs = 86_400_000;

/** The UTC day of a time (epoch ms), as `2027-01-31`. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The next 00:00 UTC after a time, both epoch ms. */
export function startOfNextDay(time: number): number {
  return (Math.floor(time / dayMs) + 1) * dayMs;
}

/** The last UTC days up to the one of a time (epoch ms), oldest first. */
export function utcDays(time: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => utcDay(time - (count - 1 - i) * dayMs));
}
