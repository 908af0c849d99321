import { randomUUID } from "node:crypto";
import { defineScript, type RedisScript, type RedisClient } from "@placard/runtime";
import { exportKeys } from "./redis-keys.ts";

/** How long a lock outlives a gateway that dies during an export, in ms. */
const ttlMs = 30_000;
const renewalIntervalMs = 10_000;

const renewScript = defineScript(`
if redis.call("GET", keys.lock) == args.token then redis.call("PEXPIRE", keys.lock, args.ttlMs) end`);
const releaseScript = defineScript(`
if redis.call("GET", keys.lock) == args.token then redis.call("DEL", keys.lock) end`);

/** The lock that permits one export of an account at a time, at all gateways together. */
export function createExportLock(redis: RedisClient) {
  return {
    /**
     * Runs a task while it holds the lock of an account. Returns false, without having run it, if an export
     * of the account is in progress. Rejects with the error of the task, or while Redis is unavailable.
     */
    async withExportLock(accountId: string, task: () => Promise<void>): Promise<boolean> {
      const [key, token] = [exportKeys.lock(accountId), randomUUID()];
      if ((await redis.set(key, token, "PX", ttlMs, "NX")) === null) return false;
      const run = (script: RedisScript) => script(redis, { lock: key }, { token, ttlMs });
      // If Redis is unavailable, the lock expires.
      const renewal = setInterval(() => void run(renewScript).catch(() => {}), renewalIntervalMs);
      try {
        await task();
      } finally {
        clearInterval(renewal);
        await run(releaseScript).catch(() => {});
      }
      return true;
    },
  };
}
export type ExportLock = ReturnType<typeof createExportLock>;
