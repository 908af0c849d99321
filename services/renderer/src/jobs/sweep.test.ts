import assert from "node:assert/strict";
import { imagePrefix, queuePrefix, randomImageId, imageKey, sweepQueue } from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import { createFileStore, type ImageStore } from "@placard/storage";
import { createTempDirectory, poll, startRedis, type TempDirectory, type TestRedis } from "@placard/testing";
import { Worker, type Job } from "bullmq";
import { Redis } from "ioredis";
import type { Platform } from "../platform.ts";
import { createSweepProcessor, createSweepQueue, type SweepQueue } from "./sweep.ts";

const time = 1_798_804_800_000;
const ttlSeconds = 0;

describe("a sweep", () => {
  let server: TestRedis;
  let connection: Redis;
  let directory: TempDirectory;
  let store: ImageStore;
  let queue: SweepQueue;
  before(async () => {
    server = await startRedis();
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
  });
  beforeEach(async () => {
    await connection.flushall();
    directory = await createTempDirectory();
    store = createFileStore({ directory: directory.path });
    queue = createSweepQueue({
      queueRedis: connection,
      settings: { IMAGE_TTL: 60, RECIPE_TTL: 60 } as Platform["settings"],
    });
  });
  afterEach(async () => {
    await queue.close();
    await directory.remove();
  });
  after(async () => {
    connection.disconnect();
    await server.stop();
  });

  async function storeImages(count: number, expiresAt: number): Promise<void> {
    for (let i = 0; i < count; i++)
      await store.put(imageKey(randomImageId("owner"), "png"), Buffer.from("x"), {
        contentType: "image/png",
        storedAt: expiresAt - 1,
        expiresAt,
      });
  }
  async function countImages(): Promise<number> {
    let count = 0;
    for await (const _ of store.list(imagePrefix)) count++;
    return count;
  }
  function createProcessor(sliceMs: number, onTask: () => void = () => {}) {
    const platform = { store, logger: createLogger("renderer"), now: () => time };
    return createSweepProcessor(platform, queue, async () => onTask(), sliceMs);
  }
  /** A worker that records the jobs that it processes. */
  function startWorker(process: ReturnType<typeof createProcessor>) {
    const processed: Job["data"][] = [];
    const worker = new Worker(
      sweepQueue,
      async (job: Parameters<typeof process>[0], token) => {
        processed.push({ ...job.data });
        await process(job, token);
      },
      { connection, prefix: queuePrefix },
    );
    return { processed, close: () => worker.close() };
  }
  const sweepJob = (data: object) => ({ id: "1", data }) as Parameters<ReturnType<typeof createProcessor>>[0];

  it("deletes what has expired, and nothing else", async () => {
    await storeImages(300, time);
    await storeImages(200, time + 1);
    await createProcessor(60_000)(sweepJob({ prefix: imagePrefix, ttlSeconds }));
    assert.equal(await countImages(), 200);
  });

  it("that takes longer than one job continues in others, with other deletions in between", async () => {
    await storeImages(30, time);
    await storeImages(10, time + 1);
    let tasks = 0;
    const processSweepJob = createProcessor(0, () => void tasks++);
    await processSweepJob(sweepJob({ prefix: imagePrefix, ttlSeconds }));
    assert.equal(await queue.isContinuing(imagePrefix), true);
    await queue.start(); // with the deletion of accounts' images
    const worker = startWorker(processSweepJob);
    await poll("the end of the sweep", async () => !(await queue.isContinuing(imagePrefix)));
    await worker.close();
    assert.equal(await countImages(), 10);
    assert.ok(tasks > 0); // another one every 2 s
    const ends = worker.processed.flatMap(({ after }): string[] => (after === undefined ? [] : [after]));
    assert.deepEqual(ends, ends.toSorted());
    assert.ok(worker.processed.findIndex((data) => "task" in data) < worker.processed.length - 1);
  });

  it("does not start while the one before continues", async () => {
    await storeImages(3, time);
    const job = sweepJob({ prefix: imagePrefix, ttlSeconds });
    await createProcessor(0)(job);
    assert.equal(await countImages(), 2);
    await createProcessor(60_000)(job);
    assert.equal(await countImages(), 2);
  });

  it("that a stopped renderer has not ended is continued by another one", async () => {
    await storeImages(50, time);
    await createProcessor(0)(sweepJob({ prefix: imagePrefix, ttlSeconds }));
    const stopped = startWorker(createProcessor(0));
    await poll("a part of the sweep", () => stopped.processed.length > 3);
    await stopped.close();
    const other = startWorker(createProcessor(60_000));
    await poll("the end of the sweep", async () => (await countImages()) === 0);
    await other.close();
    assert.ok("after" in other.processed[0]);
  });
});
