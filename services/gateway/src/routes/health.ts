import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import { sendData } from "../envelope.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  /** What has to work for this gateway to be of use: each resolves where it does, and rejects where it does not. */
  parts: Readonly<Record<string, () => Promise<unknown>>>;
  logger: Logger;
}

const withinMs = 2_000;

/** `live`: the process answers. `ready`: so do all its parts; AppError `unavailable` names those that don't. */
export function healthRoutes({ parts, logger }: Deps): Routes {
  const ready: RequestHandler = async (_req, res) => {
    const names = Object.keys(parts);
    const checks = await Promise.allSettled(Object.values(parts).map((check) => within(check())));
    const out = names.filter((_name, i) => checks[i]?.status === "rejected");
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

async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
