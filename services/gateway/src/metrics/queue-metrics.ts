import { scrapeTimeoutMs, withTimeout } from "@placard/runtime";
import type { Queue } from "bullmq";
import { Gauge, type Registry } from "prom-client";

const states = ["waiting", "active", "delayed", "failed"] as const;

/** Exports the number of jobs in each queue at each scrape. Leaves out a queue that can't be read in time. */
export function exportQueues(
  registry: Registry,
  queues: readonly Pick<Queue, "name" | "getJobCounts">[],
): void {
  const gauge = new Gauge({
    name: "placard_queue_jobs",
    help: "Jobs in a queue by state; the same on every gateway. Absent while Redis is unavailable.",
    labelNames: ["queue", "state"],
    registers: [],
    async collect() {
      this.reset();
      const readings = queues.map(async (queue) => {
        const counts = await withTimeout(queue.getJobCounts(...states, "prioritized"), scrapeTimeoutMs);
        const { prioritized = 0 } = counts; // wait as well
        for (const state of states) {
          const count = (counts[state] ?? 0) + (state === "waiting" ? prioritized : 0);
          this.set({ queue: queue.name, state }, count);
        }
      });
      await Promise.allSettled(readings);
    },
  });
  registry.registerMetric(gauge);
}
