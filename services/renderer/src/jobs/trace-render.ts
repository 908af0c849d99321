import { SpanKind, type Tracer } from "@opentelemetry/api";
import type { RenderJob } from "@placard/contracts";
import { withSpan, extractTraceContext } from "@placard/runtime";
import type { Job } from "bullmq";

type Processor = (job: Job<RenderJob>) => Promise<void>;

/**
 * Wraps a processor so that a job's wait in the queue and its processing are spans of its request's trace.
 */
export function traceRender(tracer: Tracer | undefined, process: Processor): Processor {
  if (!tracer) return process;
  return (job) => {
    const parent = extractTraceContext(job.data);
    const { id, requestId } = job.data;
    const attributes = { "placard.image_id": id, "placard.request_id": requestId };
    tracer.startSpan("queue", { startTime: job.timestamp, attributes }, parent).end();
    return withSpan(tracer, "render", { kind: SpanKind.CONSUMER, attributes }, () => process(job), parent);
  };
}
