import { DiagLogLevel, diag } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace-node";
import type { Logger } from "../logger.ts";
import { StartError } from "../run.ts";
import { withTimeout } from "../with-timeout.ts";

const stopTimeoutMs = 3_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Registers OpenTelemetry's SDK for this process, with W3C Trace Context. The SDK reads the rest from the
 * environment (endpoint, headers, batches, resource, sampler). Returns a function that exports the remaining
 * spans and stops the SDK. Throws StartError for an exporter or protocol that is not supported.
 */
export function registerSdk(
  service: "gateway" | "renderer",
  env: Environment,
  logger: Logger,
): () => Promise<void> {
  const warn = (message: string): void => logger.warn({ reason: message }, "trace export failed");
  const ignore = (): void => {};
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": `placard-${service}` }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(createExporter(env))],
  });
  provider.register();
  return () => withTimeout(provider.shutdown(), stopTimeoutMs).catch((error: unknown) => warn(String(error)));
}

function createExporter(env: Environment): SpanExporter {
  const exporter = env["OTEL_TRACES_EXPORTER"] || "otlp";
  if (exporter !== "otlp") throw new StartError("OTEL_TRACES_EXPORTER must be otlp or none.");
  const protocol =
    env["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] || env["OTEL_EXPORTER_OTLP_PROTOCOL"] || "http/protobuf";
  if (protocol === "http/protobuf") return new ProtobufExporter();
  if (protocol === "http/json") return new JsonExporter();
  throw new StartError("OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json.");
}
