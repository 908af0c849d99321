import { randomUUID } from "node:crypto";
import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import type { ObserveRequest } from "../metrics/gateway-metrics.ts";
import { logFieldsOf, logLevelOf } from "./request-log.ts";

/** The longest path in a log line: a short link contains all texts of its card. */
const maxLoggedPath = 200;

const callerIdPattern = /^[\w.:-]{1,128}$/;

/** The methods that metrics distinguish. Node's parser accepts more, which count as `other`. */
const methods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);

/**
 * Gives every request an id (the caller's `X-Request-Id` if it is well-formed) and sends it in the response.
 * When the response is closed, writes one log line and records the duration.
 */
export function requestId(logger: Logger, observe: ObserveRequest): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const id = chooseRequestId(req.headers["x-request-id"]);
    res.locals["requestId"] = id;
    res.locals["startedAt"] = startedAt;
    res.setHeader("X-Request-Id", id);
    res.setHeader("X-Content-Type-Options", "nosniff");
    const { method } = req;
    const path = req.path.slice(0, maxLoggedPath);
    res.on("close", () => {
      const durationMs = performance.now() - startedAt;
      const ms = Math.round(durationMs * 10) / 10;
      const status = res.writableFinished ? res.statusCode : "aborted";
      observe(routeOf(req), methods.has(method) ? method : "other", status, durationMs / 1000);
      const fields = { requestId: id, method, path, status, ms, address: req.ip, ...logFieldsOf(res) };
      logger[logLevelOf(res)](fields, "request");
    });
    next();
  };
}

/** The path pattern of the route that handled a request, or "none". */
export function routeOf({ route }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? "none";
}

/** The caller's id if it is well-formed, otherwise a new one. */
export function chooseRequestId(callerId: string | string[] | undefined): string {
  return typeof callerId === "string" && callerIdPattern.test(callerId) ? callerId : randomUUID();
}

export function requestIdOf(res: Response): string {
  return res.locals["requestId"];
}

/** The time since the response's request was received, in ms. */
export function elapsedMs(res: Response): number {
  return performance.now() - (res.locals["startedAt"] as number);
}
