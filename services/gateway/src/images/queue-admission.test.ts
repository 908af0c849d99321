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
    const occupancy = await readOccupancy(queues.render);
    const countsOf = (queue: RenderQueueName) => {
      const { waiting, byAccount, imageIds } = occupancy[queue];
      assert.equal(imageIds.size, waiting);
      return { waiting, byAccount: Object.fromEntries(byAccount) };
    };
    assert.deepEqual(countsOf(renderQueue), { waiting: 8, byAccount: { [ada]: 3, [bob]: 5 } });
    assert.deepEqual(countsOf(remoteImageQueue), { waiting: 0, byAccount: {} });
    assert.deepEqual(countsOf(previewQueue), { waiting: 2, byAccount: { [ada]: 2 } });
  });

  it("have estimated counts if they are long: of their newest and oldest 1,000 jobs", async () => {
    await enqueue(renderQueue, "ada", 1_500);
    await enqueue(renderQueue, "bob", 1_000);
    const { waiting, byAccount } = (await readOccupancy(queues.render))[renderQueue];
    assert.equal(waiting, 2_500);
    assert.equal(byAccount.get(ownerTag("ada")), 1_250);
  });

  it("accept jobs if Redis refuses INFO when they are opened", async () => {
    await connection.call("ACL", "SETUSER", "default", "-info");
    const opened = openQueues(connection);
    try {
      const job = await opened.render[renderQueue].add("render", {} as never);
      assert.ok(job.id);
    } finally {
      await connection.call("ACL", "SETUSER", "default", "+info");
      await Promise.all(opened.all.map((queue) => queue.close()));
    }
  });

  it("admit no more jobs than their limit while the admitted ones are on their way", async () => {
    await connection.set(renderKeys.rendererAlive, "{}");
    let nowMs = 0;
    const admission = createQueueAdmission(
      {
        settings: { QUEUE_LIMIT: 2 },
        redis: connection,
        queues,
        metrics: { countRenderRejection() {} },
      } as unknown as Platform,
      { now: () => (nowMs += 1_000) }, // each call reads the queues again
    );
    const admit = (imageId = randomImageId("ada")) =>
      admission.admit(renderQueue, { imageId, isBulk: false });
    const [first, second] = [randomImageId("ada"), randomImageId("ada")];
    const arrivals = [await admit(first)];
    await queues.render[renderQueue].add("render", {} as never, { jobId: renderJobId(first) });
    arrivals.push(await admit(second)); // the first counts once
    await assert.rejects(admit(), { code: "overloaded" });
    for (const hasArrived of arrivals) hasArrived(); // the second is not in the queue: adding it has failed
    await admit();
  });
});
