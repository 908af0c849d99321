import { Cluster, type Redis } from "ioredis";
import type { Logger } from "./logger.ts";
import { accessOf, type RedisAddress } from "./redis-address.ts";

interface Options {
  /**
   * Whether commands wait for the cluster to be found, and a second for a node that is out (who sent them tries again);
   * else they fail within 200 ms.
   */
  patient: boolean;
  /** Names the connections, here and to Redis. */
  connectionName: string;
  /** Milliseconds. */
  connectTimeout: number;
  /** Milliseconds that a hurried command may take on its node. */
  commandTimeout: number;
  /** How long to wait before the given attempt to reach the cluster, in ms. */
  retryStrategy: (attempt: number) => number;
  logger: Logger;
}

/**
 * How often a command is sent again, each time after the pause, where its node is out or has handed its slot over. By
 * then the cluster may have another node for the slot. Patience ends within a second: BullMQ gives up a blocking read
 * that takes a second too long and sends another, and the first, if it still went on, would take away what that waits for.
 */
const hurried = { maxRedirections: 4, pauseMs: 30 };
const patient = { maxRedirections: 10, pauseMs: 100 };

/** How often to look who has which slot, in ms: only then is it noticed that a node which is silent was replaced. */
const slotsRefreshInterval = 5_000;

/**
 * Opens connections to the nodes of a cluster, each when it is first needed. Nodes that go are asked for no more until
 * the cluster names them again; where all are gone it is looked for anew at the hosts of REDIS_URL.
 */
export function connectCluster(address: RedisAddress, options: Options): Cluster {
  const { connectionName, connectTimeout, commandTimeout, retryStrategy } = options;
  const { maxRedirections, pauseMs } = options.patient ? patient : hurried;
  const cluster = new Cluster([...address.nodes], {
    redisOptions: {
      ...accessOf(address),
      connectionName,
      connectTimeout,
      ...(options.patient ? { maxRetriesPerRequest: null } : { maxRetriesPerRequest: 1, commandTimeout }),
    },
    enableAutoPipelining: false, // with it ioredis throws a TypeError for a slot that no node has
    enableOfflineQueue: options.patient,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval,
    maxRedirections,
    retryDelayOnFailover: pauseMs,
    retryDelayOnClusterDown: pauseMs,
    retryDelayOnTryAgain: pauseMs,
    retryDelayOnMoved: options.patient ? pauseMs : 0, // nodes may disagree for a while about who has a slot
    // Names stay names, for certificates to be checked against; the system resolves them when it connects.
    dnsLookup: (host, callback) => callback(null, host),
  });
  logOutages(cluster, connectionName, options.logger);
  return cluster;
}

/** One line when a node is out and one when it is back, and the same for the whole. */
function logOutages(cluster: Cluster, connection: string, logger: Logger): void {
  const out = new Set<string>();
  const failed = (error: unknown, node: string) => {
    if (!out.has(node)) logger.error({ err: error, connection, node }, "redis is out of reach");
    out.add(node);
  };
  const back = (node: string) => {
    if (out.delete(node)) logger.info({ connection, node }, "redis is back");
  };
  cluster.on("error", (error) => failed(error, "all"));
  cluster.on("ready", () => back("all"));
  cluster.on("node error", (error, node: string) => failed(error, node));
  cluster.on("+node", (node: Redis) =>
    node.on("ready", () => back(`${node.options.host}:${node.options.port}`)),
  );
}
