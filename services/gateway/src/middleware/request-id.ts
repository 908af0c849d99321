import { randomUUID } from "node:crypto";
import type { Logger } from "@placard/runtime";
import type { RequestHandler, Response } from "express";

const acceptable = /^[\w.:-]{1,128}$/;

/**
 * Gives every request an id (the caller's own `X-Request-Id` where it is a plain one), says it in the response, and
 * writes one log line when the response has ended.
 */
export function requestId(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const id = chooseRequestId(req.headers["x-request-id"]);
    res.locals["requestId"] = id;
    res.setHeader("X-Request-Id", id);
    res.setHeader("X-Content-Type-Options", "nosniff");
    const { method, path } = req;
    res.once("close", () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = res.writableFinished ? res.statusCode : "aborted";
      logger.info({ requestId: id, method, path, status, ms, address: req.ip }, "request");
    });
    next();
  };
}

/** A caller's id if it is a plain one, else a new one. */
export function chooseRequestId(said: string | string[] | undefined): string {
  return typeof said === "string" && acceptable.test(said) ? said : randomUUID();
}

/** The id of the request that this response answers. */
export function requestIdOf(res: Response): string {
  return res.locals["requestId"];
}
