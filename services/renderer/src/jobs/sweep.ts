import { imagePrefix, recipePrefix, queuePrefix, sweepQueue } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import { Queue, type ConnectionOptions, type Job } from "bullmq";

/** `sweep`: look through all of storage. `remove`: one object, known to expire before its kind does. */
type SweepJob = { prefix: string; ttlSeconds: number } | { key: string };

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

/** Schedules the sweeps: one for all renderers, whoever asks for it, however often. */
export function createImageSweeper({ connection, imageTtlSeconds, recipeTtlSeconds }: Deps) {
  const queue = new Queue<SweepJob>(sweepQueue, { connection, prefix: queuePrefix });
  queue.on("error", () => {}); // the connection logs its outages itself

  async function schedule(prefix: string, ttlSeconds: number): Promise<void> {
    await queue.upsertJobScheduler(
      `sweep-${prefix}`,
      { every: 1000 * sweepEverySeconds(ttlSeconds) },
      { name: "sweep", data: { prefix, ttlSeconds }, opts: jobPolicy },
    );
  }

  return {
    /** Sees to it that expired images and recipes are swept from now on. */
    async start(): Promise<void> {
      await Promise.all([schedule(imagePrefix, imageTtlSeconds), schedule(recipePrefix, recipeTtlSeconds)]);
    },

    /** Has an object removed in `afterMs`, unless it has been written anew by then. */
    async removeLater(key: string, afterMs: number): Promise<void> {
      await queue.add("remove", { key }, { ...jobPolicy, delay: afterMs });
    },

    close: () => queue.close(),
  };
}
export type ImageSweeper = ReturnType<typeof createImageSweeper>;

/** A tenth of what is swept lives for, but from a second to an hour. */
function sweepEverySeconds(ttlSeconds: number): number {
  return Math.min(3600, Math.max(1, Math.floor(ttlSeconds / 10)));
}

interface ProcessorDeps {
  store: Pick<ImageStore, "head" | "list" | "delete">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The sweep job: removes objects that have expired. The store's own dates decide, so nothing else has to be kept. */
export function createSweepProcessor({ store, logger, now }: ProcessorDeps) {
  async function removeIfExpired(key: string): Promise<boolean> {
    const meta = await store.head(key); // it may have been written anew since it was listed
    if (meta && meta.expiresAt > now()) return false;
    await store.delete(key);
    return true;
  }

  return async function sweep({ data }: Job<SweepJob>): Promise<void> {
    if ("key" in data) {
      await removeIfExpired(data.key);
      return;
    }
    let removed = 0;
    for await (const { key, modifiedAt } of store.list(data.prefix)) {
      const due = modifiedAt + 1000 * data.ttlSeconds <= now();
      if (due && (await removeIfExpired(key))) removed++;
    }
    if (removed > 0) logger.info({ prefix: data.prefix, removed }, "expired objects removed");
  };
}
