import type { components } from "./api.generated.ts";

type ServerError = components["schemas"]["Error"];

/** The error codes of the server, as listed in Placard's documentation. */
export type ServerErrorCode = ServerError["code"];

/**
 * The error codes of the client itself. `network_error`: no response; `timeout`: no response in time;
 * `invalid_response`: not from Placard, such as a proxy's error page; `invalid_request`: nothing was sent, as
 * the request could not be built.
 */
export type ClientErrorCode = "network_error" | "timeout" | "invalid_response" | "invalid_request";

/** An error code to switch on. Later versions of the server may add codes. */
export type PlacardErrorCode = ServerErrorCode | ClientErrorCode | (string & {});

/** One problem with a request: its place in the body (a JSON pointer, RFC 6901) and a message. */
export type ErrorDetail = NonNullable<ServerError["details"]>[number];

/** The request that failed: its method, and its URL without the query, which may contain a signature. */
export interface FailedRequest {
  method: string;
  url: string;
}

/** The parts of a PlacardError. */
export interface PlacardErrorOptions {
  code: PlacardErrorCode;
  /** The `summary` of the error. */
  message: string;
  request?: FailedRequest | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  details?: readonly ErrorDetail[] | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/**
 * The error of every failed call, except an aborted one, which rejects with the reason of its signal. Its
 * `message` has the summary, the request and all details, for logs. The summary of `validation_failed` has
 * the first detail.
 */
export class PlacardError extends Error {
  /** Stable: use it to distinguish errors. */
  readonly code: PlacardErrorCode;
  /** What failed and how to fix it, without the request and the details. */
  readonly summary: string;
  /** Undefined if no request was sent, and for a failed job. */
  readonly request: FailedRequest | undefined;
  /** HTTP status; undefined if there was no response, and for a failed job. */
  readonly status: number | undefined;
  /** Identifies the request in the server's log. Include it when you report a problem. */
  readonly requestId: string | undefined;
  /** With `validation_failed`: everything that is wrong with the body. Empty otherwise. */
  readonly details: readonly ErrorDetail[];
  /** Seconds to wait before a retry, if the response had `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(options: PlacardErrorOptions) {
    const { code, message, request, status, requestId, details, retryAfterSeconds, cause } = options;
    super(describe(options), cause === undefined ? undefined : { cause });
    this.name = "PlacardError";
    this.code = code;
    this.summary = message;
    this.request = request;
    this.status = status;
    this.requestId = requestId;
    this.details = details ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The details that a summary does not contain: it may contain one. */
export function withoutSummarized(details: readonly ErrorDetail[], summary: string): readonly ErrorDetail[] {
  const summarized = details.find(({ message }) => summary.includes(message));
  return details.filter((detail) => detail !== summarized);
}

/** The summary with the request in parentheses, and one line for each detail that is not in it. */
function describe({ message, request, details = [] }: PlacardErrorOptions): string {
  const summary = request ? `${message} (${request.method} ${request.url})` : message;
  const lines = withoutSummarized(details, message).map(
    (detail) => `- ${detail.path === "" ? "" : `${detail.path}: `}${detail.message}`,
  );
  return [summary, ...lines].join("\n");
}
