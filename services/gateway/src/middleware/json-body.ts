import { isUtf8 } from "node:buffer";
import { MIMEType } from "node:util";
import { AppError, type Checked } from "@placard/contracts";
import express, { type Request, type RequestHandler } from "express";

/** Reads a body of at most 64 KiB: see jsonBodyUpTo. */
export const jsonBody = jsonBodyUpTo(64 * 1024);

/**
 * Reads a body that has to be a JSON object of at most `maxBytes`. Passes on AppError `unsupported_media_type`,
 * `payload_too_large` or `invalid_json`.
 */
export function jsonBodyUpTo(maxBytes: number): RequestHandler[] {
  return [
    (req, _res, next) => {
      if (!hasBody(req)) throw new AppError("invalid_json");
      if (!isJsonType(req.headers["content-type"])) throw new AppError("unsupported_media_type");
      next();
    },
    express.json({
      limit: maxBytes,
      type: () => true, // looked at above
      verify: (_req, _res, bytes) => {
        if (bytes.length === 0 || !isUtf8(bytes)) throw new AppError("invalid_json");
      },
    }),
    (req, _res, next) => {
      requireObject(req.body);
      next();
    },
  ];
}

/** Throws AppError `invalid_json` at what is no JSON object. */
export function requireObject(value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new AppError("invalid_json");
}

function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** application/json (RFC 8259, clause 11), which is UTF-8 whatever it says. */
function isJsonType(contentType = ""): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === "application/json" && /^utf-?8$/i.test(params.get("charset") ?? "utf-8");
  } catch {
    return false; // no media type at all
  }
}

/** A body that a validator has passed; AppError `validation_failed` with every fault otherwise. */
export function checkedBody<T>(validate: (body: unknown) => Checked<T>, body: unknown): T {
  const checked = validate(body);
  if (!checked.ok) throw new AppError("validation_failed", { details: checked.faults });
  return checked.value;
}
