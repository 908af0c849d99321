import { randomBytes } from "node:crypto";
import type { RedisClient } from "@placard/runtime";
import { operatorAccountKey, userKeys } from "./redis-keys.ts";

/**
 * Creates an account id: 16 random bytes, base64url, without a leading hyphen, which a command line would
 * read as an option. Image ids require that it cannot be guessed (decision 10).
 */
export function createAccountId(): string {
  const id = randomBytes(16).toString("base64url");
  return id.startsWith("-") ? createAccountId() : id;
}

/**
 * The id of the operator account, which owns the keys that are created on the command line. It has no email
 * address and no passkeys. Created by the first call, and the same for every process after that. Rejects
 * while Redis is unavailable.
 */
export async function operatorAccountId(redis: RedisClient): Promise<string> {
  await redis.set(operatorAccountKey, createAccountId(), "NX");
  const id = await redis.get(operatorAccountKey);
  if (id === null) throw new Error("the operator account was deleted while its id was read");
  await redis.hset(userKeys.user(id), "id", id);
  return id;
}
