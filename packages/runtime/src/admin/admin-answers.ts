import { randomUUID } from "node:crypto";
import { STATUS_CODES, type ServerResponse } from "node:http";

/** Answers as the public API does where it succeeds. */
export function sendAdminData(res: ServerResponse, data: object): void {
  send(res, 200, { success: true, data });
}

/** Answers as the public API does where it fails; the code is the status in words. */
export function sendAdminError(res: ServerResponse, status: number, message: string): void {
  const code =
    status === 503 ? "unavailable" : (STATUS_CODES[status] ?? "error").toLowerCase().replace(/ /g, "_");
  send(res, status, { success: false, data: {}, error: { code, message, requestId: randomUUID() } });
}

function send(res: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(json));
  res.end(json);
}
