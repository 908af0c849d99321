import assert from "node:assert/strict";
import { createAuthenticator, invalidLogins, type LoginJSON } from "@placard/testing";
import type { LoginCredential } from "./credential.ts";
import {
  createPerson,
  openCeremonies,
  outcomeOf,
  rejects,
  toRequest,
  type Ceremonies,
  type Person,
} from "./testing/ceremonies.ts";
import type { User } from "./user-store.ts";

describe("login with a passkey", () => {
  let at: Ceremonies;
  let ada: Person;
  let adasUser: User;
  let eve: Person;
  let evesUser: User;
  before(async () => {
    at = await openCeremonies();
    ada = createPerson();
    adasUser = (await at.register(ada)).user;
    eve = createPerson();
    evesUser = (await at.register(eve)).user;
  });
  after(() => at.close());

  for (const [name, reason, changes] of invalidLogins) {
    it(`fails with ${reason} if ${name}; a valid one then succeeds`, async () => {
      assert.equal(await outcomeOf(at.login(ada, { changes })), reason);
      await at.login(ada);
    });
  }

  it("succeeds without an email address, by the passkey alone", async () => {
    for (const [startEmail, finishEmail] of [
      [undefined, undefined],
      [ada.email, undefined],
      [undefined, ada.email],
    ])
      assert.deepEqual((await at.login(ada, { startEmail, finishEmail })).user, adasUser);
  });

  it("needs no user handle with an email address, and fails with user_handle without", async () => {
    const changes = {
      edit: ({ response }: LoginJSON) => Object.assign(response, { userHandle: undefined }),
    };
    await at.login(ada, { changes });
    await rejects(
      at.login(ada, { changes, startEmail: undefined, finishEmail: undefined }),
      "user_handle",
      adasUser.id,
    );
  });

  it("fails with user_handle if the user handle is another account's", async () => {
    const changes = { edit: ({ response }: LoginJSON) => (response.userHandle = evesUser.id) };
    await rejects(at.login(ada, { changes }), "user_handle", adasUser.id);
  });

  it("fails with signature if another key has signed, without locking the owner out", async () => {
    const { sign } = createAuthenticator();
    await rejects(at.login(ada, { changes: { sign } }), "signature", adasUser.id);
    await rejects(at.login(ada, { changes: { sign, counter: 0xffff_ffff } }), "signature", adasUser.id);
    await at.login(ada);
  });

  it("fails with counter if it has not increased since the last login, but not if it stays 0", async () => {
    await rejects(at.login(ada, { changes: { counter: 1 } }), "counter", adasUser.id);
    const synced = createPerson(createAuthenticator({ multiDevice: true, backedUp: true }));
    await at.register(synced);
    for (let i = 0; i < 3; i++) await at.login(synced);
  });

  it("succeeds for one of two logins with the same counter at the same time", async () => {
    for (let round = 0; round < 10; round++) {
      const person = createPerson();
      await at.register(person);
      const changes = { counter: 7 };
      const outcomes = await Promise.all([
        outcomeOf(at.login(person, { changes })),
        outcomeOf(at.login(person, { changes, finishAt: at.elsewhere })),
      ]);
      assert.deepEqual(outcomes.toSorted(), ["counter", "done"]);
    }
  });

  it("fails with backup_flags if a multi-device passkey has become single-device (BE)", async () => {
    const person = createPerson(createAuthenticator({ multiDevice: true }));
    const { user } = await at.register(person);
    await rejects(at.login(person, { changes: { flags: { BE: false } } }), "backup_flags", user.id);
    await at.login(person);
  });

  it("fails with foreign_credential for a passkey of another account than named", async () => {
    const { authenticator } = eve;
    await rejects(at.login(ada, { authenticator }), "foreign_credential", evesUser.id);
    await rejects(at.login(ada, { authenticator, startEmail: undefined }), "foreign_credential", evesUser.id);
    await rejects(
      at.login(ada, { authenticator, finishEmail: undefined }),
      "foreign_credential",
      evesUser.id,
    );
  });

  it("fails with email if start and finish name different addresses", async () => {
    await rejects(at.login(ada, { startEmail: eve.email }), "email");
    await rejects(at.login(ada, { finishEmail: eve.email }), "email");
  });

  it("fails with ceremony if the challenge is a registration's", async () => {
    const { email } = createPerson();
    const started = await at.accounts.ceremonies.startRegistration({
      email,
      name: "Ada",
      session: undefined,
    });
    const credential = ada.authenticator.login(toRequest(started)) as LoginCredential;
    await rejects(at.accounts.ceremonies.finishLogin({ email: ada.email, credential }), "ceremony");
  });

  it("accepts a challenge once, at all gateways together", async () => {
    const started = await at.accounts.ceremonies.startLogin({ email: ada.email });
    const credential = ada.authenticator.login(toRequest(started)) as LoginCredential;
    const outcomes = await Promise.all(
      [at.accounts, at.elsewhere, at.accounts, at.elsewhere].map(({ ceremonies }) =>
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
      const started = await at.accounts.ceremonies.startLogin({ email: ada.email });
      const finish = (credential: LoginJSON) =>
        at.accounts.ceremonies.finishLogin({ email: ada.email, credential: credential as LoginCredential });
      const request = toRequest(started);
      assert.equal(await outcomeOf(finish(ada.authenticator.login(request, changes))), reason, name);
      assert.equal(await outcomeOf(finish(ada.authenticator.login(request))), "challenge", name);
    }
  });

  it("fails with challenge once the ceremony has expired, at the latest 65 s after its start", async () => {
    for (const email of [ada.email, undefined]) {
      const started = await at.accounts.ceremonies.startLogin({ email });
      const key = `{placard}:ceremony:${started.challenge}`;
      const ttlMs = await at.redis.pttl(key);
      assert.ok(ttlMs > 60_000 && ttlMs <= 65_000, `${ttlMs} ms`);
      await at.redis.del(key);
      const credential = ada.authenticator.login(toRequest(started)) as LoginCredential;
      await rejects(at.accounts.ceremonies.finishLogin({ email, credential }), "challenge");
    }
  });

  it("records the time of the login, and that the passkey has been synchronized since", async () => {
    const person = createPerson(createAuthenticator({ multiDevice: true }));
    const { user, passkey } = await at.register(person);
    assert.deepEqual([passkey.backedUp, passkey.lastUsedAt], [false, undefined]);
    await at.login(person, { changes: { flags: { BS: true } } });
    const [used] = await at.accounts.users.listPasskeys(user.id);
    assert.deepEqual([used?.deviceType, used?.backedUp, used?.lastUsedAt], ["multiDevice", true, at.time]);
  });

  describe("with decoys", () => {
    const startLogin = async (email: string, { ceremonies } = at.accounts) =>
      (await ceremonies.startLogin({ email })).allowCredentials.map(({ id }) => id);

    it("are the same for an address without an account at every call and gateway", async () => {
      const lists = [
        await startLogin("unknown@example.com"),
        await startLogin("unknown@example.com"),
        await startLogin("unknown@example.com", at.elsewhere),
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
      await at.register(person);
      assert.deepEqual(await startLogin(person.email), [person.authenticator.id]);
    });
  });
});
