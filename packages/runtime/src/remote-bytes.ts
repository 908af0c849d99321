import { renderKeys, type RemoteBytesQuota } from "@placard/contracts";
import { defineScript } from "./redis-script.ts";
import type { RedisClient } from "./redis.ts";
import { dailyQuotaExceeded, startOfNextDay, utcDay } from "./utc-day.ts";

const countScript = defineScript(`
local total = redis.call("INCRBY", keys.bytes, args.bytes)
redis.call("PEXPIREAT", keys.bytes, args.expiresAt)
return total`);

/** Counts the bytes that are fetched for accounts. Processes count together, while files arrive. */
export function createRemoteBytes({ redis, now }: { redis: RedisClient; now: () => number }) {
  const keyOf = (payer: string) => renderKeys.remoteBytes(payer, utcDay(now()));
  const exceeded = () =>
    dailyQuotaExceeded(
      "The account has used up the bytes that it may fetch from other servers in a day",
      now(),
    );

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
            const args = { bytes, expiresAt: startOfNextDay(now()) };
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
