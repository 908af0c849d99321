import { AppError, exactObject } from "@placard/contracts";
import { failingHealthChecks, type HealthChecks, type Logger } from "@placard/runtime";
import Type from "typebox";
import { requestIdOf } from "../http/request-id.ts";
import { logAtDebugLevel } from "../http/request-log.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { jsonResponse } from "../docs/operation.ts";

const timeoutMs = 2_000;

const live = exactObject({ status: Type.Literal("live") });
const ready = exactObject({ status: Type.Literal("ready") });

/** GET /health/live: the process responds. */
export const getLiveness = jsonEndpoint({
  id: "getLiveness",
  tag: "service",
  summary: "Check liveness",
  description:
    "Responds as long as the process can serve requests, whether or not its dependencies are available.",
  responses: { 200: jsonResponse("The gateway responds", live) },
  handle({ res }) {
    logAtDebugLevel(res);
    return { status: "live" as const };
  },
});

/** GET /health/ready: all dependencies are available. Otherwise AppError `unavailable`, with their names. */
export function getReadiness(
  healthChecks: HealthChecks,
  isStopping: () => boolean,
  logger: Logger,
): Endpoint {
  return jsonEndpoint({
    id: "getReadiness",
    tag: "service",
    summary: "Check readiness",
    description: "A 503 error names the dependencies that are unavailable: `redis`, `storage`, `renderer`.",
    responses: { 200: jsonResponse("All dependencies are available", ready) },
    errors: ["unavailable"],
    async handle({ res }) {
      logAtDebugLevel(res);
      if (isStopping())
        throw new AppError("unavailable", { message: "The gateway is shutting down. Use another one." });
      const failing = await failingHealthChecks(healthChecks, timeoutMs);
      if (failing.length > 0) {
        logger.warn({ requestId: requestIdOf(res), failing }, "not ready");
        throw new AppError("unavailable", {
          message: `Unavailable: ${failing.join(", ")}. Retry after the \`Retry-After\` interval.`,
        });
      }
      return { status: "ready" as const };
    },
  });
}
