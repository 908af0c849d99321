import type { paths } from "./api.generated.ts";
import { attempt, type OutgoingRequest } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import { openEnvelope } from "./envelope.ts";
import { PlacardError } from "./errors.ts";
import type { Result } from "./meta.ts";
import type { DataOfOperation, Method, Parts, PathWith } from "./operations.ts";
import { withRetries, type RetryPolicy } from "./retry.ts";

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, including any wait before a retry. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Sent as `X-Request-Id`, to find the call in the log: at most 128 letters, digits and `_ . : -`. */
  requestId?: string | undefined;
}

/** Options of a call that returns a list. */
export interface ListOptions extends CallOptions {
  /** The maximum number of items, 1 to 100. Without it, the list is complete. */
  limit?: number | undefined;
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** The query of a page. */
export function pageOf({ limit, cursor }: ListOptions = {}) {
  return { limit, cursor };
}

/** A credential, or a function that returns the current one. */
export type Credential = string | (() => string | undefined);

/** What a call sends, besides the parts of its operation. */
interface Call {
  /** The credential, if any. */
  auth?: "key" | "token";
  /** The bytes of a body that is not JSON. */
  file?: Blob;
  headers?: Readonly<Record<string, string>>;
  /** Whether it is safe to retry. Default: true for GET, PUT and DELETE. */
  isRetryable?: boolean;
}

/** Sends the request of an operation. The data has the type of the API description, unchecked. */
export type Send = <M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  call: Call & Parts<paths[P][M]>,
  options?: CallOptions,
) => Promise<Result<DataOfOperation<paths[P][M]>>>;

/** A call of any operation. */
interface AnyCall extends Call {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

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

const retryableMethods: ReadonlySet<string> = new Set(["get", "put", "delete"]);

/** Creates the function that sends all calls of a client. */
export function createTransport({ baseUrl, credentials, fetch, policy, timeoutMs, clock }: Deps): Send {
  function buildRequest(
    method: Method,
    path: string,
    { auth, params, query, body, file, headers }: AnyCall,
    { requestId }: CallOptions,
  ): OutgoingRequest {
    const credential = auth && credentials[auth];
    const bearer = typeof credential === "function" ? credential() : credential;
    const hasBody = body !== undefined;
    return {
      url: baseUrl + fillIn(path, params) + queryText(query),
      method: method.toUpperCase(),
      headers: {
        Accept: "application/json",
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer.trim()}` }),
        ...(hasBody && { "Content-Type": "application/json" }),
        ...(file && { "Content-Type": file.type || "application/octet-stream" }),
        ...(requestId !== undefined && { "X-Request-Id": requestId }),
        ...headers,
      },
      ...(hasBody && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
    };
  }

  return async (method, path, call, options = {}) => {
    const { signal } = options;
    const { isRetryable = retryableMethods.has(method) } = call;
    const request = orInvalidRequest(() => buildRequest(method, path, call, options));
    const sendOnce = async () => openEnvelope<never>(await attempt(fetch, request, { signal, timeoutMs }));
    return isRetryable ? await withRetries(sendOnce, { policy, clock, signal }) : await sendOnce();
  };
}

/** A path of the API description with values for its parameters. */
function fillIn(path: string, params: AnyCall["params"] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryText(query: AnyCall["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")}`;
}

/** Reports malformed headers and bodies as `invalid_request`. fetch throws a TypeError, as for an outage. */
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
