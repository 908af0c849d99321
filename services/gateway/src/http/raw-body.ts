import { AppError } from "@placard/contracts";
import { readBody } from "./json-body.ts";
import type { BodyReader } from "./route.ts";

/** Reads a body of at most `maxBytes` of any `Content-Type`. Passes on AppError `payload_too_large`. */
export function rawBody(maxBytes: number): BodyReader {
  return {
    maxBytes,
    handlers: [readBody(maxBytes, tooLarge, false)],
    errors: ["validation_failed", "payload_too_large", "unsupported_media_type"],
  };
}

/** The AppError for a file that is larger than `maxBytes`, a multiple of a MiB. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError("payload_too_large", {
    message: `The file is too large. Send at most ${maxBytes / (1024 * 1024)} MiB.`,
  });
}
