import type { AppError } from "@placard/contracts";
import type { Response } from "express";

/** Answers with the success envelope around `data`. */
export function sendData(res: Response, data: object, status = 200): void {
  sendJson(res, status, { success: true, data });
}

/** The failure envelope of an error, as an object. */
export function failureEnvelope({ code, message, details }: AppError, requestId: string) {
  return { success: false, data: {}, error: { code, message, ...(details && { details }), requestId } };
}

/**
 * Writes a JSON answer past Express's own `send`, which would hash it for an ETag that nobody asks for; as a string, which
 * Node sends in one piece with the head.
 */
export function sendJson(res: Response, status: number, body: object): void {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(json));
  res.setHeader("Cache-Control", "no-store");
  res.end(json);
}
