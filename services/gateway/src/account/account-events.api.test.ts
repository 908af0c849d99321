import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  getSharedPlacard,
  registerTestClient,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";
import { Redis } from "ioredis";

interface SecurityEvent {
  id: string;
  type: string;
  at: string;
  [member: string]: unknown;
}

/** Changes the keys and webhooks of an account in Redis as if they had been created two minutes earlier. */
async function ageCredentials(redisUrl: string, owner: string): Promise<void> {
  const redis = new Redis(redisUrl);
  for (const kind of ["api-key", "signing-key"])
    for (const lookup of await redis.hvals(`{placard}:${kind}s-of:${owner}`))
      await redis.hincrby(`{placard}:${kind}:${lookup}`, "createdAt", -120_000);
  const webhooks = `{placard}:webhooks-of:${owner}`;
  for (const [id, json] of Object.entries(await redis.hgetall(webhooks))) {
    const webhook = JSON.parse(json) as { createdAt: number };
    await redis.hset(webhooks, id, JSON.stringify({ ...webhook, createdAt: webhook.createdAt - 120_000 }));
  }
  redis.disconnect();
}

describe("the security events of an account", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const listEvents = async (client: TestClient): Promise<SecurityEvent[]> =>
    (await client.callWithToken("GET", "/account/events")).body.data.events;

  it("are listed newest first, with what happened, when, to what, and from where", async () => {
    const startedAt = Date.now();
    const ada = await registerTestClient(placard.url);
    await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    const [passkey] = (await ada.callWithToken("GET", "/auth/passkeys")).body.data.passkeys;
    await ada.callWithToken("PATCH", `/auth/passkeys/${passkey.id}`, { name: "Old phone" });
    const { id: keyId } = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
    await ada.callWithToken("DELETE", `/keys/${keyId}`);
    const { id: signingKeyId } = (await ada.callWithToken("POST", "/signing-keys", { name: "blog" })).body
      .data;
    await ada.callWithToken("DELETE", `/signing-keys/${signingKeyId}`);
    await ada.login();
    const { id: sessionId } = (await ada.callWithToken("GET", "/auth/session")).body.data.session;
    await ada.callWithToken("DELETE", "/auth/sessions");

    const events = await listEvents(ada);
    const objects = events.map(({ type, ...event }) => [
      type,
      event["passkeyId"] ?? event["keyId"] ?? event["signingKeyId"] ?? event["sessionId"],
    ]);
    const passkeyId = passkey.id;
    assert.deepEqual(objects, [
      ["other_sessions_revoked", sessionId],
      ["session_created", passkeyId],
      ["signing_key_revoked", signingKeyId],
      ["signing_key_created", signingKeyId],
      ["api_key_revoked", keyId],
      ["api_key_created", keyId],
      ["passkey_renamed", passkeyId],
      ["passkey_added", events[7]?.["passkeyId"]],
      ["account_registered", passkeyId],
    ]);
    assert.equal(events[0]?.["count"], 1);
    assert.equal(events[1]?.["sessionId"], sessionId);
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
    for (const { at, actor, address, userAgent } of events) {
      assert.ok(Date.parse(at) >= startedAt - 1_000 && Date.parse(at) <= Date.now() + 1_000, at);
      assert.deepEqual([actor, address, userAgent], ["user", "127.0.0.1", "node"]);
    }
  });

  it("have the first 256 characters of the user agent", async () => {
    const ada = await registerTestClient(placard.url);
    await fetch(`${placard.url}/api/v1/keys`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${ada.token()}`,
        "Content-Type": "application/json",
        "User-Agent": "a".repeat(2_000),
      },
      body: JSON.stringify({ name: "ci" }),
    });
    assert.equal((await listEvents(ada))[0]?.["userAgent"], "a".repeat(256));
  });

  it("of somebody else can be reported: all sessions end, and what they created is revoked", async () => {
    const ada = await registerTestClient(placard.url);
    const call = async (method: string, path: string, body?: object) =>
      (await ada.callWithToken(method, path, body)).body.data;
    const webhook = { url: "https://example.com/hook", events: ["image.failed"] };
    const createAll = async () => [
      (await call("POST", "/keys", { name: "ci" })).id,
      (await call("POST", "/signing-keys", { name: "site" })).id,
      (await call("POST", "/webhooks", webhook)).id,
    ];
    const listAll = async () => {
      const [{ keys }, { signingKeys }, { webhooks }] = [
        await call("GET", "/keys"),
        await call("GET", "/signing-keys"),
        await call("GET", "/webhooks"),
      ];
      return [keys, signingKeys, webhooks].map((list) => list.map(({ id }: { id: string }) => id));
    };
    const [owner, kept] = [(await call("GET", "/account")).user.id, await createAll()];
    await ageCredentials(placard.redis.url, owner);

    const thief = createAuthenticator();
    await ada.register({ token: ada.token(), authenticator: thief });
    await ada.login({ authenticator: thief });
    const stolen = ada.token();
    await createAll();
    await call("POST", "/account/recovery-codes");
    await ada.login();
    const event = (await listEvents(ada)).find(({ type }) => type === "passkey_added");
    const reported = await call("POST", `/account/events/${event?.id}/report`);
    const counts = { passkeys: 1, sessions: 3, apiKeys: 1, signingKeys: 1, webhooks: 1, recoveryCodes: 10 };
    assert.deepEqual(reported, counts);
    for (const token of [stolen, ada.token()])
      assert.equal((await ada.call("GET", "/auth/session", { token })).status, 401);
    assert.equal((await ada.login({ authenticator: thief })).status, 401);
    assert.equal((await ada.login()).status, 200);
    assert.deepEqual(
      await listAll(),
      kept.map((id) => [id]),
    );
    assert.equal((await call("GET", "/account")).summary.recoveryCodes, 0);
    const types = (await listEvents(ada)).map(({ type }) => type);
    assert.deepEqual(types.slice(1, 7), [
      "recovery_codes_revoked",
      "webhook_deleted",
      "signing_key_revoked",
      "api_key_revoked",
      "passkey_deleted",
      "event_reported",
    ]);
  });

  it("can be reported by their account only", async () => {
    const [ada, eve] = [await registerTestClient(placard.url), await registerTestClient(placard.url)];
    const [event] = await listEvents(ada);
    for (const id of [event?.id, "unknown"]) {
      const { status, body } = await eve.callWithToken("POST", `/account/events/${id}/report`);
      assert.deepEqual([status, body.error.code], [404, "not_found"]);
    }
    assert.equal((await ada.callWithToken("GET", "/auth/session")).status, 200);
  });

  it("are visible to the account's own sessions only", async () => {
    const ada = await registerTestClient(placard.url);
    const eve = await registerTestClient(placard.url);
    await ada.callWithToken("POST", "/keys", { name: "ci" });
    assert.deepEqual(
      (await listEvents(eve)).map(({ type }) => type),
      ["account_registered"],
    );
    const anonymous = await createTestClient(placard.url).call("GET", "/account/events");
    assert.deepEqual([anonymous.status, anonymous.body.error.code], [401, "unauthorized"]);
  });
});
