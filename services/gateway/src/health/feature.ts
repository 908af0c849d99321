import { type HealthChecks, failingHealthChecks } from "@placard/runtime";
import { AppError, exactObject } from "@placard/contracts";
import Type from "typebox";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { requestIdOf } from "../http/request-id.ts";
import { logAtDebugLevel } from "../http/request-log.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { jsonResponse } from "../docs/operation.ts";

const timeoutMs = 2_000;

const live = exactObject({ status: Type.Literal("live") });
const ready = exactObject({ status: Type.Literal("ready") });

const liveness = jsonEndpoint({
  id: "getLiveness",
  summary: "Check liveness",
  description:
    "Responds as long as the process can serve requests, whether or not its dependencies are available.",
  responses: { 200: jsonResponse("The gateway responds", live) },
  handle({ res }) {
    logAtDebugLevel(res);
    return { status: "live" as const };
  },
});

/** Health checks. `isStopping` says whether this gateway is shutting down. */
export function createHealth(
  { logger }: Platform,
  healthChecks: HealthChecks,
  isStopping: () => boolean,
): Feature {
  // Probes are frequent: the log has the changes only.
  let loggedAsFailing = "";

  const readiness = jsonEndpoint({
    id: "getReadiness",
    summary: "Check readiness",
    description: "A 503 error names the dependencies that are unavailable: `redis`, `storage`, `renderer`.",
    responses: { 200: jsonResponse("All dependencies are available", ready) },
    errors: ["unavailable"],
    async handle({ res }) {
      logAtDebugLevel(res);
      if (isStopping())
        throw new AppError("unavailable", { message: "The gateway is shutting down. Use another one." });
      const failing = await failingHealthChecks(healthChecks, timeoutMs);
      if (failing.join() !== loggedAsFailing) {
        loggedAsFailing = failing.join();
        if (failing.length > 0) logger.warn({ requestId: requestIdOf(res), failing }, "not ready");
        else logger.info("ready");
      }
      if (failing.length > 0)
        throw new AppError("unavailable", {
          message: `Unavailable: ${failing.join(", ")}. Retry after the \`Retry-After\` interval.`,
        });
      return { status: "ready" as const };
    },
  });
  return {
    tag: "service",
    routes: [
      route("get", "/health/live", access.public, liveness),
      route("get", "/health/ready", access.public, readiness),
    ],
  };
}
