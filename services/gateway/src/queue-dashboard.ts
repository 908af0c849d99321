import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { ExpressAdapter } from "@bull-board/express";
import { sendAdminError, withTimeout } from "@placard/runtime";
import type { Queue } from "bullmq";
import express, { type Express } from "express";

const redisTimeoutMs = 1_000;

/** Creates the dashboard of queues and jobs. While `checkRedis` rejects, its API responds 503. */
export function createDashboard(queues: readonly Queue[], checkRedis: () => Promise<unknown>): Express {
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
