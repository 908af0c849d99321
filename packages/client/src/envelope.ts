import type { RawAnswer } from "./attempt.ts";
import { PlacardError, type ErrorDetail, type PlacardErrorCode } from "./errors.ts";
import { readMeta, type Result } from "./meta.ts";
import { readRetryAfter } from "./retry-after.ts";

/** What Placard says of a failure. */
export interface ErrorBody {
  code: PlacardErrorCode;
  /** For a person. */
  message: string;
  /** With `validation_failed`: every fault. */
  details?: readonly ErrorDetail[];
  requestId?: string;
}

type Envelope = { success: true; data: object } | { success: false; error: ErrorBody };

/**
 * Opens the envelope that every answer comes in. The data's type is the caller's word: it is not checked.
 * @param now epoch ms
 * @throws PlacardError with the server's code, or `invalid_response` where there is no envelope
 */
export function openEnvelope<Data>({ status, headers, text }: RawAnswer, now: number): Result<Data> {
  const meta = readMeta(status, headers);
  const envelope = parseEnvelope(text);
  if (envelope?.success === true && status < 400) return { data: envelope.data as Data, meta };
  const common = { status, retryAfterSeconds: readRetryAfter(headers, now) };
  if (envelope?.success === false) {
    const { code, message, details, requestId = meta.requestId } = envelope.error;
    throw new PlacardError({ ...common, code, message, details, requestId });
  }
  const type = headers.get("content-type") ?? "no content type";
  throw new PlacardError({
    ...common,
    code: "invalid_response",
    message: `The answer is not Placard's (status ${status}, ${type}). Check the base URL and what lies in between.`,
    requestId: meta.requestId,
  });
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const { success, data, error } = JSON.parse(text) as Record<string, unknown>;
    if (success === true && isObject(data)) return { success, data };
    if (success === false && isObject(error) && isErrorBody(error)) return { success, error };
  } catch {
    // no JSON, or null
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
