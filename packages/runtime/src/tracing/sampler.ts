import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  type Sampler,
} from "@opentelemetry/sdk-trace-node";
import { StartError } from "../run.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Creates the sampler of a process from OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. The gateway decides
 * for every request as for a new trace. Clients choose the sampled flag and the trace ID of `traceparent`, so
 * neither may change what is recorded. All other spans follow the decision of their parent. Throws StartError
 * for a value that is not supported.
 */
export function createSampler(service: string, env: Environment): Sampler {
  const root = createRootSampler(env);
  if (service !== "gateway") return new ParentBasedSampler({ root });
  const ids = new RandomIdGenerator();
  const newTrace: Sampler = {
    shouldSample: (context, _traceId, ...rest) => root.shouldSample(context, ids.generateTraceId(), ...rest),
    toString: () => `NewTrace{${root.toString()}}`,
  };
  return new ParentBasedSampler({
    root,
    remoteParentSampled: newTrace,
    remoteParentNotSampled: newTrace,
  });
}

function createRootSampler(env: Environment): Sampler {
  const name = (env["OTEL_TRACES_SAMPLER"] || "parentbased_always_on").replace(/^parentbased_/, "");
  if (name === "always_on") return new AlwaysOnSampler();
  if (name === "always_off") return new AlwaysOffSampler();
  if (name !== "traceidratio")
    throw new StartError(
      "OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, with or without the prefix parentbased_.",
    );
  const ratio = Number(env["OTEL_TRACES_SAMPLER_ARG"] || 1);
  if (!(ratio >= 0 && ratio <= 1)) throw new StartError("OTEL_TRACES_SAMPLER_ARG must be between 0 and 1.");
  return new TraceIdRatioBasedSampler(ratio);
}
