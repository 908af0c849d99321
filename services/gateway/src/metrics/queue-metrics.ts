import { scrapeTimeoutMs, withTimeout } from "@placard/runtime";
import type { Queue } from "bullmq";
import { Gauge, type Registry } from "prom-client";

const states = ["waiting", "active", "delayed", "failed"] as const;

/** Exports at each scrape how many jobs lie in each queue; nothing of one that Redis does not tell of in time. */
export function exportQueues(
  registry: Registry,
  queues: readonly Pick<Queue, "name" | "getJobCounts">[],
): void {
  const gauge = new Gauge({
    name: "placard_queue_jobs",
    help: "Jobs in a queue by state; the same at every gateway. Absent where Redis is out of reach.",
    labelNames: ["queue", "state"],
    registers: [],
    async collect() {
      this.reset();
      const readings = queues.map(async (queue) => {
        const counts = await withTimeout(queue.getJobCounts(...states), scrapeTimeoutMs);
        for (const state of states) this.set({ queue: queue.name, state }, counts[state] ?? 0);
      });
      await Promise.allSettled(readings);
    },
  });
  registry.registerMetric(gauge);
}
