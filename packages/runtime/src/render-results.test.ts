import assert from "node:assert/strict";
import {
  maxUsageReports,
  randomImageId,
  renderKeys,
  webhookKeys,
  type RenderResult,
  type RenderSuccess,
} from "@placard/contracts";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { pino } from "pino";
import { connectSubscriber } from "./redis.ts";
import { createRenderResults, type RenderResults } from "./render-results.ts";

describe("the results of render jobs", () => {
  const owner = "a".repeat(22);
  const success: RenderSuccess = {
    owner,
    flightId: "flight",
    image: {
      width: 1200,
      height: 630,
      format: "png",
      size: 5,
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    },
  };
  const timings = { queue: 1, render: 2, store: 3 };
  const stored = {
    ttlMs: 60_000,
    usage: { account: owner, renders: 1, bytes: 5, remoteBytes: 0 },
    event: { id: "msg_1", type: "image.rendered", account: owner, at: 0, data: {} },
  } as const;
  const logger = pino({ enabled: false });
  let server: TestRedis;
  let redis: Redis;
  let subscriber: Redis;
  let results: RenderResults;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    subscriber = connectSubscriber(server.url, logger);
    results = createRenderResults(redis);
  });
  beforeEach(() => redis.flushall());
  const countSubscribers = async () => Number((await redis.pubsub("NUMSUB", renderKeys.results))[1]);
  after(async () => {
    redis.disconnect();
    subscriber.disconnect();
    await server.stop();
  });

  it("are kept and published with the usage and the event of their job, once for each image", async () => {
    const id = randomImageId(owner);
    const received: { imageId: string; result: RenderResult }[] = [];
    results.subscribe(subscriber, logger, (imageId, result) => received.push({ imageId, result }));
    await poll("the subscription", async () => (await countSubscribers()) === 1);
    for (const _ of [1, 2]) await results.publish(id, { ...success, timings }, stored);
    await results.publish(id, { owner, failure: "crashed" }, { ttlMs: 60_000 });
    await results.republish(id, success);

    assert.deepEqual(await results.find(id), success);
    assert.ok((await redis.pttl(renderKeys.result(id))) > 50_000);
    await poll("the messages", () => received.length === 2);
    assert.deepEqual(received, [
      { imageId: id, result: { ...success, timings } },
      { imageId: id, result: success },
    ]);
    assert.deepEqual(await redis.lrange(renderKeys.usageReports, 0, maxUsageReports), [
      JSON.stringify(stored.usage),
    ]);
    // Gateways deliver an event once.
    const events = await redis.lrange(webhookKeys.renderOutbox, 0, -1);
    assert.deepEqual([...new Set(events)], [JSON.stringify(stored.event)]);
  });

  it("are received again after an outage", async () => {
    const received: string[] = [];
    results.subscribe(subscriber, logger, (imageId) => received.push(imageId));
    await poll("the subscription", async () => (await countSubscribers()) === 1);
    await redis.call("CLIENT", "KILL", "TYPE", "pubsub");
    await poll("the subscription", async () => (await countSubscribers()) === 1);
    await results.republish("a", success);
    await poll("the message", () => received.length === 1);
  });

  it("replace a failure", async () => {
    const id = randomImageId(owner);
    await results.publish(id, { owner, failure: "unavailable" }, { ttlMs: 60_000 });
    await results.publish(id, success, stored);
    assert.deepEqual(await results.findAll([randomImageId(owner), id]), [undefined, success]);
  });

  it("are evicted only if their image was not rendered again", async () => {
    const id = randomImageId(owner);
    await results.publish(id, success, stored);
    await results.evict(id, "another");
    assert.deepEqual(await results.find(id), success);
    await results.evict(id, success.flightId);
    assert.equal(await results.find(id), undefined);
  });
});
