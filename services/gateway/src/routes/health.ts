import { AppError } from "@placard/contracts";
import { partsOut, type Logger, type Parts } from "@placard/runtime";
import type { RequestHandler } from "express";
import { sendData } from "../envelope.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  /** What has to work for this gateway to be of use. */
  parts: Parts;
  /** Whether this gateway is being stopped: it answers still, but should be sent no more. */
  isStopping: () => boolean;
  logger: Logger;
}

const withinMs = 2_000;

/** `live`: the process answers. `ready`: so do all its parts; AppError `unavailable` names those that don't. */
export function healthRoutes({ parts, isStopping, logger }: Deps): Routes {
  const ready: RequestHandler = async (_req, res) => {
    if (isStopping()) throw new AppError("unavailable", { message: "This gateway is being stopped." });
    const out = await partsOut(parts, withinMs);
    if (out.length > 0) {
      logger.warn({ requestId: requestIdOf(res), out }, "not ready");
      throw new AppError("unavailable", { message: `Out of reach: ${out.join(", ")}.` });
    }
    sendData(res, { status: "ready" });
  };

  return {
    "/health/live": { get: [(_req, res) => sendData(res, { status: "live" })] },
    "/health/ready": { get: [ready] },
  };
}
