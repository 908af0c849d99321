import assert from "node:assert/strict";
import { renderKeys } from "@placard/contracts";
import { connectRedis, createLogger, withTimeout } from "@placard/runtime";
import {
  poll,
  registerTestClient,
  sendRedisCommand,
  startPlacard,
  startRedisCluster,
  type Placard,
  type TestRedisCluster,
} from "@placard/testing";

const env = { RATE_LIMIT_API: "0", QUEUE_LIMIT: "1000" };

let cluster: TestRedisCluster;
let placard: Placard;

async function generate(title: string, gateway = 0, key = placard.key) {
  const startedAt = performance.now();
  const response = await fetch(`${placard.gateways[gateway]!.url}/api/v1/og/generate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      template: "blog",
      data: { title },
      options: { format: "jpeg", width: 300, height: 200 },
    }),
  });
  const body = JSON.parse(await response.text());
  const tookMs = performance.now() - startedAt;
  return { status: response.status, cache: response.headers.get("x-cache"), body, tookMs };
}

function generateMany(count: number, titleOf: (i: number) => string) {
  return Promise.all(Array.from({ length: count }, (_, i) => generate(titleOf(i), i % 2)));
}

/**
 * Waits until both gateways render images, several at a time: a slow node can fail once more. A job that an
 * outage lost gets its response after RENDER_TIMEOUT_MS, so an attempt does not wait for it.
 */
async function untilServing(): Promise<void> {
  let attempts = 0;
  await poll("both gateways to render images", async () => {
    const attempt = attempts++;
    const responses = await withTimeout(
      generateMany(6, (i) => `Attempt ${attempt} ${i}`),
      10_000,
    );
    const errors = responses.flatMap(({ body }, i) =>
      body.error ? [{ gateway: i % 2, ...body.error }] : [],
    );
    assert.deepEqual(errors, []);
    return true;
  });
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

describe("Placard on a Redis Cluster", () => {
  before(async () => {
    cluster = await startRedisCluster();
    placard = await startPlacard({
      inProcess: ["gateway"], // on a busy machine, renders in this process would delay replies of Redis
      gateways: 2,
      renderers: 2,
      redisUrl: cluster.url,
      env,
    });
  });
  after(async () => {
    await placard?.stop();
    await cluster?.stop();
  });

  it("stores accounts and keys, and renders each image once, with two of each service", async () => {
    const [first, second] = placard.gateways.map(({ url }) => url) as [string, string];
    const client = await registerTestClient(first);
    assert.equal((await client.login({ finish: { gatewayUrl: second } })).status, 200);
    const created = await client.callWithToken("POST", "/keys", { name: "cluster" });
    assert.equal(created.status, 201);

    const countRendered = () => placard.logs().filter(({ msg }) => msg === "image rendered").length;
    const alreadyRendered = countRendered();
    const accountKey = created.body.data.key as string;
    const [forAccount, forOperator, same] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, (_, i) => generate(`Account ${i}`, i % 2, accountKey))),
      generateMany(10, (i) => `Operator ${i}`),
      generateMany(20, () => "Identical"),
    ]);
    const different = [...forAccount, ...forOperator];
    assert.deepEqual(distinct([...different, ...same].map(({ status }) => status)), [200]);
    assert.deepEqual(distinct(different.map(({ cache }) => cache)), ["MISS"]);
    assert.equal(same.filter(({ cache }) => cache === "MISS").length, 1);
    await poll("the log of every render", () => countRendered() - alreadyRendered >= 21);
    assert.equal(countRendered() - alreadyRendered, 21);
    const image = await fetch(`${second}${new URL(same[0]!.body.data.url).pathname}`);
    assert.deepEqual([image.status, image.headers.get("content-type")], [200, "image/jpeg"]);
  });

  it("fails fast while the node that stores its keys is down, and recovers when it is back", async () => {
    await untilServing();
    const linesBefore = placard.logs().length;
    const node = await cluster.masterOf("placard");
    await node.kill();
    const failed: Awaited<ReturnType<typeof generate>>[] = [];
    // Until the cluster has detected the failure, connections fail; afterwards, the other nodes reject
    // commands.
    await poll("the other nodes to report that the cluster is down", async () => {
      failed.push(await generate(`During the outage ${failed.length}`));
      return placard
        .logs()
        .slice(linesBefore)
        .some((line) => JSON.stringify(line).includes("CLUSTERDOWN"));
    });
    failed.push(...(await generateMany(10, (i) => `Many during the outage ${i}`)));
    assert.deepEqual(distinct(failed.map(({ body }) => body.error?.code)), ["unavailable"]);
    const slowestMs = Math.max(...failed.map(({ tookMs }) => tookMs));
    assert.ok(slowestMs < 30_000, `${slowestMs} ms, half of RENDER_TIMEOUT_MS`);
    assert.equal((await fetch(`${placard.url}/health/ready`)).status, 503);

    // A worker that reconnects now waits for this, and takes jobs when the node is back.
    const connection = connectRedis(cluster.url, "worker", createLogger("gateway", { write() {} }));
    await poll("a worker's connection to be ready", () => connection.status === "ready");
    connection.disconnect();

    await node.restart();
    await untilServing();
  });

  it("receives render results through another node when the node that it subscribed to fails", async () => {
    for (const { port } of cluster.masters)
      // the other nodes keep serving while one is down
      await sendRedisCommand(port, "CONFIG SET cluster-require-full-coverage no");
    const keyNode = await cluster.masterOf("placard");
    for (const node of cluster.masters.filter((master) => master !== keyNode)) {
      await node.kill();
      const alive = cluster.masters.filter((master) => master !== node);
      await poll("both gateways to subscribe to a node that runs", async () => {
        const replies = await Promise.all(
          alive.map(({ port }) => sendRedisCommand(port, `PUBSUB NUMSUB ${renderKeys.results}`)),
        );
        const counts = replies.map((reply) => Number(/^:(\d+)/m.exec(reply)?.[1]));
        return counts.reduce((sum, count) => sum + count) === placard.gateways.length;
      });
      const responses = await generateMany(4, (i) => `Without node ${node.port} ${i}`);
      assert.deepEqual(distinct(responses.map(({ status }) => status)), [200]);
      await node.restart();
    }
  });
});

describe("Placard on a Redis Cluster with a replica", () => {
  before(async () => {
    cluster = await startRedisCluster({ hasReplicas: true });
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      gateways: 2,
      redisUrl: cluster.url,
      env,
    });
  });
  after(async () => {
    await placard?.stop();
    await cluster?.stop();
  });

  it("continues on the replica when the node that stores its keys does not come back", async () => {
    await untilServing();
    await (await cluster.masterOf("placard")).kill();
    await untilServing();
  });
});
