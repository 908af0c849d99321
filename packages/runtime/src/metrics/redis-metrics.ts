import type { EventEmitter } from "node:events";
import { Counter, type Registry } from "prom-client";

/** Counts the errors and outages of Redis connections, by the name of each. */
export function countRedisOutages(
  registry: Registry,
  connections: Readonly<Record<string, Pick<EventEmitter, "on">>>,
): void {
  const of = { labelNames: ["connection"] as const, registers: [registry] };
  const errors = new Counter({
    name: "placard_redis_errors_total",
    help: "Errors of connections to Redis, failed attempts to reconnect included.",
    ...of,
  });
  const outages = new Counter({
    name: "placard_redis_outages_total",
    help: "Times that a connection to Redis was lost or could not be made, however long it took to get it back.",
    ...of,
  });
  for (const [connection, redis] of Object.entries(connections)) {
    errors.inc({ connection }, 0);
    outages.inc({ connection }, 0);
    let out = false;
    redis.on("error", () => errors.inc({ connection }));
    redis.on("close", () => {
      if (!out) outages.inc({ connection });
      out = true;
    });
    redis.on("ready", () => (out = false));
  }
}
