import { AppError } from "@placard/contracts";

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

/** The AppError for a quota of a UTC day. `problem` says which: "The account has used up its renders". */
export function dailyQuotaExceeded(problem: string, time: number): AppError {
  const resetAt = startOfNextDay(time);
  const reset = new Date(resetAt).toISOString().replace(".000", "");
  return new AppError("quota_exceeded", {
    message: `${problem}. Retry after ${reset}, when the quota resets.`,
    retryAfterSeconds: Math.ceil((resetAt - time) / 1000),
  });
}
