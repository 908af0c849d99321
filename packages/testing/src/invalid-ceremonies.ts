import type { CredentialChanges, LoginJSON, RegistrationJSON } from "./authenticator.ts";

/** One thing wrong with a ceremony: its name, what the log calls the cause, and the change that makes it so. */
export type InvalidCeremony<Credential> = readonly [
  name: string,
  cause: string,
  changes: CredentialChanges<Credential>,
];

type AnyCredential = Omit<RegistrationJSON, "response"> & { response: { clientDataJSON: string } };

const challenge = Buffer.alloc(32, 7).toString("base64url");
const cut = (text: string) => Buffer.from(text, "base64url").subarray(0, -10).toString("base64url");
const lengthened = (text: string) =>
  Buffer.concat([Buffer.from(text, "base64url"), Buffer.alloc(3)]).toString("base64url");
const otherId = Buffer.alloc(32, 9).toString("base64url");

/** What can be wrong with either ceremony. */
const either: readonly InvalidCeremony<AnyCredential>[] = [
  ["the origin is another host's", "origin", { clientData: { origin: "https://evil.example" } }],
  ["the origin is of another port", "origin", { clientData: { origin: "http://localhost:3001" } }],
  ["the origin is of another scheme", "origin", { clientData: { origin: "https://localhost:3000" } }],
  ["the origin is a sub-domain's", "origin", { clientData: { origin: "http://www.localhost:3000" } }],
  ["the origin has a slash at its end", "origin", { clientData: { origin: "http://localhost:3000/" } }],
  ["the origin is missing", "origin", { clientData: { origin: undefined } }],
  ["crossOrigin is true", "cross_origin", { clientData: { crossOrigin: true } }],
  ["crossOrigin is no boolean", "cross_origin", { clientData: { crossOrigin: "false" } }],
  ["there is a topOrigin", "top_origin", { clientData: { topOrigin: "http://localhost:3000" } }],
  ["the challenge was never given", "challenge", { clientData: { challenge } }],
  ["the challenge is missing", "client_data", { clientData: { challenge: undefined } }],
  ["the type is made up", "type", { clientData: { type: "webauthn.made-up" } }],
  ["the client data is no JSON", "client_data", { clientDataText: "no JSON" }],
  ["the client data is no object", "client_data", { clientDataText: "null" }],
  ["the RP id hash is another's", "rp_id", { rpId: "evil.example" }],
  ["nobody was present (flag UP)", "user_presence", { flags: { UP: false } }],
  ["nobody was verified (flag UV)", "user_verification", { flags: { UV: false } }],
  ["it is backed up, but can't be (flags BS, BE)", "backup_flags", { flags: { BS: true, BE: false } }],
  ["extensions are announced, but none is there (flag ED)", "malformed", { flags: { ED: true } }],
  ["the authenticator data has bytes behind it", "malformed", { trailing: new Uint8Array(3) }],
  ["rawId is not the id", "credential_id", { sent: (credential) => (credential.rawId = otherId) }],
  ["the id is empty", "credential_id", { sent: (sent) => Object.assign(sent, { id: "", rawId: "" }) }],
  ["the id is no base64url", "not_base64url", { sent: (sent) => (sent.id = sent.rawId = "not base64url!") }],
  ["the id has padding", "not_base64url", { sent: (sent) => (sent.id = sent.rawId = `${otherId}=`) }],
  [
    "the credential id is over 1,023 bytes",
    "credential_id_too_long",
    { credentialId: Buffer.alloc(1024, 1) },
  ],
  ["the credential is of another type", "credential_type", { sent: (sent) => (sent.type = "password") }],
  [
    "the client data is no base64url",
    "not_base64url",
    { sent: ({ response }) => (response.clientDataJSON = `*${response.clientDataJSON}`) },
  ],
];

/** What can be wrong with a registration. */
export const invalidRegistrations: readonly InvalidCeremony<RegistrationJSON>[] = [
  ...either,
  ["the type is a login's", "type", { clientData: { type: "webauthn.get" } }],
  ["there is no attested credential (flag AT)", "malformed", { flags: { AT: false } }],
  ["the key is of an algorithm not offered", "algorithm", { publicKey: new Map([[3, -35]]) }],
  ["the key is not of the algorithm it names", "algorithm", { publicKey: new Map([[3, -257]]) }],
  ["the key is no point of its curve", "public_key", { publicKey: new Map([[-2, new Uint8Array(32)]]) }],
  ["the key is cut", "public_key", { publicKey: new Map([[-2, new Uint8Array(31)]]) }],
  ["the attestation's format is unknown", "attestation", { attestation: { fmt: "made-up" } }],
  [
    "the attestation of format none has a statement",
    "attestation",
    { attestation: { attStmt: new Map([["alg", -7]]) } },
  ],
  ["the id is not the one attested", "credential_id", { sent: (sent) => (sent.id = sent.rawId = otherId) }],
  [
    "the attestation object is cut",
    "malformed",
    { sent: ({ response }) => (response.attestationObject = cut(response.attestationObject)) },
  ],
  [
    "the attestation object has bytes behind it",
    "attestation",
    { sent: ({ response }) => (response.attestationObject = lengthened(response.attestationObject)) },
  ],
  [
    "the attestation object is no CBOR map",
    "malformed",
    { sent: ({ response }) => (response.attestationObject = "AQ") },
  ],
  [
    "the attestation object is no base64url",
    "not_base64url",
    { sent: ({ response }) => (response.attestationObject = "=") },
  ],
];

/** What can be wrong with a login by an authenticator whose passkey stays on one device. */
export const invalidLogins: readonly InvalidCeremony<LoginJSON>[] = [
  ...either,
  ["the type is a registration's", "type", { clientData: { type: "webauthn.create" } }],
  ["the passkey may be copied now, but could not be (flag BE)", "backup_flags", { flags: { BE: true } }],
  ["the counter has not risen", "counter", { counter: 1 }],
  ["the counter is back at 0", "counter", { counter: 0 }],
  ["the signature is empty", "malformed", { sign: () => new Uint8Array() }],
  ["the signature is no DER", "malformed", { sign: () => new Uint8Array(70) }],
  [
    "the client data is not what was signed",
    "signature",
    { sent: ({ response }) => (response.clientDataJSON = withSpace(response.clientDataJSON)) },
  ],
  [
    "the authenticator data is cut",
    "malformed",
    { sent: ({ response }) => (response.authenticatorData = cut(response.authenticatorData)) },
  ],
  [
    "the authenticator data is no base64url",
    "not_base64url",
    { sent: ({ response }) => (response.authenticatorData = "a+/=") },
  ],
  ["the signature is no base64url", "not_base64url", { sent: ({ response }) => (response.signature += "=") }],
  ["nobody has the credential", "unknown_credential", { credentialId: Buffer.alloc(32, 9) }],
  ["the user handle is nobody's", "user_handle", { sent: ({ response }) => (response.userHandle = otherId) }],
  ["the user handle is empty", "user_handle", { sent: ({ response }) => (response.userHandle = "") }],
  [
    "the user handle is no base64url",
    "not_base64url",
    { sent: ({ response }) => (response.userHandle = "not base64url!") },
  ],
];

/** The same JSON with a space behind it. */
function withSpace(clientDataJSON: string): string {
  return Buffer.from(`${Buffer.from(clientDataJSON, "base64url").toString()} `).toString("base64url");
}
