import {
  healthHandlers,
  healthPaths,
  metricsHandler,
  startAdminServer,
  type AdminServer,
  type AdminTokens,
  type HealthChecks,
  type Logger,
} from "@placard/runtime";
import type { Registry } from "prom-client";

interface Deps {
  /** ADMIN_PORT, if set. */
  port: number | undefined;
  /** ADMIN_HOST. */
  host: string;
  tokens: AdminTokens;
  registry: Registry;
  /** The checks of `/health/ready`. */
  healthChecks: HealthChecks;
  logger: Logger;
}

// The ports after the gateway's 3001, as many as the launcher can start renderers.
const firstPort = 3002;
const portCount = 64;

/**
 * Starts the renderer's admin server: `/metrics`, `/health/live` and `/health/ready`. Without a port it uses
 * the first one that is free, since several renderers may share a host. Throws StartError.
 */
export function startAdmin({
  port,
  host,
  tokens,
  registry,
  healthChecks,
  logger,
}: Deps): Promise<AdminServer> {
  return startAdminServer({
    ports: port === undefined ? Array.from({ length: portCount }, (_, i) => firstPort + i) : [port],
    host,
    tokens,
    handlers: { "/metrics": metricsHandler(registry), ...healthHandlers(healthChecks) },
    publicPaths: healthPaths,
    logger,
  });
}
