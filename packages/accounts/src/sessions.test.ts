import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import type { Session } from "./session-store.ts";
import { createSessions } from "./sessions.ts";
import { passkeyIdOf, type Passkey } from "./passkey-store.ts";
import { createUserStore, type User, type UserStore } from "./user-store.ts";

const secret = "a secret of the tests of thirty-two bytes and more";
const issuer = "http://localhost:3000";
const day = 86_400_000;
const ada = { id: "adas-user-id", email: "ada@example.com", name: "Ada Lovelace" };
const eve = { id: "eves-user-id", email: "eve@example.com", name: "Eve" };

const encode = (part: object | Uint8Array) =>
  (part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(JSON.stringify(part))).toString("base64url");
const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());
const hmac = (hash: string, key: string) => (text: string) => createHmac(hash, key).update(text).digest();

/** Numbers from 0 to 1 that are the same in every run. */
function createRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 0x7fff_ffff) / 0x7fff_ffff;
}

/** A JWT (RFC 7519) with any content. */
function forge(claims: object, { alg = "HS256", header = {}, mac = hmac("sha256", secret) } = {}): string {
  const signed = `${encode({ alg, typ: "JWT", ...header })}.${encode(claims)}`;
  return `${signed}.${encode(mac(signed))}`;
}

describe("sessions", () => {
  let server: TestRedis;
  let redis: Redis;
  let time: number;
  let users: UserStore;
  const createStore = (
    options: {
      secrets?: string[];
      ttlSeconds?: number;
      idleSeconds?: number;
      maxPerAccount?: number;
      on?: Redis;
    } = {},
  ) =>
    createSessions({
      redis: options.on ?? redis,
      now: () => time,
      tokenSecrets: options.secrets ?? [secret],
      tokenIssuer: issuer,
      sessionTtlSeconds: options.ttlSeconds ?? day / 1000,
      sessionIdleSeconds: options.idleSeconds,
      limits: { sessions: options.maxPerAccount ?? 100 },
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
    users = createUserStore(redis);
    for (const user of [ada, eve]) await users.createUser(user, createPasskey(user));
    session = await createSession(ada);
    token = sessions.signToken(session);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  /** A passkey with a credential id of the user's. */
  function createPasskey(user: User, credentialId = user.id): Passkey {
    const id = passkeyIdOf(credentialId);
    const times = { createdAt: time, lastUsedAt: undefined };
    const key = {
      publicKey: "a public key",
      counter: 0,
      aaguid: "",
      isAttested: false,
      transports: [],
      deviceType: "singleDevice",
      backedUp: false,
    } as const;
    return { id, credentialId, userId: user.id, name: "Passkey", ...key, ...times };
  }
  const client = { userAgent: "x".repeat(300), address: "203.0.113.7" };
  /** Creates a session with the first passkey of a user. */
  const createSession = async (user: User, store = sessions) =>
    (await store.createSession(user, passkeyIdOf(user.id), client)).session;
  const sessionRecords = async () => (await redis.keys("*")).filter((key) => key.includes("session"));

  it("are found by their token, with the address and the start of the User-Agent of the login", async () => {
    const createdAt = time;
    const passkeyId = passkeyIdOf(ada.id);
    const expected = {
      user: ada,
      passkeyId,
      createdAt,
      authenticatedAt: createdAt,
      expiresAt: createdAt + day,
      lastSeenAt: session.lastSeenAt,
      userAgent: "x".repeat(256),
      address: "203.0.113.7",
    };
    assert.deepEqual(await sessions.authenticate(token), { id: session.id, ...expected });
  });

  it("have the time of the last re-authentication, or of their creation", async () => {
    const { expiresAt, id } = session;
    time += 600_000;
    const reauthenticated = await sessions.recordAuthentication(session, passkeyIdOf(ada.id));
    assert.deepEqual(reauthenticated, { ...session, authenticatedAt: time });
    assert.deepEqual(await sessions.authenticate(token), { ...session, authenticatedAt: time });
    const ttl = await redis.pexpiretime(`{placard}:session:${id}`);
    assert.equal(ttl, expiresAt);
  });

  it("are not re-authenticated once they are revoked, or with a passkey that has been deleted", async () => {
    const reauthenticate = (passkeyId: string) => sessions.recordAuthentication(session, passkeyId);
    await assert.rejects(reauthenticate("deleted"), { name: "CeremonyError", reason: "unknown_credential" });
    await sessions.revokeSession(ada.id, session.id);
    await assert.rejects(reauthenticate(passkeyIdOf(ada.id)), { name: "CeremonyError", reason: "session" });
    assert.equal(await redis.exists(`{placard}:session:${session.id}`), 0);
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
    const evesSession = await createSession(eve);
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
      "a mistyped end": token.replace(/[^.]{8}$/, "AAAAAAAA"),
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
    const records = await sessionRecords();
    assert.ok(records.length > 0);
    for (const key of records) {
      const ttlMs = await redis.pttl(key);
      assert.ok(ttlMs > day - 60_000 && ttlMs <= day, `${key}: ${ttlMs} ms`);
    }
  });

  for (const [idleSeconds, stepMs] of [
    [7_200, 60_000],
    [10, 1_000],
  ] as const)
    it(`end when they are not used for ${idleSeconds} s, and each use postpones that`, async () => {
      const idleMs = 1000 * idleSeconds;
      const idle = createStore({ idleSeconds });
      const own = await createSession(ada, idle);
      const find = () => idle.authenticate(idle.signToken(own));
      for (let uses = 0; uses < 5; uses++) {
        time += idleMs;
        const found = await find();
        assert.ok(found, `after ${uses} uses`);
        await idle.touch(found);
      }
      time += idleMs + stepMs;
      assert.equal(await find(), undefined);
      assert.ok((await idle.listSessions(ada.id)).every(({ id }) => id !== own.id));
    });

  it("record uses once a minute: other requests write nothing", async () => {
    const idle = createStore({ idleSeconds: 7_200 });
    const own = await createSession(ada, idle);
    time = 60_000 * Math.ceil(time / 60_000);
    await idle.touch(own);
    const changes = async () => Number(/rdb_changes_since_last_save:(\d+)/.exec(await redis.info())?.[1]);
    const before = await changes();
    for (let i = 0; i < 20; i++) {
      time += 2_999;
      const found = await idle.authenticate(idle.signToken(own));
      if (found) await idle.touch(found);
    }
    assert.equal(await changes(), before);
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

  it("are found by 150 concurrent requests, each its own, until they are revoked or changed", async () => {
    const created = [];
    for (let i = 0; i < 50; i++) created.push(await createSession(i % 2 === 0 ? ada : eve));
    const tokens = [...created, ...created, ...created].map((each) => sessions.signToken(each));
    const findAll = async () =>
      (await Promise.all(tokens.map(sessions.authenticate))).map((each) => each?.id);
    const ids = created.map(({ id }) => id);
    assert.deepEqual(await findAll(), [...ids, ...ids, ...ids]);
    const revoked = created[7]!;
    await createStore().revokeSession(revoked.user.id, revoked.id); // by another gateway
    await users.updateUser(eve.id, { name: "Eve Two" });
    const left = ids.map((id) => (id === revoked.id ? undefined : id));
    assert.deepEqual(await findAll(), [...left, ...left, ...left]);
    const names = await Promise.all(tokens.slice(0, 4).map(sessions.authenticate));
    assert.deepEqual(
      names.map((each) => each?.user.name),
      ["Ada Lovelace", "Eve Two", "Ada Lovelace", "Eve Two"],
    );
  });

  it("show the current name and email address of their user", async () => {
    await users.updateUser(ada.id, { name: "Ada King", email: "ada@example.org" });
    const user = { id: ada.id, name: "Ada King", email: "ada@example.org" };
    assert.deepEqual((await sessions.authenticate(token))?.user, user);
    assert.deepEqual((await sessions.listSessions(ada.id))[0]?.user, user);
  });

  it("are listed for their user, newest first", async () => {
    time += 1000;
    const second = await createSession(ada);
    await createSession(eve);
    assert.deepEqual(await sessions.listSessions(ada.id), [second, session]);
    assert.deepEqual(await sessions.listSessions("nobody"), []);
  });

  it("are revoked by their user only, once, without affecting other sessions", async () => {
    const other = await createSession(ada);
    assert.equal(await sessions.revokeSession(eve.id, session.id), false);
    assert.equal(await sessions.revokeSession(ada.id, "unknown"), false);
    assert.ok(await sessions.authenticate(token));
    const outcomes = await Promise.all([1, 2, 3].map(() => sessions.revokeSession(ada.id, session.id)));
    assert.deepEqual(outcomes.filter(Boolean), [true]);
    assert.equal(await sessions.authenticate(token), undefined);
    assert.deepEqual(await sessions.listSessions(ada.id), [other]);
  });

  it("record the minute of their last use, and are not recreated by a use after revocation", async () => {
    time += 120_000;
    await sessions.touch(session);
    const lastSeenAt = (await sessions.authenticate(token))?.lastSeenAt;
    assert.equal(lastSeenAt, Math.floor(time / 60_000) * 60_000);
    await sessions.revokeSession(ada.id, session.id);
    time += 120_000;
    await sessions.touch(session);
    assert.deepEqual(await sessionRecords(), []);
  });

  it("end, except for one, when a user revokes all others", async () => {
    const others = await Promise.all([createSession(ada), createSession(ada)]);
    const evesSession = await createSession(eve);
    assert.equal(await sessions.revokeOtherSessions(ada.id, session.id), 2);
    for (const other of others)
      assert.equal(await sessions.authenticate(sessions.signToken(other)), undefined);
    assert.deepEqual(await sessions.listSessions(ada.id), [session]);
    assert.deepEqual(await sessions.listSessions(eve.id), [evesSession]);
    assert.equal(await sessions.revokeOtherSessions(ada.id, session.id), 0);
  });

  describe("past the limit of an account", () => {
    it("revoke the session that was used longest ago", async () => {
      const limited = createStore({ maxPerAccount: 3 });
      time += 60_000;
      const second = await createSession(ada, limited);
      time += 60_000;
      const third = await createSession(ada, limited);
      await limited.touch(session);
      const { session: fourth, revokedIds } = await limited.createSession(ada, passkeyIdOf(ada.id));
      assert.deepEqual(revokedIds, [second.id]);
      assert.equal(await limited.authenticate(limited.signToken(second)), undefined);
      const ids = (await limited.listSessions(ada.id)).map(({ id }) => id);
      assert.deepEqual(ids.toSorted(), [session.id, third.id, fourth.id].toSorted());
    });

    it("revoke in the order of last use, whatever happens to sessions between two logins", async () => {
      const limited = createStore({ maxPerAccount: 5 });
      /** The sessions, with the first use of the minute in which they were used last. */
      const seen = new Map([[session.id, { ...session, usedAt: session.createdAt }]]);
      const random = createRandom();
      for (let step = 0; step < 200; step++) {
        time += 1 + Math.floor(random() * 90_000);
        const picked = [...seen.values()][Math.floor(random() * seen.size)];
        const action = random();
        if (action < 0.4 && picked) {
          await limited.touch(picked);
          const minute = 60_000 * Math.floor(time / 60_000);
          if (picked.lastSeenAt !== minute)
            seen.set(picked.id, { ...picked, lastSeenAt: minute, usedAt: time });
        } else if (action < 0.5 && picked) {
          await limited.revokeSession(ada.id, picked.id);
          seen.delete(picked.id);
        } else {
          const byUse = [...seen.values()].toSorted((a, b) => a.usedAt - b.usedAt);
          const { session: created, revokedIds } = await limited.createSession(ada, passkeyIdOf(ada.id));
          const expected = byUse.slice(0, Math.max(0, byUse.length - 4)).map(({ id }) => id);
          assert.deepEqual(revokedIds, expected, `step ${step}`);
          for (const id of expected) seen.delete(id);
          seen.set(created.id, { ...created, usedAt: created.createdAt });
        }
      }
      const listed = (await limited.listSessions(ada.id)).map(({ id }) => id);
      assert.deepEqual(listed.toSorted(), [...seen.keys()].toSorted());
    });

    it("revoke none if the one that was used longest ago has expired", async () => {
      time -= 100_000;
      const longLived = await createSession(eve);
      time += 39_000;
      await createSession(eve, createStore({ ttlSeconds: 60 })); // Redis has expired it
      time += 61_000;
      await sessions.touch(longLived);
      const limited = createStore({ maxPerAccount: 2 });
      const { session: newest, revokedIds } = await limited.createSession(eve, passkeyIdOf(eve.id));
      assert.deepEqual(revokedIds, []);
      const ids = (await limited.listSessions(eve.id)).map(({ id }) => id);
      assert.deepEqual(ids, [newest.id, longLived.id]);
      assert.deepEqual(await limited.listSessions(ada.id), [session]);
    });

    it("stay within the limit when 100 logins finish at the same time at two gateways", async () => {
      const connection = new Redis(server.url);
      const stores = [createStore({ maxPerAccount: 10 }), createStore({ maxPerAccount: 10, on: connection })];
      const created = await Promise.all(
        Array.from({ length: 100 }, (_, i) => stores[i % 2]!.createSession(ada, passkeyIdOf(ada.id))),
      );
      connection.disconnect();
      const listed = await sessions.listSessions(ada.id);
      assert.equal(listed.length, 10);
      assert.equal(created.flatMap(({ revokedIds }) => revokedIds).length, 91);
      const records = (await sessionRecords()).filter((key) => key.includes(":session:"));
      assert.equal(records.length, 10);
    });
  });

  describe("and their passkey", () => {
    it("end when the passkey is deleted, and no session of another passkey with them", async () => {
      const second = createPasskey(ada, "another credential");
      await users.addPasskey(second, 20);
      const other = (await sessions.createSession(ada, second.id)).session;
      assert.deepEqual(await users.deletePasskey(ada.id, passkeyIdOf(ada.id)), {
        passkeyIds: [passkeyIdOf(ada.id)],
        sessions: 1,
        apiKeyIds: [],
        signingKeyIds: [],
        webhookIds: [],
        recoveryCodes: 0,
      });
      assert.equal(await sessions.authenticate(token), undefined);
      assert.deepEqual(await sessions.listSessions(ada.id), [other]);
    });

    it("do not end when the deletion is rejected", async () => {
      assert.equal(await users.deletePasskey(ada.id, passkeyIdOf(ada.id)), "last_passkey");
      assert.equal(await users.deletePasskey(eve.id, passkeyIdOf(ada.id)), "not_found");
      assert.ok(await sessions.authenticate(token));
    });

    it("are not created with a passkey that was deleted during the login", async () => {
      const second = createPasskey(ada, "another credential");
      await users.addPasskey(second, 20);
      await users.deletePasskey(ada.id, second.id);
      await assert.rejects(sessions.createSession(ada, second.id), { reason: "unknown_credential" });
      assert.deepEqual(await sessions.listSessions(ada.id), [session]);
    });
  });
});
