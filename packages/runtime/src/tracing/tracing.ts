import { trace, type Tracer } from "@opentelemetry/api";
import type { Logger } from "../logger.ts";

/** The traces of a process, which were asked for. */
export interface Tracing {
  tracer: Tracer;
  /** Sends what has not been sent yet; resolves also where that fails. */
  stop: () => Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts OpenTelemetry where its own variables ask for it: OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT), or
 * OTEL_TRACES_EXPORTER. Otherwise undefined, and none of it is loaded.
 */
export async function startTracing(
  service: "gateway" | "renderer",
  env: Environment,
  logger: Logger,
): Promise<Tracing | undefined> {
  if (!isAskedFor(env)) return undefined;
  const { registerSdk } = await import("./tracing-sdk.ts");
  const stop = registerSdk(`placard-${service}`, env, logger);
  return { tracer: trace.getTracer("placard"), stop };
}

function isAskedFor(env: Environment): boolean {
  const exporter = env["OTEL_TRACES_EXPORTER"];
  if (exporter === "none" || env["OTEL_SDK_DISABLED"] === "true") return false;
  const named = [exporter, env["OTEL_EXPORTER_OTLP_ENDPOINT"], env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]];
  return named.some((value) => value !== undefined && value !== "");
}
