import { randomBytes } from "node:crypto";
import type { PasskeyPolicy } from "./passkey-policy.ts";

/** The relying party: the site that passkeys are for. */
export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  id: string;
  /** The name that browsers show. */
  name: string;
  /** The origins of the pages that may run ceremonies. */
  origins: readonly string[];
  passkeyPolicy: PasskeyPolicy;
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
