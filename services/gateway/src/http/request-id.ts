import { randomUUID } from "node:crypto";
import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler, Response } from "express";
import type { ObserveRequest } from "../metrics/request-durations.ts";

const acceptable = /^[\w.:-]{1,128}$/;

/** Methods that are told apart in metrics. A caller may send any of some forty. */
const methods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);

/**
 * Gives every request an id (the caller's own `X-Request-Id` where it is a plain one), says it in the response, and
 * writes one log line, and notes how long it took, when the response has ended.
 */
export function requestId(logger: Logger, observe: ObserveRequest): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const id = chooseRequestId(req.headers["x-request-id"]);
    res.locals["requestId"] = id;
    res.locals["startedAt"] = startedAt;
    res.setHeader("X-Request-Id", id);
    res.setHeader("X-Content-Type-Options", "nosniff");
    const { method, path } = req;
    res.once("close", () => {
      const took = performance.now() - startedAt;
      const ms = Math.round(took * 10) / 10;
      const status = res.writableFinished ? res.statusCode : "aborted";
      observe(routeOf(req), methods.has(method) ? method : "other", status, took / 1000);
      logger.info({ requestId: id, method, path, status, ms, address: req.ip }, "request");
    });
    next();
  };
}

/** The template of the path that took a request, or "none". */
export function routeOf({ route }: Request): string {
  return (route as { path?: string } | undefined)?.path ?? "none";
}

/** A caller's id if it is a plain one, else a new one. */
export function chooseRequestId(said: string | string[] | undefined): string {
  return typeof said === "string" && acceptable.test(said) ? said : randomUUID();
}

/** The id of the request that this response answers. */
export function requestIdOf(res: Response): string {
  return res.locals["requestId"];
}

/** How long the request that this response answers has taken so far, in ms. */
export function elapsedMs(res: Response): number {
  return performance.now() - (res.locals["startedAt"] as number);
}
