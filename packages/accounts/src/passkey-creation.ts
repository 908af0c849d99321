import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { AccountOptions } from "./account-options.ts";
import { CeremonyError, toCeremonyError } from "./ceremony-error.ts";
import { checkAttestation } from "./attestation.ts";
import { decodeBase64Url, type RegistrationCredential } from "./credential.ts";
import { passkeyName } from "./passkey-name.ts";
import { knownTransports, passkeyIdOf, type Passkey } from "./passkey-store.ts";
import { checkPasskeyPolicy, hintsOf } from "./passkey-policy.ts";
import { ceremonyTimeoutMs, createChallenge, expectationsOf } from "./relying-party.ts";
import { algorithms, checkPublicKey } from "./public-key.ts";
import type { User } from "./user-store.ts";

interface Expectation {
  challenge: string;
  userId: string;
  /** The `User-Agent` header field of the client. */
  userAgent: string | undefined;
}

/** The creation of passkeys (WebAuthn level 3, clause 7.1): the part that registration and recovery share. */
export function createPasskeyCreation({ now, relyingParty }: Pick<AccountOptions, "now" | "relyingParty">) {
  const expected = expectationsOf(relyingParty);
  const { passkeyPolicy } = relyingParty;

  return {
    /**
     * Options for `navigator.credentials.create`. Authenticators with one of the credentials are excluded.
     */
    async createOptions({ id, email, name }: User, credentialIds: readonly string[]) {
      const creationOptions = await generateRegistrationOptions({
        rpID: relyingParty.id,
        rpName: relyingParty.name,
        userID: decodeBase64Url(id),
        userName: email,
        userDisplayName: name,
        challenge: decodeBase64Url(createChallenge()),
        timeout: ceremonyTimeoutMs,
        attestationType: typeof passkeyPolicy === "string" ? "none" : "direct",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: credentialIds.map((credentialId) => ({ id: credentialId })),
      });
      return { ...creationOptions, ...hintsOf(passkeyPolicy) };
    },

    /**
     * Verifies a new credential. Returns a passkey named by provider and device. Throws CeremonyError, or
     * AppError `passkey_not_permitted`.
     */
    async verify(
      response: RegistrationCredential,
      { challenge: expectedChallenge, userId, userAgent }: Expectation,
    ): Promise<Passkey> {
      const { transports = [] } = response.response as { transports?: string[] };
      const attestationObject = decodeBase64Url(response.response.attestationObject);
      const { algorithm, hasCertificates } = checkAttestation(attestationObject, passkeyPolicy);
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...expected,
        response,
        expectedChallenge,
        supportedAlgorithmIDs: algorithms,
      }).catch((error: unknown) => {
        throw toCeremonyError(error);
      });
      if (!verified) throw new CeremonyError("attestation");
      const {
        aaguid,
        credential,
        credentialDeviceType: deviceType,
        credentialBackedUp: backedUp,
      } = registrationInfo;
      if (credential.id !== response.id) throw new CeremonyError("credential_id");
      await checkPublicKey(credential.publicKey, algorithm);
      checkPasskeyPolicy(passkeyPolicy, { deviceType, aaguid, isAttested: hasCertificates });
      return {
        id: passkeyIdOf(credential.id),
        credentialId: credential.id,
        userId,
        name: passkeyName({
          aaguid,
          attachment: response.authenticatorAttachment,
          transports,
          userAgent,
        }),
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        aaguid,
        isAttested: hasCertificates,
        transports: knownTransports.filter((known) => transports.includes(known)),
        deviceType,
        backedUp,
        createdAt: now(),
        lastUsedAt: undefined,
      };
    },
  };
}
export type PasskeyCreation = ReturnType<typeof createPasskeyCreation>;
