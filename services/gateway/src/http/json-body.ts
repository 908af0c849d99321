import { isUtf8 } from "node:buffer";
import { MIMEType } from "node:util";
import { AppError, type ErrorCode, type ValidationResult } from "@placard/contracts";
import express, { type Request, type RequestHandler } from "express";
import { describeJsonError } from "./json-errors.ts";
import type { BodyReader } from "./route.ts";

/** Maximum size of a request body, in bytes. */
export const maxBodyBytes = 64 * 1024;

/** Entries and fields of a body, at any depth: validating takes time for each of them. */
const maxValues = 50_000;

/** Nesting of a body. `JSON.stringify` fails for some thousands. */
const maxDepth = 200;

/**
 * Parses a body, which must be a JSON object of at most `maxBytes`. Passes on AppError
 * `unsupported_media_type`, `payload_too_large` or `invalid_json`. `arrayHint` says what to send in place of
 * an array.
 */
export function jsonBody(maxBytes = maxBodyBytes, arrayHint = "Send a JSON object."): BodyReader {
  const checkType: RequestHandler = (req, _res, next) => {
    if (!hasBody(req)) throw invalidJson("Request body is empty. Send a JSON object.");
    checkMediaType(req.headers["content-type"]);
    next();
  };
  const readBytes = readBody(maxBytes, bodyTooLarge);
  const parse: RequestHandler = (req, _res, next) => {
    const bytes: unknown = req.body;
    if (!Buffer.isBuffer(bytes)) throw new AppError("bad_request"); // its connection was closed as malformed
    req.body = parseJson(bytes);
    if (bytes.length > 2 * maxDepth) checkValues(req.body); // each level and each value takes two bytes
    assertObject(req.body, arrayHint);
    next();
  };
  return {
    maxBytes,
    handlers: [checkType, readBytes, parse],
    errors: ["invalid_json", "validation_failed", "payload_too_large", "unsupported_media_type"],
  };
}

/** Throws AppError `invalid_json` unless a body is a JSON object. */
function assertObject(value: unknown, arrayHint: string): asserts value is Record<string, unknown> {
  if (Array.isArray(value)) throw invalidJson(`Request body is an array. ${arrayHint}`);
  if (value === null) throw invalidJson("Request body is null. Send a JSON object.");
  if (typeof value !== "object") throw invalidJson(`Request body is a ${typeof value}. Send a JSON object.`);
}

function invalidJson(message: string, cause?: unknown): AppError {
  return new AppError("invalid_json", { message, cause });
}

/** Throws AppError `invalid_json` unless a body is JSON in UTF-8, with or without a byte order mark. */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidJson("Request body is not UTF-8. Encode it in UTF-8.");
  const text = bytes.toString().replace(/^\ufeff/, "");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidJson(describeJsonError(text), error);
  }
}

/** Throws AppError `validation_failed` for a body that is nested too deep, or `payload_too_large`. */
function checkValues(body: unknown): void {
  const isNested = (value: unknown) => typeof value === "object" && value !== null;
  let level = [body].filter(isNested);
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) throw nestedTooDeep();
    const lists = level.map((value) => (Array.isArray(value) ? value : Object.values(value)));
    for (const list of lists) if ((count += list.length) > maxValues) throw tooManyValues();
    level = lists.flatMap((list) => list.filter(isNested));
  }
}

function nestedTooDeep(): AppError {
  const message = `Request body is nested too deep. Nest at most ${maxDepth} levels.`;
  return new AppError("validation_failed", { message, details: [{ path: "", message }] });
}

function tooManyValues(): AppError {
  const message = `Request body has too many entries and fields. Send at most ${maxValues}.`;
  return new AppError("payload_too_large", { message });
}

/**
 * Reads the bytes of a body of any type. Passes on `tooLarge` for one of more than `maxBytes`, and AppErrors
 * for an unsupported or wrong `Content-Encoding`.
 */
export function readBody(
  maxBytes: number,
  tooLarge: (maxBytes: number) => AppError,
  inflate = true,
): RequestHandler {
  const read = express.raw({ limit: maxBytes, type: () => true, inflate });
  return (req, res, next) => {
    read(req, res, (error?: { type?: unknown; code?: unknown }) => {
      if (error?.type === "entity.too.large") next(tooLarge(maxBytes));
      else if (error?.type === "encoding.unsupported") next(wrongEncoding("unsupported_media_type", error));
      else if (String(error?.code).startsWith("Z_")) next(wrongEncoding("bad_request", error));
      else next(error);
    });
  };
}

function wrongEncoding(code: ErrorCode, cause: unknown): AppError {
  const problem =
    code === "bad_request"
      ? "Request body is not encoded as `Content-Encoding` says"
      : "Unsupported `Content-Encoding`";
  return new AppError(code, { message: `${problem}. Send the body without this header.`, cause });
}

/** The AppError for JSON of more than `maxBytes`, a multiple of 1 KiB. */
export function bodyTooLarge(maxBytes: number): AppError {
  const kibibytes = maxBytes / 1024;
  const limit = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
  return new AppError("payload_too_large", { message: `Request body is too large. Send at most ${limit}.` });
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

/** Throws AppError `unsupported_media_type` unless the type is application/json in UTF-8. */
function checkMediaType(contentType: string | undefined): void {
  if (contentType === "application/json") return; // what most clients send: not worth parsing
  if (contentType === undefined || contentType.trim() === "")
    throw unsupportedMediaType("Missing `Content-Type` header.");
  const type = parseMediaType(contentType);
  if (type?.essence !== "application/json") throw unsupportedMediaType("Unsupported media type.");
  if (!/^utf-?8$/i.test(type.params.get("charset") ?? "utf-8"))
    throw unsupportedMediaType("Unsupported charset.");
}

function parseMediaType(contentType: string): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined; // not a media type
  }
}

function unsupportedMediaType(problem: string): AppError {
  return new AppError("unsupported_media_type", {
    message: `${problem} Send JSON in UTF-8 with \`Content-Type: application/json\`.`,
  });
}
