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
// Another account does not use up a token. An email address never has two accounts.
const verifyScript = defineScript(`
local json = redis.call("GET", keys.verification)
if not json then return { "not_found" } end
local verification = cjson.decode(json)
if verification.id ~= args.userId then return { "not_found" } end
redis.call("DEL", keys.verification)
local from, to = verification.from, verification.email
if redis.call("HGET", keys.user, "email") ~= from then return { "not_found" } end
if to ~= from then
  if redis.call("SET", args.emailPrefix .. to, args.userId, "NX") == false then return { "email_taken" } end
  redis.call("DEL", args.emailPrefix .. from)
end
redis.call("HSET", keys.user, "email", to, "emailVerified", "true")
return { to ~= from and "changed" or "verified", to }`);

/** The verification of email addresses by mail. Every method rejects while Redis is unavailable. */
export function createEmailVerifications(redis: RedisClient) {
  return {
    /**
     * Issues a token for the link that verifies a user's address, or a new one.
     * At most 5 per hour are issued for an account, and for a mailbox.
     */
    async issueVerification(
      { id, email: from }: Pick<User, "id" | "email">,
      email = from,
    ): Promise<IssuedVerification> {
      const token = randomBytes(32).toString("base64url");
      const { verification, sentTo, sentBy } = verificationKeys;
      const keys = {
        verification: verification(hashSecret(token)),
        counts: [sentTo(mailboxOf(email)), sentBy(id)],
      };
      const json = JSON.stringify({ id, from, email });
      const seconds = (await issueScript(redis, keys, { json, ttlSeconds, maxPerHour })) as number;
      return seconds === 0 ? { token } : { retryAfterSeconds: Math.max(1, seconds) };
    },

    /**
     * Uses up a token of a user. The email address that it was sent to is the user's then, and verified.
     * `not_found`: the token is unknown, used, expired or another user's, or the user's email address has
     * changed since. `email_taken`: another account has got the new address.
     */
    async verifyEmail(
      token: string,
      userId: string,
    ): Promise<
      | { outcome: "verified" | "changed"; email: string }
      | { outcome: "not_found" }
      | { outcome: "email_taken" }
    > {
      const keys = {
        verification: verificationKeys.verification(hashSecret(token)),
        user: userKeys.user(userId),
      };
      const result = await verifyScript(redis, keys, { userId, emailPrefix: userKeys.email("") });
      const [outcome, email] = result as ["verified", string];
      return { outcome, email };
    },
  };
}
export type EmailVerifications = ReturnType<typeof createEmailVerifications>;

/**
 * The mailbox of an email address: the address without its subaddress (RFC 5233), so that `ada+1@example.com`
 * and `ada+2@example.com` are one. Only for limits: not all servers support subaddresses.
 */
function mailboxOf(email: string): string {
  return email.replace(/^([^+@"]+)\+[^@"]*@/, "$1@");
}
