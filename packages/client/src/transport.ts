import { attempt, type OutgoingRequest } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import { openEnvelope } from "./envelope.ts";
import { PlacardError } from "./errors.ts";
import type { Result } from "./meta.ts";
import { withRetries, type RetryPolicy } from "./retry.ts";

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, waits included; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Sent as `X-Request-Id`, to find the call in Placard's log: letters, digits and `_ . : -`, at most 128. */
  requestId?: string | undefined;
}

/** A credential, or what gives the one of the moment. */
export type Credential = string | (() => string | undefined);

/** One call of the API. */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base URL. */
  path: string;
  /** Which credential it bears, where there is one. */
  bears?: "key" | "token";
  /** Sent as JSON. */
  body?: object;
  headers?: Readonly<Record<string, string>>;
  /** Whether a repeat does no harm. Unless said otherwise, all but POST and PATCH are repeated. */
  repeatable?: boolean;
}

/** Makes a call. The type of the data is what the caller knows of the path. */
export type Send = <Data>(call: Call, options?: CallOptions) => Promise<Result<Data>>;

interface Deps {
  /** Without a slash at its end. */
  baseUrl: string;
  credentials: Readonly<Record<"key" | "token", Credential | undefined>>;
  fetch: typeof globalThis.fetch;
  policy: RetryPolicy;
  /** For one try; 0 is no limit. */
  timeoutMs: number;
  clock: Clock;
}

const repeatableMethods: ReadonlySet<string> = new Set(["GET", "DELETE"]);

/** What all methods of a client go through. */
export function createTransport({ baseUrl, credentials, fetch, policy, timeoutMs, clock }: Deps): Send {
  function outgoing(
    { method, path, bears, body, headers }: Call,
    { requestId }: CallOptions,
  ): OutgoingRequest {
    const credential = bears && credentials[bears];
    const bearer = typeof credential === "function" ? credential() : credential;
    return {
      url: `${baseUrl}${path}`,
      method,
      headers: {
        Accept: "application/json",
        ...(bearer !== undefined && { Authorization: `Bearer ${bearer.trim()}` }),
        ...(body && { "Content-Type": "application/json" }),
        ...(requestId !== undefined && { "X-Request-Id": requestId }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  return async <Data>(call: Call, options: CallOptions = {}) => {
    const { signal } = options;
    const { repeatable = repeatableMethods.has(call.method) } = call;
    const request = checked(() => outgoing(call, options));
    const once = async () =>
      openEnvelope<Data>(await attempt(fetch, request, { signal, timeoutMs }), clock.now());
    return repeatable ? await withRetries(once, { policy, clock, signal }) : await once();
  };
}

/** Builds a request where it can be built: fetch would call a bad header or body a TypeError, like an outage. */
function checked(build: () => OutgoingRequest): OutgoingRequest {
  try {
    const request = build();
    void new Headers(request.headers);
    return request;
  } catch (cause) {
    const message = "The request can't be sent: a credential, the request id or the body is malformed.";
    throw new PlacardError({ code: "invalid_request", message, cause });
  }
}
