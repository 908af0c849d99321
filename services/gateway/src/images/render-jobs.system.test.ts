import assert from "node:assert/strict";
import {
  previewQueue,
  queuePrefix,
  randomImageId,
  remoteImageQueue,
  renderQueue,
  type RenderJob,
} from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import { poll, startRedis } from "@placard/testing";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { readQueueState } from "./queue-occupancy.ts";
import { createRenderJobs } from "./render-jobs.ts";

const owners = { visitor: "playground", account: "ada" };

describe("the queue of previews", () => {
  it("renders previews of accounts before watermarked ones, and counts both as waiting", async () => {
    const server = await startRedis();
    const connection = new Redis(server.url, { maxRetriesPerRequest: null });
    const createQueue = (name: string) => new Queue<RenderJob>(name, { connection, prefix: queuePrefix });
    const queues = {
      [renderQueue]: createQueue(renderQueue),
      [remoteImageQueue]: createQueue(remoteImageQueue),
      [previewQueue]: createQueue(previewQueue),
    };
    const jobs = createRenderJobs({
      queues,
      admission: { admit: () => Promise.resolve() },
      quota: {
        charge: () => Promise.resolve(true),
        refund: () => Promise.resolve(),
        forget: () => Promise.resolve(),
      },
      isOverRemoteQuota: () => Promise.resolve(false),
      countRejection: () => undefined,
      logger: createLogger("gateway"),
      now: Date.now,
    });
    const jobOf = (owner: string): RenderJob => ({
      id: randomImageId(owner),
      recipe: {
        owner,
        template: { id: "blog", version: 1 },
        data: { title: "A title" },
        width: 1200,
        height: 630,
        format: "png",
        quality: 90,
      },
      requestId: "test",
      flightId: "test",
      deadline: Date.now() + 60_000,
      ...(owner === owners.visitor && { isWatermarked: true }),
    });
    try {
      for (const owner of [owners.visitor, owners.visitor, owners.account])
        await jobs.enqueue(jobOf(owner), { queue: previewQueue });
      assert.equal((await readQueueState(connection)).occupancy[previewQueue].waiting, 3);
      const rendered: string[] = [];
      const worker = new Worker<RenderJob>(
        previewQueue,
        async ({ data }) => {
          rendered.push(data.recipe.owner);
          await Promise.resolve();
        },
        { connection, prefix: queuePrefix },
      );
      try {
        await poll("the previews", () => rendered.length === 3);
      } finally {
        await worker.close();
      }
      assert.deepEqual(rendered, [owners.account, owners.visitor, owners.visitor]);
    } finally {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
      connection.disconnect();
      await server.stop();
    }
  });
});
