import { Cluster, Redis, type RedisOptions } from "ioredis";
import { pino } from "pino";
import type { Logger } from "./logger.ts";
import { connectCluster } from "./redis-cluster.ts";
import { credentialOptions, formatRedisHosts, parseRedisUrl } from "./redis-address.ts";
import { StartError } from "./run.ts";

/** A connection to a Redis server or to a Redis Cluster, with the commands that both have. */
export type RedisClient = Redis | Cluster;

/**
 * What a connection is for, which decides how it behaves during an outage. `commands`: commands fail
 * immediately, because a request is waiting. The commands of one tick are sent as one pipeline, except in a
 * cluster, where ioredis mixes up replies after a pipeline. `queue`: the same without pipelining, which slows
 * BullMQ down. `worker`: commands wait until Redis is available again.
 */
export type RedisPurpose = "commands" | "queue" | "worker";

const optionsByPurpose = {
  commands: { maxRetriesPerRequest: 1, enableOfflineQueue: false, enableAutoPipelining: true },
  queue: { maxRetriesPerRequest: 1, enableOfflineQueue: false },
  worker: { maxRetriesPerRequest: null },
} satisfies Record<RedisPurpose, RedisOptions>;

/** More than a busy process needs to read a reply: an early timer would fail a command that worked. */
const defaultCommandTimeout = 3_000;
const connectTimeout = 2_000;
const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 500);

/**
 * Opens a connection that reconnects within half a second once Redis is available again. It logs one line per
 * outage; commands report their own errors. A URL with several hosts names a cluster (see parseRedisUrl).
 * A command without a reply fails after `commandTimeout` ms, except for the purpose `worker`.
 */
export function connectRedis(
  url: string,
  purpose: RedisPurpose,
  logger: Logger,
  commandTimeout = defaultCommandTimeout,
): RedisClient {
  const connectionName = `placard-${purpose}`;
  const address = parseRedisUrl(url);
  if (address.nodes.length > 1) {
    const waitsForRedis = purpose === "worker";
    const timing = { connectTimeout, commandTimeout, retryStrategy };
    return connectCluster(address, { waitsForRedis, connectionName, ...timing, logger });
  }
  const redis = new Redis(url, {
    ...optionsByPurpose[purpose],
    ...(purpose !== "worker" && { commandTimeout }),
    connectTimeout,
    retryStrategy,
    connectionName,
  });
  return logOutages(redis, purpose, logger);
}

/**
 * Opens a connection for `keepSubscribed`. It waits for Redis. In a cluster, a message reaches the
 * subscribers of every node. So this connects to one node, and to the next one if that fails. (ioredis's own
 * cluster subscriber loses its channels when its first node fails, and retries without a delay.)
 */
export function connectSubscriber(url: string, logger: Logger): Redis {
  const address = parseRedisUrl(url);
  const { nodes } = address;
  const options = {
    ...optionsByPurpose.worker,
    // It does not handle errors: a connection that closes while it subscribes would end the process.
    autoResubscribe: false,
    connectTimeout,
    connectionName: "placard-subscriber",
  };
  if (nodes.length === 1)
    return logOutages(new Redis(url, { ...options, retryStrategy }), "subscriber", logger);
  const first = Math.floor(Math.random() * nodes.length); // distributes processes over the nodes
  const redis: Redis = new Redis({
    ...options,
    ...credentialOptions(address),
    ...nodes[first],
    retryStrategy: (attempt) => {
      Object.assign(redis.options, nodes[(first + attempt) % nodes.length]); // the target of the next attempt
      return retryStrategy(attempt);
    },
  });
  return logOutages(redis, "subscriber", logger);
}

/**
 * Calls `receive` for every message of a channel. Subscribes each time the connection is ready, and then
 * calls `subscribed`. Messages during an outage are lost.
 */
export function keepSubscribed(
  subscriber: Redis,
  channel: string,
  logger: Logger,
  receive: (message: string) => void,
  subscribed = () => {},
): void {
  const subscribe = () => {
    subscriber
      .subscribe(channel)
      .then(subscribed, (error: unknown) => logger.warn({ err: error, channel }, "subscribe failed"));
  };
  subscriber.on("message", (from, message) => {
    if (from === channel) receive(message);
  });
  subscriber.on("ready", subscribe);
  if (subscriber.status === "ready") subscribe();
}

/**
 * Opens a connection for a short task, such as a command on the command line. It logs nothing. Its commands
 * may also take `timeoutMs`. Throws StartError if Redis does not respond within `timeoutMs`, or on abort.
 */
export async function openRedis(url: string, timeoutMs: number, signal?: AbortSignal): Promise<RedisClient> {
  const redis = connectRedis(url, "commands", pino({ enabled: false }), timeoutMs);
  await new Promise<void>((resolve) => {
    setTimeout(resolve, timeoutMs).unref(); // the connection keeps the process running
    redis.once("ready", resolve);
    signal?.addEventListener("abort", () => resolve(), { once: true });
    if (signal?.aborted) resolve();
  });
  if (redis.status === "ready") return redis;
  redis.disconnect();
  throw new StartError(
    `Redis does not respond at ${formatRedisHosts(url)}. Check that it is running and that the password is correct.`,
  );
}

/** Logs one line when a connection fails and one when it is available again. */
function logOutages(redis: Redis, connection: string, logger: Logger): Redis {
  let isOut = false;
  redis.on("error", (error) => {
    if (!isOut) logger.error({ err: error, connection }, "redis unavailable");
    isOut = true;
  });
  redis.on("ready", () => {
    if (isOut) logger.info({ connection }, "redis available again");
    isOut = false;
  });
  return redis;
}

/**
 * Resolves once a new connection is ready or its first attempt has failed, after 2 s at most. A process that
 * serves earlier would reject its first requests without need.
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
