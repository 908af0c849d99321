import { defaultMessage, errorCodes, type ErrorCode } from "./error-codes.ts";
import { summarizeErrors } from "./error-summary.ts";
import type { FieldError } from "./validator.ts";

/** The optional properties of an AppError. */
export interface AppErrorOptions {
  /** Replaces the default message. It is sent to the caller, so it must not contain anything private. */
  message?: string;
  /** Only with `validation_failed`: the invalid fields. */
  details?: readonly FieldError[];
  /** The number of invalid fields that are not in `details`. */
  moreDetails?: number;
  /** Seconds after which to retry, sent as `Retry-After`. Default: 1 with the status 503. */
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
    super(options.message ?? messageOf(code, options), { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = options.details && limitDetails(options.details, options.moreDetails);
    this.retryAfterSeconds = options.retryAfterSeconds ?? (this.status === 503 ? 1 : undefined);
    this.headers = options.headers ?? {};
  }
}

/** The AppError `validation_failed` for one field, by its JSON pointer. */
export function invalidField(path: string, message: string): AppError {
  return new AppError("validation_failed", { details: [{ path, message }] });
}

/** The AppError `not_found`. `noun` is what was not found, and `hint` what to check. */
export function notFound(noun: string, hint = "the ID"): AppError {
  return new AppError("not_found", { message: `${noun} not found. Check ${hint}.` });
}

function messageOf(code: ErrorCode, { details, moreDetails }: AppErrorOptions): string {
  const summary = details && summarizeErrors(details, moreDetails);
  return summary === undefined ? defaultMessage(code) : `${summary} ${errorCodes[code].help}`;
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
