import type { AppError } from "@placard/contracts";

/**
 * Why a link got a fallback image: the error code of its image, or `budget_exceeded` after LINK_BUDGET_MS.
 */
export const fallbackReasons = [
  "budget_exceeded",
  "internal_error",
  "overloaded",
  "quota_exceeded",
  "rate_limited",
  "render_failed",
  "render_timeout",
  "unavailable",
] as const;
export type FallbackReason = (typeof fallbackReasons)[number];

/**
 * The reason for which a link gets a fallback image instead of an error; undefined if it gets the error. A
 * server error says nothing about the link. A limit counts only if the link is valid: an unknown link can
 * exceed one, too.
 */
export function fallbackReasonOf({ code, status }: AppError, isValid: boolean): FallbackReason | undefined {
  const reason = fallbackReasons.find((each) => each === code);
  return status >= 500 || isValid ? reason : undefined;
}
