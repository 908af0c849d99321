import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { ExpressAdapter } from "@bull-board/express";
import {
  metricsHandler,
  sendAdminError,
  startAdminServer,
  withTimeout,
  type AdminServer,
  type AdminTokens,
  type Logger,
} from "@placard/runtime";
import type { Queue } from "bullmq";
import express, { type Express } from "express";
import type { Registry } from "prom-client";

interface Deps {
  /** ADMIN_PORT. */
  port: number;
  /** ADMIN_HOST. */
  host: string;
  tokens: AdminTokens;
  registry: Registry;
  /** All queues. */
  queues: readonly Queue[];
  /** Rejects while Redis is unavailable. */
  checkRedis: () => Promise<unknown>;
  logger: Logger;
}

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
export async function startAdmin({ port, host, tokens, logger, ...deps }: Deps): Promise<AdminServer> {
  const dashboard = createDashboard(deps);
  return startAdminServer({
    ports: [port],
    host,
    tokens,
    logger,
    handlers: {
      "/metrics": metricsHandler(deps.registry),
      "/queues/*": (req, res) => {
        res.setHeader("Content-Security-Policy", dashboardPolicy);
        dashboard(req, res);
      },
    },
  });
}

/** Creates the dashboard of queues and jobs. While Redis is unavailable, its API responds 503. */
function createDashboard({ queues, checkRedis }: Pick<Deps, "queues" | "checkRedis">): Express {
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
