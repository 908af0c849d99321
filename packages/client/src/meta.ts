/** Whether an image was drawn for this very request (`MISS`) or was there already (`HIT`). */
export type CacheStatus = "HIT" | "MISS";

/** How many requests are left (`RateLimit` and `RateLimit-Policy`). */
export interface RateLimit {
  /** Requests in a window. */
  limit: number;
  /** Requests left in this one. */
  remaining: number;
  /** Seconds until the next window begins. */
  resetSeconds: number;
  /** Seconds that a window lasts. */
  windowSeconds: number;
}

/** One part of what the server spent its time on (`Server-Timing`). */
export interface ServerTiming {
  name: string;
  /** Milliseconds. */
  duration: number | undefined;
}

/**
 * What an answer says beside its data. On a page of another origin, only fields that the answer exposes by CORS can be
 * read; what can't is undefined or empty.
 */
export interface ResponseMeta {
  /** HTTP status, 200 to 299. */
  status: number;
  /** Names the request in Placard's log. */
  requestId: string | undefined;
  /** Of a single generate; the results of a batch have their own. */
  cache: CacheStatus | undefined;
  /** Undefined where no limit is set. */
  rateLimit: RateLimit | undefined;
  /** In the order of the field; empty where there is none. */
  serverTiming: readonly ServerTiming[];
  /** All fields of the response. */
  headers: Headers;
}

/** What every call resolves with: the `data` member of the answer's JSON, and what its header says. */
export interface Result<Data> {
  data: Data;
  meta: ResponseMeta;
}

/** Reads the fields of a response's header. Malformed ones count as absent. */
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

/** As in draft-ietf-httpapi-ratelimit-headers-10: `"api";r=5;t=60` beside `"api";q=600;w=60`. */
function readRateLimit(headers: Headers): RateLimit | undefined {
  const number = (field: string, name: string) =>
    Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(headers.get(field) ?? "")?.[1]);
  const read = {
    limit: number("ratelimit-policy", "q"),
    remaining: number("ratelimit", "r"),
    resetSeconds: number("ratelimit", "t"),
    windowSeconds: number("ratelimit-policy", "w"),
  };
  return Object.values(read).some(Number.isNaN) ? undefined : read;
}

/** Metrics of a Server-Timing field: separated by commas, which descriptions in quotes may hold too. */
function readServerTiming(field: string): ServerTiming[] {
  const metrics = field.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? [];
  return metrics.flatMap((metric) => {
    const bare = metric.replace(/"(?:\\.|[^"\\])*"/g, '""');
    const [, name] = /^\s*([\w!#$%&'*+.^`|~-]+)/.exec(bare) ?? [];
    const [, duration] = /;\s*dur\s*=\s*(\d+(?:\.\d+)?)/i.exec(bare) ?? [];
    if (name === undefined) return [];
    return [{ name, duration: duration === undefined ? undefined : Number(duration) }];
  });
}
