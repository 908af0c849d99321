import { imageIdOfKey, objectPrefixesOf, parseImageDeletionRun, renderKeys } from "@placard/contracts";
import type { Logger, RedisClient } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";

interface Deps {
  redis: RedisClient;
  store: Pick<ImageStore, "head" | "list" | "delete">;
  logger: Pick<Logger, "info">;
  /** Epoch ms. */
  now: () => number;
}

/** How many objects are deleted at a time. */
const concurrency = 16;
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
 * Creates the function that executes all due runs that delete the images of deleted accounts (see `imageDeletionRuns`). It
 * rejects if a run has failed; that run is repeated later.
 */
export function createAccountImageDeletion({ redis, store, logger, now }: Deps) {
  const key = renderKeys.imageDeletions;

  async function claimRun(): Promise<string | undefined> {
    const entry = await redis.eval(claimScript, 1, key, now(), now() + leaseMs);
    return typeof entry === "string" ? entry : undefined;
  }

  /**
   * Deletes an object if the account owns it: accounts with the same tag have the same prefixes. The list of recent cards of its
   * template was deleted with the account, but a render that was in progress may have added its image after that.
   */
  async function deleteObject(objectKey: string, accountId: string): Promise<boolean> {
    const metadata = await store.head(objectKey);
    if (metadata?.userMetadata["owner"] !== accountId) return false;
    await store.delete(objectKey);
    const [templateId = ""] = metadata.userMetadata["template"]?.split("@") ?? [];
    await redis.del(
      renderKeys.result(imageIdOfKey(objectKey)),
      renderKeys.recentCards(accountId, templateId),
    );
    return true;
  }

  async function deleteObjects(prefix: string, accountId: string): Promise<number> {
    let deleted = 0;
    let batch: string[] = [];
    const deleteBatch = async () => {
      const outcomes = await Promise.all(batch.map((objectKey) => deleteObject(objectKey, accountId)));
      deleted += outcomes.filter(Boolean).length;
      batch = [];
    };
    for await (const { key: objectKey } of store.list(prefix)) {
      batch.push(objectKey);
      if (batch.length === concurrency) await deleteBatch();
    }
    await deleteBatch();
    return deleted;
  }

  async function executeRun(entry: string): Promise<void> {
    const { accountId, run } = parseImageDeletionRun(entry);
    let deleted = 0;
    for (const prefix of objectPrefixesOf(accountId)) deleted += await deleteObjects(prefix, accountId);
    await redis.zrem(key, entry);
    logger.info({ accountId, run, objects: deleted }, "objects of deleted account deleted");
  }

  return async function deleteAccountImages(): Promise<void> {
    for (let entry = await claimRun(); entry !== undefined; entry = await claimRun()) {
      try {
        await executeRun(entry);
      } catch (error) {
        await redis.zadd(key, "XX", now() + retryDelayMs, entry);
        throw error;
      }
    }
  };
}
