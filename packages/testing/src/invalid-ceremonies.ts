import type { CredentialChanges, LoginJSON, RegistrationJSON } from "./authenticator.ts";

/** A ceremony with one error: its description, its reason in the log, and the change that causes it. */
export type InvalidCeremony<Credential> = readonly [
  description: string,
  reason: string,
  changes: CredentialChanges<Credential>,
];

type AnyCredential = Omit<RegistrationJSON, "response"> & { response: { clientDataJSON: string } };

const challenge = Buffer.alloc(32, 7).toString("base64url");
const truncate = (text: string) => Buffer.from(text, "base64url").subarray(0, -10).toString("base64url");
const extend = (text: string) =>
  Buffer.concat([Buffer.from(text, "base64url"), Buffer.alloc(3)]).toString("base64url");
const otherId = Buffer.alloc(32, 9).toString("base64url");

/** Errors that both ceremonies can have. */
const invalidCeremonies: readonly InvalidCeremony<AnyCredential>[] = [
  ["the origin has another host", "origin", { clientData: { origin: "https://evil.example" } }],
  ["the origin has another port", "origin", { clientData: { origin: "http://localhost:3001" } }],
  ["the origin has another scheme", "origin", { clientData: { origin: "https://localhost:3000" } }],
  ["the origin has a subdomain", "origin", { clientData: { origin: "http://www.localhost:3000" } }],
  ["the origin has a trailing slash", "origin", { clientData: { origin: "http://localhost:3000/" } }],
  ["the origin is missing", "origin", { clientData: { origin: undefined } }],
  ["crossOrigin is true", "cross_origin", { clientData: { crossOrigin: true } }],
  ["crossOrigin is not a boolean", "cross_origin", { clientData: { crossOrigin: "false" } }],
  ["topOrigin is present", "top_origin", { clientData: { topOrigin: "http://localhost:3000" } }],
  ["the challenge was never issued", "challenge", { clientData: { challenge } }],
  ["the challenge is missing", "client_data", { clientData: { challenge: undefined } }],
  ["the type is unknown", "type", { clientData: { type: "webauthn.unknown" } }],
  ["the client data is not JSON", "client_data", { clientDataText: "not JSON" }],
  ["the client data is not an object", "client_data", { clientDataText: "null" }],
  ["the RP ID hash is of another RP ID", "rp_id", { rpId: "evil.example" }],
  ["the user was not present (flag UP)", "user_presence", { flags: { UP: false } }],
  ["the user was not verified (flag UV)", "user_verification", { flags: { UV: false } }],
  [
    "the credential is backed up without being eligible for it (flags BS, BE)",
    "backup_flags",
    { flags: { BS: true, BE: false } },
  ],
  ["extension data is flagged but absent (flag ED)", "malformed", { flags: { ED: true } }],
  ["the authenticator data has trailing bytes", "malformed", { trailing: new Uint8Array(3) }],
  ["rawId differs from id", "credential_id", { edit: (credential) => (credential.rawId = otherId) }],
  [
    "the id is empty",
    "credential_id",
    { edit: (credential) => Object.assign(credential, { id: "", rawId: "" }) },
  ],
  [
    "the id is not base64url",
    "not_base64url",
    { edit: (credential) => (credential.id = credential.rawId = "not base64url!") },
  ],
  [
    "the id has padding",
    "not_base64url",
    { edit: (credential) => (credential.id = credential.rawId = `${otherId}=`) },
  ],
  [
    "the credential id is over 1,023 bytes",
    "credential_id_too_long",
    { credentialId: Buffer.alloc(1024, 1) },
  ],
  ["the credential has another type", "credential_type", { edit: (sent) => (sent.type = "password") }],
  [
    "the client data is not base64url",
    "not_base64url",
    { edit: ({ response }) => (response.clientDataJSON = `*${response.clientDataJSON}`) },
  ],
];

export const invalidRegistrations: readonly InvalidCeremony<RegistrationJSON>[] = [
  ...invalidCeremonies,
  ["the type belongs to a login", "type", { clientData: { type: "webauthn.get" } }],
  ["the attested credential is flagged as absent (flag AT)", "malformed", { flags: { AT: false } }],
  ["the key has an algorithm that was not offered", "algorithm", { publicKey: new Map([[3, -35]]) }],
  ["the key does not match its algorithm", "algorithm", { publicKey: new Map([[3, -257]]) }],
  ["the key is not a point on its curve", "public_key", { publicKey: new Map([[-2, new Uint8Array(32)]]) }],
  ["the key is truncated", "public_key", { publicKey: new Map([[-2, new Uint8Array(31)]]) }],
  [
    "the key has a member that it does not need",
    "public_key",
    { publicKey: new Map([[2, new Uint8Array(9)]]) },
  ],
  ["the attestation format is unknown", "attestation", { attestation: { fmt: "unknown" } }],
  [
    "the attestation has certificates, whatever else is wrong",
    "attestation",
    {
      attestation: { fmt: "packed", attStmt: new Map([["x5c", []]]) },
      clientData: { origin: "https://evil.example" },
    },
  ],
  ["the attestation statement is not a map", "attestation", { attestation: { attStmt: 1 } }],
  [
    "the attestation has format none and a statement",
    "attestation",
    { attestation: { attStmt: new Map([["alg", -7]]) } },
  ],
  [
    "the id differs from the attested one",
    "credential_id",
    { edit: (credential) => (credential.id = credential.rawId = otherId) },
  ],
  [
    "the attestation object is truncated",
    "malformed",
    { edit: ({ response }) => (response.attestationObject = truncate(response.attestationObject)) },
  ],
  [
    "the attestation object has trailing bytes",
    "malformed",
    { edit: ({ response }) => (response.attestationObject = extend(response.attestationObject)) },
  ],
  [
    "the attestation object is not a CBOR map",
    "malformed",
    { edit: ({ response }) => (response.attestationObject = "AQ") },
  ],
  [
    "the attestation object is not base64url",
    "not_base64url",
    { edit: ({ response }) => (response.attestationObject = "=") },
  ],
];

/** Errors of logins with a single-device passkey. */
export const invalidLogins: readonly InvalidCeremony<LoginJSON>[] = [
  ...invalidCeremonies,
  ["the type belongs to a registration", "type", { clientData: { type: "webauthn.create" } }],
  ["the passkey has become eligible for backup (flag BE)", "backup_flags", { flags: { BE: true } }],
  ["the counter has not increased", "counter", { counter: 1 }],
  ["the counter has been reset to 0", "counter", { counter: 0 }],
  ["the signature is empty", "malformed", { sign: () => new Uint8Array() }],
  ["the signature is not DER", "malformed", { sign: () => new Uint8Array(70) }],
  [
    "the client data differs from what was signed",
    "signature",
    { edit: ({ response }) => (response.clientDataJSON = appendSpace(response.clientDataJSON)) },
  ],
  [
    "the authenticator data is truncated",
    "malformed",
    { edit: ({ response }) => (response.authenticatorData = truncate(response.authenticatorData)) },
  ],
  [
    "the authenticator data is not base64url",
    "not_base64url",
    { edit: ({ response }) => (response.authenticatorData = "a+/=") },
  ],
  [
    "the signature is not base64url",
    "not_base64url",
    { edit: ({ response }) => (response.signature += "=") },
  ],
  ["no account has the credential", "unknown_credential", { credentialId: Buffer.alloc(32, 9) }],
  [
    "no account has the user handle",
    "user_handle",
    { edit: ({ response }) => (response.userHandle = otherId) },
  ],
  ["the user handle is empty", "user_handle", { edit: ({ response }) => (response.userHandle = "") }],
  [
    "the user handle is not base64url",
    "not_base64url",
    { edit: ({ response }) => (response.userHandle = "not base64url!") },
  ],
];

/** The same JSON with a trailing space. */
function appendSpace(clientDataJSON: string): string {
  return Buffer.from(`${Buffer.from(clientDataJSON, "base64url").toString()} `).toString("base64url");
}
