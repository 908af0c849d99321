import assert from "node:assert/strict";
import { createRenderQuota } from "@placard/accounts";
import {
  previewQueue,
  queuePrefix,
  randomImageId,
  renderKeys,
  renderQueue,
  type RenderJob,
  type RenderQueueName,
} from "@placard/contracts";
import { createLogger, createRenderResults, type GatewaySettings } from "@placard/runtime";
import { poll, startRedis, type TestRedis } from "@placard/testing";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import { openQueues } from "../queues.ts";
import { createRenderTurns } from "./render-turns.ts";
import { createRenderJobs, type RenderJobs } from "./render-jobs.ts";

/** The highest turn, small enough for a test to reach. */
const maxTurn = 60;

const owners = { visitor: "playground", account: "ada" };

describe("the render queues", () => {
  let server: TestRedis;
  let connection: Redis;
  let queues: ReturnType<typeof openQueues>;
  let jobs: RenderJobs;
  before(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
    queues = openQueues(connection);
    const settings = { DAILY_REMOTE_BYTES: 0 } as GatewaySettings;
    jobs = createRenderJobs(
      { queues, metrics: {} as never, logger: createLogger("gateway"), now: Date.now, settings },
      {
        admission: { admit: (_queue, _job, add) => add() },
        quota: createRenderQuota({ redis: connection, now: Date.now, perDay: 0 }),
        turns: createRenderTurns(connection, queues.render, maxTurn),
        limitResult: (job) => Promise.resolve(job),
      },
    );
  });
  afterEach(async () => {
    await Promise.all(Object.values(queues.render).map((queue) => queue.drain()));
    await connection.del(renderKeys.turns);
  });
  after(async () => {
    await Promise.all(queues.all.map((queue) => queue.close()));
    connection.disconnect();
    await server.stop();
  });

  const jobOf = (owner: string, queue: RenderQueueName = renderQueue, price = 1): RenderJob => ({
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
    price,
    ...(owner === owners.visitor && { isWatermarked: true }),
  });
  const waiting = async (queue: typeof renderQueue | typeof previewQueue) =>
    await queues.render[queue].getJobCountByTypes("waiting", "prioritized");

  /** Enqueues a job for each of the accounts, at a price. */
  async function enqueue(accounts: readonly string[], price = 1, queue: RenderQueueName = renderQueue) {
    for (const account of accounts) await jobs.enqueue(jobOf(account, queue, price), {});
  }

  /** Processes the jobs of a queue until none waits, one at a time. Returns their accounts, in order. */
  async function renderAll(queue: RenderQueueName = renderQueue, onFirst?: () => Promise<void>) {
    const rendered: string[] = [];
    const results = createRenderResults(connection);
    const worker = new Worker<RenderJob>(
      queue,
      async ({ data, priority }) => {
        if (rendered.push(data.recipe.owner) === 1) await onFirst?.();
        if (!data.isWatermarked) await results.endTurn(priority);
      },
      { connection, prefix: queuePrefix },
    );
    const countJobs = () => queues.render[queue].getJobCountByTypes("prioritized", "active");
    try {
      await poll("all jobs", async () => (await countJobs()) === 0);
    } finally {
      await worker.close();
    }
    return rendered;
  }
  const times = (count: number, account: string) => Array<string>(count).fill(account);

  it("render previews of accounts before watermarked ones, and count both as waiting", async () => {
    await enqueue([owners.visitor, owners.visitor, owners.account], 1, previewQueue);
    assert.equal(await waiting(previewQueue), 3);
    assert.deepEqual(await renderAll(previewQueue), [owners.account, owners.visitor, owners.visitor]);
  });

  it("render a single card next after another account has filled the queue", async () => {
    await enqueue(times(20, "ada"));
    const rendered = await renderAll(renderQueue, () => enqueue(["bob"]));
    assert.deepEqual(rendered.slice(0, 3), ["ada", "bob", "ada"]);
  });

  it("take turns by the price of their accounts' renders", async () => {
    await enqueue(times(3, "ada"), 4);
    await enqueue(times(6, "bob"));
    assert.deepEqual(await renderAll(), ["ada", ...times(4, "bob"), "ada", "bob", "bob", "ada"]);
  });

  it("give no account credit for the time in which it rendered nothing", async () => {
    await enqueue(times(10, "ada"));
    await renderAll();
    await enqueue([...times(2, "ada"), ...times(4, "bob")]);
    assert.deepEqual(await renderAll(), ["bob", "ada", "bob", "ada", "bob", "bob"]);
  });

  it("wait longer after a job whose effects have cost more than its price", async () => {
    await enqueue(["ada"]);
    await renderAll();
    await createRenderResults(connection).delayTurns("ada", 3);
    await enqueue([...times(2, "ada"), ...times(6, "bob")]);
    assert.deepEqual(await renderAll(), [...times(4, "bob"), "ada", "bob", "ada", "bob"]);
  });

  it("stay in order when turns start at 1 again", async () => {
    await enqueue(times(maxTurn - 10, "ada"));
    await renderAll();
    await enqueue([...times(8, "ada"), "bob", ...times(4, "ada"), "carol"]);
    assert.deepEqual(await renderAll(), ["bob", "carol", ...times(12, "ada")]);
  });

  it("take one job and one turn for an image, however often it is enqueued", async () => {
    const job = jobOf("ada");
    await jobs.enqueue(job, {});
    for (const _ of [1, 2]) await jobs.enqueue(job, {});
    await jobs.enqueueAgain(job);
    assert.equal(await waiting(renderQueue), 1);
    await enqueue(["ada", "bob", "bob"]);
    assert.deepEqual(await renderAll(), ["ada", "bob", "ada", "bob"]);
  });
});
