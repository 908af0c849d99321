import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { encodeCBOR, type CBORType } from "@levischuck/tiny-cbor";
import {
  createAuthenticator,
  createRandom,
  mutateMember,
  type LoginJSON,
  type RegistrationJSON,
} from "@placard/testing";
import { createAssertionVerifier } from "./assertion.ts";
import { CeremonyError } from "./ceremony-error.ts";
import {
  checkCredential,
  readClientData,
  type LoginCredential,
  type RegistrationCredential,
} from "./credential.ts";
import { createPasskeyCreation } from "./passkey-creation.ts";

const relyingParty = {
  id: "localhost",
  name: "Placard",
  origins: ["http://localhost:3000"],
  passkeyPolicy: "any",
} as const;
const challenge = Buffer.alloc(32, 7).toString("base64url");
const creation = {
  challenge,
  rp: { id: "localhost" },
  user: { id: Buffer.alloc(16, 1).toString("base64url") },
};
const algorithms = ["ES256", "EdDSA", "RS256"] as const;

/** Expects the one error of all failures. */
async function assertRejected(ceremony: () => Promise<unknown>, credential: object): Promise<void> {
  const error: unknown = await ceremony().then(
    () => "accepted",
    (rejection: unknown) => rejection,
  );
  assert.ok(error instanceof CeremonyError, `${String(error)}: ${JSON.stringify(credential)}`);
}

describe("mutated ceremonies", () => {
  const { verify: verifyRegistration } = createPasskeyCreation({ now: Date.now, relyingParty });
  const verifyAssertion = createAssertionVerifier(relyingParty);
  const expectation = { challenge, userId: "a user", userAgent: undefined };

  async function register(credential: RegistrationJSON) {
    const presented = credential as RegistrationCredential;
    checkCredential(presented, readClientData(presented));
    return verifyRegistration(presented, expectation);
  }

  /** A registration whose passkey has signed the attestation, so that no byte of it may change. */
  function selfAttested(algorithm: (typeof algorithms)[number]): RegistrationJSON {
    const authenticator = createAuthenticator({ algorithm });
    const credential = authenticator.register(creation);
    const { authenticatorData, clientDataJSON, publicKeyAlgorithm } = credential.response;
    const authData = new Uint8Array(Buffer.from(authenticatorData, "base64url"));
    const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const sig = new Uint8Array(authenticator.sign(Buffer.concat([authData, hash])));
    const attStmt = new Map<string, CBORType>([
      ["alg", publicKeyAlgorithm],
      ["sig", sig],
    ]);
    const members = new Map<string, CBORType>([
      ["fmt", "packed"],
      ["attStmt", attStmt],
      ["authData", authData],
    ]);
    credential.response.attestationObject = Buffer.from(encodeCBOR(members)).toString("base64url");
    return credential;
  }

  for (const algorithm of algorithms) {
    it(`of logins with ${algorithm} are all rejected`, async () => {
      const authenticator = createAuthenticator({ algorithm });
      const passkey = await register(authenticator.register(creation));
      const valid = authenticator.login({ challenge, rpId: "localhost" });
      const login = async (credential: LoginJSON) => {
        const presented = credential as LoginCredential;
        checkCredential(presented, readClientData(presented));
        return verifyAssertion(presented, challenge, passkey);
      };
      await login(valid);
      const random = createRandom(1);
      for (let count = 0; count < 1_200;) {
        const names = ["clientDataJSON", "authenticatorData", "signature"] as const;
        const response = mutateMember(valid.response, names, random);
        if (!response) continue;
        count++;
        await assertRejected(() => login({ ...valid, response }), response);
      }
    });

    it(`of registrations with ${algorithm} are all rejected`, async () => {
      const valid = selfAttested(algorithm);
      await register(valid);
      const random = createRandom(2);
      for (let count = 0; count < 900;) {
        const response = mutateMember(valid.response, ["clientDataJSON", "attestationObject"], random);
        if (!response) continue;
        count++;
        await assertRejected(() => register({ ...valid, response }), response);
      }
    });
  }
});
