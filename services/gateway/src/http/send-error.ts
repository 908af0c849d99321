import { AppError } from "@placard/contracts";
import { isRedisOutage, type Logger } from "@placard/runtime";
import { StorageUnavailableError } from "@placard/storage";
import type { ErrorRequestHandler } from "express";
import { failureEnvelope, sendJson } from "./envelope.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import { requestIdOf } from "./request-id.ts";
import { addLogFields } from "./request-log.ts";

/** Sends the error response of a failed request, and counts it. Logs the cause with the request id. */
export function sendError(logger: Logger, countError: GatewayMetrics["countError"]): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const requestId = requestIdOf(res);
    const failure = publicError(error, requestId, logger);
    countError(failure.code);
    addLogFields(res, { errorCode: failure.code });
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const { retryAfterSeconds: seconds } = failure;
    if (seconds !== undefined) res.setHeader("Retry-After", seconds);
    if (failure.code === "unauthorized") res.setHeader("WWW-Authenticate", "Bearer");
    for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
    sendJson(res, failure.status, failureEnvelope(failure, requestId));
  };
}

/** Converts an error to its public form, and logs its private cause. */
export function publicError(error: unknown, requestId: string, logger: Logger): AppError {
  const failure = toAppError(error);
  if (failure.status >= 500 && hasHiddenCause(error))
    logger.error({ requestId, code: failure.code, err: error }, "request failed");
  return failure;
}

/** Whether an error has a cause that is not sent to the caller. */
function hasHiddenCause(error: unknown): boolean {
  return !(error instanceof AppError) || error.cause !== undefined;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { status } = (error ?? {}) as { status?: unknown };
  // Before an outage of Redis: a connection that a client has closed has the same code.
  if (typeof status === "number" && status >= 400 && status < 500)
    return new AppError("bad_request", { cause: error });
  if (error instanceof StorageUnavailableError || isRedisOutage(error))
    return new AppError("unavailable", { cause: error });
  return new AppError("internal_error", { cause: error });
}
