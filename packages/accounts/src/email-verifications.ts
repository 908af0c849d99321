import { randomBytes } from "node:crypto";
import { defineScript, type RedisClient } from "@placard/runtime";
import { userKeys, verificationKeys } from "./redis-keys.ts";
import { hashSecret } from "./secret-hash.ts";
import type { User } from "./user-store.ts";

/** A token that verifies an email address, or when the next one may be issued. */
export type IssuedVerification = { token: string } | { retryAfterSeconds: number };

const ttlSeconds = 86_400;
const maxPerHour = 5;

// Counts by account and by mailbox. So neither an account nor a mailbox can have many mails.
const issueScript = defineScript(`
for _, key in ipairs(keys.counts) do
  if tonumber(redis.call("GET", key) or "0") >= args.maxPerHour then return redis.call("TTL", key) end
end
for _, key in ipairs(keys.counts) do
  if redis.call("INCR", key) == 1 then redis.call("EXPIRE", key, 3600) end
end
redis.call("SET", keys.verification, args.json, "EX", args.ttlSeconds)
return 0`);
const verifyScript = defineScript(`
local json = redis.call("GET", keys.verification)
if not json then return false end
redis.call("DEL", keys.verification)
local verification = cjson.decode(json)
local user = args.userPrefix .. verification.id
if redis.call("HGET", user, "email") ~= verification.email then return false end
redis.call("HSET", user, "emailVerified", "true")
return json`);

/** The verification of email addresses by mail. Every method rejects while Redis is unavailable. */
export function createEmailVerifications(redis: RedisClient) {
  return {
    /**
     * Issues a token for the link that is sent to a user's email address. At most 5 per hour are issued for
     * an account, and for a mailbox.
     */
    async issueVerification({ id, email }: Pick<User, "id" | "email">): Promise<IssuedVerification> {
      const token = randomBytes(32).toString("base64url");
      const { verification, sentTo, sentBy } = verificationKeys;
      const keys = {
        verification: verification(hashSecret(token)),
        counts: [sentTo(mailboxOf(email)), sentBy(id)],
      };
      const json = JSON.stringify({ id, email });
      const seconds = (await issueScript(redis, keys, { json, ttlSeconds, maxPerHour })) as number;
      return seconds === 0 ? { token } : { retryAfterSeconds: Math.max(1, seconds) };
    },

    /**
     * Uses a token up, and marks the email address that it was sent to as verified. Undefined if the token is
     * unknown, used or expired, or if the user has another email address by now.
     */
    async verifyEmail(token: string): Promise<Pick<User, "id" | "email"> | undefined> {
      const keys = { verification: verificationKeys.verification(hashSecret(token)) };
      const json = (await verifyScript(redis, keys, { userPrefix: userKeys.user("") })) as string | null;
      return json === null ? undefined : (JSON.parse(json) as Pick<User, "id" | "email">);
    },
  };
}
export type EmailVerifications = ReturnType<typeof createEmailVerifications>;

/**
 * The mailbox of an email address: the address without its subaddress (RFC 5233), so that `ada+1@example.com`
 * and `ada+2@example.com` are one. Only for limits: not all servers support subaddresses.
 */
function mailboxOf(email: string): string {
  return email.replace(/(?<=^[^+@"]+)\+[^@"]*(?=@)/, "");
}
