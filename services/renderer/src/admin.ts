import {
  healthHandlers,
  healthPaths,
  metricsHandler,
  startAdminServer,
  type AdminServer,
  type Logger,
  type HealthChecks,
} from "@placard/runtime";
import type { Registry } from "prom-client";

interface Deps {
  /** ADMIN_PORT, if it was set. */
  port: number | undefined;
  /** ADMIN_HOST. */
  host: string;
  /** ADMIN_TOKEN. */
  token: string | undefined;
  registry: Registry;
  /** What readiness asks. */
  parts: HealthChecks;
  logger: Logger;
}

// As many as the launcher runs. Next to the gateway's own, 3001.
const firstPort = 3002;
const portCount = 64;

/**
 * The renderer's admin listener: `/metrics`, and `/health/live` and `/health/ready` for probes. Without a port it takes the
 * first free one, since several renderers may share a host and nobody but a scraper looks for them. Throws StartError.
 */
export function startAdmin({ port, host, token, registry, parts, logger }: Deps): Promise<AdminServer> {
  return startAdminServer({
    ports: port === undefined ? Array.from({ length: portCount }, (_, i) => firstPort + i) : [port],
    host,
    token,
    handlers: { "/metrics": metricsHandler(registry), ...healthHandlers(parts) },
    publicPaths: healthPaths,
    logger,
  });
}
