import { isUtf8 } from "node:buffer";
import { MIMEType } from "node:util";
import { AppError, type ValidationResult } from "@placard/contracts";
import express, { type Request, type RequestHandler } from "express";
import type { Middleware } from "./route.ts";

/** Maximum size of a request body, in bytes. */
export const maxBodyBytes = 64 * 1024;

/**
 * Parses a body, which must be a JSON object of at most `maxBytes`. Passes on AppError `unsupported_media_type`,
 * `payload_too_large` or `invalid_json`.
 */
export function jsonBody(maxBytes = maxBodyBytes): Middleware {
  const checkType: RequestHandler = (req, _res, next) => {
    if (!hasBody(req)) throw new AppError("invalid_json");
    if (!isJsonType(req.headers["content-type"])) throw new AppError("unsupported_media_type");
    next();
  };
  const parse = express.json({
    limit: maxBytes,
    type: () => true, // checked above
    verify: (_req, _res, bytes) => {
      if (bytes.length === 0 || !isUtf8(bytes)) throw new AppError("invalid_json");
    },
  });
  const checkObject: RequestHandler = (req, _res, next) => {
    assertObject(req.body);
    next();
  };
  return {
    handlers: [checkType, parse, checkObject],
    errors: ["invalid_json", "validation_failed", "payload_too_large", "unsupported_media_type"],
  };
}

/** Throws AppError `invalid_json` unless a value is a JSON object. */
export function assertObject(value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new AppError("invalid_json");
}

/** The validated body. Throws AppError `validation_failed` with all errors. */
export function validBody<T>(validate: (body: unknown) => ValidationResult<T>, body: unknown): T {
  const result = validate(body);
  if (!result.ok)
    throw new AppError("validation_failed", { details: result.errors, moreDetails: result.moreErrors });
  return result.value;
}

function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** application/json (RFC 8259, clause 11). JSON is UTF-8 by definition; any other charset is rejected. */
function isJsonType(contentType = ""): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === "application/json" && /^utf-?8$/i.test(params.get("charset") ?? "utf-8");
  } catch {
    return false; // not a media type
  }
}
