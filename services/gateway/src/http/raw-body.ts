import { AppError } from "@placard/contracts";
import express, { type RequestHandler } from "express";
import { isTooLarge } from "./json-body.ts";
import type { BodyReader } from "./route.ts";

/** Reads a body of at most `maxBytes`, whatever its `Content-Type`. Passes on AppError `payload_too_large`. */
export function rawBody(maxBytes: number): BodyReader {
  const read = express.raw({ limit: maxBytes, type: () => true, inflate: false });
  const checkSize: RequestHandler = (req, res, next) => {
    read(req, res, (error: unknown) => next(isTooLarge(error) ? tooLarge(maxBytes) : error));
  };
  return {
    maxBytes,
    handlers: [checkSize],
    errors: ["validation_failed", "payload_too_large", "unsupported_media_type"],
  };
}

/** The AppError for a file that is larger than `maxBytes`, a multiple of a MiB. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError("payload_too_large", {
    message: `The file is too large. Send at most ${maxBytes / (1024 * 1024)} MiB.`,
  });
}
