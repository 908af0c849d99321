import assert from "node:assert/strict";
import {
  decodeResult,
  queuePrefix,
  randomImageId,
  renderJobId,
  renderJobPolicy,
  renderKeys,
  renderQueue,
  renderWorkerPolicy,
  webhookKeys,
  type PublishedResult,
  type RenderSuccess,
} from "@placard/contracts";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { createRenderBackend } from "./render-backend.ts";
import { publicationOf } from "./results.ts";

describe("a completed render job", () => {
  const owner = "a".repeat(22);
  const result: RenderSuccess = {
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
  let server: TestRedis;
  let connection: Redis;
  let queue: Queue;
  before(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
    queue = new Queue(renderQueue, { connection, prefix: queuePrefix });
  });
  after(async () => {
    await queue.close();
    connection.disconnect();
    await server.stop();
  });

  const publicationFor = (id: string) =>
    publicationOf(id, result, {
      ttlMs: 60_000,
      timings: { queue: 1, render: 2, store: 3 },
      usage: { account: owner, renders: 1, bytes: 5, remoteBytes: 0 },
      event: { id: `msg_${id}`, type: "image.rendered", account: owner, at: 0, data: {} },
    });

  /** Adds jobs, and processes them until `isDone`. Resolves with the errors of failed attempts. */
  async function work(ids: readonly string[], isDone: () => Promise<boolean>, onAttempt = async () => {}) {
    const errors: Error[] = [];
    const jobs = ids.map((id) => ({
      name: "render",
      data: { id },
      opts: { ...renderJobPolicy, jobId: renderJobId(id) },
    }));
    await queue.addBulk(jobs);
    const worker = new Worker<{ id: string }>(
      renderQueue,
      async ({ data }) => {
        await onAttempt();
        return publicationFor(data.id);
      },
      { connection, prefix: queuePrefix, ...renderWorkerPolicy },
      createRenderBackend(connection),
    );
    worker.on("failed", (_job, error) => errors.push(error));
    worker.on("error", () => {}); // a worker that cannot take a job tries again
    try {
      await poll("the jobs to be done", isDone);
    } finally {
      await worker.close();
    }
    return errors;
  }

  const hasResult = async (id: string) => (await connection.exists(renderKeys.result(id))) === 1;

  it("publishes and keeps its result, reports its usage, emits its event, and is removed", async () => {
    const ids = [randomImageId(owner), randomImageId(owner)];
    const subscriber = connection.duplicate();
    const published: PublishedResult[] = [];
    subscriber.on("message", (_channel, text) => published.push(JSON.parse(text) as PublishedResult));
    await subscriber.subscribe(renderKeys.results);
    await connection.hset(webhookKeys.webhooksOf(owner), "hook", "{}");

    const errors = await work(ids, async () => published.length === 2);

    assert.deepEqual(errors, []);
    assert.deepEqual(
      published,
      ids.map((id) => ({ id, result, timings: { queue: 1, render: 2, store: 3 } })),
    );
    for (const id of ids) {
      assert.deepEqual(decodeResult((await connection.get(renderKeys.result(id)))!), result);
      assert.ok((await connection.pttl(renderKeys.result(id))) > 50_000);
      assert.equal(await queue.getJob(renderJobId(id)), undefined);
    }
    assert.equal(await connection.llen(renderKeys.usageReports), 2);
    const events = await connection.lrange(webhookKeys.outbox, 0, -1);
    assert.deepEqual(
      events.map((json) => (JSON.parse(json) as { id: string }).id).toReversed(),
      ids.map((id) => `msg_${id}`),
    );
    assert.deepEqual(await queue.getJobCounts("active", "wait", "completed", "failed"), {
      active: 0,
      wait: 0,
      completed: 0,
      failed: 0,
    });
    subscriber.disconnect();
  });

  it("is retried if Redis cannot keep its result", async () => {
    const id = randomImageId(owner);
    const limits = ["1", "0"]; // 1 byte is too little, 0 is unlimited
    const errors = await work(
      [id],
      () => hasResult(id),
      async () => void (await connection.config("SET", "maxmemory", limits.shift() ?? "0")),
    );
    assert.deepEqual(
      errors.map(({ message }) => message.startsWith("OOM")),
      [true],
    );
    assert.equal(await queue.getJob(renderJobId(id)), undefined);
  });
});
