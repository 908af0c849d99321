import { randomInt } from "node:crypto";

/** The digits of base62, by value. */
export const base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A random text of letters and digits. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => base62Digits[randomInt(base62Digits.length)]).join("");
}
