import assert from "node:assert/strict";
import {
  queuePrefix,
  renderJobPolicy,
  renderQueue,
  renderWorkerPolicy,
  type RenderFailure,
  type RenderJob,
  type RenderResult,
} from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { createFailureHandler } from "./render-failures.ts";

describe("a failed render job", () => {
  let redis: TestRedis;
  let connection: Redis;
  let queue: Queue<RenderJob>;
  before(async () => {
    redis = await startRedis();
    connection = new Redis(redis.url, { maxRetriesPerRequest: null });
    queue = new Queue(renderQueue, { connection, prefix: queuePrefix });
  });
  after(async () => {
    await queue.close();
    connection.disconnect();
    await redis.stop();
  });

  /**
   * Processes a job that was started before, with an error at every attempt, until it has failed for good.
   */
  async function fail(id: string, earlierStarts: number) {
    const attempts: { failure: RenderFailure; isFinal: boolean }[] = [];
    const outcomes: (RenderFailure | undefined)[] = [];
    const published: ({ id: string } & RenderResult)[] = [];
    let processed = 0;
    const recipe = { owner: "o", template: { id: "blog", version: 1 } };
    const data = { id, requestId: "r", recipe } as RenderJob;
    const job = await queue.add("render", data, renderJobPolicy);
    await connection.hset(`${queuePrefix}:${renderQueue}:${job.id}`, "ats", earlierStarts);
    const worker = new Worker<RenderJob>(
      renderQueue,
      () => {
        processed++;
        return Promise.reject(new Error("no image"));
      },
      { connection, prefix: queuePrefix, ...renderWorkerPolicy },
    );
    const platform = { logger: { error: () => {} } as unknown as Logger, now: Date.now };
    worker.on(
      "failed",
      createFailureHandler(platform, {
        results: {
          publish: async (imageId, result) => void published.push({ id: imageId, ...result }),
        },
        storeRecipe: async (_job, outcome) => void outcomes.push(outcome.failure),
        recordFailure: (failure, isFinal) => attempts.push({ failure, isFinal }),
      }),
    );
    try {
      await poll("the failure to be published", () => published.length > 0);
    } finally {
      await worker.close();
    }
    return { processed, attempts, published, outcomes };
  }

  it("is published and stored once, after its last attempt", async () => {
    const { processed, attempts, published, outcomes } = await fail("a", 0);
    assert.equal(processed, renderJobPolicy.attempts);
    assert.deepEqual(
      attempts.map(({ isFinal }) => isFinal),
      [false, false, true],
    );
    assert.deepEqual(published, [{ id: "a", owner: "o", failure: "render_failed" }]);
    assert.deepEqual(outcomes, ["render_failed"]);
  });

  it("is published as crashed, without another attempt, after crashing the permitted renderers", async () => {
    const { processed, attempts, published } = await fail("b", renderWorkerPolicy.maxStartedAttempts);
    assert.equal(processed, 0);
    assert.deepEqual(attempts, [{ failure: "crashed", isFinal: true }]);
    assert.deepEqual(published, [{ id: "b", owner: "o", failure: "crashed" }]);
  });
});
