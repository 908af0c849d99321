import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { extractTraceContext } from "@placard/runtime";
import type { RequestHandler } from "express";
import { requestIdOf, routeOf } from "./request-id.ts";

/**
 * Creates a span for every request, following OpenTelemetry's semantic conventions for HTTP servers. It
 * starts a trace, which clients therefore cannot choose, and links to the span in the client's `traceparent`.
 */
export function traceRequests(tracer: Tracer): RequestHandler {
  return (req, res, next) => {
    const { method, path, protocol } = req;
    const traceparent = req.header("traceparent");
    const caller = trace.getSpanContext(extractTraceContext({ traceparent }));
    const attributes = { "http.request.method": method, "url.path": path, "url.scheme": protocol };
    const links = caller ? [{ context: caller }] : [];
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes, links }, ROOT_CONTEXT);
    res.once("close", () => {
      const route = routeOf(req);
      if (route !== "none") span.updateName(`${method} ${route}`).setAttribute("http.route", route);
      span.setAttribute("http.response.status_code", res.statusCode);
      span.setAttribute("placard.request_id", requestIdOf(res));
      if (res.statusCode >= 500 || !res.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(ROOT_CONTEXT, span), next);
  };
}
