import assert from "node:assert/strict";
import {
  previewQueue,
  randomImageId,
  renderJobId,
  renderKeys,
  renderQueue,
  type RenderQueueName,
} from "@placard/contracts";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { openQueues } from "../queues.ts";
import type { Platform } from "../platform.ts";
import { createQueueAdmission } from "./queue-admission.ts";

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

  /** Admission that reads the queues again at each call. */
  async function createAdmission(limit: number) {
    await connection.set(renderKeys.rendererAlive, "{}");
    let nowMs = 0;
    const platform = {
      settings: { QUEUE_LIMIT: limit },
      redis: connection,
      queues,
      metrics: { countRenderRejection() {} },
    };
    return createQueueAdmission(platform as unknown as Platform, { now: () => (nowMs += 1_000) });
  }

  it("admit jobs by the waiting jobs of each queue and account, with and without a priority", async () => {
    await enqueue(renderQueue, "ada", 1);
    await enqueue(renderQueue, "ada", 1, 1);
    await enqueue(renderQueue, "bob", 1);
    const admission = await createAdmission(4);
    const admit = (queue: RenderQueueName, account: string) =>
      admission.admit(queue, { imageId: randomImageId(account), isBulk: false }, () => Promise.resolve());
    await assert.rejects(admit(renderQueue, "ada"), { code: "overloaded" }); // half of the queue is hers
    await admit(renderQueue, "bob");
    await admit(previewQueue, "ada");
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
    const admission = await createAdmission(2);
    /** Admits a job. Resolves while it is being added, with a function that ends this. */
    const admit = (imageId = randomImageId("ada")) =>
      new Promise<() => void>((resolve, reject) => {
        const add = () => new Promise<void>((end) => resolve(end));
        admission.admit(renderQueue, { imageId, isBulk: false }, add).catch(reject);
      });
    const [first, second] = [randomImageId("ada"), randomImageId("ada")];
    const endFirst = await admit(first);
    await queues.render[renderQueue].add("render", {} as never, { jobId: renderJobId(first) });
    const endSecond = await admit(second); // the first counts once
    await assert.rejects(admit(), { code: "overloaded" });
    endFirst();
    endSecond(); // it is not in the queue: adding it has failed
    await poll("room in the queue", () => admit().catch(() => false));
  });
});
