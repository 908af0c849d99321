import assert from "node:assert/strict";
import {
  createAuthenticator,
  type CredentialChanges,
  type LoginJSON,
  type RegistrationJSON,
} from "@placard/testing";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { libraryMessages, toCeremonyError } from "./ceremony-error.ts";
import type { LoginCredential, RegistrationCredential } from "./credential.ts";

const challenge = Buffer.alloc(32, 7).toString("base64url");
const creation = {
  challenge,
  rp: { id: "localhost" },
  user: { id: Buffer.alloc(16, 1).toString("base64url") },
};
const expected = {
  expectedChallenge: challenge,
  expectedOrigin: ["http://localhost:3000"],
  expectedRPID: "localhost",
};

/** The error that the library throws for a registration with the given changes. */
async function rejectRegistration(changes: CredentialChanges<RegistrationJSON>): Promise<Error> {
  const response = createAuthenticator().register(creation, changes) as RegistrationCredential;
  const supportedAlgorithmIDs = [-8, -7, -257];
  return rejectionOf(verifyRegistrationResponse({ ...expected, response, supportedAlgorithmIDs }));
}

/** The error that the library throws for a login with the given changes. */
async function rejectLogin(changes: CredentialChanges<LoginJSON>): Promise<Error> {
  const response = createAuthenticator().login({ challenge, rpId: "localhost" }, changes) as LoginCredential;
  const credential = { id: response.id, publicKey: new Uint8Array(), counter: 0 };
  return rejectionOf(verifyAuthenticationResponse({ ...expected, response, credential }));
}

async function rejectionOf(verification: Promise<unknown>): Promise<Error> {
  const error: unknown = await verification.then(
    () => assert.fail("the library accepted the response"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error);
  return error;
}

const attestation = (fmt: string, ...members: [string, string | number | Uint8Array | Uint8Array[]][]) => ({
  attestation: { fmt, attStmt: new Map(members) },
});

const registrations: readonly [
  message: string,
  reason: string,
  changes: CredentialChanges<RegistrationJSON>,
][] = [
  [
    'Unexpected credential type password, expected "public-key"',
    "credential_type",
    { edit: (credential) => (credential.type = "password") },
  ],
  ["Unexpected registration response type: webauthn.get", "type", { clientData: { type: "webauthn.get" } }],
  [
    'Unexpected registration response origin "https://evil.example", expected one of: http://localhost:3000',
    "origin",
    { clientData: { origin: "https://evil.example" } },
  ],
  ["Unexpected RP ID hash", "rp_id", { rpId: "evil.example" }],
  ["User presence was required, but user was not present", "user_presence", { flags: { UP: false } }],
  [
    "User verification was required, but user could not be verified",
    "user_verification",
    { flags: { UV: false } },
  ],
  [
    'Unexpected public key alg "-35", expected one of "-8, -7, -257"',
    "algorithm",
    { publicKey: new Map([[3, -35]]) },
  ],
  [
    "No attestation signature provided in attestation statement (Packed)",
    "attestation",
    attestation("packed"),
  ],
  [
    "Single-device credential indicated that it was backed up, which should be impossible.",
    "backup_flags",
    { flags: { BS: true, BE: false } },
  ],
];

const logins: readonly [message: string, reason: string, changes: CredentialChanges<LoginJSON>][] = [
  [
    "Unexpected authentication response type: webauthn.create",
    "type",
    { clientData: { type: "webauthn.create" } },
  ],
  [
    'Unexpected authentication response origin "https://evil.example", expected one of: http://localhost:3000',
    "origin",
    { clientData: { origin: "https://evil.example" } },
  ],
  ["User not present during authentication", "user_presence", { flags: { UP: false } }],
];

describe("messages of @simplewebauthn/server", () => {
  const cases = [
    ...registrations.map(
      ([message, reason, changes]) => [message, reason, () => rejectRegistration(changes)] as const,
    ),
    ...logins.map(([message, reason, changes]) => [message, reason, () => rejectLogin(changes)] as const),
  ];
  for (const [message, reason, reject] of cases) {
    it(`maps "${message}" to ${reason}`, async () => {
      const error = await reject();
      assert.equal(error.message, message);
      assert.equal(toCeremonyError(error).reason, reason);
    });
  }

  it("maps every other message to malformed, and keeps neither the message nor the error", () => {
    const error = toCeremonyError(new Error(`Leftover bytes, challenge ${challenge}`), "a user");
    assert.deepEqual([error.reason, error.message, error.userId], ["malformed", "malformed", "a user"]);
    assert.equal(error.cause, undefined);
    assert.equal(toCeremonyError("not an error").reason, "malformed");
  });

  it("are all tested above", () => {
    const messages = cases.map(([message]) => message);
    for (const [pattern] of libraryMessages)
      assert.ok(
        messages.some((message) => pattern.test(message)),
        String(pattern),
      );
  });
});
