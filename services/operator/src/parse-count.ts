import { UsageError, type Arguments } from "./command.ts";

/** The longest expiry of keys and invitations, in days. */
export const maxExpiryDays = 36_500;

/** The value of an option, a whole number from 1 to `max`; undefined if absent. Throws UsageError. */
export function parseCount(options: Arguments["options"], name: string, max: number): number | undefined {
  const option = options[name];
  if (option === undefined) return undefined;
  const count = /^\d{1,5}$/.test(String(option)) ? Number(option) : 0;
  if (count < 1 || count > max) throw new UsageError(`--${name} must be a whole number from 1 to ${max}.`);
  return count;
}
