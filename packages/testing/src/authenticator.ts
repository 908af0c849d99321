import { createHash, randomBytes } from "node:crypto";
import { encodeCBOR, type CBORType } from "@levischuck/tiny-cbor";
import { coseAlgorithms, makePasskeyKeys, type Algorithm, type CoseKey } from "./authenticator-keys.ts";

/** The parts of the server's options that browser and authenticator go by. */
export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
export interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** A credential as a browser's `toJSON` gives it (WebAuthn Level 3, clause 5.1); bytes are base64url. */
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

/** What a test alters in a ceremony that is valid but for it. All but `sent` is done before anything is signed. */
export interface CredentialChanges<Credential> {
  /** Members of the client data, in place of or beside the right ones; `undefined` takes one out. */
  clientData?: Readonly<Record<string, unknown>>;
  /** What stands in place of the client data's JSON. */
  clientDataText?: string;
  /** Whose hash goes into the authenticator data. */
  rpId?: string;
  flags?: Partial<Record<keyof typeof flagBits, boolean>>;
  /** The signature counter. */
  counter?: number;
  /** The credential id in the authenticator data and around it. */
  credentialId?: Uint8Array;
  /** Members of the COSE key. */
  publicKey?: CoseKey;
  /** Bytes behind the authenticator data. */
  trailing?: Uint8Array;
  /** Members of the attestation object. */
  attestation?: Readonly<Record<string, CBORType>>;
  /** Signs in place of the passkey's own key. */
  sign?: (bytes: Uint8Array) => Uint8Array;
  /** Edits the finished credential. */
  sent?: (credential: Credential) => void;
}

interface AuthenticatorOptions {
  algorithm?: Algorithm;
  /** Whether the passkey may be copied to other devices. Its counter then stays at 0, as those of real ones do. */
  multiDevice?: boolean;
  /** Whether it has been. */
  backedUp?: boolean;
  /** Of the page on which ceremonies take place. */
  origin?: string;
}

/** The authenticator data's flags (clause 6.1). */
const flagBits = { UP: 0x01, UV: 0x04, BE: 0x08, BS: 0x10, AT: 0x40, ED: 0x80 } as const;

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** An authenticator in software, and the browser before it: it holds one passkey, whose user is verified each time. */
export function createAuthenticator(options: AuthenticatorOptions = {}) {
  const { algorithm = "ES256", multiDevice = false, backedUp = false } = options;
  const { origin = "http://localhost:3000" } = options;
  const keys = makePasskeyKeys(algorithm);
  const ownId = randomBytes(32);
  let uses = 0;
  let userHandle = "";

  function clientData(
    type: string,
    challenge: string,
    { clientData: members, clientDataText }: CredentialChanges<never>,
  ) {
    const right = { type, challenge, origin, crossOrigin: false };
    return Buffer.from(clientDataText ?? JSON.stringify({ ...right, ...members }));
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

  const around = (id: Uint8Array) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
  });

  return {
    /** The passkey's credential id, base64url. */
    id: base64url(ownId),
    sign: keys.sign,

    /** Answers the options of a registration. */
    register(asked: CreationOptions, changes: CredentialChanges<RegistrationJSON> = {}): RegistrationJSON {
      userHandle = asked.user.id;
      const id = changes.credentialId ?? ownId;
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const publicKey = encodeCBOR(new Map([...keys.publicKey, ...(changes.publicKey ?? [])]));
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, publicKey]);
      const authData = new Uint8Array(authenticatorData(asked.rp.id, changes, attested));
      const members = { fmt: "none", attStmt: new Map(), authData, ...changes.attestation };
      const credential: RegistrationJSON = {
        ...around(id),
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", asked.challenge, changes)),
          authenticatorData: base64url(authData),
          attestationObject: base64url(encodeCBOR(new Map<string, CBORType>(Object.entries(members)))),
          transports: ["internal"],
          publicKey: base64url(keys.spki),
          publicKeyAlgorithm: coseAlgorithms[algorithm],
        },
      };
      changes.sent?.(credential);
      return credential;
    },

    /** Answers the options of a login, with the user handle of the latest registration. */
    login(asked: RequestOptions, changes: CredentialChanges<LoginJSON> = {}): LoginJSON {
      const data = clientData("webauthn.get", asked.challenge, changes);
      const authData = authenticatorData(asked.rpId, changes);
      const signed = Buffer.concat([authData, sha256(data)]);
      const credential: LoginJSON = {
        ...around(changes.credentialId ?? ownId),
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url((changes.sign ?? keys.sign)(signed)),
          userHandle,
        },
      };
      changes.sent?.(credential);
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
