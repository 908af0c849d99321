import assert from "node:assert/strict";
import { createAuthenticator, poll, registerTestClient, startPlacard } from "@placard/testing";
import type { ApiResponse, LogLine, Placard, TestClient } from "@placard/testing";

const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
const publicUrl = { PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_AUTH: "0" };

/** Sends 100 requests at the same time, alternately to all gateways, and counts the outcomes. */
async function countOutcomes(placard: Placard, send: (gatewayUrl: string) => Promise<ApiResponse>) {
  const gateways = placard.gateways.map(({ url }) => url);
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => send(gateways[i % gateways.length] ?? "")),
  );
  const counts: Record<string, number> = {};
  for (const response of responses) counts[outcome(response)] = (counts[outcome(response)] ?? 0) + 1;
  return counts;
}

describe("the limits of an account", () => {
  let placard: Placard;
  let ada: TestClient;
  before(async () => {
    const limits = { MAX_API_KEYS: "4", MAX_SIGNING_KEYS: "3", MAX_PASSKEYS: "2", MAX_SESSIONS: "3" };
    const env = {
      ...publicUrl,
      ...limits,
      RATE_LIMIT_ACCOUNT: "0",
      RATE_LIMIT_API: "0",
      API_KEY_TTL: "3600",
    };
    placard = await startPlacard({ inProcess: ["gateway", "renderer"], gateways: 2, renderers: 0, env });
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });
  after(() => placard.stop());

  for (const [path, member, max, noun] of [
    ["/keys", "keys", 4, "API keys"],
    ["/signing-keys", "signingKeys", 3, "signing keys"],
  ] as const) {
    it(`are never exceeded by 100 concurrent requests for ${noun} at two gateways`, async () => {
      const token = ada.token();
      const create = (gatewayUrl: string) =>
        ada.call("POST", path, { token, gatewayUrl, body: { name: "flood" } });
      const counts = await countOutcomes(placard, create);
      assert.deepEqual(counts, { "201 ok": max, "409 limit_reached": 100 - max });
      const listed = (await ada.callWithToken("GET", path)).body.data[member];
      assert.equal(listed.length, max);

      const { error } = (await create(placard.url)).body;
      const message = `An account can have at most ${max} ${noun}. Revoke one that you no longer use, then retry.`;
      assert.equal(error.message, message);
      await ada.callWithToken("DELETE", `${path}/${listed[0].id}`);
      assert.equal(outcome(await create(placard.url)), "201 ok");
      const eve = await registerTestClient(placard.url);
      assert.equal(outcome(await eve.callWithToken("POST", path, { name: "another account" })), "201 ok");
    });
  }

  it("include the validity of API keys that are created without an expiry", async () => {
    const validity = async (body: object) => {
      const { data } = (await ada.callWithToken("POST", "/keys", { name: "ci", ...body })).body;
      return Date.parse(data.expiresAt) - Date.parse(data.createdAt);
    };
    for (const body of [{}, { expiresAt: null }])
      assert.ok(Math.abs((await validity(body)) - 3_600_000) < 60_000, "an hour, as API_KEY_TTL says");
    const later = new Date(Date.now() + 86_400_000).toISOString();
    assert.ok((await validity({ expiresAt: later })) > 86_000_000, "as the request says");
    const signingKey = (await ada.callWithToken("POST", "/signing-keys", { name: "site" })).body.data;
    assert.equal(signingKey.expiresAt, undefined);
  });

  it("apply to passkeys, at the start and at the finish of a registration", async () => {
    const token = ada.token();
    const add = () => ada.register({ token, authenticator: createAuthenticator() });
    const outcomes = (await Promise.all([add(), add(), add()])).map(outcome);
    assert.deepEqual(outcomes.toSorted(), ["200 ok", "409 limit_reached", "409 limit_reached"]);
    const body = { email: ada.email, name: ada.name };
    const started = await ada.call("POST", "/auth/register/start", { token, body });
    assert.equal(outcome(started), "409 limit_reached");
    const message = "An account can have at most 2 passkeys. Delete one that you no longer use, then retry.";
    assert.equal(started.body.error.message, message);
  });

  it("never keep a user from signing in: a login revokes the session that was used longest ago", async () => {
    const tokens = [ada.token()];
    for (let i = 0; i < 3; i++) {
      await ada.login();
      tokens.push(ada.token());
    }
    const statuses = await Promise.all(
      tokens.map(async (token) => (await ada.call("GET", "/auth/session", { token })).status),
    );
    assert.deepEqual(statuses, [401, 200, 200, 200]);
    const isEviction = (line: LogLine) => line["revokedSessionIds"] !== undefined;
    await poll("the log line", () => placard.logs().some(isEviction));
    const lines = placard.logs().filter(isEviction);
    const claims = JSON.parse(Buffer.from(tokens[0]!.split(".")[1] ?? "", "base64url").toString());
    assert.deepEqual(
      lines.map((line) => line["revokedSessionIds"]),
      [[claims.sid]],
    );
  });
});

describe("the rate limit of session tokens", () => {
  let placard: Placard;
  before(async () => {
    const env = { ...publicUrl, RATE_LIMIT_ACCOUNT: "5" };
    placard = await startPlacard({ inProcess: ["gateway", "renderer"], gateways: 2, renderers: 0, env });
  });
  after(() => placard.stop());

  it("counts by account across all gateways and sessions, and reports the remaining requests", async () => {
    const ada = await registerTestClient(placard.url);
    const tokens = [ada.token()];
    await ada.login();
    tokens.push(ada.token());
    const paths = ["/auth/session", "/auth/sessions", "/auth/passkeys", "/keys", "/signing-keys"];
    const send = (i: number) =>
      ada.call("GET", paths[i % paths.length]!, {
        token: tokens[i % 2],
        gatewayUrl: placard.gateways[i % 2]!.url,
      });
    for (let used = 1; used <= 5; used++) {
      const { status, headers } = await send(used);
      assert.equal(status, 200);
      assert.equal(headers.get("ratelimit-policy"), '"account";q=5;w=60');
      assert.match(headers.get("ratelimit") ?? "", new RegExp(`^"account";r=${5 - used};t=\\d+$`));
    }
    for (let i = 0; i < paths.length; i++) {
      const response = await send(i);
      assert.equal(outcome(response), "429 rate_limited", paths[i]);
      assert.ok(Number(response.headers.get("retry-after")) >= 1);
    }
    const eve = await registerTestClient(placard.url);
    assert.equal(outcome(await eve.callWithToken("GET", "/keys")), "200 ok");
  });

  it("does not prevent a user from signing in and revoking a stolen session", async () => {
    const ada = await registerTestClient(placard.url);
    const stolen = ada.token();
    for (let i = 0; i < 6; i++) await ada.call("GET", "/auth/session", { token: stolen });
    assert.equal(outcome(await ada.call("GET", "/auth/session", { token: stolen })), "429 rate_limited");
    assert.equal(outcome(await ada.login()), "200 ok");
    assert.equal(outcome(await ada.callWithToken("DELETE", "/auth/sessions")), "200 ok");
    assert.equal(outcome(await ada.call("GET", "/auth/session", { token: stolen })), "401 unauthorized");
    assert.equal(outcome(await ada.callWithToken("POST", "/auth/logout")), "200 ok");
  });

  it("is separate from the rate limit of API keys", async () => {
    const ada = await registerTestClient(placard.url);
    const { key } = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
    for (let i = 0; i < 8; i++)
      assert.equal((await ada.call("GET", "/og/templates", { token: key })).status, 200);
    assert.equal(outcome(await ada.callWithToken("GET", "/keys")), "200 ok");
  });
});
