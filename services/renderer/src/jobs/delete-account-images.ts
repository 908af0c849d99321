import {
  continueImageDeletion,
  imageIdOfKey,
  objectPrefixesOf,
  parseImageDeletionRun,
  renderKeys,
} from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import { createTimeLimit, deleteInBatches, deletionSliceMs, type FoundObject } from "./delete-in-batches.ts";

/**
 * A renderer that dies during a run is replaced after this time, in ms. Two that work on the same run do no
 * harm.
 */
const leaseMs = 300_000;
/** When a run that has failed is repeated, in ms. Runs of other accounts come first. */
const retryDelayMs = 30_000;

// A run stays in the set until it has ended, so that it is repeated if its renderer dies.
const claimScript = defineScript(`
local entry = redis.call("ZRANGEBYSCORE", keys.runs, "-inf", args.now, "LIMIT", 0, 1)[1]
if entry then redis.call("ZADD", keys.runs, args.leaseEnd, entry) end
return entry`);

/**
 * Creates the function that executes due runs of `imageDeletionRuns`, until one has taken `sliceMs`. The next
 * call continues that one, after other accounts' runs. It rejects if a run has failed; that run is repeated
 * later.
 */
export function createAccountImageDeletion(
  { redis, store, logger, now }: Pick<Platform, "redis" | "store" | "logger" | "now">,
  sliceMs = deletionSliceMs,
) {
  const key = renderKeys.imageDeletions;

  async function claimRun(): Promise<string | undefined> {
    const entry = await claimScript(redis, { runs: key }, { now: now(), leaseEnd: now() + leaseMs });
    return typeof entry === "string" ? entry : undefined;
  }

  /** Returns whether the run has ended, or its time is up. */
  async function executeRun(entry: string): Promise<boolean> {
    const run = parseImageDeletionRun(entry);
    const { accountId } = run;
    const isTimeUp = createTimeLimit(sliceMs);
    const prefixes = objectPrefixesOf(accountId);
    const start = prefixes.findIndex((prefix) => run.after?.startsWith(prefix));
    let { after } = run;
    let objects = 0;
    for (const prefix of prefixes.slice(Math.max(0, start))) {
      // Accounts with the same tag have the same prefixes.
      const deletion = await deleteInBatches(store.list(prefix, { after }), {
        store,
        isDeletable: (metadata) => metadata?.userMetadata["owner"] === accountId,
        beforeDeletion: (found) => redis.del(...found.flatMap((object) => keysOf(object, accountId))),
        isTimeUp,
      });
      objects += deletion.deleted;
      ({ after } = deletion);
      if (after !== undefined) break;
    }
    const hasEnded = after === undefined;
    // The rest is due now, after the runs of other accounts.
    if (after !== undefined) await redis.zadd(key, now(), continueImageDeletion(run, after));
    await redis.zrem(key, entry);
    logger.info({ accountId, run: run.run, objects, hasEnded }, "objects of deleted account deleted");
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
 * The Redis keys that are deleted with an object. A render in progress may have added its image to the recent
 * cards after the account was deleted.
 */
function keysOf({ key, metadata }: FoundObject, accountId: string): string[] {
  const [templateId = ""] = metadata?.userMetadata["template"]?.split("@") ?? [];
  return [renderKeys.result(imageIdOfKey(key)), renderKeys.recentCards(accountId, templateId)];
}
