import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { encodeCBOR, type CBORType } from "@levischuck/tiny-cbor";
import { AppError } from "@placard/contracts";
import {
  createAuthenticator,
  invalidLogins,
  invalidRegistrations,
  openTestAccounts,
  startRedis,
  type CredentialChanges,
  type LoginJSON,
  type RegistrationJSON,
  type TestRedis,
} from "@placard/testing";
import { Redis } from "ioredis";
import type { Accounts } from "./accounts.ts";
import { CeremonyError } from "./ceremony-error.ts";
import type { LoginCredential, RegistrationCredential } from "./credential.ts";
import type { Session } from "./session-store.ts";
import type { User } from "./user-store.ts";

type Authenticator = ReturnType<typeof createAuthenticator>;

/** A person with an email address that no other test uses, and one authenticator. */
interface Person {
  email: string;
  authenticator: Authenticator;
}

interface RegistrationOptions {
  authenticator?: Authenticator;
  changes?: CredentialChanges<RegistrationJSON>;
  /** The sessions that start and finish present. */
  session?: Session | undefined;
  finishSession?: Session | undefined;
  /** The email address that the finish names in place of the person's. */
  finishEmail?: string;
  finishAt?: Accounts;
}

interface LoginOptions {
  authenticator?: Authenticator;
  changes?: CredentialChanges<LoginJSON>;
  /** The email addresses that start and finish name; undefined for none. */
  startEmail?: string | undefined;
  finishEmail?: string | undefined;
  finishAt?: Accounts;
}

describe("passkey ceremonies", () => {
  let server: TestRedis;
  let connections: [Redis, Redis];
  /** The rules of two gateways that share one Redis. */
  let accounts: Accounts;
  let elsewhere: Accounts;
  let ada: Person;
  let adasUser: User;
  let eve: Person;
  let evesUser: User;
  let evesPasskey: string;
  const time = Date.UTC(2027, 0, 1, 12);

  before(async () => {
    server = await startRedis();
    connections = [new Redis(server.url), new Redis(server.url)];
    [accounts, elsewhere] = connections.map((redis) =>
      openTestAccounts(redis, { now: () => time, maxPasskeys: 3 }),
    ) as [Accounts, Accounts];
    ada = createPerson();
    adasUser = (await register(ada)).user;
    eve = createPerson();
    const registered = await register(eve);
    evesUser = registered.user;
    evesPasskey = registered.passkey.id;
  });
  after(async () => {
    for (const redis of connections) redis.disconnect();
    await server.stop();
  });

  function createPerson(authenticator = createAuthenticator()): Person {
    return { email: `${randomUUID()}@example.com`, authenticator };
  }

  async function createSession(user: User, passkeyId: string): Promise<Session> {
    return (await accounts.sessions.createSession(user, passkeyId)).session;
  }

  async function register({ email, authenticator }: Person, options: RegistrationOptions = {}) {
    const { changes, session, finishEmail = email, finishAt = accounts } = options;
    const started = await accounts.ceremonies.startRegistration({ email, name: "Ada Lovelace", session });
    const credential = (options.authenticator ?? authenticator).register(toCreation(started), changes);
    return finishAt.ceremonies.finishRegistration({
      email: finishEmail,
      credential: credential as RegistrationCredential,
      session: "finishSession" in options ? options.finishSession : session,
    });
  }

  async function login({ email, authenticator }: Person, options: LoginOptions = {}) {
    const { startEmail, finishEmail } = { startEmail: email, finishEmail: email, ...options };
    const started = await accounts.ceremonies.startLogin({ email: startEmail });
    const credential = (options.authenticator ?? authenticator).login(toRequest(started), options.changes);
    return (options.finishAt ?? accounts).ceremonies.finishLogin({
      email: finishEmail,
      credential: credential as LoginCredential,
    });
  }

  /** Replaces the attestation by one that the passkey itself has signed (WebAuthn level 3, clause 8.2). */
  function selfAttestation(alg: number): RegistrationOptions {
    const authenticator = createAuthenticator();
    const edit = ({ response }: RegistrationJSON) => {
      const [authData, clientData] = [response.authenticatorData, response.clientDataJSON].map((text) =>
        Buffer.from(text, "base64url"),
      ) as [Buffer, Buffer];
      const sig = authenticator.sign(
        Buffer.concat([authData, createHash("sha256").update(clientData).digest()]),
      );
      const attStmt = new Map<string, CBORType>([
        ["alg", alg],
        ["sig", sig],
      ]);
      const members = new Map<string, CBORType>([
        ["fmt", "packed"],
        ["attStmt", attStmt],
        ["authData", authData],
      ]);
      response.attestationObject = Buffer.from(encodeCBOR(members)).toString("base64url");
    };
    return { authenticator, changes: { edit } };
  }

  const toCreation = (options: object) => options as Parameters<Authenticator["register"]>[0];
  const toRequest = ({ challenge }: { challenge: string }) => ({ challenge, rpId: "localhost" });
  const outcomeOf = (ceremony: Promise<unknown>) =>
    ceremony.then(
      () => "done",
      (error: unknown) => {
        if (error instanceof CeremonyError) return error.reason;
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
  async function rejects(ceremony: Promise<unknown>, reason: string, userId?: string): Promise<void> {
    const error: unknown = await ceremony.then(
      () => assert.fail("the ceremony succeeded"),
      (rejection: unknown) => rejection,
    );
    assert.ok(error instanceof CeremonyError, String(error));
    assert.deepEqual([error.reason, error.userId], [reason, userId]);
  }

  describe("registration", () => {
    for (const [name, reason, changes] of invalidRegistrations) {
      it(`fails with ${reason} if ${name}; a valid one then succeeds`, async () => {
        const person = createPerson();
        await rejects(register(person, { changes }), reason);
        assert.equal(await accounts.users.findUserId(person.email), undefined);
        await register(person);
      });
    }

    it("fails with algorithm if the key is valid, but of another algorithm (ES384)", async () => {
      await rejects(register(createPerson(createAuthenticator({ algorithm: "ES384" }))), "algorithm");
    });

    const hasMlDsa = "supports" in globalThis.crypto.subtle.constructor; // Node 24.7 and later
    for (const algorithm of [
      "ES256",
      "RS256",
      "EdDSA",
      ...(hasMlDsa ? (["ML-DSA-44"] as const) : []),
    ] as const) {
      it(`creates an account with a passkey of ${algorithm}`, async () => {
        const person = createPerson(createAuthenticator({ algorithm }));
        const { user, passkey } = await register(person);
        assert.deepEqual(user, { id: user.id, email: person.email, name: "Ada Lovelace" });
        assert.match(user.id, /^[A-Za-z0-9_-]{22}$/);
        assert.deepEqual(await accounts.users.listPasskeys(user.id), [passkey]);
        assert.equal((await login(person)).user.id, user.id);
      });
    }

    it("accepts self attestation, and fails with attestation if the algorithms differ", async () => {
      await register(createPerson(), selfAttestation(-7));
      await rejects(register(createPerson(), selfAttestation(-257)), "attestation");
    });

    it("fails with credential_taken if another account has the ID, which can still log in", async () => {
      const credentialId = Buffer.from(ada.authenticator.id, "base64url");
      await rejects(register(createPerson(), { changes: { credentialId } }), "credential_taken");
      await login(ada);
    });

    it("fails with email if start and finish name different addresses", async () => {
      await rejects(register(createPerson(), { finishEmail: "other@example.com" }), "email");
    });

    it("fails with ceremony if the challenge is a login's", async () => {
      const { email, authenticator } = createPerson();
      const { challenge } = await accounts.ceremonies.startLogin({ email });
      const options = await accounts.ceremonies.startRegistration({ email, name: "Ada", session: undefined });
      const request = toCreation({ ...options, challenge });
      const credential = authenticator.register(request) as RegistrationCredential;
      await rejects(
        accounts.ceremonies.finishRegistration({ email, credential, session: undefined }),
        "ceremony",
      );
    });

    it("accepts a challenge once, at all gateways together", async () => {
      const { email, authenticator } = createPerson();
      const options = await accounts.ceremonies.startRegistration({ email, name: "Ada", session: undefined });
      const credential = authenticator.register(toCreation(options)) as RegistrationCredential;
      const outcomes = await Promise.all(
        [accounts, elsewhere, accounts, elsewhere].map(({ ceremonies }) =>
          outcomeOf(ceremonies.finishRegistration({ email, credential, session: undefined })),
        ),
      );
      assert.deepEqual(outcomes.toSorted(), ["challenge", "challenge", "challenge", "done"]);
    });

    it("creates no user before the finish", async () => {
      const person = createPerson();
      const started = await accounts.ceremonies.startRegistration({
        email: person.email,
        name: "Ada",
        session: undefined,
      });
      person.authenticator.register(toCreation(started));
      await rejects(login(person), "unknown_credential");
      assert.equal(await accounts.users.findUserId(person.email), undefined);
      assert.equal(await accounts.users.findUser(started.user.id), undefined);
    });

    it("fails with email_taken at the start for an address that has an account", async () => {
      assert.equal(await outcomeOf(register({ ...createPerson(), email: ada.email })), "email_taken");
    });

    it("accepts one of two registrations of an address that finish at once at two gateways", async () => {
      for (let round = 0; round < 20; round++) {
        const first = createPerson();
        const second = { ...createPerson(), email: first.email };
        const outcomes = await Promise.all([
          outcomeOf(register(first)),
          outcomeOf(register(second, { finishAt: elsewhere })),
        ]);
        assert.deepEqual(outcomes.toSorted(), ["done", "email_taken"]);
        const logins = await Promise.all([outcomeOf(login(first)), outcomeOf(login(second))]);
        assert.deepEqual(logins.toSorted(), ["done", "unknown_credential"]);
      }
    });

    it("accepts one of two registrations with the same credential ID that finish at once", async () => {
      for (let round = 0; round < 20; round++) {
        const [first, second] = [createPerson(), createPerson()];
        const changes = { credentialId: Buffer.from(first.authenticator.id, "base64url") };
        const outcomes = await Promise.all([
          outcomeOf(register(first, { changes })),
          outcomeOf(register(second, { changes, finishAt: elsewhere })),
        ]);
        assert.deepEqual(outcomes.toSorted(), ["credential_taken", "done"]);
      }
    });
  });

  describe("adding a passkey", () => {
    let person: Person;
    let session: Session;
    beforeEach(async () => {
      person = createPerson();
      const { user, passkey } = await register(person);
      session = await createSession(user, passkey.id);
    });

    it("works with a session of the account, which excludes the passkeys that it has", async () => {
      const second = createAuthenticator();
      const start = { email: person.email, name: "Ignored", session };
      const { excludeCredentials, user } = await accounts.ceremonies.startRegistration(start);
      assert.deepEqual(
        excludeCredentials?.map(({ id }) => id),
        [person.authenticator.id],
      );
      assert.deepEqual([user.id, user.displayName], [session.user.id, session.user.name]);
      const added = await register(person, { session, authenticator: second });
      assert.deepEqual([added.user, added.session], [session.user, session]);
      for (const authenticator of [person.authenticator, second])
        assert.deepEqual((await login(person, { authenticator })).user, session.user);
    });

    it("fails with email_taken for a session of another account, and for none", async () => {
      const foreign = await createSession(evesUser, evesPasskey);
      const authenticator = createAuthenticator();
      assert.equal(await outcomeOf(register(person, { session: foreign, authenticator })), "email_taken");
      assert.equal(await outcomeOf(register(person, { authenticator })), "email_taken");
    });

    it("fails with session if the finish presents another session of the account, or none", async () => {
      const sessions = [
        undefined,
        await createSession(evesUser, evesPasskey),
        await createSession(session.user, session.passkeyId ?? ""),
      ];
      for (const finishSession of sessions) {
        const authenticator = createAuthenticator();
        await rejects(register(person, { session, finishSession, authenticator }), "session");
        await rejects(login(person, { authenticator }), "unknown_credential");
      }
      assert.equal((await accounts.users.listPasskeys(session.user.id)).length, 1);
    });

    it("fails with limit_reached past the limit of passkeys, at the start and the finish", async () => {
      const add = () => register(person, { session, authenticator: createAuthenticator() });
      await add();
      const outcomes = await Promise.all([outcomeOf(add()), outcomeOf(add()), outcomeOf(add())]);
      assert.deepEqual(outcomes.toSorted(), ["done", "limit_reached", "limit_reached"]);
      const start = { email: person.email, name: "Ada Lovelace", session };
      await assert.rejects(accounts.ceremonies.startRegistration(start), {
        code: "limit_reached",
        message: "An account can have at most 3 passkeys. Delete one that you no longer use, then retry.",
      });
    });

    it("fails with credential_taken for a credential id that the account already has", async () => {
      await rejects(register(person, { session }), "credential_taken", session.user.id);
    });
  });

  describe("login", () => {
    for (const [name, reason, changes] of invalidLogins) {
      it(`fails with ${reason} if ${name}; a valid one then succeeds`, async () => {
        assert.equal(await outcomeOf(login(ada, { changes })), reason);
        await login(ada);
      });
    }

    it("succeeds without an email address, by the passkey alone", async () => {
      for (const [startEmail, finishEmail] of [
        [undefined, undefined],
        [ada.email, undefined],
        [undefined, ada.email],
      ])
        assert.deepEqual((await login(ada, { startEmail, finishEmail })).user, adasUser);
    });

    it("needs no user handle with an email address, and fails with user_handle without", async () => {
      const changes = {
        edit: ({ response }: LoginJSON) => Object.assign(response, { userHandle: undefined }),
      };
      await login(ada, { changes });
      await rejects(
        login(ada, { changes, startEmail: undefined, finishEmail: undefined }),
        "user_handle",
        adasUser.id,
      );
    });

    it("fails with user_handle if the user handle is another account's", async () => {
      const changes = { edit: ({ response }: LoginJSON) => (response.userHandle = evesUser.id) };
      await rejects(login(ada, { changes }), "user_handle", adasUser.id);
    });

    it("fails with signature if another key has signed, without locking the owner out", async () => {
      const { sign } = createAuthenticator();
      await rejects(login(ada, { changes: { sign } }), "signature", adasUser.id);
      await rejects(login(ada, { changes: { sign, counter: 0xffff_ffff } }), "signature", adasUser.id);
      await login(ada);
    });

    it("fails with counter if it has not increased since the last login, but not if it stays 0", async () => {
      await rejects(login(ada, { changes: { counter: 1 } }), "counter", adasUser.id);
      const synced = createPerson(createAuthenticator({ multiDevice: true, backedUp: true }));
      await register(synced);
      for (let i = 0; i < 3; i++) await login(synced);
    });

    it("succeeds for one of two logins with the same counter at the same time", async () => {
      for (let round = 0; round < 10; round++) {
        const person = createPerson();
        await register(person);
        const changes = { counter: 7 };
        const outcomes = await Promise.all([
          outcomeOf(login(person, { changes })),
          outcomeOf(login(person, { changes, finishAt: elsewhere })),
        ]);
        assert.deepEqual(outcomes.toSorted(), ["counter", "done"]);
      }
    });

    it("fails with backup_flags if a multi-device passkey has become single-device (BE)", async () => {
      const person = createPerson(createAuthenticator({ multiDevice: true }));
      const { user } = await register(person);
      await rejects(login(person, { changes: { flags: { BE: false } } }), "backup_flags", user.id);
      await login(person);
    });

    it("fails with foreign_credential for a passkey of another account than named", async () => {
      const { authenticator } = eve;
      await rejects(login(ada, { authenticator }), "foreign_credential", evesUser.id);
      await rejects(login(ada, { authenticator, startEmail: undefined }), "foreign_credential", evesUser.id);
      await rejects(login(ada, { authenticator, finishEmail: undefined }), "foreign_credential", evesUser.id);
    });

    it("fails with email if start and finish name different addresses", async () => {
      await rejects(login(ada, { startEmail: eve.email }), "email");
      await rejects(login(ada, { finishEmail: eve.email }), "email");
    });

    it("fails with ceremony if the challenge is a registration's", async () => {
      const { email } = createPerson();
      const started = await accounts.ceremonies.startRegistration({ email, name: "Ada", session: undefined });
      const credential = ada.authenticator.login(toRequest(started)) as LoginCredential;
      await rejects(accounts.ceremonies.finishLogin({ email: ada.email, credential }), "ceremony");
    });

    it("accepts a challenge once, at all gateways together", async () => {
      const started = await accounts.ceremonies.startLogin({ email: ada.email });
      const credential = ada.authenticator.login(toRequest(started)) as LoginCredential;
      const outcomes = await Promise.all(
        [accounts, elsewhere, accounts, elsewhere].map(({ ceremonies }) =>
          outcomeOf(ceremonies.finishLogin({ email: ada.email, credential })),
        ),
      );
      assert.deepEqual(outcomes.toSorted(), ["challenge", "challenge", "challenge", "done"]);
    });

    it("invalidates the challenge at the first finish, whatever the reason for its failure", async () => {
      const withReadableChallenge = invalidLogins.filter(
        ([name, reason]) => !/^(challenge|client_data)$/.test(reason) && !name.startsWith("the client data"),
      );
      assert.ok(withReadableChallenge.length > 10);
      for (const [name, reason, changes] of withReadableChallenge) {
        const started = await accounts.ceremonies.startLogin({ email: ada.email });
        const finish = (credential: LoginJSON) =>
          accounts.ceremonies.finishLogin({ email: ada.email, credential: credential as LoginCredential });
        const request = toRequest(started);
        assert.equal(await outcomeOf(finish(ada.authenticator.login(request, changes))), reason, name);
        assert.equal(await outcomeOf(finish(ada.authenticator.login(request))), "challenge", name);
      }
    });

    it("fails with challenge once the ceremony has expired, at the latest 65 s after its start", async () => {
      const [redis] = connections;
      for (const email of [ada.email, undefined]) {
        const started = await accounts.ceremonies.startLogin({ email });
        const key = `{placard}:ceremony:${started.challenge}`;
        const ttlMs = await redis.pttl(key);
        assert.ok(ttlMs > 60_000 && ttlMs <= 65_000, `${ttlMs} ms`);
        await redis.del(key);
        const credential = ada.authenticator.login(toRequest(started)) as LoginCredential;
        await rejects(accounts.ceremonies.finishLogin({ email, credential }), "challenge");
      }
    });

    it("records the time of the login, and that the passkey has been synchronized since", async () => {
      const person = createPerson(createAuthenticator({ multiDevice: true }));
      const { user, passkey } = await register(person);
      assert.deepEqual([passkey.backedUp, passkey.lastUsedAt], [false, undefined]);
      await login(person, { changes: { flags: { BS: true } } });
      const [used] = await accounts.users.listPasskeys(user.id);
      assert.deepEqual([used?.deviceType, used?.backedUp, used?.lastUsedAt], ["multiDevice", true, time]);
    });
  });

  describe("decoys", () => {
    const startLogin = async (email: string, { ceremonies } = accounts) =>
      (await ceremonies.startLogin({ email })).allowCredentials.map(({ id }) => id);

    it("are the same for an address without an account at every call and gateway", async () => {
      const lists = [
        await startLogin("unknown@example.com"),
        await startLogin("unknown@example.com"),
        await startLogin("unknown@example.com", elsewhere),
      ];
      assert.equal(new Set(lists.map((list) => list.join())).size, 1);
    });

    it("differ between addresses, and have the number and the lengths of real credential ids", async () => {
      const emails = Array.from({ length: 40 }, (_, i) => `unknown-${i}@example.com`);
      const lists = await Promise.all(emails.map((email) => startLogin(email)));
      const ids = lists.flat();
      assert.equal(new Set(ids).size, ids.length);
      for (const list of lists) assert.ok(list.length >= 1 && list.length <= 5);
      assert.deepEqual(
        [...new Set(lists.map(({ length }) => length))].toSorted((a, b) => a - b),
        [1, 2],
      );
      for (const id of ids) {
        const bytes = Buffer.from(id, "base64url");
        assert.equal(bytes.toString("base64url"), id);
        assert.ok(bytes.length >= 16 && bytes.length <= 64, `${bytes.length} bytes`);
      }
    });

    it("are replaced by the credential ids of the account once there is one", async () => {
      const person = createPerson();
      assert.ok(!(await startLogin(person.email)).includes(person.authenticator.id));
      await register(person);
      assert.deepEqual(await startLogin(person.email), [person.authenticator.id]);
    });
  });
});
