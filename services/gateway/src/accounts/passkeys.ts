import { randomBytes } from "node:crypto";
import { AppError } from "@placard/contracts";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Ceremonies } from "./ceremonies.ts";
import { checkAttestation, checkCredential, readClientData } from "./credential.ts";
import type { Decoys } from "./decoys.ts";
import { CeremonyRefusal, refusalOf } from "./refusal.ts";
import type { Session } from "./sessions.ts";
import { passkeyIdOf, type Passkey, type User, type Users } from "./users.ts";

interface Deps {
  users: Users;
  ceremonies: Ceremonies;
  decoys: Decoys;
  /** Epoch ms. */
  now: () => number;
  rpId: string;
  rpName: string;
  /** Those a ceremony may have run at. */
  origins: readonly string[];
}

const timeout = 60_000;
const algorithms = [-8, -7, -257]; // EdDSA, ES256, RS256

/**
 * The two passkey ceremonies (WebAuthn level 3, clause 7). What does not verify is a CeremonyRefusal, whatever the
 * cause; all methods reject where Redis is out of reach.
 */
export function createPasskeys({ users, ceremonies, decoys, now, rpId, rpName, origins }: Deps) {
  const expected = { expectedOrigin: [...origins], expectedRPID: rpId, requireUserVerification: true };

  return {
    /**
     * Begins a registration: of a new account, or of another passkey for the account whose session asks. AppError
     * `email_taken` where the e-mail has another account.
     */
    async startRegistration({
      email,
      name,
      session,
    }: {
      email: string;
      name: string;
      session: Session | undefined;
    }) {
      const taken = await users.findId(email);
      const own = taken !== undefined && session?.user.id === taken ? session : undefined;
      if (taken !== undefined && own === undefined) throw new AppError("email_taken");
      const userId = own?.user.id ?? newUserId();
      const options = await generateRegistrationOptions({
        rpID: rpId,
        rpName,
        userID: bytesOf(userId),
        userName: email,
        userDisplayName: own?.user.name ?? name,
        challenge: newChallenge(),
        timeout,
        attestationType: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: own ? (await users.credentialIds(userId)).map((id) => ({ id })) : [],
      });
      const adds = own && { sessionId: own.id };
      await ceremonies.begin(options.challenge, { kind: "registration", email, name, userId, ...adds });
      return options;
    },

    /** Ends a registration. The account comes to exist here. AppError `email_taken` where another was faster. */
    async finishRegistration({ email, credential, session }: RegistrationFinish) {
      const clientData = readClientData(credential);
      const { challenge } = clientData;
      const ceremony = await ceremonies.take(challenge); // used up, whatever comes of it
      checkCredential(credential, clientData);
      if (!ceremony) throw new CeremonyRefusal("challenge");
      if (ceremony.kind !== "registration") throw new CeremonyRefusal("ceremony");
      if (ceremony.email !== email) throw new CeremonyRefusal("email");
      if (ceremony.sessionId !== undefined && ceremony.sessionId !== session?.id)
        throw new CeremonyRefusal("session");
      const passkey = await verifyRegistration(credential, challenge, ceremony.userId);
      const user: User = { id: ceremony.userId, email, name: ceremony.name };
      const adds = ceremony.sessionId === undefined ? undefined : session;
      const outcome = adds ? await users.addPasskey(passkey) : await users.create(user, passkey);
      if (outcome === "email_taken") throw new AppError("email_taken");
      if (outcome !== "done") throw new CeremonyRefusal("credential_taken", adds?.user.id);
      return { user: adds?.user ?? user, passkey, session: adds };
    },

    /** Begins a login: with the passkeys of an e-mail's account, with decoys where it has none, or with any passkey. */
    async startLogin({ email }: { email?: string | undefined }) {
      const allowed = email === undefined ? [] : await credentialIdsFor(email);
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        challenge: newChallenge(),
        timeout,
        userVerification: "required",
      });
      await ceremonies.begin(options.challenge, { kind: "login", ...(email !== undefined && { email }) });
      // Without `transports`: decoys could not have them as plausibly.
      return { ...options, allowCredentials: allowed.map((id) => ({ id, type: "public-key" as const })) };
    },

    /** Ends a login: whose passkey it is. */
    async finishLogin({ email, credential }: LoginFinish): Promise<{ user: User; passkey: Passkey }> {
      const clientData = readClientData(credential);
      const { challenge } = clientData;
      const [ceremony, passkey] = await Promise.all([
        ceremonies.take(challenge), // used up, whatever comes of it
        users.findPasskey(passkeyIdOf(credential.id)),
      ]);
      checkCredential(credential, clientData);
      if (!ceremony) throw new CeremonyRefusal("challenge");
      if (ceremony.kind !== "login") throw new CeremonyRefusal("ceremony");
      if (email !== undefined && ceremony.email !== undefined && email !== ceremony.email) {
        throw new CeremonyRefusal("email");
      }
      if (passkey?.credentialId !== credential.id) throw new CeremonyRefusal("unknown_credential");
      const user = await users.find(passkey.userId);
      if (!user) throw new CeremonyRefusal("unknown_credential");
      const named = email ?? ceremony.email;
      if (named !== undefined && named !== user.email)
        throw new CeremonyRefusal("foreign_credential", user.id);
      // The user handle is its owner's (clause 7.2, step 6), and all there is to go by where no e-mail was named.
      const { userHandle } = credential.response;
      if (userHandle === undefined ? named === undefined : userHandle !== user.id) {
        throw new CeremonyRefusal("user_handle", user.id);
      }
      await verifyLogin(credential, challenge, passkey);
      return { user, passkey };
    },
  };

  async function credentialIdsFor(email: string): Promise<string[]> {
    const userId = await users.findId(email);
    // Both ways do all of it, so that the time taken tells nothing.
    const [real, decoy] = await Promise.all([users.credentialIds(userId ?? ""), decoys.credentialIds(email)]);
    return userId === undefined ? decoy : real;
  }

  async function verifyRegistration(
    response: RegistrationResponseJSON,
    expectedChallenge: string,
    userId: string,
  ): Promise<Passkey> {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response,
      expectedChallenge,
      supportedAlgorithmIDs: algorithms,
    }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (!verified) throw new CeremonyRefusal("attestation");
    const { credential, credentialDeviceType: deviceType, credentialBackedUp: backedUp } = registrationInfo;
    if (credential.id !== response.id) throw new CeremonyRefusal("credential_id");
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
    response: AuthenticationResponseJSON,
    expectedChallenge: string,
    { id, credentialId, publicKey, userId, deviceType }: Passkey,
  ): Promise<void> {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      expectedChallenge,
      // The library would compare counters before it looks at the signature: it gets none, we compare below.
      credential: { id: credentialId, publicKey: bytesOf(publicKey), counter: 0 },
    }).catch((error: unknown) => {
      throw refusalOf(error, userId);
    });
    if (!verified) throw new CeremonyRefusal("signature", userId);
    const { newCounter: counter, credentialBackedUp: backedUp, credentialDeviceType } = authenticationInfo;
    if (credentialDeviceType !== deviceType) throw new CeremonyRefusal("backup_flags", userId);
    const outcome = await users.usePasskey(id, { counter, backedUp, at: now() });
    if (outcome !== "done")
      throw new CeremonyRefusal(outcome === "counter" ? "counter" : "unknown_credential", userId);
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>;

interface RegistrationFinish {
  email: string;
  credential: RegistrationResponseJSON;
  session: Session | undefined;
}

interface LoginFinish {
  email?: string | undefined;
  credential: AuthenticationResponseJSON;
}

function newUserId(): string {
  return randomBytes(16).toString("base64url");
}

function newChallenge(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}
