import type { FieldError } from "./validator.ts";

/**
 * Every error a caller can meet: its HTTP status and the sentence sent with it where the thrower has no better one.
 * Codes are stable; clients switch on them.
 */
export const errorCodes = {
  bad_request: {
    status: 400,
    message: "The request could not be read as HTTP. Check the encoding of URL and body, and the headers.",
  },
  invalid_json: { status: 400, message: "The body is not a JSON object. Send one, encoded as UTF-8." },
  validation_failed: { status: 400, message: "The body does not fit the schema. Mend what `details` lists." },
  unknown_template: { status: 400, message: "There is no such template." },
  unauthorized: {
    status: 401,
    message:
      "The bearer credential is missing, malformed, unknown, expired or revoked. Send `Authorization: Bearer …`.",
  },
  authentication_failed: {
    status: 401,
    message: "The passkey ceremony did not verify. Start it anew, and finish it within a minute.",
  },
  forbidden: {
    status: 403,
    message: "This link is not signed by a key that is good, or it has expired. Make a new one.",
  },
  not_found: { status: 404, message: "There is nothing here. Check the path." },
  method_not_allowed: {
    status: 405,
    message: "This path does not take that method. See the `Allow` header.",
  },
  email_taken: {
    status: 409,
    message: "There is an account with this e-mail. Sign in to it, and add a passkey from there.",
  },
  last_passkey: {
    status: 409,
    message: "This is the account's last passkey. Add another one before you remove it.",
  },
  payload_too_large: {
    status: 413,
    message: "The body is too large: 64 KiB at most, 1 MiB for a batch. Send less.",
  },
  unsupported_media_type: {
    status: 415,
    message: "The body has to be JSON: send `Content-Type: application/json`, in UTF-8.",
  },
  rate_limited: { status: 429, message: "Too many requests. Wait as long as `Retry-After` says." },
  internal_error: {
    status: 500,
    message: "Something failed on our side. Try again, and quote the request id if it stays.",
  },
  render_failed: { status: 500, message: "The image could not be drawn. Quote the request id if it stays." },
  overloaded: {
    status: 503,
    message: "Too many images are waiting to be drawn. Try again as `Retry-After` says.",
  },
  unavailable: {
    status: 503,
    message: "A part that this needs is out of reach. Try again as `Retry-After` says.",
  },
  render_timeout: {
    status: 504,
    message:
      "The image was not drawn in time. Drawing goes on: unless it said `cache: false`, the same request gets it later.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** A stable, snake_case name of one kind of failure. */
export type ErrorCode = keyof typeof errorCodes;

/** What a thrower may add to an error's code. */
export interface AppErrorOptions {
  /** Replaces the code's own sentence; goes to the caller, so nothing private. */
  message?: string;
  /** Only with `validation_failed`: every fault of the body. */
  details?: readonly FieldError[];
  /** Seconds until a repeat makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Response headers that belong to this error, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** What really happened; goes to the log, never to the caller. */
  cause?: unknown;
}

/** A failure with a public face: code, status and sentence for the caller, cause for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorCodes[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}
