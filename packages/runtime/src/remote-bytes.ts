import { AppError, renderKeys, type RemoteBytesQuota } from "@placard/contracts";
import { defineScript } from "./redis-script.ts";
import type { RedisClient } from "./redis.ts";

const dayMs = 86_400_000;

const countScript = defineScript(`
local total = redis.call("INCRBY", keys.bytes, args.bytes)
redis.call("PEXPIREAT", keys.bytes, args.resetsAt)
return total`);

/** Counts the bytes that are fetched for accounts. Processes count together, while files arrive. */
export function createRemoteBytes({ redis, now }: { redis: RedisClient; now: () => number }) {
  const resetTime = () => (Math.floor(now() / dayMs) + 1) * dayMs;
  const keyOf = (payer: string) => renderKeys.remoteBytes(payer, new Date(now()).toISOString().slice(0, 10));

  function exceeded(): AppError {
    const resetsAt = resetTime();
    const reset = new Date(resetsAt).toISOString().replace(".000", "");
    return new AppError("quota_exceeded", {
      message: `The account has used up the bytes that it may fetch from other servers in a day. Retry after ${reset}, when the quota resets.`,
      retryAfterSeconds: Math.ceil((resetsAt - now()) / 1000),
    });
  }

  return {
    /**
     * Opens the fetches of one task. The function that it returns counts the bytes of a chunk. It throws
     * AppError `quota_exceeded` once a chunk before was past the quota, so that concurrent fetches exceed it
     * by little. Chunks that arrive while Redis counts others are counted together. Rejects with the same
     * error if the quota is used up, or if Redis fails.
     */
    async open(quota: RemoteBytesQuota | undefined): Promise<(bytes: number) => void> {
      if (!quota) return () => {};
      const { payer, perDay } = quota;
      if (Number(await redis.get(keyOf(payer))) >= perDay) throw exceeded();
      let failure: Error | undefined;
      let uncounted = 0;
      let isCounting = false;
      async function count(): Promise<void> {
        isCounting = true;
        do {
          const bytes = uncounted;
          uncounted = 0;
          try {
            const args = { bytes, resetsAt: resetTime() };
            const total = await countScript(redis, { bytes: keyOf(payer) }, args);
            if (Number(total) >= perDay) failure = exceeded();
          } catch (error) {
            failure = error as Error;
          }
        } while (uncounted > 0);
        isCounting = false;
      }
      return (bytes) => {
        if (failure) throw failure;
        uncounted += bytes;
        if (!isCounting) void count();
      };
    },
  };
}
export type RemoteBytes = ReturnType<typeof createRemoteBytes>;
