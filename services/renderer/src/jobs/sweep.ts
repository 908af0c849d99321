import {
  fallbackPrefix,
  fallbackTtlSeconds,
  imagePrefix,
  queueOptions,
  recipePrefix,
  sweepQueue,
  uploadPrefix,
  uploadTtlSeconds,
} from "@placard/contracts";
import type { ObjectMeta } from "@placard/storage";
import { DelayedError, Queue, type Job } from "bullmq";
import type { Platform } from "../platform.ts";
import { createTimeLimit, deleteInBatches, deletionSliceMs } from "./delete-in-batches.ts";

/**
 * A sweep through a prefix, the deletion of one object that expires early, or the deletion of deleted
 * accounts' images.
 */
type SweepJob = PrefixSweep | { key: string } | { task: "delete-account-images" };

/** A sweep through all objects with a prefix, or after the key that an earlier job of the sweep reached. */
interface PrefixSweep {
  prefix: string;
  ttlSeconds: number;
  after?: string;
}

/** How often the images of deleted accounts are deleted, in ms. */
const imageDeletionIntervalMs = 2_000;

const jobPolicy = {
  attempts: 3,
  backoff: { type: "exponential", delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** Schedules the jobs that delete expired objects; all renderers share one schedule. */
export function createSweepQueue({ queueRedis, settings }: Pick<Platform, "queueRedis" | "settings">) {
  const queue = new Queue<SweepJob>(sweepQueue, { connection: queueRedis, ...queueOptions });
  queue.on("error", () => {}); // the connection logs its own outages

  async function schedule(prefix: string, ttlSeconds: number): Promise<void> {
    await queue.upsertJobScheduler(
      `sweep-${prefix}`,
      { every: 1000 * sweepIntervalSeconds(ttlSeconds) },
      { name: "sweep", data: { prefix, ttlSeconds }, opts: jobPolicy },
    );
  }

  return {
    /**
     * Schedules the sweeps of expired images, recipes, uploads and fallback images, and the deletion of the
     * images of deleted accounts.
     */
    async start(): Promise<void> {
      const task = "delete-account-images";
      await Promise.all([
        schedule(imagePrefix, settings.IMAGE_TTL),
        schedule(recipePrefix, settings.RECIPE_TTL),
        schedule(uploadPrefix, uploadTtlSeconds),
        schedule(fallbackPrefix, fallbackTtlSeconds),
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

    /** Whether a job continues an earlier sweep through objects with a prefix. */
    async isContinuing(prefix: string): Promise<boolean> {
      return (await queue.getJob(continuationId(prefix))) !== undefined;
    },

    /**
     * Leaves the rest of a sweep to another job, which jobs that wait already precede.
     * @throws DelayedError if that is the same job again: its processor must reject with it
     */
    async continueLater(job: Job<SweepJob>, rest: PrefixSweep, token: string | undefined): Promise<void> {
      const jobId = continuationId(rest.prefix);
      if (job.id !== jobId) {
        await queue.add("sweep", rest, { ...jobPolicy, jobId });
        return;
      }
      await job.updateData(rest);
      await job.moveToDelayed(Date.now(), token);
      throw new DelayedError();
    },

    close: () => queue.close(),
  };
}
export type SweepQueue = ReturnType<typeof createSweepQueue>;

/** The ID of the one job that continues a sweep that takes longer than one job. */
function continuationId(prefix: string): string {
  return `continue-${prefix}`;
}

/** A tenth of the objects' time to live, between a second and an hour. */
function sweepIntervalSeconds(ttlSeconds: number): number {
  return Math.min(3600, Math.max(1, Math.floor(ttlSeconds / 10)));
}

/**
 * Creates the processor of sweep jobs. They delete objects that have expired by their own metadata, and
 * objects of deleted accounts. After `sliceMs`, the rest is another job for any renderer: other deletions and
 * a stop do not wait.
 */
export function createSweepProcessor(
  { store, logger, now }: Pick<Platform, "store" | "logger" | "now">,
  queue: SweepQueue,
  deleteAccountImages: () => Promise<void>,
  sliceMs = deletionSliceMs,
) {
  const isExpired = (metadata: ObjectMeta | undefined) => !metadata || metadata.expiresAt <= now();

  async function deleteIfExpired(key: string): Promise<void> {
    if (isExpired(await store.head(key))) await store.delete(key); // it may have been replaced
  }

  /** Returns the key after which another job continues, if the time is up. */
  async function sweep({ prefix, ttlSeconds, after }: PrefixSweep): Promise<string | undefined> {
    const deletion = await deleteInBatches(store.list(prefix, { after }), {
      store,
      isCandidate: ({ modifiedAt }) => modifiedAt + 1000 * ttlSeconds <= now(),
      isDeletable: isExpired,
      isTimeUp: createTimeLimit(sliceMs),
    });
    if (deletion.deleted > 0) logger.info({ prefix, deleted: deletion.deleted }, "expired objects deleted");
    return deletion.after;
  }

  return async function processSweepJob(job: Job<SweepJob>, token?: string): Promise<void> {
    const { data } = job;
    if ("key" in data) return deleteIfExpired(data.key);
    if ("task" in data) return deleteAccountImages();
    if (data.after === undefined && (await queue.isContinuing(data.prefix))) return; // not ended
    const after = await sweep(data);
    if (after !== undefined) await queue.continueLater(job, { ...data, after }, token);
  };
}
