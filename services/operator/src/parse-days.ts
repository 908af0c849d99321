import { UsageError } from "./command.ts";

const maxDays = 36_500;

/** The number of days in the option `--expires-in-days`; undefined if it is absent. Throws UsageError. */
export function parseDays(option: string | boolean | undefined): number | undefined {
  if (option === undefined) return undefined;
  const days = /^\d{1,5}$/.test(String(option)) ? Number(option) : 0;
  if (days < 1 || days > maxDays)
    throw new UsageError(`--expires-in-days must be a whole number from 1 to ${maxDays}.`);
  return days;
}
