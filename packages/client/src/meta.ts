/** Whether an image was rendered for this request (`MISS`) or not (`HIT`). */
export type CacheStatus = "HIT" | "MISS";

/** The rate limit and how much of it is left (`RateLimit` and `RateLimit-Policy`). */
export interface RateLimit {
  /** Requests allowed per window. */
  limit: number;
  /** Requests left in the current window. */
  remaining: number;
  /** Seconds until the next window starts. */
  resetSeconds: number;
  /** Length of a window in seconds. */
  windowSeconds: number;
}

/** One step of the server's work (`Server-Timing`). */
export interface ServerTiming {
  name: string;
  /** Milliseconds. */
  duration: number | undefined;
}

/**
 * The status and headers of a response. On a page of another origin, only headers that the response exposes
 * by CORS can be read; the others are undefined or empty.
 */
export interface ResponseMeta {
  /** HTTP status, 200 to 299. */
  status: number;
  /** Identifies the request in the server's log. */
  requestId: string | undefined;
  /** Only for a single image; the results of a batch each have their own. */
  cache: CacheStatus | undefined;
  /** Undefined if no limit is set. */
  rateLimit: RateLimit | undefined;
  /** In the order of the header; empty if it is absent. */
  serverTiming: readonly ServerTiming[];
  /** All headers of the response. */
  headers: Headers;
}

/** The result of a call: the `data` of the JSON response, its status and its headers. */
export interface Result<Data> {
  data: Data;
  meta: ResponseMeta;
}

/** Reads the headers of a response. A malformed header counts as absent. */
export function readMeta(status: number, headers: Headers): ResponseMeta {
  const cache = headers.get("x-cache");
  return {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    cache: cache === "HIT" || cache === "MISS" ? cache : undefined,
    rateLimit: readRateLimit(headers),
    serverTiming: readServerTiming(headers.get("server-timing") ?? ""),
    headers,
  };
}

/** By draft-ietf-httpapi-ratelimit-headers-10, for example `"api";r=5;t=60` with `"api";q=600;w=60`. */
function readRateLimit(headers: Headers): RateLimit | undefined {
  const number = (header: string, parameter: string) =>
    Number(new RegExp(`;\\s*${parameter}=(\\d+)`).exec(headers.get(header) ?? "")?.[1]);
  const rateLimit = {
    limit: number("ratelimit-policy", "q"),
    remaining: number("ratelimit", "r"),
    resetSeconds: number("ratelimit", "t"),
    windowSeconds: number("ratelimit-policy", "w"),
  };
  return Object.values(rateLimit).some(Number.isNaN) ? undefined : rateLimit;
}

/** Splits a Server-Timing header into its metrics, at commas that are not inside quoted descriptions. */
function readServerTiming(header: string): ServerTiming[] {
  const metrics = header.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? [];
  return metrics.flatMap((metric) => {
    const unquoted = metric.replace(/"(?:\\.|[^"\\])*"/g, '""');
    const [, name] = /^\s*([\w!#$%&'*+.^`|~-]+)/.exec(unquoted) ?? [];
    const [, duration] = /;\s*dur\s*=\s*(\d+(?:\.\d+)?)/i.exec(unquoted) ?? [];
    if (name === undefined) return [];
    return [{ name, duration: duration === undefined ? undefined : Number(duration) }];
  });
}

/**
 * The number of seconds in a response's `Retry-After` (RFC 9110, clause 10.2.3), in either of its forms. A
 * date is compared with the response's own `Date` header, so that a wrong local clock does not matter.
 * Undefined if the header is absent or malformed.
 * @param now epoch ms, for a response without `Date`
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  const until = readDate(value);
  if (until === undefined) return undefined;
  const from = readDate(headers.get("date") ?? "") ?? now;
  return Math.max(0, Math.ceil((until - from) / 1000));
}

/** `Date.parse` accepts almost any text; an HTTP date starts with a weekday and ends with GMT. */
function readDate(text: string): number | undefined {
  if (!/^[a-z]{3,9},? .+ GMT$/i.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
