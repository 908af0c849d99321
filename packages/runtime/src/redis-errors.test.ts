import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { findFreePort, poll, sendRedisCommand, startRedis, type TestRedis } from "@placard/testing";
import { Cluster } from "ioredis";
import { pino } from "pino";
import { isRedisOutage } from "./redis-errors.ts";
import { connectRedis, waitUntilConnected, type RedisClient } from "./redis.ts";

describe("isRedisOutage", () => {
  const logger = pino({ level: "silent" });
  const servers: TestRedis[] = [];
  const connections: RedisClient[] = [];

  async function start(settings: Readonly<Record<string, string | number>> = {}): Promise<TestRedis> {
    const server = await startRedis({ settings });
    servers.push(server);
    return server;
  }
  function open(url: string): RedisClient {
    const connection = connectRedis(url, "commands", logger);
    connections.push(connection);
    return connection;
  }
  async function connect(url: string): Promise<RedisClient> {
    const connection = open(url);
    await waitUntilConnected(connection);
    return connection;
  }
  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.disconnect();
    await Promise.all(servers.splice(0).map((server) => server.stop("SIGKILL")));
  });

  describe("recognizes ioredis's", () => {
    it("“Connection is closed.”", async () => {
      const connection = await connect((await start()).url);
      const end = once(connection, "end");
      connection.disconnect();
      await end;
      assertOutage(await errorOf(connection.get("key")), "Connection is closed.");
    });

    it("“Command timed out”", async () => {
      const { url, port } = await start();
      const connection = await connect(url);
      await sendRedisCommand(port, "CLIENT PAUSE 30000 WRITE");
      assertOutage(await errorOf(connection.set("key", "value")), "Command timed out");
    });

    it("“Stream isn't writeable”", async () => {
      const connection = open(`redis://127.0.0.1:${await findFreePort()}`);
      assertOutage(await errorOf(connection.get("key")), /^Stream isn't writeable/);
    });

    it("“Cluster isn't ready” and ClusterAllFailedError", async () => {
      const cluster = open(`redis://127.0.0.1:${await findFreePort()},127.0.0.1:${await findFreePort()}`);
      assertOutage(await errorOf(cluster.get("key")), /^Cluster isn't ready/);
      const error = await errorEventOf(cluster);
      assertOutage(error);
      assert.equal(error.name, "ClusterAllFailedError");
    });

    it("“None of startup nodes is available”", async () => {
      const nodes = [{ host: "127.0.0.1", port: await findFreePort() }];
      const cluster = new Cluster(nodes, { lazyConnect: true, clusterRetryStrategy: () => null });
      cluster.on("error", () => {});
      assertOutage(await errorOf(cluster.get("key")), "None of startup nodes is available");
    });

    it("“Too many Cluster redirections”", async () => {
      const { url, port } = await startClusterNode({ "cluster-require-full-coverage": "no" });
      await sendRedisCommand(port, "CLUSTER ADDSLOTSRANGE 0 16382");
      await poll("the cluster to be available", async () =>
        (await sendRedisCommand(port, "CLUSTER INFO")).includes("cluster_state:ok"),
      );
      const cluster = await connect(`${url},127.0.0.1:${port}`);
      const key = "key7487"; // of slot 16383, which no node has
      assertOutage(await errorOf(cluster.get(key)), /^Too many Cluster redirections/);
    });

    it("MaxRetriesPerRequestError", async () => {
      const server = await start();
      const error = errorOf((await connect(server.url)).blpop("no such list", 0));
      await untilBlocked(server);
      await server.kill();
      assertOutage(await error);
      assert.equal((await error).name, "MaxRetriesPerRequestError");
    });

    it("AbortError, for commands of one tick of which some have replies", async () => {
      const server = await start();
      const connection = await connect(server.url);
      const replies = [connection.ping(), connection.blpop("no such list", 0), connection.get("key")];
      const error = errorOf(Promise.all<unknown>(replies));
      await untilBlocked(server);
      await server.kill();
      assertOutage(await error);
      assert.equal((await error).name, "AbortError");
    });
  });

  describe("recognizes a network error:", () => {
    it("a refused connection, to an address and to a name", async () => {
      for (const host of ["127.0.0.1", "localhost"]) {
        const error = await errorEventOf(open(`redis://${host}:${await findFreePort()}`));
        assertOutage(error);
        assert.equal((error as NodeJS.ErrnoException).code, "ECONNREFUSED");
      }
    });

    it("a name with several addresses, each of which refuses", () => {
      const refused = Object.assign(new Error("connect ECONNREFUSED ::1:6379"), { code: "ECONNREFUSED" });
      // As Node does.
      assertOutage(Object.assign(new AggregateError([refused, refused]), { code: refused.code }), "");
    });

    it("an unknown host name", async () => {
      assertOutage(await errorEventOf(open("redis://no-such-host.invalid")), /^getaddrinfo /);
    });

    it("a connection that is closed before the TLS handshake", async () => {
      const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      assertOutage(await errorEventOf(open(`rediss://127.0.0.1:${port}`)), /before secure TLS connection/);
      server.close();
    });
  });

  describe("recognizes a server's reply", () => {
    it("NOAUTH, and WRONGPASS", async () => {
      const { url } = await start({ requirepass: "secret" });
      assertOutage(await errorEventOf(open(url)), /^NOAUTH /);
      assertOutage(await errorEventOf(open(url.replace("//", "//:wrong@"))), /^WRONGPASS /);
    });

    it("OOM", async () => {
      const connection = await connect((await start({ maxmemory: 1 })).url);
      assertOutage(await errorOf(connection.set("key", "value")), /^OOM /);
    });

    it("NOREPLICAS", async () => {
      const connection = await connect((await start({ "min-replicas-to-write": 1 })).url);
      assertOutage(await errorOf(connection.set("key", "value")), /^NOREPLICAS /);
    });

    it("READONLY, and MASTERDOWN", async () => {
      const connection = await connect((await start()).url);
      await connection.call("REPLICAOF", "127.0.0.1", String(await findFreePort()));
      assertOutage(await errorOf(connection.set("key", "value")), /^READONLY /);
      await connection.config("SET", "replica-serve-stale-data", "no");
      assertOutage(await errorOf(connection.get("key")), /^MASTERDOWN /);
    });

    it("BUSY", async () => {
      const { url } = await start({ "busy-reply-threshold": 1 });
      const [scripting, other] = [await connect(url), await connect(url)];
      const script = errorOf(scripting.eval("while true do end", 0));
      await poll("the script to keep the server busy", async () =>
        (await errorOf(other.get("key"))).message.startsWith("BUSY"),
      );
      assertOutage(await errorOf(other.get("key")), /^BUSY /);
      assertOutage(await script);
    });

    it("CLUSTERDOWN", async () => {
      const connection = await connect((await startClusterNode()).url);
      assertOutage(await errorOf(connection.get("key")), /^CLUSTERDOWN /);
    });

    it("“ERR max number of clients reached”, and the broken pipe that may come in its place", async () => {
      const { url } = await start({ maxclients: 1 });
      await connect(url);
      assertOutage(await errorEventOf(open(url)), /^ERR max number of clients reached|EPIPE|ECONNRESET/);
    });
  });

  it("does not treat an invalid command as an outage", async () => {
    const connection = await connect((await start()).url);
    await connection.set("text", "value");
    for (const error of [
      await errorOf(connection.lpush("text", "value")),
      await errorOf(connection.call("NO-SUCH-COMMAND")),
      new TypeError("redis is not a function"),
      "Connection is closed.",
    ])
      assert.equal(isRedisOutage(error), false, String(error));
  });

  async function startClusterNode(settings: Readonly<Record<string, string>> = {}): Promise<TestRedis> {
    const clusterPort = await findFreePort();
    return await start({
      "cluster-enabled": "yes",
      "cluster-port": clusterPort,
      "cluster-announce-ip": "127.0.0.1",
      ...settings,
    });
  }
});

function assertOutage(error: Error, message: string | RegExp = /./): void {
  if (typeof message === "string") assert.equal(error.message, message);
  else assert.match(error.message, message);
  assert.ok(isRedisOutage(error), String(error));
}

/** The error that a command is rejected with. */
async function errorOf(reply: Promise<unknown>): Promise<Error> {
  return await reply.then(
    () => assert.fail("the command succeeded"),
    (error: unknown) => error as Error,
  );
}

/** The next error that a connection reports. */
async function errorEventOf(connection: RedisClient): Promise<Error> {
  return await new Promise((resolve) => connection.once("error", resolve));
}

async function untilBlocked({ port }: TestRedis): Promise<void> {
  await poll("a client to block", async () =>
    (await sendRedisCommand(port, "INFO clients")).includes("blocked_clients:1"),
  );
}
