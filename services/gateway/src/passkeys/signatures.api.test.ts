import assert from "node:assert/strict";
import { constants, createHash, privateEncrypt, randomBytes, sign } from "node:crypto";
import {
  createAuthenticator,
  getSharedPlacard,
  poll,
  registerTestClient,
  createTestClient,
  type ApiResponse,
  type Authenticator,
  type CredentialChanges,
  type RegistrationJSON,
  type SharedPlacard,
} from "@placard/testing";

type Algorithm = NonNullable<NonNullable<Parameters<typeof createAuthenticator>[0]>["algorithm"]>;
type PublicKey = NonNullable<CredentialChanges<RegistrationJSON>["publicKey"]>;
/** Signs bytes wrongly, with the authenticator's key. */
type WrongSign = (bytes: Uint8Array, authenticator: Authenticator) => Uint8Array;

/** Whether this runtime has ML-DSA (Node 24.7 and later). */
const hasMlDsa = "supports" in globalThis.crypto.subtle.constructor;
const algorithms: Algorithm[] = [...(hasMlDsa ? (["ML-DSA-44"] as const) : []), "EdDSA", "ES256", "RS256"];

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const bytesOf = (n: bigint, length: number) => hex(n.toString(16).padStart(2 * length, "0"));
const integerOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
const reversed = (bytes: Uint8Array) => bytes.toReversed();

/** A value in DER (ITU-T X.690), with any tag, length and contents. */
const der = (tag: number, contents: Uint8Array, length: Uint8Array = Uint8Array.of(contents.length)) =>
  Buffer.concat([Uint8Array.of(tag), length, contents]);
const derInteger = (n: bigint) => {
  const text = n.toString(16);
  const even = text.length % 2 === 0 ? text : `0${text}`;
  return der(2, hex(/^[89a-f]/.test(even) ? `00${even}` : even));
};

/** The order of P-256 (SEC 2, clause 2.4.2) and of Ed25519 (RFC 8032, clause 5.1). */
const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const ed25519Order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const ed25519Prime = 2n ** 255n - 19n;

/** An ES256 signature whose numbers are encoded by `encode`. */
const es256 =
  (encode: (r: bigint, s: bigint, valid: Buffer) => Uint8Array): WrongSign =>
  (bytes, { privateKey, sign: signDer }) => {
    const raw = sign("sha256", bytes, { key: privateKey, dsaEncoding: "ieee-p1363" });
    return encode(integerOf(raw.subarray(0, 32)), integerOf(raw.subarray(32)), signDer(bytes));
  };
const sequence = (...items: Uint8Array[]) => der(0x30, Buffer.concat(items));
const pair = (r: bigint, s: bigint) => sequence(derInteger(r), derInteger(s));

/** An RSA signature of a block that is padded by hand. */
const rsaBlock =
  (pad: (digestInfo: Uint8Array) => Uint8Array): WrongSign =>
  (bytes, { privateKey }) => {
    const digest = createHash("sha256").update(bytes).digest();
    const info = Buffer.concat([hex("3031300d060960864801650304020105000420"), digest]);
    return privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, pad(info));
  };
const rsaBytes = 256;
const padding = (length: number) => new Uint8Array(length).fill(0xff);

const edit =
  (change: (signature: Buffer) => Uint8Array): WrongSign =>
  (bytes, { sign: signWith }) =>
    change(signWith(bytes));

/** Signatures of every algorithm that are invalid. */
const wrongForAll: readonly (readonly [name: string, sign: WrongSign])[] = [
  ["is empty", () => new Uint8Array()],
  ["has one byte", () => new Uint8Array(1)],
  ["lacks its last byte", edit((signature) => signature.subarray(0, -1))],
  ["lacks its first byte", edit((signature) => signature.subarray(1))],
  ["has a trailing byte", edit((signature) => Buffer.concat([signature, new Uint8Array(1)]))],
  ["has a leading zero", edit((signature) => Buffer.concat([new Uint8Array(1), signature]))],
  ["is all zeros", edit((signature) => Buffer.alloc(signature.length))],
  [
    "has other bits in its last byte",
    edit((signature) => signature.map((byte, i) => (i === signature.length - 1 ? byte ^ 1 : byte))),
  ],
  ["is twice as long", edit((signature) => Buffer.concat([signature, signature]))],
  ["is of other data", (bytes, device) => device.sign(Buffer.concat([bytes, new Uint8Array(1)]))],
];

/** Signatures of one algorithm that are invalid. */
const wrongSignatures: Readonly<Partial<Record<Algorithm, typeof wrongForAll>>> = {
  ES256: [
    [
      "has a sequence with a length of two bytes",
      es256((_r, _s, valid) => der(0x30, valid.subarray(2), Uint8Array.of(0x81, valid.length - 2))),
    ],
    [
      "has a sequence of indefinite length",
      es256((_r, _s, valid) => Buffer.concat([hex("3080"), valid.subarray(2), hex("0000")])),
    ],
    [
      "has an r with a length of two bytes",
      es256((r, s) =>
        sequence(
          der(2, derInteger(r).subarray(2), Uint8Array.of(0x81, derInteger(r).length - 2)),
          derInteger(s),
        ),
      ),
    ],
    [
      "has an r with a leading zero",
      es256((r, s) =>
        sequence(der(2, Buffer.concat([new Uint8Array(1), derInteger(r).subarray(2)])), derInteger(s)),
      ),
    ],
    [
      "has an s with a leading zero",
      es256((r, s) =>
        sequence(derInteger(r), der(2, Buffer.concat([new Uint8Array(1), derInteger(s).subarray(2)]))),
      ),
    ],
    [
      "has an r without its sign",
      es256((r, s) => sequence(der(2, bytesOf(r | (1n << 255n), 32)), derInteger(s))),
    ],
    ["has a third integer", es256((r, s) => sequence(derInteger(r), derInteger(s), derInteger(1n)))],
    ["has no s", es256((r) => sequence(derInteger(r)))],
    ["has an empty r", es256((_r, s) => sequence(der(2, new Uint8Array()), derInteger(s)))],
    ["has an r of 0", es256((_r, s) => pair(0n, s))],
    ["has an s of 0", es256((r) => pair(r, 0n))],
    ["has an r and an s of 0", es256(() => pair(0n, 0n))],
    ["has an r and an s of 1", es256(() => pair(1n, 1n))],
    ["has an r of the order", es256((_r, s) => pair(p256Order, s))],
    ["has an s of the order", es256((r) => pair(r, p256Order))],
    ["has an r over the order", es256((r, s) => pair(r + p256Order, s))],
    ["has an s over the order", es256((r, s) => pair(r, s + p256Order))],
    ["has an r of 1,000 bits", es256((_r, s) => pair(1n << 999n, s))],
    ["has its numbers swapped", es256((r, s) => pair(s, r))],
    ["is a set", es256((_r, _s, valid) => der(0x31, valid.subarray(2)))],
    ["has bit strings", es256((r, s) => sequence(der(3, bytesOf(r, 32)), der(3, bytesOf(s, 32))))],
    ["is not in DER", es256((r, s) => Buffer.concat([bytesOf(r, 32), bytesOf(s, 32)]))],
    ["has another hash", (bytes, { privateKey }) => sign("sha512", bytes, privateKey)],
  ],
  EdDSA: [
    [
      "has an s over the order",
      edit((signature) =>
        Buffer.concat([
          signature.subarray(0, 32),
          reversed(bytesOf(integerOf(reversed(signature.subarray(32))) + ed25519Order, 32)),
        ]),
      ),
    ],
    ["has an s of 0", edit((signature) => signature.fill(0, 32))],
    ["has an R of 0", edit((signature) => signature.fill(0, 0, 32))],
    [
      "has its halves swapped",
      edit((signature) => Buffer.concat([signature.subarray(32), signature.subarray(0, 32)])),
    ],
    [
      "is of the hash of the data",
      (bytes, { privateKey }) => sign(null, createHash("sha512").update(bytes).digest(), privateKey),
    ],
  ],
  RS256: [
    ["has another hash", (bytes, { privateKey }) => sign("sha512", bytes, privateKey)],
    ["is hashed by SHA-1", (bytes, { privateKey }) => sign("sha1", bytes, privateKey)],
    [
      "is padded by PSS",
      (bytes, { privateKey }) =>
        sign("sha256", bytes, { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    ],
    [
      "has short padding, and bytes after the hash",
      rsaBlock((info) =>
        Buffer.concat([
          hex("0001"),
          padding(8),
          new Uint8Array(1),
          info,
          new Uint8Array(rsaBytes - 11 - info.length),
        ]),
      ),
    ],
    [
      "has padding of block type 2",
      rsaBlock((info) =>
        Buffer.concat([hex("0002"), padding(rsaBytes - 3 - info.length), new Uint8Array(1), info]),
      ),
    ],
    [
      "has padding of zeros",
      rsaBlock((info) => Buffer.concat([hex("0001"), new Uint8Array(rsaBytes - 2 - info.length), info])),
    ],
    [
      "has padding without an end",
      rsaBlock((info) => Buffer.concat([hex("0001"), padding(rsaBytes - 2 - info.length), info])),
    ],
    [
      "has no digest info",
      rsaBlock((info) =>
        Buffer.concat([hex("0001"), padding(rsaBytes - 35), new Uint8Array(1), info.subarray(-32)]),
      ),
    ],
    [
      "has a digest info without parameters",
      rsaBlock((info) => {
        const short = Buffer.concat([hex("302f300b0609608648016503040201"), info.subarray(-34)]);
        return Buffer.concat([hex("0001"), padding(rsaBytes - 3 - short.length), new Uint8Array(1), short]);
      }),
    ],
  ],
};

const label = { crv: -1, x: -2, y: -3, n: -1, e: -2, pub: -1 } as const;
const replace = (...members: [number, number | Uint8Array][]): PublicKey => new Map(members);
const modulus = (bits: number) =>
  bytesOf((1n << BigInt(bits - 1)) | integerOf(randomBytes(bits / 8 - 1)) | 1n, Math.ceil(bits / 8));
const littleEndian = (y: bigint) => reversed(bytesOf(y, 32));

/** Public keys that may not be registered. */
const wrongKeys: Readonly<Partial<Record<Algorithm, readonly (readonly [name: string, key: PublicKey])[]>>> =
  {
    "ML-DSA-44": [
      ["lacks a byte", replace([label.pub, new Uint8Array(1_311)])],
      ["has a trailing byte", replace([label.pub, new Uint8Array(1_313)])],
    ],
    ES256: [
      ["is not on the curve", replace([label.x, bytesOf(1n, 32)], [label.y, bytesOf(1n, 32)])],
      ["is the point at infinity", replace([label.x, new Uint8Array(32)], [label.y, new Uint8Array(32)])],
      ["has a coordinate over the prime", replace([label.x, new Uint8Array(32).fill(0xff)])],
      ["has a coordinate of 33 bytes", replace([label.x, new Uint8Array(33)])],
      ["has a compressed point", replace([label.y, 1])],
      ["has the curve P-384", replace([label.crv, 2])],
    ],
    EdDSA: [
      ["is not on the curve", replace([label.x, littleEndian(2n)])],
      ["is the neutral element", replace([label.x, littleEndian(1n)])],
      ["has order 2", replace([label.x, littleEndian(ed25519Prime - 1n)])],
      ["has order 4", replace([label.x, littleEndian(0n)])],
      [
        "has order 8",
        replace([label.x, hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")]),
      ],
      [
        "has order 8, and the other sign",
        replace([label.x, hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")]),
      ],
      ["has a coordinate over the prime", replace([label.x, littleEndian(ed25519Prime + 3n)])],
      ["has 31 bytes", replace([label.x, new Uint8Array(31).fill(1)])],
      ["has 33 bytes", replace([label.x, new Uint8Array(33).fill(1)])],
      ["has the curve X25519", replace([label.crv, 4])],
    ],
    RS256: [
      ["has an exponent of 1", replace([label.e, Uint8Array.of(1)])],
      ["has an exponent of 3", replace([label.e, Uint8Array.of(3)])],
      ["has an even exponent", replace([label.e, Uint8Array.of(1, 0, 2)])],
      ["has an exponent of 256 bits", replace([label.e, new Uint8Array(32).fill(0xff)])],
      ["has an empty exponent", replace([label.e, new Uint8Array()])],
      ["has an exponent that is no byte string", replace([label.e, 65_537])],
      ["has a modulus of 1,024 bits", replace([label.n, modulus(1_024)])],
      ["has a modulus of 2,040 bits", replace([label.n, modulus(2_040)])],
      [
        "has a modulus of 2,040 bits with a leading zero",
        replace([label.n, Buffer.concat([new Uint8Array(1), modulus(2_040)])]),
      ],
      ["has a modulus of 8,192 bits", replace([label.n, modulus(8_192)])],
      ["has an even modulus", replace([label.n, bytesOf(1n << 2_047n, 256)])],
    ],
  };

// The edge cases of public test vectors, such as Project Wycheproof's.
describe("signatures and public keys of passkeys", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  /** Expects the one response to all failures, and in the log one of the reasons. */
  async function assertRejected(
    attempts: Iterable<readonly [name: string, attempt: () => Promise<ApiResponse>]>,
    reasons: readonly string[],
  ): Promise<void> {
    const names = new Map<unknown, string>();
    for (const [name, attempt] of attempts) {
      const { status, requestId, body } = await attempt();
      assert.equal(`${status} ${body.error?.code}`, "401 authentication_failed", name);
      names.set(requestId, name);
    }
    const lines = await poll("the log lines", async () => {
      const failures = await placard.logs({ msg: "ceremony failed" });
      const found = failures.filter((line) => names.has(line["requestId"]));
      return found.length === names.size && found;
    });
    for (const { reason, requestId } of lines)
      assert.ok(reasons.includes(String(reason)), `${names.get(requestId)}: ${String(reason)}`);
  }

  for (const algorithm of algorithms) {
    it(`of ${algorithm} sign in only with a valid signature in its one encoding`, async () => {
      const authenticator = createAuthenticator({ algorithm });
      const ada = await registerTestClient(placard.url, { authenticator });
      const cases = [...wrongForAll, ...(wrongSignatures[algorithm] ?? [])];
      const attempts = cases.map(([name, signWrongly]) => {
        const changes = { sign: (bytes: Uint8Array) => signWrongly(bytes, authenticator) };
        return [name, () => ada.login({ changes })] as const;
      });
      await assertRejected(attempts, ["signature", "malformed"]);
      assert.equal((await ada.login()).status, 200);
    });
  }

  for (const algorithm of algorithms) {
    it(`of ${algorithm} register no invalid or weak key`, async () => {
      const keys = wrongKeys[algorithm] ?? [];
      const authenticator = createAuthenticator({ algorithm });
      const { register } = createTestClient(placard.url, { authenticator });
      const attempts = keys.map(
        ([name, publicKey]) => [name, () => register({ changes: { publicKey } })] as const,
      );
      await assertRejected(attempts, ["public_key", "algorithm"]);
    });
  }

  it("are offered in the order ML-DSA-44 (if the runtime has it), Ed25519, ES256, RS256", async () => {
    const { call, email, name } = createTestClient(placard.url);
    const { body } = await call("POST", "/auth/register/start", { body: { email, name } });
    const offered = body.data.options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg);
    assert.deepEqual(offered, [...(hasMlDsa ? [-48] : []), -8, -7, -257]);
  });
});
