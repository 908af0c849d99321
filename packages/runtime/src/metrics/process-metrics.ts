import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { failingHealthChecks, type HealthChecks } from "../health-checks.ts";

/** How long a scrape waits for a part, in ms: one that takes longer counts as out. */
export const scrapeTimeoutMs = 1_000;

/** A registry with what Node tells of a process: memory, processor time, event loop lag, garbage collection. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Exports at each scrape whether the parts that a process needs work: the same checks as readiness. */
export function exportHealthChecks(registry: Registry, parts: HealthChecks): void {
  const gauge = new Gauge({
    name: "placard_dependency_up",
    help: "Whether a part that this process needs works (1) or not (0), as readiness sees it.",
    labelNames: ["dependency"],
    registers: [],
    async collect() {
      const out = await failingHealthChecks(parts, scrapeTimeoutMs);
      for (const dependency of Object.keys(parts)) this.set({ dependency }, out.includes(dependency) ? 0 : 1);
    },
  });
  registry.registerMetric(gauge);
}
