import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "./logger.ts";

/**
 * How a connection behaves while Redis is away. `commands` fail at once (a request must be answered), and what is sent
 * in one tick goes out as one pipeline; `queue` is the same without pipelining, which slows BullMQ; `patient` waits for
 * Redis to come back (subscribers, workers).
 */
const manners = {
  commands: {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 1_000,
    enableAutoPipelining: true,
  },
  queue: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 1_000 },
  patient: { maxRetriesPerRequest: null },
} satisfies Record<string, RedisOptions>;

/**
 * Opens a connection that reconnects by itself within half a second of Redis coming back. Its errors are logged, one
 * line an outage; commands report their own.
 */
export function connectRedis(url: string, kind: keyof typeof manners, logger: Logger): Redis {
  const redis = new Redis(url, {
    ...manners[kind],
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 500),
    connectionName: `placard-${kind}`,
  });
  let out = false;
  redis.on("error", (error) => {
    if (!out) logger.error({ err: error, connection: kind }, "redis is out of reach");
    out = true;
  });
  redis.on("ready", () => {
    if (out) logger.info({ connection: kind }, "redis is back");
    out = false;
  });
  return redis;
}

/**
 * Resolves once a new connection works or has failed for the first time (2 s at most): who serves before that refuses
 * its first callers for nothing.
 */
export function firstContact(redis: Redis): Promise<void> {
  if (redis.status === "ready") return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      redis.off("ready", settle).off("close", settle);
      resolve();
    };
    redis.on("ready", settle).on("close", settle);
  });
}

const outages =
  /^(Connection is closed\.|Command timed out|Stream isn't writeable|connect |getaddrinfo |read |write )/;

/** Whether an error says that Redis, and not our use of it, is what failed. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "ReplyError")
    return /^(LOADING|BUSY|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|OOM|MISCONF|NOREPLICAS|ERR max)/.test(
      error.message,
    );
  return (
    error.name === "MaxRetriesPerRequestError" || error.name === "AbortError" || outages.test(error.message)
  );
}
