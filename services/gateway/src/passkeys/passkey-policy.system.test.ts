import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createPrivateKey, randomBytes, sign, X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  createAuthenticator,
  createTempDirectory,
  createTestClient,
  startHttpServer,
  startPlacard,
  type ApiResponse,
  type Placard,
} from "@placard/testing";
import { SettingsService } from "@simplewebauthn/server";

const extensions = { ca: "CA:TRUE", leaf: "CA:FALSE" };

/** Creates certificates with openssl in a directory. */
function createIssuer(directory: string) {
  const file = (name: string) => join(directory, name);
  return async function issue(name: string, kind: keyof typeof extensions, issuer?: string, extra?: string) {
    const subject = `/C=SE/O=Test/OU=Authenticator Attestation/CN=${name}`;
    await promisify(execFile)("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
      ...["-subj", subject, "-addext", `basicConstraints=critical,${extensions[kind]}`],
      ...(extra === undefined ? [] : ["-addext", extra]),
      ...(issuer === undefined ? [] : ["-CA", file(`${issuer}.crt`), "-CAkey", file(`${issuer}.key`)]),
      ...["-keyout", file(`${name}.key`), "-out", file(`${name}.crt`)],
    ]);
    const { raw } = new X509Certificate(await readFile(file(`${name}.crt`)));
    return { der: raw, privateKey: createPrivateKey(await readFile(file(`${name}.key`))) };
  };
}

type Issued = Awaited<ReturnType<ReturnType<typeof createIssuer>>>;

const createModel = () => {
  const bytes = randomBytes(16);
  const aaguid = bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { bytes, aaguid };
};
const [approved, other, compromised, rootless] = [createModel(), createModel(), createModel(), createModel()];

/** A FIDO MDS3 BLOB: a JWT, ES256, with the certificate of its signer. */
function createBlob(signer: Issued, roots: readonly Issued[]): string {
  const entry = ({ aaguid }: typeof approved, status: string, attestationRoots = roots) => ({
    aaguid,
    statusReports: [{ status }],
    timeOfLastStatusChange: "2026-01-01",
    metadataStatement: {
      aaguid,
      attestationTypes: ["basic_full"],
      authenticationAlgorithms: ["secp256r1_ecdsa_sha256_raw"],
      attestationRootCertificates: attestationRoots.map(({ der }) => der.toString("base64")),
    },
  });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const entries = [
    entry(approved, "FIDO_CERTIFIED_L1"),
    entry(other, "FIDO_CERTIFIED"),
    entry(compromised, "USER_KEY_PHYSICAL_COMPROMISE"),
    entry(rootless, "FIDO_CERTIFIED", []),
  ];
  const header = encode({ alg: "ES256", typ: "JWT", x5c: [signer.der.toString("base64")] });
  const signed = `${header}.${encode({ no: 1, nextUpdate: "2099-01-01", entries })}`;
  const signature = sign("sha256", Buffer.from(signed), {
    key: signer.privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return `${signed}.${signature.toString("base64url")}`;
}

describe("PASSKEY_POLICY with AAGUIDs", () => {
  const identifier = "mds";
  const roots = SettingsService.getRootCertificates({ identifier });
  let directory: Awaited<ReturnType<typeof createTempDirectory>>;
  let revocationLists: Awaited<ReturnType<typeof startHttpServer>>;
  let placard: Placard;
  let approvedUrl: string;
  let otherUrl: string;
  let issued: Record<"genuine" | "batch" | "forged" | "subordinate" | "revocable", Issued>;
  let file: string;
  let forgedFile: string;
  before(async () => {
    directory = await createTempDirectory();
    revocationLists = await startHttpServer({});
    const issue = createIssuer(directory.path);
    const fido = await issue("fido", "ca");
    const vendor = await issue("vendor", "ca");
    await issue("stranger", "ca");
    issued = {
      batch: await issue("batch", "ca", "vendor"),
      genuine: await issue("genuine", "leaf", "batch"),
      forged: await issue("forged", "leaf", "stranger"),
      subordinate: await issue("subordinate", "leaf", "genuine"),
      revocable: await issue(
        "revocable",
        "leaf",
        "vendor",
        `crlDistributionPoints=URI:${revocationLists.url}/list.crl`,
      ),
    };
    SettingsService.setRootCertificates({ identifier, certificates: [new Uint8Array(fido.der)] });
    file = join(directory.path, "blob.jwt");
    forgedFile = join(directory.path, "forged.jwt");
    await writeFile(file, createBlob(await issue("mds", "leaf", "fido"), [vendor]));
    await writeFile(forgedFile, createBlob(issued.forged, [vendor]));

    const env = { PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_AUTH: "0" };
    placard = await startPlacard({ inProcess: ["gateway"], renderers: 0, env });
    const start = async (policy: string) =>
      (await placard.startGateway({ PASSKEY_POLICY: policy, FIDO_MDS_FILE: file })).url;
    otherUrl = await start(other.aaguid);
    approvedUrl = await start(`${approved.aaguid.toUpperCase()}, ${compromised.aaguid}`);
  });
  after(async () => {
    SettingsService.setRootCertificates({ identifier, certificates: roots });
    await placard?.stop();
    await revocationLists?.stop();
    await directory?.remove();
  });

  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const refusal = "403 passkey_not_permitted";
  const authenticatorOf = (model: typeof approved, { privateKey }: Issued, ...chain: Issued[]) => {
    const certificates = chain.map(({ der }) => der);
    return createAuthenticator({ aaguid: model.bytes, attestation: { certificates, privateKey } });
  };
  const genuine = (model = approved) => authenticatorOf(model, issued.genuine, issued.genuine, issued.batch);
  const register = async (authenticator: ReturnType<typeof createAuthenticator>, url = approvedUrl) =>
    outcome(await createTestClient(url, { authenticator }).register());

  it("accepts passkeys of these models, whose certificates lead to the manufacturer's root", async () => {
    const ada = createTestClient(approvedUrl, { authenticator: genuine() });
    const start = { email: ada.email, name: ada.name };
    const { options } = (await ada.call("POST", "/auth/register/start", { body: start })).body.data;
    assert.deepEqual([options.attestation, options.hints], ["direct", ["security-key"]]);
    assert.equal(outcome(await ada.register()), "200 ok");
    assert.equal(outcome(await ada.login()), "200 ok");
    assert.equal(outcome(await ada.reauthenticate()), "200 ok");
    const login = await ada.call("POST", "/auth/login/start", { body: {} });
    const again = await ada.callWithToken("POST", "/auth/reauthenticate/start");
    for (const { body } of [login, again]) assert.deepEqual(body.data.options.hints, ["security-key"]);
  });

  it("refuses passkeys of other and of compromised models, and passkeys without certificates", async () => {
    assert.equal(await register(genuine(other)), refusal);
    assert.equal(await register(genuine(compromised)), refusal);
    assert.equal(await register(createAuthenticator({ aaguid: approved.bytes })), refusal);
    assert.equal(await register(createAuthenticator()), refusal);
    const tpm = { attestation: { fmt: "tpm", attStmt: new Map([["ver", "2.0"]]) } };
    assert.equal(outcome(await createTestClient(approvedUrl).register({ changes: tpm })), refusal);
    const warnings = placard.logs().filter(({ msg }) => /compromised/.test(String(msg)));
    assert.deepEqual(
      warnings.map(({ aaguids }) => aaguids),
      [[compromised.aaguid]],
    );
  });

  it("rejects certificates that the manufacturer's root has not issued, and signatures of other keys", async () => {
    const failure = "401 authentication_failed";
    const { genuine: leaf, batch, forged, subordinate } = issued;
    assert.equal(await register(authenticatorOf(approved, forged, forged)), failure);
    assert.equal(await register(authenticatorOf(approved, forged, leaf, batch)), failure);
    assert.equal(await register(authenticatorOf(approved, leaf, leaf)), failure);
    assert.equal(await register(authenticatorOf(approved, leaf)), failure);
    // The library accepts a chain in which the certificate of an authenticator has issued another one.
    assert.equal(await register(authenticatorOf(approved, subordinate, subordinate, leaf, batch)), failure);
    assert.equal(await register(authenticatorOf(approved, leaf, leaf, ...Array(4).fill(batch))), failure);
  });

  it("rejects certificates that name revocation lists, and fetches none", async () => {
    const { revocable } = issued;
    assert.equal(
      await register(authenticatorOf(approved, revocable, revocable)),
      "401 authentication_failed",
    );
    assert.deepEqual(revocationLists.requestedPaths, []);
  });

  it("refuses the login with a passkey that it no longer permits, or that was not attested", async () => {
    const finish = { gatewayUrl: otherUrl };
    const ada = createTestClient(approvedUrl, { authenticator: genuine() });
    assert.equal(outcome(await ada.register()), "200 ok");
    assert.equal(outcome(await ada.login({ finish })), refusal);
    assert.equal(outcome(await ada.reauthenticate({ finish })), refusal);
    const grace = createTestClient(placard.url, {
      authenticator: createAuthenticator({ aaguid: other.bytes }),
    });
    assert.equal(outcome(await grace.register()), "200 ok", "another gateway accepts any passkey");
    assert.equal(outcome(await grace.login({ finish })), refusal);
    const { error } = (await grace.login({ finish })).body;
    assert.match(error.message, /certain models/);
  });

  it("does not start without the metadata of each model, signed by FIDO", async () => {
    const start = (env: Record<string, string>) =>
      assert.rejects(placard.startGateway({ PASSKEY_POLICY: approved.aaguid, ...env }), (error: Error) => {
        message = error.message;
        return true;
      });
    let message = "";
    for (const [env, expected] of [
      [{}, /FIDO_MDS_FILE is required because PASSKEY_POLICY has AAGUIDs/],
      [{ FIDO_MDS_FILE: `${file}.missing` }, /FIDO_MDS_FILE cannot be used: ENOENT/],
      [{ FIDO_MDS_FILE: forgedFile }, /BLOB certificate path could not be validated/],
      [{ FIDO_MDS_FILE: file, PASSKEY_POLICY: createModel().aaguid }, /the file has no model/],
      [{ FIDO_MDS_FILE: file, PASSKEY_POLICY: rootless.aaguid }, /has no attestation by certificates/],
      [
        { FIDO_MDS_FILE: file, PASSKEY_POLICY: "yubikey" },
        /PASSKEY_POLICY must be any, device-bound, or AAGUIDs/,
      ],
    ] as const) {
      await start(env);
      assert.match(message, expected);
    }
  });
});
