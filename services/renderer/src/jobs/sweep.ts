import {
  imagePrefix,
  queueOptions,
  recipePrefix,
  sweepQueue,
  uploadPrefix,
  uploadTtlSeconds,
} from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import { Queue, type ConnectionOptions, type Job } from "bullmq";

/**
 * A sweep through all objects with a prefix, the deletion of one object that expires before the others, or the deletion of
 * the images of deleted accounts.
 */
type SweepJob = { prefix: string; ttlSeconds: number } | { key: string } | { task: "delete-account-images" };

/** How often the images of deleted accounts are deleted, in ms. */
const imageDeletionIntervalMs = 2_000;

const jobPolicy = {
  attempts: 3,
  backoff: { type: "exponential", delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

interface Deps {
  connection: ConnectionOptions;
  imageTtlSeconds: number;
  recipeTtlSeconds: number;
}

/** Schedules the jobs that delete expired objects; all renderers share one schedule. */
export function createSweepQueue({ connection, imageTtlSeconds, recipeTtlSeconds }: Deps) {
  const queue = new Queue<SweepJob>(sweepQueue, { connection, ...queueOptions });
  queue.on("error", () => {}); // the connection logs its own outages

  async function schedule(prefix: string, ttlSeconds: number): Promise<void> {
    await queue.upsertJobScheduler(
      `sweep-${prefix}`,
      { every: 1000 * sweepIntervalSeconds(ttlSeconds) },
      { name: "sweep", data: { prefix, ttlSeconds }, opts: jobPolicy },
    );
  }

  return {
    /** Schedules the sweeps of expired images, recipes and uploads, and the deletion of the images of deleted accounts. */
    async start(): Promise<void> {
      const task = "delete-account-images";
      await Promise.all([
        schedule(imagePrefix, imageTtlSeconds),
        schedule(recipePrefix, recipeTtlSeconds),
        schedule(uploadPrefix, uploadTtlSeconds),
        queue.upsertJobScheduler(
          task,
          { every: imageDeletionIntervalMs },
          { name: task, data: { task }, opts: { ...jobPolicy, attempts: 1 } }, // the next job is the retry
        ),
      ]);
    },

    /** Deletes an object after `delayMs`, unless it has been replaced by then. */
    async deleteLater(key: string, delayMs: number): Promise<void> {
      await queue.add("delete", { key }, { ...jobPolicy, delay: delayMs });
    },

    close: () => queue.close(),
  };
}
export type SweepQueue = ReturnType<typeof createSweepQueue>;

/** A tenth of the objects' time to live, between a second and an hour. */
function sweepIntervalSeconds(ttlSeconds: number): number {
  return Math.min(3600, Math.max(1, Math.floor(ttlSeconds / 10)));
}

interface ProcessorDeps {
  store: Pick<ImageStore, "head" | "list" | "delete">;
  deleteAccountImages: () => Promise<void>;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Creates the processor of sweep jobs, which delete objects that have expired according to their own metadata, and those of
 * deleted accounts.
 */
export function createSweepProcessor({ store, deleteAccountImages, logger, now }: ProcessorDeps) {
  async function deleteIfExpired(key: string): Promise<boolean> {
    const metadata = await store.head(key); // the object may have been replaced since it was listed
    if (metadata && metadata.expiresAt > now()) return false;
    await store.delete(key);
    return true;
  }

  return async function processSweepJob({ data }: Job<SweepJob>): Promise<void> {
    if ("key" in data) {
      await deleteIfExpired(data.key);
      return;
    }
    if ("task" in data) return deleteAccountImages();
    let deleted = 0;
    for await (const { key, modifiedAt } of store.list(data.prefix)) {
      const mayBeExpired = modifiedAt + 1000 * data.ttlSeconds <= now();
      if (mayBeExpired && (await deleteIfExpired(key))) deleted++;
    }
    if (deleted > 0) logger.info({ prefix: data.prefix, deleted }, "expired objects deleted");
  };
}
