import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { encodeCBOR, type CBORType } from "@levischuck/tiny-cbor";
import { createAuthenticator, invalidRegistrations, type RegistrationJSON } from "@placard/testing";
import type { RegistrationCredential } from "./credential.ts";
import {
  createPerson,
  openCeremonies,
  outcomeOf,
  rejects,
  toCreation,
  type Ceremonies,
  type RegistrationOptions,
} from "./testing/ceremonies.ts";

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

describe("registration with a passkey", () => {
  let at: Ceremonies;
  before(async () => {
    at = await openCeremonies();
  });
  after(() => at.close());

  for (const [name, reason, changes] of invalidRegistrations) {
    it(`fails with ${reason} if ${name}; a valid one then succeeds`, async () => {
      const person = createPerson();
      await rejects(at.register(person, { changes }), reason);
      assert.equal(await at.accounts.users.findUserId(person.email), undefined);
      await at.register(person);
    });
  }

  it("fails with algorithm if the key is valid, but of another algorithm (ES384)", async () => {
    await rejects(at.register(createPerson(createAuthenticator({ algorithm: "ES384" }))), "algorithm");
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
      const { user, passkey } = await at.register(person);
      assert.deepEqual(user, { id: user.id, email: person.email, name: "Ada Lovelace" });
      assert.match(user.id, /^[A-Za-z0-9_-]{22}$/);
      assert.deepEqual(await at.accounts.users.listPasskeys(user.id), [passkey]);
      assert.equal((await at.login(person)).user.id, user.id);
    });
  }

  it("accepts self attestation, and fails with attestation if the algorithms differ", async () => {
    await at.register(createPerson(), selfAttestation(-7));
    await rejects(at.register(createPerson(), selfAttestation(-257)), "attestation");
  });

  it("fails with credential_taken if another account has the ID, which can still log in", async () => {
    const ada = createPerson();
    await at.register(ada);
    const credentialId = Buffer.from(ada.authenticator.id, "base64url");
    await rejects(at.register(createPerson(), { changes: { credentialId } }), "credential_taken");
    await at.login(ada);
  });

  it("fails with email if start and finish name different addresses", async () => {
    await rejects(at.register(createPerson(), { finishEmail: "other@example.com" }), "email");
  });

  it("fails with ceremony if the challenge is a login's", async () => {
    const { email, authenticator } = createPerson();
    const { challenge } = await at.accounts.ceremonies.startLogin({ email });
    const options = await at.accounts.ceremonies.startRegistration({
      email,
      name: "Ada",
      session: undefined,
    });
    const request = toCreation({ ...options, challenge });
    const credential = authenticator.register(request) as RegistrationCredential;
    await rejects(
      at.accounts.ceremonies.finishRegistration({ email, credential, session: undefined }),
      "ceremony",
    );
  });

  it("accepts a challenge once, at all gateways together", async () => {
    const { email, authenticator } = createPerson();
    const options = await at.accounts.ceremonies.startRegistration({
      email,
      name: "Ada",
      session: undefined,
    });
    const credential = authenticator.register(toCreation(options)) as RegistrationCredential;
    const outcomes = await Promise.all(
      [at.accounts, at.elsewhere, at.accounts, at.elsewhere].map(({ ceremonies }) =>
        outcomeOf(ceremonies.finishRegistration({ email, credential, session: undefined })),
      ),
    );
    assert.deepEqual(outcomes.toSorted(), ["challenge", "challenge", "challenge", "done"]);
  });

  it("creates no user before the finish", async () => {
    const person = createPerson();
    const started = await at.accounts.ceremonies.startRegistration({
      email: person.email,
      name: "Ada",
      session: undefined,
    });
    person.authenticator.register(toCreation(started));
    await rejects(at.login(person), "unknown_credential");
    assert.equal(await at.accounts.users.findUserId(person.email), undefined);
    assert.equal(await at.accounts.users.findUser(started.user.id), undefined);
  });

  it("fails with email_taken at the start for an address that has an account", async () => {
    const ada = createPerson();
    await at.register(ada);
    assert.equal(await outcomeOf(at.register({ ...createPerson(), email: ada.email })), "email_taken");
  });

  it("accepts one of two registrations of an address that finish at once at two gateways", async () => {
    for (let round = 0; round < 20; round++) {
      const first = createPerson();
      const second = { ...createPerson(), email: first.email };
      const outcomes = await Promise.all([
        outcomeOf(at.register(first)),
        outcomeOf(at.register(second, { finishAt: at.elsewhere })),
      ]);
      assert.deepEqual(outcomes.toSorted(), ["done", "email_taken"]);
      const logins = await Promise.all([outcomeOf(at.login(first)), outcomeOf(at.login(second))]);
      assert.deepEqual(logins.toSorted(), ["done", "unknown_credential"]);
    }
  });

  it("accepts one of two registrations with the same credential ID that finish at once", async () => {
    for (let round = 0; round < 20; round++) {
      const [first, second] = [createPerson(), createPerson()];
      const changes = { credentialId: Buffer.from(first.authenticator.id, "base64url") };
      const outcomes = await Promise.all([
        outcomeOf(at.register(first, { changes })),
        outcomeOf(at.register(second, { changes, finishAt: at.elsewhere })),
      ]);
      assert.deepEqual(outcomes.toSorted(), ["credential_taken", "done"]);
    }
  });
});
