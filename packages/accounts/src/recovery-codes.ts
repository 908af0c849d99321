import { randomBytes } from "node:crypto";
import { defineScript, type RedisClient } from "@placard/runtime";
import { recoveryKeys, userKeys } from "./redis-keys.ts";
import { hashSecret } from "./secret-hash.ts";

/** How many recovery codes a user gets at once. */
const codesPerUser = 10;

const base32Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // RFC 4648, clause 6

// Redis runs a script atomically. No code is stored for a deleted account, and old codes are valid until the
// new ones are.
const replaceScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 or redis.call("EXISTS", keys.passkey) == 0 then return "no_user" end
redis.call("DEL", keys.codes, keys.issuedCode)
redis.call("HSET", keys.user, "codesPasskeyId", args.passkeyId, "codesCreatedAt", args.at)
redis.call("SADD", keys.codes, unpack(args.hashes))
return "done"`);
const issueScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_user" end
redis.call("SET", keys.issuedCode, args.hash, "PX", args.ttlMs)
return "done"`);

/**
 * The store of recovery codes: single-use codes that let a user who has lost all passkeys add a new one. Only
 * their SHA-256 is stored: a code has 80 random bits. Every method rejects while Redis is unavailable.
 */
export function createRecoveryCodes(redis: RedisClient) {
  return {
    /**
     * Creates ten recovery codes of a user at the time `at` (epoch ms). Revokes all older ones, including one
     * that the operator issued. `passkeyId` is the session's. Returns undefined if the user or the passkey
     * does not exist.
     */
    async createCodes(
      userId: string,
      { passkeyId, at }: { passkeyId: string; at: number },
    ): Promise<string[] | undefined> {
      const codes = Array.from({ length: codesPerUser }, createCode);
      const keys = { ...keysOf(userId), passkey: userKeys.passkey(passkeyId) };
      const hashes = codes.map(hashRecoveryCode);
      const outcome = await replaceScript(redis, keys, { hashes, passkeyId, at });
      return outcome === "done" ? codes : undefined;
    },

    /**
     * Issues a recovery code that expires after `ttlMs`, for an operator to send to the user. It replaces the
     * code that was issued before, but not the user's own. Returns undefined if the user does not exist.
     */
    async issueCode(userId: string, ttlMs: number): Promise<string | undefined> {
      const code = createCode();
      const outcome = await issueScript(redis, keysOf(userId), { hash: hashRecoveryCode(code), ttlMs });
      return outcome === "done" ? code : undefined;
    },

    /** How many of a user's own recovery codes have not been used. */
    async countCodes(userId: string): Promise<number> {
      return redis.scard(recoveryKeys.codesOf(userId));
    },

    /** Whether a hash belongs to a valid code of a user. Runs the same commands for every user and hash. */
    async hasCode(userId: string, hash: string): Promise<boolean> {
      const [isOwn, issued] = await Promise.all([
        redis.sismember(recoveryKeys.codesOf(userId), hash),
        redis.get(recoveryKeys.issuedCodeOf(userId)),
      ]);
      return isOwn === 1 || issued === hash;
    },
  };
}
export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;

function keysOf(userId: string) {
  return {
    user: userKeys.user(userId),
    codes: recoveryKeys.codesOf(userId),
    issuedCode: recoveryKeys.issuedCodeOf(userId),
  };
}

/** The link that opens the recovery form with a code. The fragment is not sent to servers. */
export function recoveryLink(publicUrl: string, { email, code }: { email: string; code: string }): string {
  return `${publicUrl}/#recover?${new URLSearchParams({ email, code }).toString()}`;
}

/** The SHA-256 (hex) of a recovery code. Case, hyphens and white space in the code make no difference. */
export function hashRecoveryCode(code: string): string {
  const digits = code.replace(/[\s-]/g, "").toUpperCase();
  return hashSecret(digits);
}

/** A code of 16 random base32 digits, in groups of four. */
function createCode(): string {
  const digits = Array.from(randomBytes(16), (byte) => base32Digits[byte % 32]).join("");
  return digits.replace(/(.{4})(?=.)/g, "$1-");
}
