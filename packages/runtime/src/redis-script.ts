import { createHash } from "node:crypto";
import type { RedisClient } from "./redis.ts";

/** The keys of a script by name: each one key, or a list of keys. */
export type ScriptKeys = Readonly<Record<string, string | readonly string[]>>;

/** Runs a script with its keys and arguments. Undefined members are nil in Lua. Resolves with the reply. */
export type RedisScript = (redis: RedisClient, keys: ScriptKeys, args?: object) => Promise<unknown>;

/**
 * Defines a Lua script, which Redis runs atomically. It has the tables `keys` and `args` by their names:
 * `redis.call("EXISTS", keys.user)`. In a cluster, all keys must be in one slot. Only the SHA-1 of a script
 * is sent. The text is sent once to each server that does not have it.
 */
export function defineScript(lua: string): RedisScript {
  const script = `local keys, args = unpack(cjson.decode(ARGV[1]))\n${lua}`;
  const sha = createHash("sha1").update(script).digest("hex");
  return async (redis, keys, args = {}) => {
    const names = Object.values(keys).flat();
    const json = JSON.stringify([keys, args]);
    try {
      return await redis.evalsha(sha, names.length, ...names, json);
    } catch (error) {
      if (!isUnknownScript(error)) throw error;
      // Nothing has run yet, and Redis keeps the script.
      return redis.eval(script, names.length, ...names, json);
    }
  };
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("NOSCRIPT");
}
