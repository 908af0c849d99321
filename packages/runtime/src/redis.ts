import { Cluster, Redis, type RedisOptions } from "ioredis";
import type { Logger } from "./logger.ts";
import { connectCluster } from "./redis-cluster.ts";
import { accessOf, parseRedisUrl } from "./redis-address.ts";

/** A connection to a Redis server or to a Redis Cluster: what either does, both do. */
export type RedisClient = Redis | Cluster;

/**
 * How a connection behaves while Redis is away. `commands` fail at once (a request must be answered), and what is sent
 * in one tick goes out as one pipeline; `queue` is the same without pipelining, which slows BullMQ; `patient` waits for
 * Redis to come back (workers).
 */
export type RedisManners = "commands" | "queue" | "patient";

const commandTimeout = 1_000;
const manners = {
  commands: {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout,
    enableAutoPipelining: true,
  },
  queue: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout },
  patient: { maxRetriesPerRequest: null },
} satisfies Record<RedisManners, RedisOptions>;

const connectTimeout = 2_000;
const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 500);

/**
 * Opens a connection that reconnects by itself within half a second of Redis coming back. Its errors are logged, one
 * line an outage; commands report their own. A URL of several hosts is that of a cluster (see parseRedisUrl).
 */
export function connectRedis(url: string, kind: RedisManners, logger: Logger): RedisClient {
  const connectionName = `placard-${kind}`;
  const address = parseRedisUrl(url);
  if (address.nodes.length > 1) {
    const patient = kind === "patient";
    const times = { connectTimeout, commandTimeout, retryStrategy };
    return connectCluster(address, { patient, connectionName, ...times, logger });
  }
  const redis = new Redis(url, { ...manners[kind], connectTimeout, retryStrategy, connectionName });
  return logOutages(redis, kind, logger);
}

/**
 * Opens a connection to subscribe with: it waits for Redis to come back and then subscribes anew. In a cluster a message
 * reaches the subscribers of every node, so it goes to one of the nodes that the URL names, and to the next when that
 * fails. (ioredis's own subscriber of a cluster forgets its channels where its first node fails, and has no pauses.)
 */
export function connectSubscriber(url: string, logger: Logger): Redis {
  const address = parseRedisUrl(url);
  const { nodes } = address;
  const options = { ...manners.patient, connectTimeout, connectionName: "placard-subscriber" };
  if (nodes.length === 1)
    return logOutages(new Redis(url, { ...options, retryStrategy }), "subscriber", logger);
  const first = Math.floor(Math.random() * nodes.length); // spreads processes over nodes
  const redis: Redis = new Redis({
    ...options,
    ...accessOf(address),
    ...nodes[first],
    retryStrategy: (attempt) => {
      Object.assign(redis.options, nodes[(first + attempt) % nodes.length]); // where the next attempt goes
      return retryStrategy(attempt);
    },
  });
  return logOutages(redis, "subscriber", logger);
}

function logOutages(redis: Redis, connection: string, logger: Logger): Redis {
  let out = false;
  redis.on("error", (error) => {
    if (!out) logger.error({ err: error, connection }, "redis is out of reach");
    out = true;
  });
  redis.on("ready", () => {
    if (out) logger.info({ connection }, "redis is back");
    out = false;
  });
  return redis;
}

/**
 * Resolves once a new connection works or has failed for the first time (2 s at most): who serves before that refuses
 * its first callers for nothing.
 */
export function waitUntilConnected(redis: RedisClient): Promise<void> {
  if (redis.status === "ready") return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      redis.off("ready", settle).off("close", settle);
      resolve();
    };
    redis.on("ready", settle).on("close", settle);
  });
}
