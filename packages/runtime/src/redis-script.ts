import { createHash } from "node:crypto";
import type { RedisClient } from "./redis.ts";

/** Runs a script with keys and arguments on a connection. Resolves with its reply. */
export type RedisScript = (
  redis: RedisClient,
  keys: readonly string[],
  args?: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/**
 * Defines a Lua script, which Redis runs atomically. Only its SHA-1 is sent, and the text once to each server that does not have
 * it: new, restarted, or the replacement of another one. In a cluster, all keys must be in one slot.
 */
export function defineScript(lua: string): RedisScript {
  const sha = createHash("sha1").update(lua).digest("hex");
  return async (redis, keys, args = []) => {
    try {
      return await redis.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      return redis.eval(lua, keys.length, ...keys, ...args); // Redis has not run anything yet, and keeps the script from now on
    }
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("NOSCRIPT");
}
