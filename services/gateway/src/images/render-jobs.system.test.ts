import assert from "node:assert/strict";
import {
  encodeResult,
  failureTtlMs,
  previewQueue,
  queuePrefix,
  randomImageId,
  renderKeys,
  renderQueue,
  type RenderJob,
  type RenderQueueName,
  type RenderResult,
  type RenderSuccess,
} from "@placard/contracts";
import { createLogger, createRenderResults } from "@placard/runtime";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import { openQueues } from "../queues.ts";
import { readOccupancy } from "./queue-admission.ts";
import { createRenderJobs, type RenderJobs } from "./render-jobs.ts";

const owners = { visitor: "playground", account: "ada" };

describe("the render queues", () => {
  let server: TestRedis;
  let connection: Redis;
  let queues: ReturnType<typeof openQueues>;
  let jobs: RenderJobs;
  /** Charges minus refunds. */
  let charges = 0;
  before(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
    queues = openQueues(connection);
    jobs = createRenderJobs(
      { queues, metrics: {} as never, logger: createLogger("gateway"), now: Date.now },
      {
        results: createRenderResults(connection),
        admission: { admit: () => Promise.resolve() },
        quota: {
          charge: () => Promise.resolve(++charges > 0),
          refund: async () => void charges--,
          forget: () => Promise.resolve(),
        },
        isOverRemoteQuota: () => Promise.resolve(false),
      },
    );
  });
  afterEach(() => Promise.all(Object.values(queues.render).map((queue) => queue.drain())));
  after(async () => {
    await Promise.all(queues.all.map((queue) => queue.close()));
    connection.disconnect();
    await server.stop();
  });

  const jobOf = (owner: string, queue: RenderQueueName = renderQueue): RenderJob => ({
    id: randomImageId(owner),
    queue,
    recipe: {
      owner,
      template: { id: "blog", version: 1, hash: "h".repeat(43) },
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
  const successOf = (owner: string): RenderSuccess => ({
    owner,
    flightId: "another",
    image: {
      width: 1200,
      height: 630,
      format: "png",
      size: 5,
      expiresAt: new Date().toISOString(),
      warnings: [{ code: "option_ignored", field: "options/quality", message: "No effect." }],
    },
  });
  const keepResult = (id: string, result: RenderResult) =>
    connection.set(renderKeys.result(id), encodeResult(result), "PX", failureTtlMs);
  const waiting = async (queue: typeof renderQueue | typeof previewQueue) =>
    (await readOccupancy(queues.render))[queue].waiting;

  it("render previews of accounts before watermarked ones, and count both as waiting", async () => {
    for (const owner of [owners.visitor, owners.visitor, owners.account])
      await jobs.enqueue(jobOf(owner, previewQueue), {});
    assert.equal(await waiting(previewQueue), 3);
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
  });

  it("charge nothing for an image that another job has rendered since it was looked up, and return its result", async () => {
    for (const owner of Object.values(owners)) {
      const job = jobOf(owner);
      const result = successOf(owner);
      await keepResult(job.id, result);
      charges = 0;
      assert.deepEqual(await jobs.enqueue(job, { isCharged: true }), result);
      assert.equal(charges, 0);
    }
  });

  it("take one job for an image, however often it is enqueued", async () => {
    const job = jobOf(owners.account);
    assert.equal(await jobs.enqueue(job, {}), undefined);
    for (const _ of [1, 2]) await jobs.enqueueAgain(job);
    assert.equal(await waiting(renderQueue), 1);
  });
});
