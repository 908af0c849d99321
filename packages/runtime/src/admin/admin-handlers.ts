import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Registry } from "prom-client";
import { failingHealthChecks, type HealthChecks } from "../health-checks.ts";

/** Handles a request to the admin server. An error that it throws is logged, and the response is 500. */
export type AdminHandler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

const healthTimeoutMs = 2_000;

/** `/metrics`: the registry in Prometheus's text format. */
export function metricsHandler(registry: Registry): AdminHandler {
  return async (_req, res) => {
    const text = await registry.metrics();
    res.setHeader("Content-Type", registry.contentType);
    res.end(text);
  };
}

/**
 * Paths for probes. They need no token, because probes cannot keep one secret, and disclose no more than the
 * gateway's public health checks.
 */
export const healthPaths = ["/health/live", "/health/ready"] as const;

/** `/health/live` always responds. `/health/ready` responds with 503 and the names of failed checks. */
export function healthHandlers(checks: HealthChecks): Record<(typeof healthPaths)[number], AdminHandler> {
  return {
    "/health/live": (_req, res) => sendAdminData(res, { status: "live" }),
    "/health/ready": async (_req, res) => {
      const failing = await failingHealthChecks(checks, healthTimeoutMs);
      if (failing.length > 0) sendAdminError(res, 503, `Unavailable: ${failing.join(", ")}.`);
      else sendAdminData(res, { status: "ready" });
    },
  };
}

/** Sends data in the envelope of the public API. */
function sendAdminData(res: ServerResponse, data: object): void {
  sendJson(res, 200, { success: true, data });
}

/** Sends an error in the envelope of the public API. Its code is derived from the status. */
export function sendAdminError(res: ServerResponse, status: number, message: string): void {
  const code =
    status === 503 ? "unavailable" : (STATUS_CODES[status] ?? "error").toLowerCase().replace(/ /g, "_");
  const requestId = randomUUID();
  res.setHeader("X-Request-Id", requestId);
  sendJson(res, status, { success: false, data: {}, error: { code, message, requestId } });
}

function sendJson(res: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(json));
  res.end(json);
}
