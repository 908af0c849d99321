import { createHash } from "node:crypto";
import { defineScript, type RedisClient } from "@placard/runtime";
import type { Assertion } from "./assertion.ts";
import { parseTime, toFields } from "./redis-fields.ts";
import { userKeys } from "./redis-keys.ts";
import { createRevocation } from "./revocation.ts";

/** A credential that a user signs in with. Times are epoch ms. */
export interface Passkey {
  /** Derived from the credential id, which can be too long for a URL path. */
  id: string;
  /** Base64url. */
  credentialId: string;
  userId: string;
  name: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
  /** The model of the authenticator, or the provider of the passkey; all zeros if it is not known. */
  aaguid: string;
  /** Whether certificates have attested the model. */
  isAttested: boolean;
  /** How browsers reach the authenticator, as far as they said so: see `knownTransports`. */
  transports: readonly string[];
  deviceType: "singleDevice" | "multiDevice";
  backedUp: boolean;
  createdAt: number;
  lastUsedAt: number | undefined;
}

/** The transports of authenticators (WebAuthn level 3, clause 5.8.4). Others are not stored. */
export const knownTransports: readonly string[] = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"];

/** The use of a passkey that has been verified: what its authenticator data says, at a time in epoch ms. */
export interface PasskeyUse extends Assertion {
  at: number;
}

const addScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_user" end
if redis.call("HEXISTS", keys.user, "disabledAt") == 1 then return "disabled" end
if redis.call("EXISTS", keys.passkey) == 1 then return "credential_taken" end
if redis.call("HLEN", keys.passkeysOf) >= args.max then return "limit_reached" end
redis.call("HSET", keys.passkey, unpack(args.passkey))
redis.call("HSET", keys.passkeysOf, args.id, args.credentialId)
return "done"`);
const renameScript = defineScript(`
if redis.call("HEXISTS", keys.passkeysOf, args.id) == 0 then return "not_found" end
redis.call("HSET", keys.passkey, "name", args.name)
return "done"`);
const recordUseScript = defineScript(`
local stored = tonumber(redis.call("HGET", keys.passkey, "counter"))
if not stored then return "no_passkey" end
if (args.counter > 0 or stored > 0) and args.counter <= stored then return "counter" end
redis.call("HSET", keys.passkey, "counter", args.counter, "backedUp", tostring(args.backedUp), "lastUsedAt", args.at)
return "done"`);

/** The store of passkeys, a part of the user store. Every method rejects while Redis is unavailable. */
export function createPasskeyStore(redis: RedisClient) {
  async function findPasskey(id: string): Promise<Passkey | undefined> {
    return parsePasskey(await redis.hgetall(userKeys.passkey(id)));
  }

  return {
    ...createRevocation(redis),

    /** The passkey with an id (see `passkeyIdOf`). */
    findPasskey,

    /** The credential ids of a user's passkeys, in the order of the passkey ids. */
    async listCredentialIds(userId: string): Promise<string[]> {
      const credentialIds = await redis.hgetall(userKeys.passkeysOf(userId));
      return Object.keys(credentialIds)
        .toSorted()
        .map((id) => credentialIds[id] ?? "");
    },

    /** A user's passkeys, oldest first. */
    async listPasskeys(userId: string): Promise<Passkey[]> {
      const ids = await redis.hkeys(userKeys.passkeysOf(userId));
      const passkeys = await Promise.all(ids.map(findPasskey));
      return passkeys
        .filter((passkey) => passkey !== undefined)
        .toSorted((a, b) => a.createdAt - b.createdAt);
    },

    /** Adds a passkey to an existing account that is not disabled and has fewer than `maxPasskeys`. */
    async addPasskey(
      passkey: Passkey,
      maxPasskeys: number,
    ): Promise<"done" | "no_user" | "disabled" | "credential_taken" | "limit_reached"> {
      const { user, passkey: passkeyKey, passkeysOf } = userKeys;
      const keys = {
        user: user(passkey.userId),
        passkey: passkeyKey(passkey.id),
        passkeysOf: passkeysOf(passkey.userId),
      };
      const { id, credentialId } = passkey;
      const args = { id, credentialId, passkey: toFields(passkey), max: maxPasskeys };
      return (await addScript(redis, keys, args)) as "done";
    },

    /** Renames a passkey of a user. */
    async renamePasskey(userId: string, passkeyId: string, name: string): Promise<"done" | "not_found"> {
      const keys = { passkeysOf: userKeys.passkeysOf(userId), passkey: userKeys.passkey(passkeyId) };
      return (await renameScript(redis, keys, { id: passkeyId, name })) as "done";
    },

    /**
     * Records a login with a passkey at the time `at` (epoch ms). `counter`: the signature counter has not
     * increased (WebAuthn level 3, clause 7.2, step 22), so the passkey may have been copied. Of two
     * concurrent logins with the same counter, one gets this result.
     */
    async recordPasskeyUse(id: string, use: PasskeyUse): Promise<"done" | "counter" | "no_passkey"> {
      const keys = { passkey: userKeys.passkey(id) };
      return (await recordUseScript(redis, keys, use)) as "done";
    },
  };
}

/** The passkey id of a credential id: 32 characters of its SHA-256, base64url. */
export function passkeyIdOf(credentialId: string): string {
  return createHash("sha256").update(credentialId).digest("base64url").slice(0, 32);
}

/** The passkey in the fields of a record; undefined if there are none. */
function parsePasskey(fields: Record<string, string>): Passkey | undefined {
  const { id, credentialId, userId, publicKey, deviceType, lastUsedAt } = fields;
  if (!id || !credentialId || !userId || !publicKey) return undefined;
  return {
    id,
    credentialId,
    userId,
    name: fields["name"] ?? "",
    publicKey,
    counter: Number(fields["counter"]),
    aaguid: fields["aaguid"] ?? "",
    isAttested: fields["isAttested"] === "true",
    transports: fields["transports"]?.split(",").filter(Boolean) ?? [],
    deviceType: deviceType === "multiDevice" ? "multiDevice" : "singleDevice",
    backedUp: fields["backedUp"] === "true",
    createdAt: Number(fields["createdAt"]),
    lastUsedAt: parseTime(lastUsedAt),
  };
}
