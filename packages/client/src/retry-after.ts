/**
 * Seconds that a response's `Retry-After` asks for (RFC 9110, clause 10.2.3), in either of its forms. A date is compared
 * with the response's own `Date`, so that a wrong clock on this side does no harm. Undefined where the field is absent
 * or malformed.
 * @param now epoch ms, for a response without `Date`
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const said = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(said)) return Number(said);
  const until = readDate(said);
  if (until === undefined) return undefined;
  const from = readDate(headers.get("date") ?? "") ?? now;
  return Math.max(0, Math.ceil((until - from) / 1000));
}

/** `Date.parse` would take nearly anything; an HTTP date begins with a weekday and ends with GMT. */
function readDate(text: string): number | undefined {
  if (!/^[a-z]{3,9},? .+ GMT$/i.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
