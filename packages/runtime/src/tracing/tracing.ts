import { trace, type Tracer } from "@opentelemetry/api";
import type { Logger } from "../logger.ts";

/** The tracing of a process that has it enabled. */
export interface Tracing {
  tracer: Tracer;
  /** Exports the remaining spans. Resolves even if that fails. */
  stop: () => Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts OpenTelemetry if its own variables enable it: OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT), or
 * OTEL_TRACES_EXPORTER. Otherwise returns undefined and loads no SDK.
 */
export async function startTracing(
  service: "gateway" | "renderer",
  env: Environment,
  logger: Logger,
): Promise<Tracing | undefined> {
  if (!isEnabled(env)) return undefined;
  const { registerSdk } = await import("./tracing-sdk.ts");
  const stop = registerSdk(service, env, logger);
  return { tracer: trace.getTracer("placard"), stop };
}

function isEnabled(env: Environment): boolean {
  const exporter = env["OTEL_TRACES_EXPORTER"];
  if (exporter === "none" || env["OTEL_SDK_DISABLED"] === "true") return false;
  const values = [exporter, env["OTEL_EXPORTER_OTLP_ENDPOINT"], env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]];
  return values.some((value) => value !== undefined && value !== "");
}
