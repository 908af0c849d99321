import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  getSharedPlacard,
  registerTestClient,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";

interface SecurityEvent {
  id: string;
  type: string;
  at: string;
  [member: string]: unknown;
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
