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
  type RenderResult,
  type RenderSuccess,
} from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import { openQueues } from "../queues.ts";
import { readQueueState } from "./queue-occupancy.ts";
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
    jobs = createRenderJobs({
      queues: queues.render,
      admission: { admit: () => Promise.resolve() },
      quota: {
        charge: () => Promise.resolve(++charges > 0),
        refund: async () => void charges--,
        forget: () => Promise.resolve(),
      },
      isOverRemoteQuota: () => Promise.resolve(false),
      countRejection: () => undefined,
      logger: createLogger("gateway"),
      now: Date.now,
    });
  });
  afterEach(() => Promise.all(Object.values(queues.render).map((queue) => queue.drain())));
  after(async () => {
    await Promise.all(queues.all.map((queue) => queue.close()));
    connection.disconnect();
    await server.stop();
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
    (await readQueueState(connection)).occupancy[queue].waiting;

  it("render previews of accounts before watermarked ones, and count both as waiting", async () => {
    for (const owner of [owners.visitor, owners.visitor, owners.account])
      await jobs.enqueue(jobOf(owner), { queue: previewQueue });
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

  it("take no job, and charge nothing, for an image that was rendered after it was looked up", async () => {
    for (const owner of Object.values(owners)) {
      const job = jobOf(owner);
      const result = successOf(owner);
      await keepResult(job.id, result);
      charges = 0;
      assert.deepEqual(await jobs.enqueue(job, { queue: renderQueue, isCharged: true }), result);
      assert.equal(charges, 0);
    }
    assert.equal(await waiting(renderQueue), 0);
  });

  it("take no job that is enqueued again for an image that was rendered or crashed meanwhile, but one for a lost job", async () => {
    const results: RenderResult[] = [
      successOf(owners.account),
      { owner: owners.account, failure: "crashed" },
    ];
    for (const result of results) {
      const job = jobOf(owners.account);
      await keepResult(job.id, result);
      assert.deepEqual(await jobs.enqueueAgain(renderQueue, job), result);
    }
    assert.equal(await waiting(renderQueue), 0);

    const lost = jobOf(owners.account);
    for (const _ of [1, 2]) assert.equal(await jobs.enqueueAgain(renderQueue, lost), undefined);
    assert.equal(await waiting(renderQueue), 1);
  });

  it("take no job for an image that has crashed its renderers, but one for an image that failed otherwise", async () => {
    const crashed = jobOf(owners.account);
    await keepResult(crashed.id, { owner: owners.account, failure: "crashed" });
    await assert.rejects(jobs.enqueue(crashed, { queue: renderQueue }), { code: "render_failed" });
    assert.equal(await waiting(renderQueue), 0);

    const failed = jobOf(owners.account);
    await keepResult(failed.id, { owner: owners.account, failure: "unavailable" });
    assert.equal(await jobs.enqueue(failed, { queue: renderQueue }), undefined);
    assert.equal(await waiting(renderQueue), 1);
  });
});
