import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createSessions, type Session } from "./sessions.ts";

const secret = "a secret of the tests of thirty-two bytes and more";
const issuer = "http://localhost:3000";
const day = 86_400_000;
const ada = { id: "adas-user-id", email: "ada@example.com", name: "Ada Lovelace" };
const eve = { id: "eves-user-id", email: "eve@example.com", name: "Eve" };

const encode = (part: object | Uint8Array) =>
  (part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(JSON.stringify(part))).toString("base64url");
const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());
const hmac = (hash: string, key: string) => (text: string) => createHmac(hash, key).update(text).digest();

/** A JWT (RFC 7519) with any content. */
function forge(claims: object, { alg = "HS256", header = {}, mac = hmac("sha256", secret) } = {}): string {
  const signed = `${encode({ alg, typ: "JWT", ...header })}.${encode(claims)}`;
  return `${signed}.${encode(mac(signed))}`;
}

describe("sessions", () => {
  let server: TestRedis;
  let redis: Redis;
  let time: number;
  const createStore = (options: { secrets?: string[]; ttlSeconds?: number } = {}) =>
    createSessions({
      redis,
      now: () => time,
      createId: randomUUID,
      secrets: options.secrets ?? [secret],
      issuer,
      ttlSeconds: options.ttlSeconds ?? day / 1000,
    });
  let sessions: ReturnType<typeof createStore>;
  let session: Session;
  let token: string;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    // Redis expires keys by its own clock; tokens expire at whole seconds.
    time = 1000 * Math.floor(Date.now() / 1000);
    sessions = createStore();
    session = await sessions.createSession(ada);
    token = sessions.signToken(session);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  it("are found by their token", async () => {
    const createdAt = time;
    const expected = { user: ada, createdAt, expiresAt: createdAt + day, lastSeenAt: session.lastSeenAt };
    assert.deepEqual(await sessions.authenticate(token), { id: session.id, ...expected });
  });

  it("have a JWT (HS256) with issuer, audience, user, session, creation and expiry", () => {
    const [header, claims, signature] = token.split(".");
    assert.deepEqual(decode(header), { alg: "HS256", typ: "JWT" });
    assert.deepEqual(decode(claims), {
      iss: issuer,
      aud: "placard",
      sub: ada.id,
      sid: session.id,
      iat: Math.floor(time / 1000),
      exp: Math.floor((time + day) / 1000),
    });
    assert.equal(signature, encode(hmac("sha256", secret)(`${header}.${claims}`)));
  });

  it("are not found by a token that is forged, expired or of another service", async () => {
    const claims = decode(token.split(".")[1]);
    const seconds = Math.floor(time / 1000);
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
    const rsa = (text: string) => sign("sha256", Buffer.from(text), privateKey);
    const unsigned = () => Buffer.alloc(0);
    const [header, , mac] = token.split(".");
    const evesSession = await sessions.createSession(eve);
    assert.ok(await sessions.authenticate(forge(claims)), "an unchanged copy is valid");

    const attacks: Record<string, string> = {
      "alg none": forge(claims, { alg: "none", mac: unsigned }),
      "alg None": forge(claims, { alg: "None", mac: unsigned }),
      "alg none with our signature": forge(claims, { alg: "none" }),
      "HS256 without a signature": forge(claims, { mac: unsigned }),
      "HS384 with our secret": forge(claims, { alg: "HS384", mac: hmac("sha384", secret) }),
      "HS512 with our secret": forge(claims, { alg: "HS512", mac: hmac("sha512", secret) }),
      "HS512 named HS256": forge(claims, { mac: hmac("sha512", secret) }),
      "RS256 with a foreign key": forge(claims, { alg: "RS256", mac: rsa }),
      "RS256 with the key in the header": forge(claims, {
        alg: "RS256",
        header: { jwk: publicKey.export({ format: "jwk" }) },
        mac: rsa,
      }),
      "HS256 with a public key as the secret": forge(claims, { mac: hmac("sha256", pem) }),
      "another secret": forge(claims, { mac: hmac("sha256", "another secret of thirty-two bytes or more") }),
      "an empty secret": forge(claims, { mac: hmac("sha256", "") }),
      "edited claims": `${header}.${encode({ ...claims, sub: eve.id })}.${mac}`,
      expired: forge({ ...claims, exp: seconds - 1 }),
      "not yet valid": forge({ ...claims, nbf: seconds + 600 }),
      "another issuer": forge({ ...claims, iss: "http://localhost:3001" }),
      "no issuer": forge({ ...claims, iss: undefined }),
      "another audience": forge({ ...claims, aud: "placards" }),
      "no audience": forge({ ...claims, aud: undefined }),
      "another user's session": forge({ ...claims, sid: evesSession.id }),
      "another user": forge({ ...claims, sub: eve.id }),
      "no user": forge({ ...claims, sub: undefined }),
      "no session": forge({ ...claims, sid: undefined }),
      "an unknown session": forge({ ...claims, sid: "unknown" }),
      "a session that is not a string": forge({ ...claims, sid: [session.id] }),
      "no claims": forge([]),
      "no signature part": `${header}.${encode(claims)}`,
      "an additional part": `${token}.${mac}`,
      "no JWT": "nonsense",
      "an empty token": "",
      "8,000 characters": "x".repeat(8000),
      "an API key": `plk_${"0".repeat(36)}`,
      "a mistyped end": `${token.slice(0, -2)}AA`,
    };
    for (const [name, attack] of Object.entries(attacks))
      assert.equal(await sessions.authenticate(attack), undefined, name);
    assert.ok(await sessions.authenticate(token));
  });

  it("expire after their TTL, in Redis too", async () => {
    time += day - 1;
    assert.ok(await sessions.authenticate(token));
    time += 1;
    assert.equal(await sessions.authenticate(token), undefined);
    assert.deepEqual(await sessions.listSessions(ada.id), []);
    for (const key of await redis.keys("*")) {
      const ttlMs = await redis.pttl(key);
      assert.ok(ttlMs > day - 60_000 && ttlMs <= day, `${key}: ${ttlMs} ms`);
    }
  });

  it("keep working when a new secret is put before the old one, until the old one is removed", async () => {
    const newSecret = "a newer secret of the tests of thirty-two bytes and more";
    const rotating = createStore({ secrets: [newSecret, secret] });
    const rotated = createStore({ secrets: [newSecret] });
    assert.ok(await rotating.authenticate(token));
    assert.equal(await rotated.authenticate(token), undefined);
    const newToken = rotating.signToken(session);
    assert.ok(await rotated.authenticate(newToken), "the first secret signs");
    assert.equal(await sessions.authenticate(newToken), undefined);
  });

  it("are listed for their user, newest first", async () => {
    time += 1000;
    const second = await sessions.createSession(ada);
    await sessions.createSession(eve);
    assert.deepEqual(await sessions.listSessions(ada.id), [second, session]);
    assert.deepEqual(await sessions.listSessions("nobody"), []);
  });

  it("are revoked by their user only, once, without affecting other sessions", async () => {
    const other = await sessions.createSession(ada);
    assert.equal(await sessions.revokeSession(eve.id, session.id), false);
    assert.equal(await sessions.revokeSession(ada.id, "unknown"), false);
    assert.ok(await sessions.authenticate(token));
    const outcomes = await Promise.all([1, 2, 3].map(() => sessions.revokeSession(ada.id, session.id)));
    assert.deepEqual(outcomes.filter(Boolean), [true]);
    assert.equal(await sessions.authenticate(token), undefined);
    assert.deepEqual(await sessions.listSessions(ada.id), [other]);
  });

  it("record the minute of their last use, and are not recreated by a use after they were revoked", async () => {
    time += 120_000;
    await sessions.touch(session);
    const lastSeenAt = (await sessions.authenticate(token))?.lastSeenAt;
    assert.equal(lastSeenAt, Math.floor(time / 60_000) * 60_000);
    await sessions.revokeSession(ada.id, session.id);
    time += 120_000;
    await sessions.touch(session);
    assert.deepEqual(await redis.keys("*"), []);
  });
});
