/** Whether an image was rendered for this request (`MISS`) or not (`HIT`). */
export type CacheStatus = "HIT" | "MISS";

/**
 * The status and headers of a response. On a page of another origin, only headers that the response exposes
 * by CORS can be read; the others are undefined.
 */
export interface ResponseMeta {
  /** HTTP status, 200 to 299. */
  status: number;
  /** Identifies the request in the server's log. */
  requestId: string | undefined;
  /** Only for a single image; the results of a batch each have their own. */
  cache: CacheStatus | undefined;
  /** All headers of the response. */
  headers: Headers;
}

/** The result of a call: the `data` of the JSON response, its status and its headers. */
export interface Result<Data> {
  data: Data;
  meta: ResponseMeta;
}

/** Reads the headers of a response. */
export function readMeta(status: number, headers: Headers): ResponseMeta {
  const cache = headers.get("x-cache");
  return {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    cache: cache === "HIT" || cache === "MISS" ? cache : undefined,
    headers,
  };
}

/** The seconds of a response's `Retry-After`. Undefined if the header is absent, or has a date. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
}
