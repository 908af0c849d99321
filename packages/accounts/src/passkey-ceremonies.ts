import { randomBytes } from "node:crypto";
import { AppError } from "@placard/contracts";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { limitReached } from "./account-limits.ts";
import { accountDisabled } from "./account-disabled.ts";
import { createAccountId } from "./account-id.ts";
import { CeremonyError, toCeremonyError } from "./ceremony-error.ts";
import type { CeremonyStore } from "./ceremony-store.ts";
import {
  checkAttestation,
  checkCredential,
  readClientData,
  type LoginCredential,
  type RegistrationCredential,
} from "./credential.ts";
import type { Decoys } from "./decoys.ts";
import type { Session } from "./sessions.ts";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";
import type { User, UserStore } from "./user-store.ts";

interface Deps {
  users: UserStore;
  ceremonies: CeremonyStore;
  decoys: Decoys;
  /** Epoch ms. */
  now: () => number;
  relyingParty: RelyingParty;
  /** The limit on the passkeys of one account. */
  maxPasskeys: number;
}

/** The relying party: the site that passkeys are for. */
export interface RelyingParty {
  /** The domain that passkeys are bound to. */
  id: string;
  /** The name that browsers show. */
  name: string;
  /** The origins of the pages that may run ceremonies. */
  origins: readonly string[];
}

interface RegistrationStart {
  email: string;
  name: string;
  session: Session | undefined;
}

interface RegistrationFinish {
  email: string;
  credential: RegistrationCredential;
  session: Session | undefined;
}

interface LoginFinish {
  email?: string | undefined;
  credential: LoginCredential;
}

const timeoutMs = 60_000;
const algorithms = [-8, -7, -257]; // EdDSA, ES256, RS256

/**
 * The passkey ceremonies (WebAuthn level 3, clause 7). A credential that fails verification throws CeremonyError,
 * whatever the reason. Every method rejects while Redis is unavailable.
 */
export function createPasskeyCeremonies({ users, ceremonies, decoys, now, relyingParty, maxPasskeys }: Deps) {
  const { id: rpID, name: rpName, origins } = relyingParty;
  const expected = { expectedOrigin: [...origins], expectedRPID: rpID, requireUserVerification: true };

  return {
    /**
     * Starts the registration of a new account, or of another passkey for the account of the session. Throws AppError
     * `email_taken` if another account has the email address, or `limit_reached` if the account has the maximum number of
     * passkeys.
     */
    async startRegistration({ email, name, session }: RegistrationStart) {
      const existingId = await users.findUserId(email);
      const ownSession = existingId !== undefined && session?.user.id === existingId ? session : undefined;
      if (existingId !== undefined && ownSession === undefined) throw new AppError("email_taken");
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
        timeout: timeoutMs,
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
      });
      return options;
    },

    /**
     * Finishes a registration: creates the account, or adds the passkey to the account of the session that started it.
     * Throws AppError `email_taken` or `limit_reached` if another registration has finished first.
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
        : await users.createUser(newUser, passkey);
      if (outcome === "email_taken") throw new AppError("email_taken");
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "limit_reached") throw limitReached(maxPasskeys, "passkey", "Delete");
      if (outcome !== "done") throw new CeremonyError("credential_taken", ownSession?.user.id);
      return { user: ownSession?.user ?? newUser, passkey, session: ownSession };
    },

    /**
     * Starts a login: with the passkeys of the email address, with decoys if no account has it, or, without an address,
     * with any passkey of this relying party.
     */
    async startLogin({ email }: { email?: string | undefined }) {
      const credentialIds = email === undefined ? [] : await listLoginCredentialIds(email);
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: createChallenge(),
        timeout: timeoutMs,
        userVerification: "required",
      });
      await ceremonies.startCeremony(options.challenge, {
        kind: "login",
        ...(email !== undefined && { email }),
      });
      // Without `transports`, because decoys have none.
      return {
        ...options,
        allowCredentials: credentialIds.map((id) => ({ id, type: "public-key" as const })),
      };
    },

    /** Finishes a login: the user and the passkey that was verified. */
    async finishLogin({ email, credential }: LoginFinish): Promise<{ user: User; passkey: Passkey }> {
      const clientData = readClientData(credential);
      const { challenge } = clientData;
      const [ceremony, passkey] = await Promise.all([
        ceremonies.takeCeremony(challenge), // the challenge is used up, whatever the outcome
        users.findPasskey(passkeyIdOf(credential.id)),
      ]);
      checkCredential(credential, clientData);
      if (!ceremony) throw new CeremonyError("challenge");
      if (ceremony.kind !== "login") throw new CeremonyError("ceremony");
      if (email !== undefined && ceremony.email !== undefined && email !== ceremony.email)
        throw new CeremonyError("email");
      if (passkey?.credentialId !== credential.id) throw new CeremonyError("unknown_credential");
      const user = await users.findUser(passkey.userId);
      if (!user) throw new CeremonyError("unknown_credential");
      const expectedEmail = email ?? ceremony.email;
      if (expectedEmail !== undefined && expectedEmail !== user.email)
        throw new CeremonyError("foreign_credential", user.id);
      // Clause 7.2, step 6: without an email address, only the user handle identifies the user.
      const { userHandle } = credential.response;
      if (userHandle === undefined ? expectedEmail === undefined : userHandle !== user.id)
        throw new CeremonyError("user_handle", user.id);
      await verifyLogin(credential, challenge, passkey);
      return { user, passkey };
    },
  };

  async function listLoginCredentialIds(email: string): Promise<string[]> {
    const userId = await users.findUserId(email);
    // Both are read in either case, so that response times do not reveal whether the account exists.
    const [credentialIds, decoyIds] = await Promise.all([
      users.listCredentialIds(userId ?? ""),
      decoys.listDecoys(email),
    ]);
    return userId === undefined ? decoyIds : credentialIds;
  }

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

  async function verifyLogin(
    response: LoginCredential,
    expectedChallenge: string,
    { id, credentialId, publicKey, userId, deviceType }: Passkey,
  ): Promise<void> {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      expectedChallenge,
      // The library would compare counters before it verifies the signature. With 0 it does not; recordPasskeyUse does.
      credential: { id: credentialId, publicKey: decodeBase64Url(publicKey), counter: 0 },
    }).catch((error: unknown) => {
      throw toCeremonyError(error, userId);
    });
    if (!verified) throw new CeremonyError("signature", userId);
    const { newCounter: counter, credentialBackedUp: backedUp, credentialDeviceType } = authenticationInfo;
    if (credentialDeviceType !== deviceType) throw new CeremonyError("backup_flags", userId);
    const outcome = await users.recordPasskeyUse(id, { counter, backedUp, at: now() });
    if (outcome !== "done")
      throw new CeremonyError(outcome === "counter" ? "counter" : "unknown_credential", userId);
  }
}
export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

function createChallenge(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32));
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}
