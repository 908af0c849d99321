import assert from "node:assert/strict";
import { createAuthenticator } from "@placard/testing";
import type { Session } from "./session-store.ts";
import {
  createPerson,
  openCeremonies,
  outcomeOf,
  rejects,
  type Ceremonies,
  type Person,
} from "./testing/ceremonies.ts";

describe("adding a passkey", () => {
  let at: Ceremonies;
  let foreign: Session;
  before(async () => {
    at = await openCeremonies();
    const { user, passkey } = await at.register(createPerson());
    foreign = await at.createSession(user, passkey.id);
  });
  after(() => at.close());

  let person: Person;
  let session: Session;
  beforeEach(async () => {
    person = createPerson();
    const { user, passkey } = await at.register(person);
    session = await at.createSession(user, passkey.id);
  });

  it("works with a session of the account, which excludes the passkeys that it has", async () => {
    const second = createAuthenticator();
    const start = { email: person.email, name: "Ignored", session };
    const { excludeCredentials, user } = await at.accounts.ceremonies.startRegistration(start);
    assert.deepEqual(
      excludeCredentials?.map(({ id }) => id),
      [person.authenticator.id],
    );
    assert.deepEqual([user.id, user.displayName], [session.user.id, session.user.name]);
    const added = await at.register(person, { session, authenticator: second });
    assert.deepEqual([added.user, added.session], [session.user, session]);
    for (const authenticator of [person.authenticator, second])
      assert.deepEqual((await at.login(person, { authenticator })).user, session.user);
  });

  it("fails with email_taken for a session of another account, and for none", async () => {
    const authenticator = createAuthenticator();
    assert.equal(await outcomeOf(at.register(person, { session: foreign, authenticator })), "email_taken");
    assert.equal(await outcomeOf(at.register(person, { authenticator })), "email_taken");
  });

  it("fails with session if the finish presents another session of the account, or none", async () => {
    const sessions = [undefined, foreign, await at.createSession(session.user, session.passkeyId ?? "")];
    for (const finishSession of sessions) {
      const authenticator = createAuthenticator();
      await rejects(at.register(person, { session, finishSession, authenticator }), "session");
      await rejects(at.login(person, { authenticator }), "unknown_credential");
    }
    assert.equal((await at.accounts.users.listPasskeys(session.user.id)).length, 1);
  });

  it("fails with limit_reached past the limit of passkeys, at the start and the finish", async () => {
    const add = () => at.register(person, { session, authenticator: createAuthenticator() });
    await add();
    const outcomes = await Promise.all([outcomeOf(add()), outcomeOf(add()), outcomeOf(add())]);
    assert.deepEqual(outcomes.toSorted(), ["done", "limit_reached", "limit_reached"]);
    const start = { email: person.email, name: "Ada Lovelace", session };
    await assert.rejects(at.accounts.ceremonies.startRegistration(start), {
      code: "limit_reached",
      message: "An account can have at most 3 passkeys. Delete one that you no longer use, then retry.",
    });
  });

  it("fails with credential_taken for a credential id that the account already has", async () => {
    await rejects(at.register(person, { session }), "credential_taken", session.user.id);
  });
});
