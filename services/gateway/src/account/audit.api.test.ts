import assert from "node:assert/strict";
import { createAuthenticator, createTestClient, poll, getSharedPlacard } from "@placard/testing";
import type { ApiResponse, LogLine, SharedPlacard } from "@placard/testing";

/** The number of pino's level `warn`. */
const pinoWarn = 40;

describe("the audit trail in the log", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  /** The only line that a request logs besides the "request" line of every request. */
  async function lineOf({ requestId, status }: ApiResponse): Promise<LogLine> {
    assert.ok(requestId);
    await poll(
      "the request's line",
      async () => (await placard.logs({ requestId, msg: "request" })).length > 0,
    );
    const [line, ...others] = (await placard.logs({ requestId })).filter(({ msg }) => msg !== "request");
    assert.ok(line, `no line for a request with status ${status}`);
    assert.deepEqual(others, []);
    return line;
  }

  it("has a line for every registration, login, logout and credential change of an account", async () => {
    const ada = createTestClient(placard.url);
    const registered = await ada.register();
    const accountId = registered.body.data.user.id;
    const newPasskey = createAuthenticator();
    const added = await ada.register({ token: ada.token(), authenticator: newPasskey });
    const loggedIn = await ada.login();
    const reauthenticated = await ada.reauthenticate();
    const otherSessionsRevoked = await ada.callWithToken("DELETE", "/auth/sessions");
    const [passkey] = (await ada.callWithToken("GET", "/auth/passkeys")).body.data.passkeys;
    const renamed = await ada.callWithToken("PATCH", `/auth/passkeys/${passkey.id}`, { name: "Old phone" });
    const nameChanged = await ada.callWithToken("PATCH", "/account", { name: "Ada King" });
    const email = `${accountId.toLowerCase()}@example.com`;
    const emailChanged = await ada.callWithToken("PATCH", "/account", { email });
    await ada.callWithToken("PATCH", "/account", { email: ada.email });
    const created = await ada.callWithToken("POST", "/keys", { name: "ci" });
    const revoked = await ada.callWithToken("DELETE", `/keys/${created.body.data.id}`);
    const loggedOut = await ada.callWithToken("POST", "/auth/logout");
    await ada.login();
    const deleted = await ada.callWithToken("DELETE", `/auth/passkeys/${passkey.id}`);
    await ada.login({ authenticator: newPasskey });
    const accountDeleted = await ada.callWithToken("DELETE", "/account");

    const steps: [ApiResponse, string][] = [
      [registered, "account registered"],
      [added, "passkey added"],
      [loggedIn, "session created"],
      [reauthenticated, "reauthenticated"],
      [otherSessionsRevoked, "other sessions revoked"],
      [renamed, "passkey renamed"],
      [deleted, "passkey deleted"],
      [nameChanged, "name changed"],
      [emailChanged, "email changed"],
      [created, "API key created"],
      [revoked, "API key revoked"],
      [loggedOut, "session revoked"],
      [accountDeleted, "account deleted"],
    ];
    for (const [response, message] of steps) {
      assert.ok(response.status < 300, `${message}: ${JSON.stringify(response.body)}`);
      const { msg, userId, service, ...rest } = await lineOf(response);
      assert.deepEqual([msg, userId, rest["accountId"]], [message, accountId, accountId]);
      assert.equal(service, "gateway");
    }
    for (const response of [renamed, deleted])
      assert.equal((await lineOf(response))["passkeyId"], passkey.id);
    for (const response of [created, revoked])
      assert.equal((await lineOf(response))["keyId"], created.body.data.id);
  });

  it("has a line for every failed ceremony, with its reason and the user whose passkey it was", async () => {
    const ada = createTestClient(placard.url);
    const userId = (await ada.register()).body.data.user.id;
    const forged = await lineOf(await ada.login({ changes: { sign: createAuthenticator().sign } }));
    assert.deepEqual(
      [forged["ceremony"], forged["reason"], forged["userId"]],
      ["login", "signature", userId],
    );
    const copied = await lineOf(await ada.login({ changes: { counter: 1 } }));
    assert.deepEqual([copied["reason"], copied["userId"]], ["counter", userId]);
    const other = createTestClient(placard.url);
    const rejected = await lineOf(await other.register({ changes: { rpId: "evil.example" } }));
    assert.deepEqual([rejected["ceremony"], rejected["reason"]], ["registration", "rp_id"]);
    for (const { msg, level } of [forged, copied, rejected])
      assert.deepEqual([msg, level], ["ceremony failed", pinoWarn]);
    const taken = createTestClient(placard.url, { email: ada.email });
    assert.equal((await taken.register()).status, 409);
  });

  it("contains no token, challenge, key, public key, credential or signature", async () => {
    const secrets: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value === "string" && value.length >= 20) secrets.push(value);
      else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
    };
    const edit = ({ response }: { response: object }) => {
      collect(response);
      const { userHandle } = response as { userHandle?: string };
      // The user id, which is not a secret.
      if (userHandle !== undefined) secrets.splice(secrets.indexOf(userHandle), 1);
    };
    const changes = { edit };
    const collectChallenge = ({ response }: { response: { clientDataJSON: string } }) => {
      edit({ response });
      secrets.push(JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()).challenge);
    };
    const ada = createTestClient(placard.url);
    assert.equal((await ada.register({ changes: { edit: collectChallenge } })).status, 200);
    secrets.push(ada.token());
    assert.equal((await ada.login({ changes: { edit: collectChallenge } })).status, 200);
    secrets.push(ada.token());
    const mistyped = `${ada.token().slice(0, -4)}AAAA`;
    for (const clientData of [
      { origin: "https://evil.example" },
      { challenge: "c".repeat(43) },
      { type: "x" },
    ]) {
      await ada.login({ changes: { ...changes, clientData } });
      await createTestClient(placard.url).register({ changes: { ...changes, clientData } });
    }
    await ada.login({
      changes: { edit: ({ response }) => (edit({ response }), (response.signature = "AAAA")) },
    });
    const { key } = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
    secrets.push(key, mistyped, "c".repeat(43));
    await ada.call("GET", "/og/templates", { token: key });
    for (const path of ["/auth/session", "/og/templates"]) await ada.call("GET", path, { token: mistyped });
    const last = await ada.callWithToken("POST", "/auth/logout");
    await lineOf(last);

    assert.ok(secrets.length > 30, `${secrets.length} secrets`);
    const log = JSON.stringify(await placard.logs());
    const found = secrets.filter((secret) => log.includes(secret) || log.includes(secret.slice(-16)));
    assert.deepEqual(found, []);
    const stderr = await placard.stderr();
    const nodeWarnings = /^.* ExperimentalWarning: .*Web Crypto.*\n|^\(Use `node --trace-warnings.*\n/gm;
    assert.equal(stderr.replaceAll(nodeWarnings, ""), "");
  });
});
