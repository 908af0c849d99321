import { AppError } from "@placard/contracts";
import type { Lane } from "@placard/runtime";
import express, { type RequestHandler } from "express";
import { accountIdOf } from "./caller.ts";
import { isTooLarge } from "./json-body.ts";
import type { BodyReader } from "./route.ts";

/**
 * Reads a body of at most `maxBytes`, whatever its `Content-Type`. Its bytes count in the lane from before they
 * are received until the response. Throws AppError `payload_too_large` or `overloaded`.
 */
export function rawBody(maxBytes: number, lane: Pick<Lane, "hold" | "drop">): BodyReader {
  const read = express.raw({ limit: maxBytes, type: () => true, inflate: false });
  const checkSize: RequestHandler = (req, res, next) => {
    read(req, res, (error: unknown) => next(isTooLarge(error) ? tooLarge(maxBytes) : error));
  };
  const holdBytes: RequestHandler = (req, res, next) => {
    const account = accountIdOf(res);
    const bytes = Math.min(Number(req.headers["content-length"] ?? maxBytes), maxBytes);
    lane.hold(account, bytes);
    const drop = () => lane.drop(account, bytes);
    if (res.closed) drop();
    else res.once("close", drop);
    next();
  };
  return {
    maxBytes,
    handlers: [holdBytes, checkSize],
    errors: ["validation_failed", "payload_too_large", "unsupported_media_type", "overloaded"],
  };
}

/** The AppError for a file that is larger than `maxBytes`, a multiple of a MiB. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError("payload_too_large", {
    message: `The file is too large. Send at most ${maxBytes / (1024 * 1024)} MiB.`,
  });
}
