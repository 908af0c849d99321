import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { getSharedPlacard, jwtSecret, registerTestClient } from "@placard/testing";
import type { ApiResponse, SharedPlacard, TestClient } from "@placard/testing";

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A JWT (RFC 7519), HS256, signed with the gateways' secret. */
function forge(claims: object): string {
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", jwtSecret).update(signed).digest("base64url")}`;
}

describe("the session endpoints", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  let claims: Record<string, unknown>;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
    claims = JSON.parse(Buffer.from(ada.token().split(".")[1] ?? "", "base64url").toString());
  });

  const getSession = (token?: string, gatewayUrl = placard.url) =>
    ada.call("GET", "/auth/session", { token, gatewayUrl });
  const statuses = async (token: string) =>
    Promise.all(placard.gateways.map(async ({ url }) => (await getSession(token, url)).status));
  const list = async (token = ada.token()) =>
    (await ada.call("GET", "/auth/sessions", { token })).body.data.sessions;
  const currentId = async (token = ada.token()) => (await getSession(token)).body.data.session.id;
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  it("return the current session and its user", async () => {
    const { status, body } = await getSession(ada.token());
    assert.equal(status, 200);
    const { id, createdAt, expiresAt } = body.data.session;
    assert.deepEqual(body.data, {
      user: { id: claims["sub"], email: ada.email, name: ada.name },
      session: { id: claims["sid"], createdAt, expiresAt },
    });
    assert.ok(id.length >= 16);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 86_400_000);
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
  });

  it("revoke only the current session, immediately and at every gateway", async () => {
    const first = ada.token();
    await ada.login();
    assert.deepEqual(await statuses(first), [200, 200]);
    const { status, body } = await ada.call("POST", "/auth/logout", { token: first });
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await statuses(first), [401, 401]);
    assert.equal((await ada.call("POST", "/auth/logout", { token: first })).status, 401);
    assert.deepEqual(await statuses(ada.token()), [200, 200]);
  });

  it("respond 401 with WWW-Authenticate to a missing, invalid, expired or forged token", async () => {
    const eve = await registerTestClient(placard.url);
    const eveClaims = JSON.parse(Buffer.from(eve.token().split(".")[1] ?? "", "base64url").toString());
    assert.equal(outcome(await getSession(forge(claims))), "200 ok", "an unchanged copy is valid");
    const tokens: Record<string, string | undefined> = {
      missing: undefined,
      "no JWT": "nonsense",
      "8,000 characters": "x".repeat(8000),
      "an API key": placard.key,
      mistyped: ada.token().replace(/[^.]{8}$/, "AAAAAAAA"),
      unsigned: `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`,
      expired: forge({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      "another issuer": forge({ ...claims, iss: "http://localhost:3001" }),
      "another user's session": forge({ ...claims, sid: eveClaims.sid }),
      "another user": forge({ ...claims, sub: eveClaims.sub }),
    };
    for (const [name, token] of Object.entries(tokens)) {
      const response = await getSession(token);
      assert.equal(outcome(response), "401 unauthorized", name);
      assert.equal(response.headers.get("www-authenticate"), "Bearer", name);
    }
    assert.equal(outcome(await getSession(ada.token())), "200 ok");
  });

  it("accept no API key, and batches accept no session token", async () => {
    assert.equal(outcome(await ada.callWithToken("POST", "/og/generate/batch", {})), "401 unauthorized");
    for (const path of ["/auth/session", "/auth/sessions", "/auth/passkeys", "/keys"]) {
      assert.equal(outcome(await ada.call("GET", path, { token: placard.key })), "401 unauthorized", path);
      assert.equal(outcome(await ada.call("GET", path)), "401 unauthorized", path);
    }
  });

  it("list only the sessions of the user, and mark the current one", async () => {
    await ada.login();
    await registerTestClient(placard.url);
    const sessions = await list();
    assert.equal(sessions.length, 2);
    for (const { id, createdAt, lastSeenAt, expiresAt, ...rest } of sessions) {
      const client = { userAgent: "node", address: "127.0.0.1" };
      assert.deepEqual(rest, { ...client, current: id === (await currentId()) });
      for (const time of [createdAt, lastSeenAt, expiresAt]) assert.equal(new Date(time).toISOString(), time);
      assert.ok(Math.abs(Date.now() - Date.parse(lastSeenAt)) < 120_000);
    }
    assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1);
  });

  it("revoke another session of the user, immediately and at every gateway", async () => {
    const first = ada.token();
    const id = await currentId();
    await ada.login();
    const { status, body } = await ada.callWithToken("DELETE", `/auth/sessions/${id}`);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await statuses(first), [401, 401]);
    assert.equal((await list()).length, 1);
    assert.equal(outcome(await ada.callWithToken("DELETE", `/auth/sessions/${id}`)), "404 not_found");
  });

  it("revoke all other sessions of the user, immediately and at every gateway", async () => {
    const eve = await registerTestClient(placard.url);
    const others = [ada.token()];
    await ada.login();
    others.push(ada.token());
    await ada.login();
    const { status, body } = await ada.callWithToken("DELETE", "/auth/sessions");
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    for (const token of others) assert.deepEqual(await statuses(token), [401, 401]);
    assert.deepEqual(await statuses(ada.token()), [200, 200]);
    assert.deepEqual(await statuses(eve.token()), [200, 200]);
    assert.equal((await list()).length, 1);
    assert.equal(outcome(await ada.callWithToken("DELETE", "/auth/sessions")), "200 ok");
  });

  it("respond 404 for another user's session", async () => {
    const eve = await registerTestClient(placard.url);
    const response = await eve.callWithToken("DELETE", `/auth/sessions/${await currentId()}`);
    assert.equal(outcome(response), "404 not_found");
    assert.equal(outcome(await eve.callWithToken("DELETE", "/auth/sessions/unknown")), "404 not_found");
    assert.equal(outcome(await getSession(ada.token())), "200 ok");
  });
});
