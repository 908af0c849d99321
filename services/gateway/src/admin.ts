import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { ExpressAdapter } from "@bull-board/express";
import {
  metricsHandler,
  sendAdminError,
  startAdminServer,
  withTimeout,
  type AdminServer,
} from "@placard/runtime";
import type { Platform } from "./platform.ts";
import type { Queue } from "bullmq";
import express, { type Express } from "express";
import type { Registry } from "prom-client";

const redisTimeoutMs = 1_000;

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

/** Starts the admin server: `/metrics`, and the queue dashboard at `/queues`. Rejects with StartError. */
export async function startAdmin(
  { settings, queues, logger }: Platform,
  registry: Registry,
  checkRedis: () => Promise<unknown>,
): Promise<AdminServer> {
  const dashboard = createDashboard(queues.all, checkRedis);
  return startAdminServer({
    ports: [settings.ADMIN_PORT],
    host: settings.ADMIN_HOST,
    tokens: { admin: settings.ADMIN_TOKEN, metrics: settings.METRICS_TOKEN },
    logger,
    handlers: {
      "/metrics": metricsHandler(registry),
      "/queues/*": (req, res) => {
        res.setHeader("Content-Security-Policy", dashboardPolicy);
        dashboard(req, res);
      },
    },
  });
}

/** Creates the dashboard of queues and jobs. While `checkRedis` rejects, its API responds 503. */
function createDashboard(queues: readonly Queue[], checkRedis: () => Promise<unknown>): Express {
  const adapter = new ExpressAdapter().setBasePath("/queues");
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: "Placard" } },
  });
  const app = express().disable("x-powered-by");
  app.use("/queues/api", async (_req, res, next) => {
    try {
      await withTimeout(checkRedis(), redisTimeoutMs);
    } catch {
      sendAdminError(res, 503, "Redis is unavailable. Retry later.");
      return;
    }
    next();
  });
  app.use("/queues", adapter.getRouter() as Express);
  return app;
}
