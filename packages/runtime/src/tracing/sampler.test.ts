import assert from "node:assert/strict";
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from "@opentelemetry/api";
import { SamplingDecision } from "@opentelemetry/sdk-trace-node";
import { createSampler } from "./sampler.ts";

describe("createSampler", () => {
  const spanId = "00f067aa0ba902b7";
  /** Whether a span is sampled whose parent is in another process. */
  function isSampled(service: string, env: Record<string, string>, traceId: string, traceFlags: TraceFlags) {
    const parent = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
    const sampler = createSampler(service, env);
    const { decision } = sampler.shouldSample(parent, traceId, "GET", SpanKind.SERVER, {}, []);
    return decision === SamplingDecision.RECORD_AND_SAMPLED;
  }
  const { NONE, SAMPLED } = TraceFlags;
  const always = { OTEL_TRACES_SAMPLER: "parentbased_always_on" };
  const never = { OTEL_TRACES_SAMPLER: "parentbased_always_off" };
  const rarely = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.000001" };
  const sampledTraceId = "00000000000000000000000000000001"; // below every ratio

  it("ignores the sampled flag and the trace ID of clients in the gateway", () => {
    for (const flags of [NONE, SAMPLED]) {
      assert.equal(isSampled("gateway", always, sampledTraceId, flags), true);
      assert.equal(isSampled("gateway", {}, sampledTraceId, flags), true);
      assert.equal(isSampled("gateway", never, sampledTraceId, flags), false);
      for (const env of [rarely, { ...rarely, OTEL_TRACES_SAMPLER: "traceidratio" }])
        assert.equal(isSampled("gateway", env, sampledTraceId, flags), false);
    }
  });

  it("follows the gateway's decision in the renderer", () => {
    for (const env of [always, never, { ...rarely, OTEL_TRACES_SAMPLER: "traceidratio" }]) {
      assert.equal(isSampled("renderer", env, sampledTraceId, SAMPLED), true);
      assert.equal(isSampled("renderer", env, sampledTraceId, NONE), false);
    }
  });

  it("rejects samplers and ratios that are not supported", () => {
    const create = (env: Record<string, string>) => () => createSampler("gateway", env);
    assert.throws(create({ OTEL_TRACES_SAMPLER: "jaeger_remote" }), /OTEL_TRACES_SAMPLER must be/);
    assert.throws(
      create({ ...rarely, OTEL_TRACES_SAMPLER_ARG: "2" }),
      /OTEL_TRACES_SAMPLER_ARG must be between/,
    );
  });
});
