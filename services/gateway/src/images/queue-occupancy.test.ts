import assert from "node:assert/strict";
import {
  ownerTag,
  previewQueue,
  queuePrefix,
  randomImageId,
  remoteImageQueue,
  renderJobId,
  renderKeys,
  renderQueue,
} from "@placard/contracts";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { readQueueState } from "./queue-occupancy.ts";

const jobsOf = (account: string, count: number) =>
  Array.from({ length: count }, () => renderJobId(randomImageId(account)));

describe("readQueueState", () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(() => redis.flushall());
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const enqueue = (queue: string, jobIds: readonly string[]) =>
    redis.lpush(`${queuePrefix}:${queue}:wait`, ...jobIds);

  it("counts the waiting jobs of each account by the tag of their images, and of each queue", async () => {
    await enqueue(renderQueue, [...jobsOf("ada", 3), ...jobsOf("bob", 5)]);
    await enqueue(remoteImageQueue, jobsOf("ada", 1));
    const { occupancy } = await readQueueState(redis);
    assert.deepEqual(occupancy, {
      [renderQueue]: {
        waiting: 8,
        byAccount: new Map([
          [ownerTag("bob"), 5],
          [ownerTag("ada"), 3],
        ]),
      },
      [remoteImageQueue]: { waiting: 1, byAccount: new Map([[ownerTag("ada"), 1]]) },
      [previewQueue]: { waiting: 0, byAccount: new Map() },
    });
  });

  it("counts jobs with a priority as well", async () => {
    const [first, second] = jobsOf("ada", 2);
    await enqueue(previewQueue, [first!]);
    await redis.zadd(`${queuePrefix}:${previewQueue}:prioritized`, 1, second!);
    const { waiting, byAccount } = (await readQueueState(redis)).occupancy[previewQueue];
    assert.deepEqual([waiting, byAccount.get(ownerTag("ada"))], [2, 2]);
  });

  it("estimates the counts of a long queue from its newest and its oldest 1,000 jobs", async () => {
    await enqueue(renderQueue, [...jobsOf("ada", 6_000), ...jobsOf("bob", 4_000)]);
    const { waiting, byAccount } = (await readQueueState(redis)).occupancy[renderQueue];
    assert.equal(waiting, 10_000);
    assert.equal(byAccount.get(ownerTag("ada")), 5_000);
  });

  it("knows whether a renderer is running", async () => {
    assert.equal((await readQueueState(redis)).hasRenderer, false);
    await redis.set(renderKeys.rendererAlive, "{}");
    assert.equal((await readQueueState(redis)).hasRenderer, true);
  });
});
