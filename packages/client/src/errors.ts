/** Codes of what Placard refuses or fails at, as its README lists them. */
export type ServerErrorCode =
  | "bad_request"
  | "invalid_json"
  | "validation_failed"
  | "unknown_template"
  | "unauthorized"
  | "authentication_failed"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "email_taken"
  | "last_passkey"
  | "payload_too_large"
  | "unsupported_media_type"
  | "rate_limited"
  | "internal_error"
  | "render_failed"
  | "overloaded"
  | "unavailable"
  | "render_timeout";

/**
 * Codes of the client's own. `network_error`: no answer; `timeout`: none in time; `invalid_response`: one that is not
 * Placard's, such as a proxy's page; `invalid_request`: nothing was sent, as it could not be.
 */
export type ClientErrorCode = "network_error" | "timeout" | "invalid_response" | "invalid_request";

/** A code to switch on; a later Placard may have more. */
export type PlacardErrorCode = ServerErrorCode | ClientErrorCode | (string & {});

/** One thing wrong with a request: where in its body (a JSON pointer, RFC 6901) and what, for a person. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** What a PlacardError is made of. */
export interface PlacardErrorOptions {
  code: PlacardErrorCode;
  message: string;
  status?: number | undefined;
  requestId?: string | undefined;
  details?: readonly ErrorDetail[] | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Every failure of a call, but for one: an aborted call rejects with the reason of its signal. */
export class PlacardError extends Error {
  /** Stable; switch on it. */
  readonly code: PlacardErrorCode;
  /** HTTP status; undefined where there was no answer, and for a job that failed. */
  readonly status: number | undefined;
  /** Names the request in Placard's log. Quote it. */
  readonly requestId: string | undefined;
  /** With `validation_failed`: every fault of the body. Else empty. */
  readonly details: readonly ErrorDetail[];
  /** Seconds until a repeat makes sense, where the answer said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, status, requestId, details, retryAfterSeconds, cause }: PlacardErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "PlacardError";
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
