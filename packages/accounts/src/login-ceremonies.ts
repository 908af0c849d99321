import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { CeremonyError, toCeremonyError } from "./ceremony-error.ts";
import type { Ceremony, CeremonyStore } from "./ceremony-store.ts";
import { decodeBase64Url, type LoginCredential } from "./credential.ts";
import type { Decoys } from "./decoys.ts";
import { ceremonyTimeoutMs, createChallenge, expectationsOf, type RelyingParty } from "./relying-party.ts";
import type { Session } from "./session-store.ts";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";
import type { User, UserStore } from "./user-store.ts";

interface Deps {
  users: UserStore;
  ceremonies: CeremonyStore;
  decoys: Decoys;
  /** Epoch ms. */
  now: () => number;
  relyingParty: RelyingParty;
}

/** The credential of a login, with the email address that the finish names, if any. */
export interface LoginFinish {
  email?: string | undefined;
  credential: LoginCredential;
}

/** The same for the re-authentication of a session: the session that presents the credential. */
export interface ReauthenticationFinish extends LoginFinish {
  session: Session;
}

/**
 * The ceremonies that verify a passkey (WebAuthn level 3, clause 7.2): a login, and the re-authentication of a session. A
 * credential that fails verification throws CeremonyError, whatever the reason.
 */
export function createLoginCeremonies({ users, ceremonies, decoys, now, relyingParty }: Deps) {
  const expected = expectationsOf(relyingParty);

  return {
    /**
     * Starts a login: with the passkeys of the email address, with decoys if no account has it, or, without an address,
     * with any passkey of this relying party.
     */
    async startLogin({ email }: { email?: string | undefined }) {
      const credentialIds = email === undefined ? [] : await listLoginCredentialIds(email);
      return start({ kind: "login", ...(email !== undefined && { email }) }, credentialIds);
    },

    /** Finishes a login: the user and the passkey that was verified. */
    async finishLogin({ email, credential }: LoginFinish): Promise<{ user: User; passkey: Passkey }> {
      const { challenge, ceremony, passkey } = await takeCeremony("login", credential);
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

    /** Starts the re-authentication of a session, with the passkeys of its account. */
    async startReauthentication({ id, user }: Session) {
      return start({ kind: "reauthentication", sessionId: id }, await users.listCredentialIds(user.id));
    },

    /** Finishes the re-authentication of the session that started it: the passkey of its account that was verified. */
    async finishReauthentication({ email, credential, session }: ReauthenticationFinish): Promise<Passkey> {
      const { challenge, ceremony, passkey } = await takeCeremony("reauthentication", credential);
      const { user } = session;
      if (ceremony.sessionId !== session.id) throw new CeremonyError("session", user.id);
      if (email !== undefined && email !== user.email) throw new CeremonyError("email", user.id);
      if (passkey?.credentialId !== credential.id) throw new CeremonyError("unknown_credential", user.id);
      if (passkey.userId !== user.id) throw new CeremonyError("foreign_credential", passkey.userId);
      const { userHandle } = credential.response;
      if (userHandle !== undefined && userHandle !== user.id) throw new CeremonyError("user_handle", user.id);
      await verifyLogin(credential, challenge, passkey);
      return passkey;
    },
  };

  async function start(ceremony: Ceremony, credentialIds: readonly string[]) {
    const options = await generateAuthenticationOptions({
      rpID: relyingParty.id,
      challenge: createChallenge(),
      timeout: ceremonyTimeoutMs,
      userVerification: "required",
    });
    await ceremonies.startCeremony(options.challenge, ceremony);
    // Without `transports`, because decoys have none.
    return { ...options, allowCredentials: credentialIds.map((id) => ({ id, type: "public-key" as const })) };
  }

  /** The ceremony that a credential finishes, and the passkey that it names, if there is one. */
  async function takeCeremony<Kind extends "login" | "reauthentication">(
    kind: Kind,
    credential: LoginCredential,
  ) {
    const [taken, passkey] = await Promise.all([
      ceremonies.takeCeremony(kind, credential),
      users.findPasskey(passkeyIdOf(credential.id)),
    ]);
    return { ...taken, passkey };
  }

  async function listLoginCredentialIds(email: string): Promise<string[]> {
    const userId = await users.findUserId(email);
    // Both are read in either case, so that response times do not reveal whether the account exists.
    const [credentialIds, decoyIds] = await Promise.all([
      users.listCredentialIds(userId ?? ""),
      decoys.listDecoys(email),
    ]);
    return userId === undefined ? decoyIds : credentialIds;
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
