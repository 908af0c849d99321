import { context, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import { extractTraceContext } from "@placard/runtime";
import type { RequestHandler } from "express";
import { requestIdOf, routeOf } from "./request-id.ts";

/**
 * Creates a span for every request, following OpenTelemetry's semantic conventions for HTTP servers. It is a
 * child of the span in its `traceparent`, and the parent of all work.
 */
export function traceRequests(tracer: Tracer): RequestHandler {
  return (req, res, next) => {
    const { traceparent } = req.headers;
    const parent = extractTraceContext({
      traceparent: typeof traceparent === "string" ? traceparent : undefined,
    });
    const { method, path, protocol } = req;
    const attributes = { "http.request.method": method, "url.path": path, "url.scheme": protocol };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    res.once("close", () => {
      const route = routeOf(req);
      if (route !== "none") span.updateName(`${method} ${route}`).setAttribute("http.route", route);
      span.setAttribute("http.response.status_code", res.statusCode);
      span.setAttribute("placard.request_id", requestIdOf(res));
      if (res.statusCode >= 500 || !res.writableFinished) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };
}
