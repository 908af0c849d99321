import { createHash, randomBytes, sign, type KeyObject } from "node:crypto";
import { encodeCBOR, type CBORType } from "@levischuck/tiny-cbor";
import { coseAlgorithms, createPasskeyKeys, type Algorithm, type CoseKey } from "./authenticator-keys.ts";

/** The members of the server's options that the browser and the authenticator use. */
export interface CreationOptions {
  challenge: string;
  attestation?: string;
  rp: { id: string };
  user: { id: string };
}

export interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** A credential as a browser's `toJSON` returns it (WebAuthn Level 3, clause 5.1); bytes are base64url. */
interface CredentialJSON<Response> {
  id: string;
  rawId: string;
  type: string;
  authenticatorAttachment: string;
  clientExtensionResults: Record<string, unknown>;
  response: Response;
}

export type RegistrationJSON = CredentialJSON<{
  clientDataJSON: string;
  authenticatorData: string;
  attestationObject: string;
  transports: string[];
  publicKey: string;
  publicKeyAlgorithm: number;
}>;

export type LoginJSON = CredentialJSON<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
}>;

/** Changes to an otherwise valid ceremony. All of them except `edit` take effect before the signature. */
export interface CredentialChanges<Credential> {
  /** Members of the client data to add or to replace; `undefined` removes one. */
  clientData?: Readonly<Record<string, unknown>>;
  /** Replaces the JSON of the client data. */
  clientDataText?: string;
  /** The RP ID whose hash the authenticator data contains. */
  rpId?: string;
  flags?: Partial<Record<keyof typeof flagBits, boolean>>;
  counter?: number;
  /** The credential id in the authenticator data and around it. */
  credentialId?: Uint8Array;
  /** Members of the COSE key to add or to replace. */
  publicKey?: CoseKey;
  /** Trailing bytes of the authenticator data. */
  trailing?: Uint8Array;
  /** Members of the attestation object to add or to replace. */
  attestation?: Readonly<Record<string, CBORType>>;
  /** Signs instead of the passkey's own key. */
  sign?: (bytes: Uint8Array) => Uint8Array;
  /** Edits the finished credential. */
  edit?: (credential: Credential) => void;
}

interface AuthenticatorOptions {
  algorithm?: Algorithm;
  /** Whether the passkey is eligible for backup. Its counter then stays at 0, as in real ones. */
  multiDevice?: boolean;
  backedUp?: boolean;
  /** The origin of the page on which the ceremonies take place. */
  origin?: string;
  /** The model of the authenticator: 16 bytes. By default, it is hidden. */
  aaguid?: Uint8Array;
  /** What attests new passkeys if the options ask for it (clause 8.2): certificates, DER, and their key. */
  attestation?: { certificates: readonly Uint8Array[]; privateKey: KeyObject };
}

/** The authenticator data's flags (clause 6.1). */
const flagBits = { UP: 0x01, UV: 0x04, BE: 0x08, BS: 0x10, AT: 0x40, ED: 0x80 } as const;

/** The origin of the page on which ceremonies take place, unless another one is given. */
export const defaultOrigin = "http://localhost:3000";

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Creates a software authenticator with its browser. It has one passkey and verifies the user every time. */
export function createAuthenticator({
  algorithm = "ES256",
  multiDevice = false,
  backedUp = false,
  origin = defaultOrigin,
  aaguid = Buffer.alloc(16),
  attestation,
}: AuthenticatorOptions = {}) {
  const keys = createPasskeyKeys(algorithm);
  const ownId = randomBytes(32);
  let uses = 0;
  let userHandle = "";

  function clientData(
    type: string,
    challenge: string,
    { clientData: members, clientDataText }: CredentialChanges<never>,
  ) {
    const valid = { type, challenge, origin, crossOrigin: false };
    return Buffer.from(clientDataText ?? JSON.stringify({ ...valid, ...members }));
  }

  function authenticatorData(rpId: string, changes: CredentialChanges<never>, attested?: Uint8Array): Buffer {
    const flags = { UP: true, UV: true, BE: multiDevice, BS: backedUp, AT: !!attested, ED: false };
    const bits = Object.entries({ ...flags, ...changes.flags }).filter(([, isSet]) => isSet);
    const head = Buffer.alloc(5);
    head[0] = bits.reduce((sum, [name]) => sum | flagBits[name as keyof typeof flagBits], 0);
    head.writeUInt32BE(changes.counter ?? (multiDevice ? 0 : ++uses), 1);
    const parts = [sha256(changes.rpId ?? rpId), head, attested, changes.trailing];
    return Buffer.concat(parts.filter((part) => part !== undefined));
  }

  const credentialOf = (id: Uint8Array) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
  });

  function attest(authData: Uint8Array, clientDataJson: Uint8Array): Readonly<Record<string, CBORType>> {
    if (!attestation) return {};
    const { certificates, privateKey } = attestation;
    const sig = sign("sha256", Buffer.concat([authData, sha256(clientDataJson)]), privateKey);
    const attStmt = new Map<string, CBORType>([
      ["alg", coseAlgorithms.ES256],
      ["sig", new Uint8Array(sig)],
      ["x5c", certificates.map((der) => new Uint8Array(der))],
    ]);
    return { fmt: "packed", attStmt };
  }

  return {
    /** The passkey's credential id, base64url. */
    id: base64url(ownId),
    sign: keys.sign,
    privateKey: keys.privateKey,

    register(options: CreationOptions, changes: CredentialChanges<RegistrationJSON> = {}): RegistrationJSON {
      userHandle = options.user.id;
      const id = changes.credentialId ?? ownId;
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const publicKey = encodeCBOR(new Map([...keys.publicKey, ...(changes.publicKey ?? [])]));
      const attested = Buffer.concat([aaguid, idLength, id, publicKey]);
      const authData = new Uint8Array(authenticatorData(options.rp.id, changes, attested));
      const clientDataJson = clientData("webauthn.create", options.challenge, changes);
      const statement = options.attestation === "direct" ? attest(authData, clientDataJson) : {};
      const members = { fmt: "none", attStmt: new Map(), authData, ...statement, ...changes.attestation };
      const credential: RegistrationJSON = {
        ...credentialOf(id),
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          clientDataJSON: base64url(clientDataJson),
          authenticatorData: base64url(authData),
          attestationObject: base64url(encodeCBOR(new Map<string, CBORType>(Object.entries(members)))),
          transports: ["internal"],
          publicKey: base64url(keys.spki),
          publicKeyAlgorithm: coseAlgorithms[algorithm],
        },
      };
      changes.edit?.(credential);
      return credential;
    },

    /** Creates the credential for the options of a login, with the user handle of the latest registration. */
    login(options: RequestOptions, changes: CredentialChanges<LoginJSON> = {}): LoginJSON {
      const data = clientData("webauthn.get", options.challenge, changes);
      const authData = authenticatorData(options.rpId, changes);
      const signed = Buffer.concat([authData, sha256(data)]);
      const credential: LoginJSON = {
        ...credentialOf(changes.credentialId ?? ownId),
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url((changes.sign ?? keys.sign)(signed)),
          userHandle,
        },
      };
      changes.edit?.(credential);
      return credential;
    },
  };
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
