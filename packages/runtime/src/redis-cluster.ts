import { Cluster, type Redis } from "ioredis";
import type { Logger } from "./logger.ts";
import { credentialOptions, type RedisAddress } from "./redis-address.ts";

interface Options {
  /**
   * Whether commands wait during an outage: for the cluster to be found, and up to a second for a node, after
   * which the caller must retry. Otherwise they fail within 200 ms.
   */
  waitsForRedis: boolean;
  /** Names the connections, in logs and in Redis. */
  connectionName: string;
  /** Milliseconds. */
  connectTimeout: number;
  /** How long a node may take to reply to a command that does not wait, or with the slots. Milliseconds. */
  commandTimeout: number;
  /** The delay before an attempt to reach the cluster, in milliseconds. */
  retryStrategy: (attempt: number) => number;
  logger: Logger;
}

/**
 * How often a command is retried, after a delay, if its node is unavailable or has lost the slot. The cluster
 * may assign the slot to another node. Waiting must end within a second: BullMQ abandons a blocking read that
 * takes a second too long, and sends another. The first read would take the second one's job.
 */
const failFast = { maxRedirections: 4, delayMs: 30 };
const wait = { maxRedirections: 10, delayMs: 100 };

/** How often the slots are fetched, in ms. Otherwise the replacement of a node that hangs goes unnoticed. */
const slotsRefreshInterval = 5_000;

/**
 * Opens a connection to a cluster. Each node is connected to at its first use. A node that fails is not used
 * again until the cluster names it. If all nodes fail, the hosts of REDIS_URL are tried again.
 */
export function connectCluster(address: RedisAddress, options: Options): Cluster {
  const { waitsForRedis, connectionName, connectTimeout, commandTimeout, retryStrategy } = options;
  const { maxRedirections, delayMs } = waitsForRedis ? wait : failFast;
  const cluster = new Cluster([...address.nodes], {
    redisOptions: {
      ...credentialOptions(address),
      connectionName,
      connectTimeout,
      ...(waitsForRedis ? { maxRetriesPerRequest: null } : { commandTimeout }), // null: BullMQ requires it
    },
    enableOfflineQueue: waitsForRedis,
    // If the check fails, ioredis never settles `connect`, which workers of BullMQ wait for in an outage.
    enableReadyCheck: false,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval,
    slotsRefreshTimeout: commandTimeout, // by default 1 s, in which a busy process may not read the reply
    maxRedirections,
    retryDelayOnFailover: delayMs,
    retryDelayOnClusterDown: delayMs,
    retryDelayOnTryAgain: delayMs,
    retryDelayOnMoved: delayMs, // nodes may disagree for a while about who has a slot
    // Host names are not resolved here, because TLS certificates are checked against them.
    dnsLookup: (host, callback) => callback(null, host),
  });
  logOutages(cluster, connectionName, options.logger);
  return cluster;
}

/** Logs when a node or the cluster becomes unavailable, and when it is available again. */
function logOutages(cluster: Cluster, connection: string, logger: Logger): void {
  const unavailable = new Set<string>();
  const handleError = (error: unknown, node: string) => {
    if (!unavailable.has(node)) logger.error({ err: error, connection, node }, "redis unavailable");
    unavailable.add(node);
  };
  const handleReady = (node: string) => {
    if (unavailable.delete(node)) logger.info({ connection, node }, "redis available again");
  };
  cluster.on("error", (error) => handleError(error, "all"));
  cluster.on("ready", () => handleReady("all"));
  cluster.on("node error", (error, node: string) => handleError(error, node));
  cluster.on("+node", (node: Redis) =>
    node.on("ready", () => handleReady(`${node.options.host}:${node.options.port}`)),
  );
}
