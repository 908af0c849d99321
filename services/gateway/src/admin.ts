import { lazy } from "@placard/contracts/lazy";
import { metricsHandler, startAdminServer, type AdminServer } from "@placard/runtime";
import type { Registry } from "prom-client";
import type { Platform } from "./platform.ts";

// The dashboard requests a font from another site, which this policy blocks.
const dashboardPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join("; ");

/**
 * Starts the admin server: `/metrics`, and the queue dashboard at `/queues`, which is loaded with its first
 * request. Rejects with StartError.
 */
export async function startAdmin(
  { settings, queues, logger }: Platform,
  registry: Registry,
  checkRedis: () => Promise<unknown>,
): Promise<AdminServer> {
  const dashboard = lazy(async () => {
    const { createDashboard } = await import("./queue-dashboard.ts");
    return createDashboard(queues.all, checkRedis);
  });
  return startAdminServer({
    ports: [settings.ADMIN_PORT],
    host: settings.ADMIN_HOST,
    tokens: { admin: settings.ADMIN_TOKEN, metrics: settings.METRICS_TOKEN },
    logger,
    handlers: {
      "/metrics": metricsHandler(registry),
      "/queues/*": async (req, res) => {
        res.setHeader("Content-Security-Policy", dashboardPolicy);
        (await dashboard())(req, res);
      },
    },
  });
}
