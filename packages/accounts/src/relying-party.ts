import { randomBytes } from "node:crypto";
import { AppError } from "@placard/contracts";
import type { Passkey } from "./passkey-store.ts";

/** Which passkeys are accepted: all of them, or only those that never leave their authenticator. */
export type PasskeyPolicy = "any" | "device-bound";

/** The relying party: the site that passkeys are for. */
export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  id: string;
  /** The name that browsers show. */
  name: string;
  /** The origins of the pages that may run ceremonies. */
  origins: readonly string[];
  /** Default: `any`. */
  passkeyPolicy?: PasskeyPolicy;
}

/** The `timeout` of the options of every ceremony, in ms. */
export const ceremonyTimeoutMs = 60_000;

/** Creates a challenge: 32 random bytes (WebAuthn level 3, clause 13.4.3), base64url. */
export function createChallenge(): string {
  return randomBytes(32).toString("base64url");
}

/** What the library needs to verify the credentials of every ceremony. */
export function expectationsOf({ id, origins }: RelyingParty) {
  return { expectedOrigin: [...origins], expectedRPID: id, requireUserVerification: true };
}

/**
 * Checks a verified passkey. Its type is signed: the flag BE of the authenticator data says whether the
 * passkey can be copied to other devices (WebAuthn level 3, clause 6.1.3).
 * @throws AppError `passkey_not_permitted`
 */
export function checkPasskeyPolicy(
  { passkeyPolicy }: RelyingParty,
  { deviceType }: Pick<Passkey, "deviceType">,
): void {
  if (passkeyPolicy === "device-bound" && deviceType !== "singleDevice")
    throw new AppError("passkey_not_permitted");
}
