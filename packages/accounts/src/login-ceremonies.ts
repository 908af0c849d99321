import type { AccountOptions } from "./account-options.ts";
import { createAssertionVerifier, type Assertion } from "./assertion.ts";
import { CeremonyError } from "./ceremony-error.ts";
import type { Ceremony, CeremonyStore } from "./ceremony-store.ts";
import type { LoginCredential } from "./credential.ts";
import { createDecoys } from "./decoys.ts";
import { hintsOf } from "./passkey-policy.ts";
import { ceremonyTimeoutMs, createChallenge } from "./relying-party.ts";
import type { Session } from "./session-store.ts";
import type { CeremonyParts } from "./passkey-ceremonies.ts";
import type { ClientInfo } from "./client-info.ts";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";
import type { User } from "./user-store.ts";

/** A credential, with the email address that the finish names, if any. */
interface PresentedLogin {
  email?: string | undefined;
  credential: LoginCredential;
}

/** The login that a credential finishes: the client that signs in. */
export interface LoginFinish extends PresentedLogin {
  client?: ClientInfo;
}

/** The re-authentication that a credential finishes: the session that presents it. */
export interface ReauthenticationFinish extends PresentedLogin {
  session: Session;
}

/** The ceremony of a login, with the passkey that its credential names and its user, if there are any. */
interface TakenLogin {
  ceremony: { email?: string };
  passkey: Passkey | undefined;
  user: User | undefined;
}

/**
 * The ceremonies that verify a passkey (WebAuthn level 3, clause 7.2): a login, and the re-authentication of
 * a session. A credential that fails verification throws CeremonyError, whatever the reason.
 */
export function createLoginCeremonies(
  { redis, now, relyingParty }: AccountOptions,
  { users, sessions }: CeremonyParts,
  ceremonies: CeremonyStore,
) {
  const decoys = createDecoys(redis);
  const verifyAssertion = createAssertionVerifier(relyingParty);

  return {
    /**
     * Starts a login with the passkeys of the email address, or with decoys if no account has it. Without an
     * address, any passkey of this relying party is accepted.
     */
    async startLogin({ email }: { email?: string | undefined }) {
      if (email === undefined) return start({ kind: "login" }, []);
      return start({ kind: "login", email }, listLoginCredentialIds(email));
    },

    /**
     * Finishes a login: creates a session of the user whose passkey was verified, as `createSession` does.
     * Throws AppError `forbidden` if the account is disabled.
     */
    async finishLogin({ email, credential, client }: LoginFinish) {
      const [taken, decoy] = await Promise.all([
        takeCeremony("login", credential),
        decoys.createDecoyPasskey(credential.id),
      ]);
      const signIn = checkLogin(taken, credential, email);
      // Also verified if the login fails anyway, so that response times do not reveal which passkeys exist.
      const assertion = await verifyAssertion(credential, taken.challenge, taken.passkey ?? decoy).catch(
        (error: unknown) => {
          throw signIn instanceof CeremonyError ? signIn : error;
        },
      );
      if (signIn instanceof CeremonyError) throw signIn;
      const { user, passkey } = signIn;
      await recordUse(passkey, assertion);
      const created = await sessions.createSession(user, passkey.id, client);
      return { user, passkey, ...created };
    },

    /** Starts the re-authentication of a session, with the passkeys of its account. */
    async startReauthentication({ id, user }: Session) {
      return start({ kind: "reauthentication", sessionId: id }, users.listCredentialIds(user.id));
    },

    /** Finishes the re-authentication of the session that started it. */
    async finishReauthentication({ email, credential, session }: ReauthenticationFinish): Promise<Passkey> {
      const { challenge, ceremony, passkey } = await takeCeremony("reauthentication", credential);
      const { user } = session;
      if (ceremony.sessionId !== session.id) throw new CeremonyError("session", user.id);
      if (email !== undefined && email !== user.email) throw new CeremonyError("email", user.id);
      if (passkey?.credentialId !== credential.id) throw new CeremonyError("unknown_credential", user.id);
      if (passkey.userId !== user.id) throw new CeremonyError("foreign_credential", passkey.userId);
      const { userHandle } = credential.response;
      if (userHandle !== undefined && userHandle !== user.id) throw new CeremonyError("user_handle", user.id);
      const assertion = await verifyAssertion(credential, challenge, passkey);
      await recordUse(passkey, assertion);
      return passkey;
    },
  };

  /** Call it after the signature was verified: nobody but the owner can use up the counter. */
  async function recordUse({ id, userId }: Passkey, assertion: Assertion): Promise<void> {
    const outcome = await users.recordPasskeyUse(id, { ...assertion, at: now() });
    if (outcome === "counter") throw new CeremonyError("counter", userId);
    if (outcome === "no_passkey") throw new CeremonyError("unknown_credential", userId);
  }

  /** Stores a ceremony, and returns its options (WebAuthn level 3, clause 5.5). */
  async function start(ceremony: Ceremony, credentialIds: readonly string[] | Promise<readonly string[]>) {
    const challenge = createChallenge();
    const [ids] = await Promise.all([credentialIds, ceremonies.startCeremony(challenge, ceremony)]);
    return {
      rpId: relyingParty.id,
      challenge,
      timeout: ceremonyTimeoutMs,
      userVerification: "required" as const,
      // Without `transports`, because decoys have none.
      allowCredentials: ids.map((id) => ({ id, type: "public-key" as const })),
      ...hintsOf(relyingParty.passkeyPolicy),
    };
  }

  /**
   * The ceremony that a credential finishes, and the passkey that it names, if there is one, with its user.
   */
  async function takeCeremony<Kind extends "login" | "reauthentication">(
    kind: Kind,
    credential: LoginCredential,
  ) {
    const [taken, found] = await Promise.all([
      ceremonies.takeCeremony(kind, credential),
      users.findPasskeyAndUser(passkeyIdOf(credential.id)),
    ]);
    return { ...taken, ...found };
  }

  async function listLoginCredentialIds(email: string): Promise<string[]> {
    // Both are read in either case, so that response times do not reveal whether the account exists.
    const [credentialIds, decoyIds] = await Promise.all([
      users.findCredentialIds(email),
      decoys.listDecoys(email),
    ]);
    return credentialIds ?? decoyIds;
  }
}

/** The passkey and the user that sign in with a valid assertion, or why the login fails in any case. */
function checkLogin(
  { ceremony, passkey, user }: TakenLogin,
  { id, response: { userHandle } }: LoginCredential,
  email: string | undefined,
): { passkey: Passkey; user: User } | CeremonyError {
  if (email !== undefined && ceremony.email !== undefined && email !== ceremony.email)
    return new CeremonyError("email");
  if (passkey?.credentialId !== id || !user) return new CeremonyError("unknown_credential");
  const expectedEmail = email ?? ceremony.email;
  if (expectedEmail !== undefined && expectedEmail !== user.email)
    return new CeremonyError("foreign_credential", user.id);
  // Clause 7.2, step 6: without an email address, only the user handle identifies the user.
  if (userHandle === undefined ? expectedEmail === undefined : userHandle !== user.id)
    return new CeremonyError("user_handle", user.id);
  return { passkey, user };
}
