import type { Tracer } from "@opentelemetry/api";
import { Counter, Histogram, type Registry } from "prom-client";
import { withSpan } from "../tracing/spans.ts";

/** Runs an operation of the store's and notes how it went. */
export type StoreInstrumentation = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

/** Counts and times what a process does with its store, and gives each operation its span where there is a tracer. */
export function createStoreInstrumentation(
  registry: Registry,
  tracer: Tracer | undefined,
): StoreInstrumentation {
  const duration = new Histogram({
    name: "placard_storage_operation_duration_seconds",
    help: "How long operations on the store took that did not fail.",
    labelNames: ["operation"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const errors = new Counter({
    name: "placard_storage_errors_total",
    help: "Operations on the store that failed, by what went wrong: the system's code or the error's name.",
    labelNames: ["operation", "kind"],
    registers: [registry],
  });
  async function measured<T>(operation: string, work: () => Promise<T>): Promise<T> {
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
  return (operation, work) => withSpan(tracer, `storage ${operation}`, {}, () => measured(operation, work));
}

/** A short name out of few: what it is made of is ours, Node's or the SDK's, never a caller's. */
function kindOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, name } = cause as { code?: unknown; name?: unknown };
  const found = [code, name].find((each) => typeof each === "string" && /^\w{1,40}$/.test(each));
  return typeof found === "string" ? found : "unknown";
}
