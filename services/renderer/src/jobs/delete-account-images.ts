import { imageIdOfKey, objectPrefixesOf, parseImageDeletionRun, renderKeys } from "@placard/contracts";
import type { Logger, RedisClient } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";
import { createTimeLimit, deleteInBatches, deletionSliceMs, type FoundObject } from "./delete-in-batches.ts";

interface Deps {
  redis: RedisClient;
  store: Pick<ImageStore, "head" | "list" | "deleteAll">;
  logger: Pick<Logger, "info">;
  /** Epoch ms. */
  now: () => number;
  sliceMs?: number;
}

/** A run in progress. */
interface Run {
  accountId: string;
  isTimeUp: () => boolean;
  /** The number of objects. */
  deleted: number;
}

/** A renderer that dies during a run is replaced after this time, in ms. Two that work on the same run do no harm. */
const leaseMs = 300_000;
/** When a run that has failed is repeated, in ms. Runs of other accounts come first. */
const retryDelayMs = 30_000;

// A run stays in the set until it has ended, so that it is repeated if its renderer dies.
const claimScript = `
local entry = redis.call("ZRANGEBYSCORE", KEYS[1], "-inf", ARGV[1], "LIMIT", 0, 1)[1]
if entry then redis.call("ZADD", KEYS[1], ARGV[2], entry) end
return entry`;

/**
 * Creates the function that executes the due runs that delete the images of deleted accounts (see `imageDeletionRuns`), until one
 * has taken `sliceMs`: the next call continues that one, after those of other accounts. It rejects if a run has failed; that run
 * is repeated later.
 */
export function createAccountImageDeletion({ redis, store, logger, now, sliceMs = deletionSliceMs }: Deps) {
  const key = renderKeys.imageDeletions;

  async function claimRun(): Promise<string | undefined> {
    const entry = await redis.eval(claimScript, 1, key, now(), now() + leaseMs);
    return typeof entry === "string" ? entry : undefined;
  }

  /**
   * Deletes the objects with a prefix that the account owns: accounts with the same tag have the same prefixes. Returns whether
   * none is left.
   */
  async function deleteObjects(prefix: string, run: Run): Promise<boolean> {
    const { deleted, after } = await deleteInBatches(store.list(prefix), {
      store,
      isDeletable: (metadata) => metadata?.userMetadata["owner"] === run.accountId,
      beforeDeletion: (objects) => redis.del(...objects.flatMap((object) => keysOf(object, run.accountId))),
      isTimeUp: run.isTimeUp,
    });
    run.deleted += deleted;
    return after === undefined;
  }

  /** Returns whether the run has ended, or its time is up. */
  async function executeRun(entry: string): Promise<boolean> {
    const { accountId, run } = parseImageDeletionRun(entry);
    const progress: Run = { accountId, isTimeUp: createTimeLimit(sliceMs), deleted: 0 };
    let hasEnded = true;
    for (const prefix of objectPrefixesOf(accountId))
      hasEnded = hasEnded && (await deleteObjects(prefix, progress));
    if (hasEnded) await redis.zrem(key, entry);
    else await redis.zadd(key, "XX", now(), entry); // the rest is due now, after that of other accounts
    logger.info(
      { accountId, run, objects: progress.deleted, hasEnded },
      "objects of deleted account deleted",
    );
    return hasEnded;
  }

  return async function deleteAccountImages(): Promise<void> {
    for (let entry = await claimRun(); entry !== undefined; entry = await claimRun()) {
      try {
        if (!(await executeRun(entry))) return;
      } catch (error) {
        await redis.zadd(key, "XX", now() + retryDelayMs, entry);
        throw error;
      }
    }
  };
}

/**
 * The Redis keys that are deleted with an object. The list of recent cards of its template was deleted with the account, but a render that
 * was in progress may have added its image after that.
 */
function keysOf({ key, metadata }: FoundObject, accountId: string): string[] {
  const [templateId = ""] = metadata?.userMetadata["template"]?.split("@") ?? [];
  return [renderKeys.result(imageIdOfKey(key)), renderKeys.recentCards(accountId, templateId)];
}
