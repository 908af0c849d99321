import { defineScript } from "@placard/runtime";
import { accountDisabled } from "./account-errors.ts";
import { CeremonyError } from "./ceremony-error.ts";
import type { CeremonyStore } from "./ceremony-store.ts";
import type { RegistrationCredential } from "./credential.ts";
import type { AccountOptions } from "./account-options.ts";
import type { CeremonyParts } from "./passkey-ceremonies.ts";
import type { PasskeyCreation } from "./passkey-creation.ts";
import type { Passkey } from "./passkey-store.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { toFields } from "./redis-fields.ts";
import { recoveryKeys, sessionKeys, userKeys } from "./redis-keys.ts";
import type { User } from "./user-store.ts";

/** The email address of an account, and a recovery code as the user typed it. */
export interface RecoveryStart {
  email: string;
  code: string;
}

/** The email address of the start, and the new credential. */
export interface RecoveryFinish {
  email: string;
  credential: RegistrationCredential;
  /** The `User-Agent` header field of the client, for the name of the passkey. */
  userAgent?: string | undefined;
}

export interface Recovery {
  user: User;
  passkey: Passkey;
  /** How many sessions were revoked. */
  revokedSessions: number;
  /** The passkey that was deleted because the account had the maximum number of passkeys. */
  deletedPasskeyId: string | undefined;
}

// Redis runs a script atomically. Of concurrent recoveries with one code, one succeeds. Only a recovery that
// adds its passkey uses up the code. A full account loses the passkey that was used longest ago, because its
// user cannot sign in to delete one.
const recoverScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return { "no_user" } end
if redis.call("HEXISTS", keys.user, "disabledAt") == 1 then return { "disabled" } end
if redis.call("EXISTS", keys.passkey) == 1 then return { "credential_taken" } end
if redis.call("GET", keys.issuedCode) == args.codeHash then
  redis.call("DEL", keys.issuedCode)
elseif redis.call("SREM", keys.codes, args.codeHash) == 0 then
  return { "recovery_code" }
end
local ids, deleted = redis.call("HKEYS", keys.passkeysOf), ""
if #ids >= args.maxPasskeys then
  local oldest
  for _, id in ipairs(ids) do
    local times = redis.call("HMGET", args.passkeyPrefix .. id, "lastUsedAt", "createdAt")
    local used = tonumber(times[1] or times[2]) or 0
    if not oldest or used < oldest then oldest, deleted = used, id end
  end
  redis.call("HDEL", keys.passkeysOf, deleted)
  redis.call("DEL", args.passkeyPrefix .. deleted)
end
redis.call("HSET", keys.passkey, unpack(args.passkey))
redis.call("HSET", keys.passkeysOf, args.id, args.credentialId)
local sessions = 0
for _, id in ipairs(redis.call("ZRANGE", keys.sessionsOf, 0, -1)) do
  sessions = sessions + redis.call("DEL", args.sessionPrefix .. id)
end
redis.call("DEL", keys.sessionsOf)
return { "done", sessions, deleted }`);

/**
 * The ceremony that recovers an account: a recovery code permits the registration of a passkey without a
 * session. A credential or code that fails verification throws CeremonyError, whatever the reason.
 */
export function createRecoveryCeremonies(
  { redis, limits }: AccountOptions,
  { users, recoveryCodes }: CeremonyParts,
  ceremonies: CeremonyStore,
  creation: PasskeyCreation,
) {
  return {
    /**
     * Starts a recovery. The code is checked, but not used up. Throws AppError `forbidden` if the code is
     * valid and the account is disabled.
     */
    async startRecovery({ email, code }: RecoveryStart) {
      const codeHash = hashRecoveryCode(code);
      const userId = await users.findUserId(email);
      // Also checked without a user, so that response times do not reveal whether the account exists.
      const isValid = await recoveryCodes.hasCode(userId ?? "", codeHash);
      if (userId === undefined || !isValid) throw new CeremonyError("recovery_code", userId);
      const user = await users.findUserRecord(userId);
      if (!user) throw new CeremonyError("recovery_code", userId);
      if (user.disabledAt !== undefined) throw accountDisabled();
      const options = await creation.createOptions(user, await users.listCredentialIds(userId));
      await ceremonies.startCeremony(options.challenge, { kind: "recovery", email, userId, codeHash });
      return options;
    },

    /**
     * Finishes a recovery, atomically: uses up the code, adds the passkey, and revokes all sessions. If the
     * account has the maximum number of passkeys, the one that was used longest ago is deleted. Throws
     * AppError `forbidden` if the account is disabled.
     */
    async finishRecovery({ email, credential, userAgent }: RecoveryFinish): Promise<Recovery> {
      const { challenge, ceremony } = await ceremonies.takeCeremony("recovery", credential);
      const { userId, codeHash } = ceremony;
      if (ceremony.email !== email) throw new CeremonyError("email", userId);
      const passkey = await creation.verify(credential, {
        challenge,
        userId,
        userAgent,
      });
      const keys = {
        sessionsOf: sessionKeys.sessionsOf(userId),
        user: userKeys.user(userId),
        passkey: userKeys.passkey(passkey.id),
        passkeysOf: userKeys.passkeysOf(userId),
        codes: recoveryKeys.codesOf(userId),
        issuedCode: recoveryKeys.issuedCodeOf(userId),
      };
      const [outcome, revokedSessions = 0, deletedPasskeyId] = (await recoverScript(redis, keys, {
        id: passkey.id,
        credentialId: passkey.credentialId,
        passkey: toFields(passkey),
        passkeyPrefix: userKeys.passkey(""),
        sessionPrefix: sessionKeys.session(""),
        codeHash,
        maxPasskeys: limits.passkeys,
      })) as [
        outcome: "done" | "no_user" | "disabled" | "credential_taken" | "recovery_code",
        revokedSessions?: number,
        deletedPasskeyId?: string,
      ];
      if (outcome === "disabled") throw accountDisabled();
      const user = outcome === "done" ? await users.findUser(userId) : undefined;
      if (!user) throw new CeremonyError(outcome === "credential_taken" ? outcome : "recovery_code", userId);
      return { user, passkey, revokedSessions, deletedPasskeyId: deletedPasskeyId || undefined };
    },
  };
}
