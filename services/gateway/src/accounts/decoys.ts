import { createHmac, randomBytes } from "node:crypto";
import type { RedisClient } from "@placard/runtime";
import { accountKeys } from "./account-keys.ts";

/** Lengths, in bytes, that credential ids of common authenticators have. */
const usualLengths = [16, 20, 32, 32, 32, 48, 64];

/**
 * Credential ids for e-mails that have no account: the same for an e-mail at every gateway and after every restart, and
 * like real ones to look at. Rejects where Redis is out of reach.
 */
export function createDecoys(redis: RedisClient) {
  let secret: Promise<string> | undefined;

  async function readSecret(): Promise<string> {
    await redis.set(accountKeys.decoySecret, randomBytes(32).toString("base64url"), "NX");
    const kept = await redis.get(accountKeys.decoySecret);
    if (kept === null) throw new Error("the secret of the decoys is gone");
    return kept;
  }

  return {
    async credentialIds(email: string): Promise<string[]> {
      secret ??= readSecret().catch((error: unknown) => {
        secret = undefined;
        throw error;
      });
      const hash = createHmac("sha512", await secret)
        .update(email)
        .digest();
      const count = hash[0]! < 64 ? 2 : 1; // a quarter of the accounts has a second passkey
      return Array.from({ length: count }, (_, i) => {
        const id = createHmac("sha512", hash).update(String(i)).digest();
        return id.subarray(0, usualLengths[hash[1 + i]! % usualLengths.length]).toString("base64url");
      });
    },
  };
}
export type Decoys = ReturnType<typeof createDecoys>;
