import { attempt, type OutgoingRequest } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import { openEnvelope } from "./envelope.ts";
import { PlacardError } from "./errors.ts";
import type { Result } from "./meta.ts";
import { withRetries, type RetryPolicy } from "./retry.ts";

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, including any wait before a retry. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Sent as `X-Request-Id`, to find the call in the server's log: at most 128 letters, digits and `_ . : -`. */
  requestId?: string | undefined;
}

/** Options of a call that returns a list. */
export interface ListOptions extends CallOptions {
  /** The maximum number of items, 1 to 100. Without it, the list is complete. */
  limit?: number | undefined;
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** A page of a list: `nextCursor` is the `cursor` of the next page, or null at the end of the list. */
export type Paged<List> = List & { nextCursor: string | null };

/** The path of a list with the query of a page. */
export function pagePath(path: string, { limit, cursor }: ListOptions = {}): string {
  const query = new URLSearchParams({
    ...(limit !== undefined && { limit: String(limit) }),
    ...(cursor !== undefined && { cursor }),
  });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** A credential, or a function that returns the current one. */
export type Credential = string | (() => string | undefined);

/** The data of a response that has none. */
export type Empty = Record<string, never>;

/** One call of the API. */
export interface Call {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base URL. */
  path: string;
  /** The credential it sends, if any. */
  auth?: "key" | "token";
  /** Sent as JSON. */
  body?: object;
  /** Sent as it is. */
  file?: Blob;
  headers?: Readonly<Record<string, string>>;
  /** Whether it is safe to retry. Default: true for GET, PUT and DELETE. */
  isRetryable?: boolean;
}

/** Sends a call. The caller states the type of the data, which is not checked. */
export type Send = <Data>(call: Call, options?: CallOptions) => Promise<Result<Data>>;

interface Deps {
  /** Without a trailing slash. */
  baseUrl: string;
  credentials: Readonly<Record<"key" | "token", Credential | undefined>>;
  fetch: typeof globalThis.fetch;
  policy: RetryPolicy;
  /** For one attempt; 0 means no limit. */
  timeoutMs: number;
  clock: Clock;
}

const retryableMethods: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** Creates the function that sends all calls of a client. */
export function createTransport({ baseUrl, credentials, fetch, policy, timeoutMs, clock }: Deps): Send {
  function buildRequest(
    { method, path, auth, body, file, headers }: Call,
    { requestId }: CallOptions,
  ): OutgoingRequest {
    const credential = auth && credentials[auth];
    const bearer = typeof credential === "function" ? credential() : credential;
    return {
      url: `${baseUrl}${path}`,
      method,
      headers: {
        Accept: "application/json",
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer.trim()}` }),
        ...(body && { "Content-Type": "application/json" }),
        ...(file && { "Content-Type": file.type || "application/octet-stream" }),
        ...(requestId !== undefined && { "X-Request-Id": requestId }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
    };
  }

  return async <Data>(call: Call, options: CallOptions = {}) => {
    const { signal } = options;
    const { isRetryable = retryableMethods.has(call.method) } = call;
    const request = orInvalidRequest(() => buildRequest(call, options));
    const sendOnce = async () =>
      openEnvelope<Data>(await attempt(fetch, request, { signal, timeoutMs }), clock.now());
    return isRetryable ? await withRetries(sendOnce, { policy, clock, signal }) : await sendOnce();
  };
}

/** Reports malformed headers and bodies as `invalid_request`: fetch would throw a TypeError, as it does for an outage. */
function orInvalidRequest(build: () => OutgoingRequest): OutgoingRequest {
  try {
    const request = build();
    void new Headers(request.headers);
    return request;
  } catch (cause) {
    const message =
      "The request could not be built. Check for invalid characters in the credentials and the request ID, and that the body is JSON.";
    throw new PlacardError({ code: "invalid_request", message, cause });
  }
}
