import { sendRedisCommand } from "./send-redis-command.ts";
import type { TestCertificates } from "./certificates.ts";
import { findFreePort } from "./free-port.ts";
import { poll } from "./poll.ts";
import { startRedis, type TestRedis } from "./redis.ts";

/** A Redis Cluster of a test's own, on loopback ports. */
export interface TestRedisCluster {
  /** `redis://127.0.0.1:port,127.0.0.1:port,…`, or `rediss://`: its masters as they were at the start */
  url: string;
  /** The three nodes that were given the slots; each keeps its data over a restart. */
  masters: readonly TestRedis[];
  /** That one of them which was given the slot of a hash tag. */
  masterOf(tag: string): Promise<TestRedis>;
  /** Ends all nodes and removes their data. */
  stop(): Promise<void>;
}

const slots = 16_384;

interface Options {
  /** A hash tag: the master of its slot gets a replica, which holds its data by then. */
  replicaOf?: string;
  /** Whether the others go on while the master of some slots is out (as a whole they stop, unless told). */
  goesOnInPart?: boolean;
  /** Then clients that ask for TLS get it, on ports of their own, and `url` is of these. */
  tls?: TestCertificates;
}

/**
 * Starts a cluster of three masters, and resolves once all of them say that it is whole.
 * @throws Error as startRedis, or when the nodes don't find together
 */
export async function startRedisCluster({
  replicaOf,
  goesOnInPart,
  tls,
}: Options = {}): Promise<TestRedisCluster> {
  const count = replicaOf === undefined ? 3 : 4;
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
      const coverage = { "cluster-require-full-coverage": goesOnInPart ? "no" : "yes" };
      const settings = { ...member(busPort), ...coverage, ...(tls && withTls(tls, tlsPorts[i]!)) };
      nodes.push(await startRedis({ appendOnly: true, settings }));
    }
    const clientPorts = tls ? tlsPorts : nodes.map(({ port }) => port);
    const masters = nodes.slice(0, 3);
    for (const [i, { port }] of masters.entries())
      await sendRedisCommand(port, `CLUSTER ADDSLOTSRANGE ${firstSlot(i)} ${firstSlot(i + 1) - 1}`);
    for (const [i, port] of clientPorts.entries())
      await sendRedisCommand(nodes[0]!.port, `CLUSTER MEET 127.0.0.1 ${port} ${busPorts[i]}`);
    await poll("the cluster to be whole", async () => {
      const infos = await Promise.all(nodes.map(({ port }) => sendRedisCommand(port, "CLUSTER INFO")));
      return infos.every(
        (info) => info.includes("cluster_state:ok") && info.includes(`known_nodes:${count}`),
      );
    });
    if (replicaOf !== undefined) await replicate(await masterOf(replicaOf), nodes[3]!);
    const hosts = clientPorts.slice(0, 3).map((port) => `127.0.0.1:${port}`);
    const url = `${tls ? "rediss" : "redis"}://${hosts.join(",")}`;
    return { url, masters, masterOf, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Three ranges: the first slot of the given one. */
function firstSlot(index: number): number {
  return Math.ceil((index * slots) / 3);
}

/** A node is taken for dead after a second. The bus has a port of its own: port + 10000, the default, may be taken. */
function member(busPort: number): Record<string, string | number> {
  return { "cluster-enabled": "yes", "cluster-port": busPort, "cluster-node-timeout": 1_000 };
}

/** Nodes name each other's TLS ports to clients only when they speak TLS among themselves too. */
function withTls({ ca, cert, key }: TestCertificates, port: number): Record<string, string | number> {
  const files = { "tls-ca-cert-file": ca, "tls-cert-file": cert, "tls-key-file": key };
  return { ...files, "tls-port": port, "tls-cluster": "yes", "tls-auth-clients": "no" };
}

async function replicate(master: TestRedis, replica: TestRedis): Promise<void> {
  const id = (await sendRedisCommand(master.port, "CLUSTER MYID")).split("\r\n")[1];
  await sendRedisCommand(replica.port, `CLUSTER REPLICATE ${id}`);
  await poll("the replica to hold its master's data", async () =>
    (await sendRedisCommand(replica.port, "INFO replication")).includes("master_link_status:up"),
  );
}
