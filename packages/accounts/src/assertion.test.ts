import assert from "node:assert/strict";
import { createAuthenticator, invalidLogins, type CredentialChanges, type LoginJSON } from "@placard/testing";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import * as fc from "fast-check";
import { createAssertionVerifier } from "./assertion.ts";
import { CeremonyError } from "./ceremony-error.ts";
import {
  checkCredential,
  decodeBase64Url,
  readClientData,
  type LoginCredential,
  type RegistrationCredential,
} from "./credential.ts";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";

type Authenticator = ReturnType<typeof createAuthenticator>;

const challenge = Buffer.alloc(32, 7).toString("base64url");
const origin = "http://localhost:3000";
const expected = { expectedChallenge: challenge, expectedOrigin: [origin], expectedRPID: "localhost" };
const verifyAssertion = createAssertionVerifier({ id: "localhost", name: "Placard", origins: [origin] });

async function createPasskey(authenticator: Authenticator): Promise<Passkey> {
  const user = { id: Buffer.alloc(16, 1).toString("base64url") };
  const response = authenticator.register({ challenge, rp: { id: "localhost" }, user });
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    response: response as RegistrationCredential,
  });
  assert.ok(registrationInfo);
  const { credential, credentialDeviceType: deviceType, credentialBackedUp: backedUp } = registrationInfo;
  return {
    id: passkeyIdOf(credential.id),
    credentialId: credential.id,
    userId: user.id,
    name: "",
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: 0,
    deviceType,
    backedUp,
    createdAt: 0,
    lastUsedAt: undefined,
  };
}

/** "done", or the reason for the failure. */
async function verify(credential: LoginJSON, passkey: Passkey): Promise<string> {
  try {
    const login = credential as LoginCredential;
    const clientData = readClientData(login);
    checkCredential(login, clientData);
    if (clientData.challenge !== challenge) return "challenge"; // no such ceremony
    await verifyAssertion(login, clientData, passkey);
    return "done";
  } catch (error) {
    if (error instanceof CeremonyError) return error.reason;
    throw error;
  }
}

async function isAcceptedByLibrary(credential: LoginJSON, passkey: Passkey): Promise<boolean> {
  const { verified } = await verifyAuthenticationResponse({
    ...expected,
    response: credential as LoginCredential,
    credential: { id: passkey.credentialId, publicKey: decodeBase64Url(passkey.publicKey), counter: 0 },
  }).catch(() => ({ verified: false }));
  return verified;
}

const login = (authenticator: Authenticator, changes: CredentialChanges<LoginJSON> = {}) =>
  authenticator.login({ challenge, rpId: "localhost" }, changes);

/** Changes one byte of a base64url text, removes it, or adds one after it. */
function mutate(text: string, position: number, change: number): string {
  const bytes = Buffer.from(text, "base64url");
  const at = position % Math.max(1, bytes.length);
  const middle = change === 0 ? [] : [(bytes[at] ?? 0) ^ (change % 256), ...(change >= 256 ? [0] : [])];
  return Buffer.from([...bytes.subarray(0, at), ...middle, ...bytes.subarray(at + 1)]).toString("base64url");
}

describe("the verification of assertions", () => {
  for (const algorithm of ["ES256", "EdDSA", "RS256"] as const) {
    it(`accepts what @simplewebauthn/server accepts, and no login in which a byte was changed (${algorithm})`, async () => {
      const authenticator = createAuthenticator({ algorithm });
      const passkey = await createPasskey(authenticator);
      for (let i = 0; i < 50; i++) {
        const valid = login(authenticator);
        assert.deepEqual(
          [await verify(valid, passkey), await isAcceptedByLibrary(valid, passkey)],
          ["done", true],
        );
      }
      const members = ["clientDataJSON", "authenticatorData", "signature"] as const;
      const mutation = fc.tuple(fc.constantFrom(...members), fc.nat(400), fc.nat(511));
      await fc.assert(
        fc.asyncProperty(mutation, async ([member, position, change]) => {
          const credential = login(authenticator);
          const { response } = credential;
          const mutated = mutate(response[member], position, change);
          if (mutated === response[member]) return;
          response[member] = mutated;
          assert.notEqual(await verify(credential, passkey), "done");
        }),
        { numRuns: 300 },
      );
    });
  }

  it("rejects every login that @simplewebauthn/server rejects, also if the passkey has signed it", async () => {
    const clientData = fc.record(
      {
        type: fc.constantFrom("webauthn.get", "webauthn.create", "", 1, null),
        origin: fc.constantFrom(origin, `${origin}/`, "https://localhost:3000", [origin], null),
        crossOrigin: fc.constantFrom(false, true, null, "", 0),
        topOrigin: fc.constantFrom(origin, "", null),
        tokenBinding: fc.constantFrom({ status: "present" }, { status: "other" }, {}, "present", 0, null, []),
      },
      { requiredKeys: [] },
    );
    const flags = fc.record(
      {
        UP: fc.boolean(),
        UV: fc.boolean(),
        BE: fc.boolean(),
        BS: fc.boolean(),
        AT: fc.boolean(),
        ED: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const changes = fc.record(
      {
        clientData,
        flags,
        rpId: fc.constantFrom("localhost", "evil.example", ""),
        trailing: fc.constantFrom(new Uint8Array(), new Uint8Array([0xa0]), new Uint8Array(3)),
      },
      { requiredKeys: [] },
    );
    const authenticator = createAuthenticator();
    const passkey = await createPasskey(authenticator);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const credential = login(authenticator, change);
        if ((await verify(credential, passkey)) !== "done") return;
        accepted++;
        assert.ok(await isAcceptedByLibrary(credential, passkey));
      }),
      { numRuns: 1_000 },
    );
    assert.ok(accepted > 0);
  });

  for (const [description, reason, changes] of invalidLogins) {
    // These depend on the ceremony or on the stored counter, which the caller compares.
    if (["challenge", "counter", "unknown_credential", "user_handle"].includes(reason)) continue;
    it(`fails with ${reason} if ${description}`, async () => {
      const authenticator = createAuthenticator();
      const passkey = await createPasskey(authenticator);
      assert.equal(await verify(login(authenticator, changes), passkey), reason);
    });
  }
});
