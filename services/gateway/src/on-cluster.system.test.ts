import assert from "node:assert/strict";
import {
  createCertificates,
  poll,
  registerTestClient,
  startPlacard,
  startRedisCluster,
  createTempDirectory,
  type Placard,
  type TestRedisCluster,
} from "@placard/testing";

const env = { RATE_LIMIT_API: "0", QUEUE_LIMIT: "1000", PUBLIC_URL: "http://localhost:3000" };

async function generate(url: string, key: string, title: string) {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/v1/og/generate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      template: "blog",
      data: { title },
      options: { format: "jpeg", width: 300, height: 200 },
    }),
  });
  const body = JSON.parse(await answer.text());
  const tookMs = performance.now() - startedAt;
  return { status: answer.status, cache: answer.headers.get("x-cache"), body, tookMs };
}

describe("Placard on a Redis Cluster", function () {
  this.timeout(120_000);
  let cluster: TestRedisCluster;
  let placard: Placard;
  afterEach(async () => {
    await placard?.stop();
    await cluster?.stop();
  });

  it("has accounts and keys, and draws each image once, with two gateways and two renderers", async () => {
    cluster = await startRedisCluster();
    placard = await startPlacard({ gateways: 2, renderers: 2, redisUrl: cluster.url, env });
    const [one, other] = placard.gateways.map(({ url }) => url) as [string, string];
    const visitor = await registerTestClient(one);
    assert.equal((await visitor.login({ finish: { gatewayUrl: other } })).status, 200);
    const made = await visitor.callWithToken("POST", "/keys", { name: "of the cluster" });
    assert.equal(made.status, 201);

    const keys = [placard.key, made.body.data.key as string]; // that of `npm run key` too
    const at = (i: number) => [placard.gateways[i % 2]!.url, keys[i % 3 === 0 ? 1 : 0]!] as const;
    const distinct = Array.from({ length: 100 }, (_, i) => generate(...at(i), `Distinct ${i}`));
    const identical = Array.from({ length: 100 }, (_, i) => generate(...at(i), "Identical"));
    const [many, same] = await Promise.all([Promise.all(distinct), Promise.all(identical)]);
    assert.deepEqual([...new Set([...many, ...same].map(({ status }) => status))], [200]);
    assert.ok(many.every(({ cache }) => cache === "MISS"));
    assert.equal(same.filter(({ cache }) => cache === "MISS").length, 1);
    const drawn = () => placard.logs().filter(({ msg }) => msg === "image rendered").length; // written in batches
    await poll("every image's line", () => drawn() >= 101);
    assert.equal(drawn(), 101);
    const image = await fetch(`${other}${new URL(same[0]!.body.data.url).pathname}`);
    assert.deepEqual([image.status, image.headers.get("content-type")], [200, "image/jpeg"]);
  });

  it("fails fast while the node that has its keys is out, and goes on by itself when that is back", async () => {
    cluster = await startRedisCluster();
    placard = await startPlacard({ redisUrl: cluster.url, env });
    assert.equal((await generate(placard.url, placard.key, "Before")).status, 200);
    const node = await cluster.masterOf("placard");
    await node.kill();
    const refused = [];
    // longer than it takes the cluster to notice, so that both kinds of failing are seen
    await poll("the rest of the cluster to give up", async () => {
      refused.push(await generate(placard.url, placard.key, `During ${refused.length}`));
      return placard.logs().some((line) => JSON.stringify(line).includes("CLUSTERDOWN"));
    });
    const crowd = Array.from({ length: 50 }, (_, i) => generate(placard.url, placard.key, `Crowd ${i}`));
    refused.push(...(await Promise.all(crowd)));
    assert.deepEqual([...new Set(refused.map(({ body }) => body.error?.code))], ["unavailable"]);
    const slowest = Math.max(...refused.map(({ tookMs }) => tookMs));
    assert.ok(slowest < 5_000, `${slowest} ms, half of what a request may wait`);
    assert.equal((await fetch(`${placard.url}/health/ready`)).status, 503);

    await node.restart();
    const isBack = async () => (await generate(placard.url, placard.key, "After")).status === 200;
    await poll("Placard to go on", isBack, { timeoutMs: 15_000 });
    const after = Array.from({ length: 20 }, (_, i) => generate(placard.url, placard.key, `After ${i}`));
    assert.deepEqual([...new Set((await Promise.all(after)).map(({ status }) => status))], [200]);
  });

  it("goes on at the replica when the node that has its keys does not come back", async () => {
    cluster = await startRedisCluster({ replicaOf: "placard" });
    placard = await startPlacard({ gateways: 2, redisUrl: cluster.url, env });
    const [one, other] = placard.gateways.map(({ url }) => url) as [string, string];
    assert.equal((await generate(one, placard.key, "Before")).status, 200);
    await (await cluster.masterOf("placard")).kill();
    const goesOn = async () => (await generate(one, placard.key, "After")).status === 200;
    await poll("Placard to go on", goesOn, { timeoutMs: 30_000 });
    const after = Array.from({ length: 20 }, (_, i) =>
      generate(i % 2 ? one : other, placard.key, `After ${i}`),
    );
    const answers = await Promise.all(after);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const slowest = Math.max(...answers.map(({ tookMs }) => tookMs));
    assert.ok(slowest < 10_000, `${slowest} ms`);
  });

  it("hears of drawn images at another node when the one where it listened goes", async () => {
    cluster = await startRedisCluster({ servesInPart: true });
    placard = await startPlacard({ redisUrl: cluster.url, env });
    const holder = await cluster.masterOf("placard");
    for (const node of cluster.masters.filter((master) => master !== holder)) {
      await node.kill();
      const answers = [];
      for (let i = 0; i < 5; i++) answers.push(await generate(placard.url, placard.key, `${node.port} ${i}`));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const quickest = Math.min(...answers.map(({ tookMs }) => tookMs));
      assert.ok(quickest < 450, `${quickest} ms`); // what it did not hear of it would look up after 500 ms
      await node.restart();
    }
  });

  it("speaks TLS with every node, and trusts those that a CA of one's own vouches for", async () => {
    const directory = await createTempDirectory();
    try {
      const tls = await createCertificates(directory.path);
      cluster = await startRedisCluster({ tls });
      const own = { ...env, NODE_EXTRA_CA_CERTS: tls.ca };
      placard = await startPlacard({ redisUrl: cluster.url, env: own });
      const answers = Array.from({ length: 10 }, (_, i) => generate(placard.url, placard.key, `TLS ${i}`));
      assert.deepEqual([...new Set((await Promise.all(answers)).map(({ status }) => status))], [200]);
    } finally {
      await directory.remove();
    }
  });
});
