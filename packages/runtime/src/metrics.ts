import type { EventEmitter } from "node:events";
import type { Tracer } from "@opentelemetry/api";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { failingHealthChecks, type HealthChecks } from "./health-checks.ts";
import { withSpan } from "./tracing/spans.ts";

/** How long a scrape waits for a health check before it counts as failing. Milliseconds. */
export const scrapeTimeoutMs = 1_000;

/** Creates a registry with Node's default metrics: memory, CPU time, event loop lag, garbage collection. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Runs the health checks at each scrape and exports their results. */
export function exportHealthChecks(registry: Registry, checks: HealthChecks): void {
  const gauge = new Gauge({
    name: "placard_dependency_up",
    help: "Whether a service that this process requires is available (1) or not (0), by the checks of readiness.",
    labelNames: ["dependency"],
    registers: [],
    async collect() {
      const failing = await failingHealthChecks(checks, scrapeTimeoutMs);
      for (const dependency of Object.keys(checks))
        this.set({ dependency }, failing.includes(dependency) ? 0 : 1);
    },
  });
  registry.registerMetric(gauge);
}

/** Counts errors and outages of Redis connections, by the name of each. */
export function countRedisOutages(
  registry: Registry,
  connections: Readonly<Record<string, Pick<EventEmitter, "on">>>,
): void {
  const common = { labelNames: ["connection"] as const, registers: [registry] };
  const errors = new Counter({
    name: "placard_redis_errors_total",
    help: "Errors of Redis connections, including failed attempts to reconnect.",
    ...common,
  });
  const outages = new Counter({
    name: "placard_redis_outages_total",
    help: "Times that a Redis connection was lost or could not be opened. Failed attempts to reconnect do not count.",
    ...common,
  });
  for (const [connection, redis] of Object.entries(connections)) {
    errors.inc({ connection }, 0);
    outages.inc({ connection }, 0);
    let isOut = false;
    redis.on("error", () => errors.inc({ connection }));
    redis.on("close", () => {
      if (!isOut) outages.inc({ connection });
      isOut = true;
    });
    redis.on("ready", () => (isOut = false));
  }
}

/** Runs an operation of the image store and records its duration and outcome. */
export type StoreInstrumentation = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** Creates the instrumentation of an image store: metrics, and a span per operation if there is a tracer. */
export function createStoreInstrumentation(
  registry: Registry,
  tracer: Tracer | undefined,
): StoreInstrumentation {
  const duration = new Histogram({
    name: "placard_storage_operation_duration_seconds",
    help: "Duration of storage operations that succeeded.",
    labelNames: ["operation"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const errors = new Counter({
    name: "placard_storage_errors_total",
    help: "Storage operations that failed, by the error's code or name.",
    labelNames: ["operation", "kind"],
    registers: [registry],
  });
  async function measure<T>(operation: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      const result = await work();
      duration.observe({ operation }, (performance.now() - startedAt) / 1000);
      return result;
    } catch (error) {
      errors.inc({ operation, kind: kindOf(error) });
      throw error;
    }
  }
  return (operation, work) => withSpan(tracer, `storage ${operation}`, {}, () => measure(operation, work));
}

/** A label value with few distinct values: from Node, the SDK and us, never from a client. */
function kindOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, name } = cause as { code?: unknown; name?: unknown };
  const kind = [code, name].find((each) => typeof each === "string" && /^\w{1,40}$/.test(each));
  return typeof kind === "string" ? kind : "unknown";
}
