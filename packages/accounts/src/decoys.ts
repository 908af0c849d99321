import { createHmac, randomBytes } from "node:crypto";
import type { RedisClient } from "@placard/runtime";
import { ceremonyKeys } from "./redis-keys.ts";

/** Lengths in bytes that credential ids of common authenticators have. */
const commonLengths = [16, 20, 32, 32, 32, 48, 64];

/**
 * Credential ids for email addresses without an account, so that a login start does not reveal which
 * addresses have one. They look like real ids, and an address gets the same ones at every gateway and after
 * every restart.
 */
export function createDecoys(redis: RedisClient) {
  let secret: Promise<string> | undefined;

  async function readSecret(): Promise<string> {
    await redis.set(ceremonyKeys.decoySecret, randomBytes(32).toString("base64url"), "NX");
    const stored = await redis.get(ceremonyKeys.decoySecret);
    if (stored === null) throw new Error("the decoy secret was deleted while it was read");
    return stored;
  }

  return {
    /** The decoys for a lower-case email address. The first call rejects while Redis is unavailable. */
    async listDecoys(email: string): Promise<string[]> {
      secret ??= readSecret().catch((error: unknown) => {
        secret = undefined;
        throw error;
      });
      const hash = createHmac("sha512", await secret)
        .update(email)
        .digest();
      const count = hash[0]! < 64 ? 2 : 1; // a quarter of the accounts seem to have a second passkey
      return Array.from({ length: count }, (_, i) => {
        const id = createHmac("sha512", hash).update(String(i)).digest();
        return id.subarray(0, commonLengths[hash[1 + i]! % commonLengths.length]).toString("base64url");
      });
    },
  };
}
