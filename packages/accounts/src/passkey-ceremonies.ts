import { AppError } from "@placard/contracts";
import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { limitReached } from "./account-limits.ts";
import { accountDisabled } from "./account-disabled.ts";
import { createAccountId } from "./account-id.ts";
import { CeremonyError, toCeremonyError } from "./ceremony-error.ts";
import type { CeremonyStore } from "./ceremony-store.ts";
import {
  checkAttestation,
  checkCredential,
  decodeBase64Url,
  readClientData,
  type RegistrationCredential,
} from "./credential.ts";
import type { Decoys } from "./decoys.ts";
import { createLoginCeremonies } from "./login-ceremonies.ts";
import { checkRecentAuthentication } from "./recent-authentication.ts";
import { ceremonyTimeoutMs, createChallenge, expectationsOf, type RelyingParty } from "./relying-party.ts";
import type { Session } from "./sessions.ts";
import { invalidInvitation, type SignUp } from "./sign-up.ts";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";
import type { User, UserStore } from "./user-store.ts";

interface Deps {
  users: UserStore;
  ceremonies: CeremonyStore;
  decoys: Decoys;
  signUp: SignUp;
  /** Epoch ms. */
  now: () => number;
  relyingParty: RelyingParty;
  /** The limit on the passkeys of one account. */
  maxPasskeys: number;
}

interface RegistrationStart {
  email: string;
  name: string;
  session: Session | undefined;
  /** The token of an invitation. */
  invite?: string | undefined;
}

interface RegistrationFinish {
  email: string;
  credential: RegistrationCredential;
  session: Session | undefined;
}

const algorithms = [-8, -7, -257]; // EdDSA, ES256, RS256

/**
 * The passkey ceremonies (WebAuthn level 3, clause 7). A credential that fails verification throws CeremonyError,
 * whatever the reason. Every method rejects while Redis is unavailable.
 */
export function createPasskeyCeremonies({
  users,
  ceremonies,
  decoys,
  signUp,
  now,
  relyingParty,
  maxPasskeys,
}: Deps) {
  const { id: rpID, name: rpName } = relyingParty;
  const expected = expectationsOf(relyingParty);

  return {
    /**
     * Starts the registration of a new account, or of another passkey for the account of the session. Throws AppError
     * `signup_closed` if the account may not be registered, whether or not it exists, `email_taken` if another account has
     * the email address, `reauthentication_required` if the user of the session was authenticated more than 5 minutes ago,
     * or `limit_reached` if the account has the maximum number of passkeys.
     */
    async startRegistration({ email, name, session, invite }: RegistrationStart) {
      const existingId = await users.findUserId(email);
      const ownSession = existingId !== undefined && session?.user.id === existingId ? session : undefined;
      const invitationId = ownSession ? undefined : await signUp.requirePermission(email, invite);
      if (existingId !== undefined && ownSession === undefined) throw new AppError("email_taken");
      if (ownSession) checkRecentAuthentication(ownSession, now());
      const userId = existingId ?? createAccountId();
      const credentialIds = ownSession ? await users.listCredentialIds(userId) : [];
      if (credentialIds.length >= maxPasskeys) throw limitReached(maxPasskeys, "passkey", "Delete");
      const options = await generateRegistrationOptions({
        rpID,
        rpName,
        userID: decodeBase64Url(userId),
        userName: email,
        userDisplayName: ownSession?.user.name ?? name,
        challenge: createChallenge(),
        timeout: ceremonyTimeoutMs,
        attestationType: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: credentialIds.map((id) => ({ id })),
      });
      await ceremonies.startCeremony(options.challenge, {
        kind: "registration",
        email,
        name,
        userId,
        ...(ownSession && { sessionId: ownSession.id }),
        ...(invitationId !== undefined && { invitationId }),
      });
      return options;
    },

    /**
     * Finishes a registration: creates the account, or adds the passkey to the account of the session that started it.
     * Throws AppError `signup_closed` (for the same invitation), `email_taken` or `limit_reached` if another registration
     * has finished first.
     */
    async finishRegistration({ email, credential, session }: RegistrationFinish) {
      const clientData = readClientData(credential);
      const { challenge } = clientData;
      const ceremony = await ceremonies.takeCeremony(challenge); // the challenge is used up, whatever the outcome
      checkCredential(credential, clientData);
      if (!ceremony) throw new CeremonyError("challenge");
      if (ceremony.kind !== "registration") throw new CeremonyError("ceremony");
      if (ceremony.email !== email) throw new CeremonyError("email");
      if (ceremony.sessionId !== undefined && ceremony.sessionId !== session?.id)
        throw new CeremonyError("session");
      const passkey = await verifyRegistration(credential, challenge, ceremony.userId);
      const newUser: User = { id: ceremony.userId, email, name: ceremony.name };
      const ownSession = ceremony.sessionId === undefined ? undefined : session;
      const outcome = ownSession
        ? await users.addPasskey(passkey, maxPasskeys)
        : await users.createUser(newUser, passkey, ceremony.invitationId);
      if (outcome === "no_invitation") throw invalidInvitation();
      if (outcome === "email_taken") throw new AppError("email_taken");
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "limit_reached") throw limitReached(maxPasskeys, "passkey", "Delete");
      if (outcome !== "done") throw new CeremonyError("credential_taken", ownSession?.user.id);
      return { user: ownSession?.user ?? newUser, passkey, session: ownSession };
    },

    ...createLoginCeremonies({ users, ceremonies, decoys, now, relyingParty }),
  };

  async function verifyRegistration(
    response: RegistrationCredential,
    expectedChallenge: string,
    userId: string,
  ): Promise<Passkey> {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response,
      expectedChallenge,
      supportedAlgorithmIDs: algorithms,
    }).catch((error: unknown) => {
      throw toCeremonyError(error);
    });
    if (!verified) throw new CeremonyError("attestation");
    const { credential, credentialDeviceType: deviceType, credentialBackedUp: backedUp } = registrationInfo;
    if (credential.id !== response.id) throw new CeremonyError("credential_id");
    checkAttestation(response.response.attestationObject, credential.publicKey);
    return {
      id: passkeyIdOf(credential.id),
      credentialId: credential.id,
      userId,
      name: "Passkey",
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      deviceType,
      backedUp,
      createdAt: now(),
      lastUsedAt: undefined,
    };
  }
}
export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;
