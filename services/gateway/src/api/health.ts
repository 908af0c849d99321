import { AppError } from "@placard/contracts";
import { failingHealthChecks, type Logger, type HealthChecks } from "@placard/runtime";
import type { RequestHandler } from "express";
import Type, { type Static } from "typebox";
import { sendData } from "../http/envelope.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Operation } from "../docs/operation.ts";
import type { PathParameters, Routes } from "../http/route.ts";

interface Deps {
  /** What has to work for this gateway to be of use. */
  parts: HealthChecks;
  /** Whether this gateway is being stopped: it answers still, but should be sent no more. */
  isStopping: () => boolean;
  logger: Logger;
}

const withinMs = 2_000;

const exact = { additionalProperties: false };
const liveAnswer = Type.Object({ status: Type.Literal("live") }, exact);
const readyAnswer = Type.Object({ status: Type.Literal("ready") }, exact);

const getLiveness: Operation = {
  id: "getLiveness",
  tag: "service",
  summary: "Whether the gateway answers",
  responses: { 200: { description: "It does", data: liveAnswer, example: { status: "live" } } },
};
const getReadiness: Operation = {
  id: "getReadiness",
  tag: "service",
  summary: "Whether all that it needs is in reach",
  description: "503 names what is not: redis, storage, renderer.",
  responses: { 200: { description: "It is", data: readyAnswer, example: { status: "ready" } } },
  errors: ["unavailable"],
};

/** `live`: the process answers. `ready`: so do all its parts; AppError `unavailable` names those that don't. */
export function healthRoutes({ parts, isStopping, logger }: Deps): Routes {
  const ready: RequestHandler<PathParameters> = async (_req, res) => {
    if (isStopping()) throw new AppError("unavailable", { message: "This gateway is being stopped." });
    const out = await failingHealthChecks(parts, withinMs);
    if (out.length > 0) {
      logger.warn({ requestId: requestIdOf(res), out }, "not ready");
      throw new AppError("unavailable", { message: `Out of reach: ${out.join(", ")}.` });
    }
    sendData<Static<typeof readyAnswer>>(res, { status: "ready" });
  };
  const live: RequestHandler<PathParameters> = (_req, res) =>
    sendData<Static<typeof liveAnswer>>(res, { status: "live" });

  return {
    "/health/live": { get: { about: getLiveness, handlers: [live] } },
    "/health/ready": { get: { about: getReadiness, handlers: [ready] } },
  };
}
