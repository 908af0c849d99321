import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { createAuthenticator, poll, registerTestClient, startPlacard } from "@placard/testing";
import type { ApiResponse, Placard, TestClient } from "@placard/testing";

const settings = { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" };
const secret = "a secret of the tests of thirty-two bytes and more"; // startPlacard's
const encode = (part: object | Uint8Array) =>
  (part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(JSON.stringify(part))).toString("base64url");
const hmac = (hash: string, key: string) => (text: string) => createHmac(hash, key).update(text).digest();

/** A JWT (RFC 7519) of any making. */
function forge(claims: object, { alg = "HS256", header = {}, mac = hmac("sha256", secret) } = {}): string {
  const signed = `${encode({ alg, typ: "JWT", ...header })}.${encode(claims)}`;
  return `${signed}.${encode(mac(signed))}`;
}

describe("sessions", () => {
  let placard: Placard;
  let ada: TestClient;
  let claims: Record<string, unknown>;
  before(async () => {
    placard = await startPlacard({ gateways: 2, renderers: 0, env: settings });
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
    claims = JSON.parse(Buffer.from(ada.token().split(".")[1] ?? "", "base64url").toString());
  });
  after(() => placard.stop());

  const session = (token?: string, at = placard.url) => ada.call("GET", "/auth/session", { token, at });
  const statuses = async (token: string) =>
    Promise.all(placard.gateways.map(async ({ url }) => (await session(token, url)).status));
  const list = async (token = ada.token()) =>
    (await ada.call("GET", "/auth/sessions", { token })).body.data.sessions;
  const currentId = async (token = ada.token()) => (await session(token)).body.data.session.id;
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  it("tell who is signed in, since when and until when", async () => {
    const { status, body } = await session(ada.token());
    assert.equal(status, 200);
    const { id, createdAt, expiresAt } = body.data.session;
    assert.deepEqual(body.data, {
      user: { id: claims["sub"], email: ada.email, name: ada.name },
      session: { id: claims["sid"], createdAt, expiresAt },
    });
    assert.ok(id.length >= 16);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 86_400_000);
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 10_000);
  });

  it("end with the logout, at once and at every gateway, and no other one ends with it", async () => {
    const first = ada.token();
    await ada.login();
    assert.deepEqual(await statuses(first), [200, 200]);
    const { status, body } = await ada.call("POST", "/auth/logout", { token: first });
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await statuses(first), [401, 401]);
    assert.equal((await ada.call("POST", "/auth/logout", { token: first })).status, 401);
    assert.deepEqual(await statuses(ada.token()), [200, 200]);
  });

  it("are refused for every token that is not ours, not valid any more or not a token at all", async () => {
    const now = Math.floor(Date.now() / 1000);
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const rsa = (text: string) => sign("sha256", Buffer.from(text), privateKey);
    const unsigned = () => Buffer.alloc(0);
    const [head, , mac] = ada.token().split(".");
    const eve = await registerTestClient(placard.url);
    const eveClaims = JSON.parse(Buffer.from(eve.token().split(".")[1] ?? "", "base64url").toString());
    assert.equal(
      outcome(await session(forge(claims))),
      "200 ok",
      "the forger's tokens are good but for one thing",
    );

    const attacks: Record<string, string> = {
      "alg none": forge(claims, { alg: "none", mac: unsigned }),
      "alg None": forge(claims, { alg: "None", mac: unsigned }),
      "alg none with our signature": forge(claims, { alg: "none" }),
      "HS256 without a signature": forge(claims, { mac: unsigned }),
      "HS384 with our secret": forge(claims, { alg: "HS384", mac: hmac("sha384", secret) }),
      "HS512 with our secret": forge(claims, { alg: "HS512", mac: hmac("sha512", secret) }),
      "HS512 under the name HS256": forge(claims, { mac: hmac("sha512", secret) }),
      "RS256 with a key of one's own": forge(claims, { alg: "RS256", mac: rsa }),
      "RS256 with a key said in the header": forge(claims, {
        alg: "RS256",
        header: { jwk: publicKey.export({ format: "jwk" }) },
        mac: rsa,
      }),
      "HS256 with a public key for secret": forge(claims, { mac: hmac("sha256", pem) }),
      "another secret": forge(claims, { mac: hmac("sha256", "another secret of thirty-two bytes or more") }),
      "an empty secret": forge(claims, { mac: hmac("sha256", "") }),
      "edited claims": `${head}.${encode({ ...claims, sub: eveClaims.sub })}.${mac}`,
      expired: forge({ ...claims, exp: now - 1 }),
      "not valid yet": forge({ ...claims, nbf: now + 600 }),
      "another issuer": forge({ ...claims, iss: "http://localhost:3001" }),
      "no issuer": forge({ ...claims, iss: undefined }),
      "another audience": forge({ ...claims, aud: "placards" }),
      "no audience": forge({ ...claims, aud: undefined }),
      "another user's session": forge({ ...claims, sid: eveClaims.sid }),
      "another user": forge({ ...claims, sub: eveClaims.sub }),
      "no user": forge({ ...claims, sub: undefined }),
      "no session": forge({ ...claims, sid: undefined }),
      "a session that never was": forge({ ...claims, sid: "nosuchsession" }),
      "a session that is no text": forge({ ...claims, sid: [claims["sid"]] }),
      "no claims": forge([]),
      "no signature part": `${head}.${encode(claims)}`,
      "a part too many": `${ada.token()}.${mac}`,
      "no token": "nonsense",
      "8,000 characters": "x".repeat(8000),
      "an API key": placard.key,
      "a mistyped end": `${ada.token().slice(0, -2)}AA`,
    };
    for (const [name, token] of Object.entries(attacks)) {
      const answer = await session(token);
      assert.equal(outcome(answer), "401 unauthorized", name);
      assert.equal(answer.headers.get("www-authenticate"), "Bearer", name);
    }
    assert.equal(outcome(await session()), "401 unauthorized");
    assert.equal(outcome(await session(ada.token())), "200 ok");
  });

  it("give no access to what takes an API key, nor API keys to what takes a session", async () => {
    assert.equal(outcome(await ada.callWithToken("GET", "/og/templates")), "401 unauthorized");
    assert.equal(outcome(await ada.call("GET", "/og/templates", { token: placard.key })), "200 ok");
    for (const path of ["/auth/session", "/auth/sessions", "/auth/passkeys", "/keys"]) {
      assert.equal(outcome(await ada.call("GET", path, { token: placard.key })), "401 unauthorized", path);
      assert.equal(outcome(await ada.call("GET", path)), "401 unauthorized", path);
    }
  });

  it("are listed for their user alone, and say which one asks", async () => {
    await ada.login();
    await registerTestClient(placard.url);
    const sessions = await list();
    assert.equal(sessions.length, 2);
    for (const listed of sessions) {
      const { id, createdAt, lastSeenAt, expiresAt, ...rest } = listed;
      assert.deepEqual(rest, { current: id === (await currentId()) });
      for (const time of [createdAt, lastSeenAt, expiresAt]) assert.equal(new Date(time).toISOString(), time);
      assert.ok(Math.abs(Date.now() - Date.parse(lastSeenAt)) < 120_000);
    }
    assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1);
  });

  it("are ended by their user from another one, at once and at every gateway", async () => {
    const first = ada.token();
    const id = await currentId();
    await ada.login();
    const { status, body } = await ada.callWithToken("DELETE", `/auth/sessions/${id}`);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await statuses(first), [401, 401]);
    assert.equal((await list()).length, 1);
    assert.equal(outcome(await ada.callWithToken("DELETE", `/auth/sessions/${id}`)), "404 not_found");
  });

  it("are not there for other users", async () => {
    const eve = await registerTestClient(placard.url);
    const answer = await eve.callWithToken("DELETE", `/auth/sessions/${await currentId()}`);
    assert.equal(outcome(answer), "404 not_found");
    assert.equal(outcome(await eve.callWithToken("DELETE", "/auth/sessions/nosuchsession")), "404 not_found");
    assert.equal(outcome(await session(ada.token())), "200 ok");
  });

  it("end by themselves after SESSION_TTL", async () => {
    const brief = await placard.startGateway({ SESSION_TTL: "3" });
    const guest = await registerTestClient(brief.url, { authenticator: createAuthenticator() });
    assert.equal((await session(guest.token())).status, 200);
    await poll("the session to end", async () => (await session(guest.token())).status === 401);
    await brief.stop();
  });

  it("outlive a new secret that is put before the old one, and end once the old one is gone", async () => {
    const fresh = "a newer secret of the tests of thirty-two bytes and more";
    const [rotating, rotated] = await Promise.all([
      placard.startGateway({ JWT_SECRET: `${fresh},${secret}` }),
      placard.startGateway({ JWT_SECRET: fresh }),
    ]);
    const old = ada.token();
    assert.equal((await session(old, rotating.url)).status, 200);
    assert.equal((await session(old, rotated.url)).status, 401);
    await ada.login({ finish: { at: rotating.url } });
    assert.equal((await session(ada.token(), rotated.url)).status, 200, "the first secret signs");
    assert.equal((await session(ada.token())).status, 401);
    await Promise.all([rotating.stop(), rotated.stop()]);
  });
});
