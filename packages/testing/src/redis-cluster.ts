import type { TestCertificates } from "./certificates.ts";
import { findFreePort } from "./free-port.ts";
import { poll } from "./poll.ts";
import { sendRedisCommand, startRedis, type TestRedis } from "./redis.ts";

/** A Redis Cluster of one test, on loopback ports. */
export interface TestRedisCluster {
  /** `redis://127.0.0.1:port,127.0.0.1:port,…`, or `rediss://…`: the initial masters */
  url: string;
  /** The initial masters. Their data survives a restart. */
  masters: readonly TestRedis[];
  /** The initial master of a hash tag's slot. */
  masterOf(tag: string): Promise<TestRedis>;
  /** Stops all nodes and deletes their data. */
  stop(): Promise<void>;
}

const slots = 16_384;

interface Options {
  /** Gives each master a replica, which has its data when the cluster has started. */
  hasReplicas?: boolean;
  /** Adds TLS ports, which `url` then contains. */
  tls?: TestCertificates;
}

/**
 * Starts a cluster of three masters, and resolves once all of them report that it is available.
 * @throws Error as startRedis, or if the cluster does not become available
 */
export async function startRedisCluster({ hasReplicas, tls }: Options = {}): Promise<TestRedisCluster> {
  const count = hasReplicas ? 6 : 3;
  const nodes: TestRedis[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
  };
  const masterOf = async (tag: string) => {
    const slot = Number((await sendRedisCommand(nodes[0]!.port, `CLUSTER KEYSLOT ${tag}`)).slice(1));
    return nodes[Math.floor((3 * slot) / slots)]!;
  };
  try {
    const ports = () => Promise.all(Array.from({ length: count }, () => findFreePort()));
    const [busPorts, tlsPorts] = [await ports(), await ports()];
    for (const [i, busPort] of busPorts.entries()) {
      const settings = {
        ...clusterSettings(busPort),
        ...(tls && tlsSettings(tls, tlsPorts[i]!)),
      };
      nodes.push(await startRedis({ appendOnly: true, settings }));
    }
    const clientPorts = tls ? tlsPorts : nodes.map(({ port }) => port);
    const masters = nodes.slice(0, 3);
    for (const [i, { port }] of masters.entries())
      await sendRedisCommand(port, `CLUSTER ADDSLOTSRANGE ${firstSlot(i)} ${firstSlot(i + 1) - 1}`);
    for (const [i, port] of clientPorts.entries())
      await sendRedisCommand(nodes[0]!.port, `CLUSTER MEET 127.0.0.1 ${port} ${busPorts[i]}`);
    await poll("the cluster to be available", async () => {
      const infos = await Promise.all(nodes.map(({ port }) => sendRedisCommand(port, "CLUSTER INFO")));
      return infos.every(
        (info) => info.includes("cluster_state:ok") && info.includes(`known_nodes:${count}`),
      );
    });
    await Promise.all(nodes.slice(3).map((replica, i) => replicate(masters[i]!, replica)));
    const hosts = clientPorts.slice(0, 3).map((port) => `127.0.0.1:${port}`);
    const url = `${tls ? "rediss" : "redis"}://${hosts.join(",")}`;
    return { url, masters, masterOf, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first slot of one of three ranges. */
function firstSlot(index: number): number {
  return Math.ceil((index * slots) / 3);
}

/**
 * A node counts as failed after 2 s: less, and a busy machine causes failovers. A replica takes over however
 * old its data are. The default bus port, port + 10000, may be in use.
 */
function clusterSettings(busPort: number): Record<string, string | number> {
  const failover = { "cluster-node-timeout": 2_000, "cluster-replica-validity-factor": 0 };
  return { "cluster-enabled": "yes", "cluster-port": busPort, ...failover, "repl-diskless-sync-delay": 0 };
}

/** Nodes report their TLS ports to clients only if they also use TLS among themselves. */
function tlsSettings({ ca, cert, key }: TestCertificates, port: number): Record<string, string | number> {
  const files = { "tls-ca-cert-file": ca, "tls-cert-file": cert, "tls-key-file": key };
  return { ...files, "tls-port": port, "tls-cluster": "yes", "tls-auth-clients": "no" };
}

async function replicate(master: TestRedis, replica: TestRedis): Promise<void> {
  const id = (await sendRedisCommand(master.port, "CLUSTER MYID")).split("\r\n")[1];
  await sendRedisCommand(replica.port, `CLUSTER REPLICATE ${id}`);
  await poll("the replica to have its master's data", async () =>
    (await sendRedisCommand(replica.port, "INFO replication")).includes("master_link_status:up"),
  );
}
