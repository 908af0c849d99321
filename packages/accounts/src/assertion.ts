import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { CeremonyError, toCeremonyError } from "./ceremony-error.ts";
import { decodeBase64Url, type LoginCredential } from "./credential.ts";
import type { Passkey } from "./passkey-store.ts";
import { hasSignatureFormat } from "./public-key.ts";
import { checkPasskeyPolicy, type PermittedBy } from "./passkey-policy.ts";
import { expectationsOf, type RelyingParty } from "./relying-party.ts";

/** What the authenticator data of a verified assertion says about the passkey. */
export interface Assertion {
  counter: number;
  backedUp: boolean;
}

/** What an assertion is verified against. */
export type VerifiablePasskey = Pick<Passkey, "credentialId" | "publicKey" | "userId"> & PermittedBy;

/**
 * Creates the verification of assertions (WebAuthn level 3, clause 7.2). The passkey must have signed the
 * challenge for one of our origins and our RP ID. Its user must be present and verified. Otherwise it throws
 * CeremonyError, or AppError `passkey_not_permitted` for a valid one. The caller has checked the credential
 * by `checkCredential`, and compares the counter (step 22).
 */
export function createAssertionVerifier(relyingParty: RelyingParty) {
  const expected = expectationsOf(relyingParty);

  return async function verifyAssertion(
    response: LoginCredential,
    expectedChallenge: string,
    passkey: VerifiablePasskey,
  ): Promise<Assertion> {
    const { credentialId, userId, deviceType } = passkey;
    const publicKey = decodeBase64Url(passkey.publicKey);
    if (!hasSignatureFormat(publicKey, decodeBase64Url(response.response.signature)))
      throw new CeremonyError("malformed", userId);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      expectedChallenge,
      // The library compares the counter before the signature, so that a forged assertion would look like a
      // copied passkey.
      credential: { id: credentialId, publicKey, counter: 0 },
    }).catch((error: unknown) => {
      throw toCeremonyError(error, userId);
    });
    if (!verified) throw new CeremonyError("signature", userId);
    const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo;
    if (credentialDeviceType !== deviceType) throw new CeremonyError("backup_flags", userId);
    checkPasskeyPolicy(relyingParty.passkeyPolicy, passkey);
    return { counter: newCounter, backedUp: credentialBackedUp };
  };
}
