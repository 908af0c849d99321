import { isUtf8 } from "node:buffer";
import { MIMEType } from "node:util";
import { AppError, type Checked } from "@placard/contracts";
import express, { type Request, type RequestHandler } from "express";

const maxBytes = 64 * 1024;

/**
 * Reads a body that has to be a JSON object of at most 64 KiB. Passes on AppError `unsupported_media_type`,
 * `payload_too_large` or `invalid_json`.
 */
export const jsonBody: RequestHandler[] = [
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
    if (!isObject(req.body)) throw new AppError("invalid_json");
    next();
  },
];

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

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A body that a validator has passed; AppError `validation_failed` with every fault otherwise. */
export function checkedBody<T>(validate: (body: unknown) => Checked<T>, body: unknown): T {
  const checked = validate(body);
  if (!checked.ok) throw new AppError("validation_failed", { details: checked.faults });
  return checked.value;
}
