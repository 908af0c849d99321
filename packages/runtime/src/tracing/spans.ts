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

/** Carries a trace from one process to another: headers, or the data of a job. */
export interface TraceCarrier {
  traceparent?: string | undefined;
}

/** The current trace, for another process; empty if tracing is off. */
export function getTraceCarrier(): { traceparent?: string } {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** The context of the trace that a carrier contains. */
export function extractTraceContext({ traceparent }: TraceCarrier): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

/** Runs `work` within a new span. An error that it throws is recorded in the span and rethrown. */
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
