import type { Registry } from "prom-client";
import { failingHealthChecks, type HealthChecks } from "../health-checks.ts";
import { sendAdminData, sendAdminError } from "./admin-answers.ts";
import type { AdminHandler } from "./admin-server.ts";

const withinMs = 2_000;

/** `/metrics`: the registry as Prometheus reads it. */
export function metricsHandler(registry: Registry): AdminHandler {
  return async (_req, res) => {
    const text = await registry.metrics();
    res.setHeader("Content-Type", registry.contentType);
    res.end(text);
  };
}

/** What probes ask for. They need no token, as they can't keep one secret, and tell no more than a gateway's public ones. */
export const healthPaths = ["/health/live", "/health/ready"] as const;

/** `live`: the process answers. `ready`: so do all parts that it needs; else 503 names those that don't. */
export function healthHandlers(parts: HealthChecks): Record<(typeof healthPaths)[number], AdminHandler> {
  return {
    "/health/live": (_req, res) => sendAdminData(res, { status: "live" }),
    "/health/ready": async (_req, res) => {
      const out = await failingHealthChecks(parts, withinMs);
      if (out.length > 0) sendAdminError(res, 503, `Out of reach: ${out.join(", ")}.`);
      else sendAdminData(res, { status: "ready" });
    },
  };
}
