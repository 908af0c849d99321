import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from "@opentelemetry/api";

/** What carries a trace from one process to the next: header fields, or a job. */
export interface TraceCarrier {
  traceparent?: string | undefined;
}

/** The trace that is under way here, for the next process; nothing where traces are off. */
export function getTraceCarrier(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** The trace that a carrier brings along. */
export function extractTraceContext({ traceparent }: TraceCarrier): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

/** Does a piece of work within a span of its own; what it throws is noted there and passed on. */
export function withSpan<T>(
  tracer: Tracer | undefined,
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  if (!tracer) return work(undefined);
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
