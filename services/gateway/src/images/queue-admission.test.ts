import assert from "node:assert/strict";
import {
  ownerTag,
  previewQueue,
  randomImageId,
  remoteImageQueue,
  renderJobId,
  renderKeys,
  renderQueue,
  type RenderQueueName,
} from "@placard/contracts";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { openQueues } from "../queues.ts";
import type { Platform } from "../platform.ts";
import { createQueueAdmission, readOccupancy } from "./queue-admission.ts";

describe("the queues", () => {
  let server: TestRedis;
  let connection: Redis;
  let queues: ReturnType<typeof openQueues>;
  before(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
    queues = openQueues(connection);
  });
  beforeEach(() => connection.flushall());
  after(async () => {
    await Promise.all(queues.all.map((queue) => queue.close()));
    connection.disconnect();
    await server.stop();
  });

  const enqueue = (queue: RenderQueueName, account: string, count: number, priority = 0) =>
    queues.render[queue].addBulk(
      Array.from({ length: count }, () => {
        const opts = { jobId: renderJobId(randomImageId(account)), priority };
        return { name: "render", data: {} as never, opts };
      }),
    );

  it("have counts of the waiting jobs of each account and queue, with and without a priority", async () => {
    await enqueue(renderQueue, "ada", 3);
    await enqueue(renderQueue, "bob", 5);
    await enqueue(previewQueue, "ada", 1);
    await enqueue(previewQueue, "ada", 1, 1);
    const [ada, bob] = [ownerTag("ada"), ownerTag("bob")];
    assert.deepEqual(await readOccupancy(queues.render), {
      [renderQueue]: {
        waiting: 8,
        byAccount: new Map([
          [bob, 5],
          [ada, 3],
        ]),
      },
      [remoteImageQueue]: { waiting: 0, byAccount: new Map() },
      [previewQueue]: { waiting: 2, byAccount: new Map([[ada, 2]]) },
    });
  });

  it("have estimated counts if they are long: of their newest and oldest 1,000 jobs", async () => {
    await enqueue(renderQueue, "ada", 1_500);
    await enqueue(renderQueue, "bob", 1_000);
    const { waiting, byAccount } = (await readOccupancy(queues.render))[renderQueue];
    assert.equal(waiting, 2_500);
    assert.equal(byAccount.get(ownerTag("ada")), 1_250);
  });

  it("admit no more jobs than their limit while the admitted ones are on their way", async () => {
    await connection.set(renderKeys.rendererAlive, "{}");
    let nowMs = 0;
    const admission = createQueueAdmission({
      settings: { QUEUE_LIMIT: 2 },
      redis: connection,
      queues,
      metrics: { countRenderRejection() {} },
      now: () => (nowMs += 1_000), // each call reads the queues again
    } as unknown as Platform);
    const admit = () => admission.admit(renderQueue, { imageId: randomImageId("ada"), isBulk: false });
    const arrivals = [await admit(), await admit()];
    await assert.rejects(admit(), { code: "overloaded" });
    for (const hasArrived of arrivals) hasArrived(); // the queue has no jobs: adding them has failed
    await admit();
  });
});
