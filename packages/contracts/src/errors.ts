import { summarizeErrors } from "./error-summary.ts";
import type { FieldError } from "./validator.ts";

/** How to fix a body that failed validation. */
const detailsHint = "Fix the fields listed in `details`.";

/**
 * Every error that a caller can receive: its HTTP status and its default message. Codes are stable; clients switch on
 * them.
 */
export const errorCodes = {
  bad_request: {
    status: 400,
    message: "Malformed HTTP request. Check the encoding of the URL and the body, and the header fields.",
  },
  invalid_json: { status: 400, message: "Request body is not a JSON object. Send a JSON object in UTF-8." },
  validation_failed: {
    status: 400,
    message: `Request body failed validation. ${detailsHint}`,
  },
  unknown_template: { status: 400, message: "Unknown template. List the templates to see their names." },
  unauthorized: {
    status: 401,
    message:
      "Missing, malformed, unknown, expired or revoked credential. Send a valid credential as `Authorization: Bearer …`.",
  },
  authentication_failed: {
    status: 401,
    message: "Passkey verification failed. Start again, and finish within 60 seconds.",
  },
  forbidden: { status: 403, message: "Invalid or expired signature. Sign the link again." },
  insufficient_scope: {
    status: 403,
    message: "The API key does not have the scope that this request needs. Use a key with the scope.",
  },
  reauthentication_required: {
    status: 403,
    message: "This action needs a recent sign-in. Re-authenticate with a passkey, then retry.",
  },
  signup_closed: {
    status: 403,
    message:
      "Registration is not open to this email address. Ask the operator of this service for an invitation.",
  },
  not_found: { status: 404, message: "Not found. Check the path." },
  method_not_allowed: {
    status: 405,
    message: "Method not allowed. Use one of the methods in the `Allow` header.",
  },
  email_taken: {
    status: 409,
    message: "An account with this email address already exists. Sign in to add a passkey to it.",
  },
  last_passkey: {
    status: 409,
    message: "The last passkey of an account can't be deleted. Add another passkey first.",
  },
  asset_in_use: {
    status: 409,
    message:
      "A brand or a template uses the asset. Remove it from the brand, or delete the template, then retry.",
  },
  limit_reached: {
    status: 409,
    message:
      "The account has the maximum number of these. Delete or revoke one that you no longer use, then retry.",
  },
  template_exists: {
    status: 409,
    message: "A template with this ID already exists. Publish a version of it, or use another ID.",
  },
  template_archived: {
    status: 409,
    message: "The template is archived. Restore it with `isArchived: false`, then retry.",
  },
  webhook_disabled: {
    status: 409,
    message: "The webhook is disabled. Enable it with `isEnabled: true`, then retry.",
  },
  gone: {
    status: 410,
    message: "The template or template version no longer exists. Use a current template.",
  },
  payload_too_large: {
    status: 413,
    message: "Request body too large. The limit is 64 KiB, 256 KiB for a template, or 1 MiB for a batch.",
  },
  unsupported_media_type: {
    status: 415,
    message: "Unsupported media type. Send JSON in UTF-8 with `Content-Type: application/json`.",
  },
  rate_limited: {
    status: 429,
    message: "Rate limit exceeded. Retry after the `Retry-After` interval.",
  },
  quota_exceeded: {
    status: 429,
    message: "The account has used up its daily quota. Retry after the `Retry-After` interval.",
  },
  internal_error: {
    status: 500,
    message: "Internal error. Retry, and include the request ID if the problem persists.",
  },
  render_failed: {
    status: 500,
    message: "Rendering failed. Retry, and include the request ID if the problem persists.",
  },
  overloaded: {
    status: 503,
    message: "The render queue is full. Retry after the `Retry-After` interval.",
  },
  unavailable: {
    status: 503,
    message: "A required service is unavailable. Retry after the `Retry-After` interval.",
  },
  render_timeout: {
    status: 504,
    message:
      "Rendering timed out. It continues in the background: send the same request again to get the image. A request with `cache: false` starts a new render instead.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** The stable, snake_case name of one kind of error. */
export type ErrorCode = keyof typeof errorCodes;

/** The optional properties of an AppError. */
export interface AppErrorOptions {
  /** Replaces the default message, or the one that starts with the first of the details. It is sent to the caller, so it must not contain anything private. */
  message?: string;
  /** Only with `validation_failed`: the invalid fields. */
  details?: readonly FieldError[];
  /** The number of invalid fields that are not in `details`. */
  moreDetails?: number;
  /** Seconds after which to retry, sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Response header fields that belong to this error, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** The underlying error. It is logged and never sent to the caller. */
  cause?: unknown;
}

/** An error with a public code, status and message, and a private cause for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? defaultMessage(code, options), { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = options.details && limitDetails(options.details, options.moreDetails);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

function defaultMessage(code: ErrorCode, { details, moreDetails }: AppErrorOptions): string {
  const summary = details && summarizeErrors(details, moreDetails);
  return summary === undefined ? errorCodes[code].message : `${summary} ${detailsHint}`;
}

/** The maximum number of entries in `details`. */
const maxDetails = 50;

/** Limits the details. If there are too many, the last entry is the number of omitted ones. */
function limitDetails(details: readonly FieldError[], more = 0): readonly FieldError[] {
  const total = details.length + more;
  if (total <= maxDetails) return details;
  const shown = details.slice(0, maxDetails - 1);
  return [...shown, { path: "", message: `and ${total - shown.length} more errors` }];
}
