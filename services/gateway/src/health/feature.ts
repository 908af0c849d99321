import type { HealthChecks } from "@placard/runtime";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { getLiveness, getReadiness } from "./health.ts";

/** Health checks. `isStopping` says whether this gateway is shutting down. */
export function createHealth(
  { logger }: Platform,
  healthChecks: HealthChecks,
  isStopping: () => boolean,
): Feature {
  return {
    routes: [
      route("get", "/health/live", access.public, getLiveness),
      route("get", "/health/ready", access.public, getReadiness(healthChecks, isStopping, logger)),
    ],
  };
}
