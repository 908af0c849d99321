import type { RawResponse } from "./attempt.ts";
import { PlacardError, type ErrorDetail, type PlacardErrorCode } from "./errors.ts";
import { readMeta, readRetryAfter, type Result } from "./meta.ts";

/** The `error` member of a failed response. */
export interface ErrorBody {
  code: PlacardErrorCode;
  /** For people. */
  message: string;
  /** With `validation_failed`: everything that is wrong with the request. */
  details?: readonly ErrorDetail[];
  requestId?: string;
}

type Envelope = { success: true; data: object } | { success: false; error: ErrorBody };

/**
 * Reads the envelope of a JSON response. The data is cast to the caller's type without a check.
 * @throws PlacardError with the server's code, or `invalid_response` if the response has no envelope
 */
export function openEnvelope<Data>({ status, headers, text, request }: RawResponse): Result<Data> {
  const meta = readMeta(status, headers);
  const envelope = parseEnvelope(text);
  if (envelope?.success === true && status < 400) return { data: envelope.data as Data, meta };
  const common = { status, request, retryAfterSeconds: readRetryAfter(headers) };
  if (envelope?.success === false) {
    const { code, message, details, requestId = meta.requestId } = envelope.error;
    throw new PlacardError({ ...common, code, message, details, requestId });
  }
  const type = headers.get("content-type") ?? "no content type";
  throw new PlacardError({
    ...common,
    code: "invalid_response",
    message: `The response did not come from Placard (status ${status}, ${type}). Check the URL of the service and any proxy in between.`,
    requestId: meta.requestId,
  });
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const { success, data, error } = JSON.parse(text) as Record<string, unknown>;
    if (success === true && isObject(data)) return { success, data };
    if (success === false && isObject(error) && isErrorBody(error)) return { success, error };
  } catch {
    // not JSON, or null
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isErrorBody(error: object): error is ErrorBody {
  const { code, message } = error as Record<string, unknown>;
  return typeof code === "string" && typeof message === "string";
}
