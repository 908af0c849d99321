import assert from "node:assert/strict";
import { createAuthenticator, createTestClient, poll, startPlacard } from "@placard/testing";
import type { ApiResponse, LogLine, Placard } from "@placard/testing";

describe("the audit trail in the log", () => {
  let placard: Placard;
  before(async () => {
    const env = { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" };
    placard = await startPlacard({ gateways: 2, renderers: 0, env });
  });
  after(() => placard.stop());

  /** The line that tells what a request did, apart from the one that every request leaves. */
  async function lineOf({ requestId, status }: ApiResponse): Promise<LogLine> {
    const isIts = (line: LogLine) => line["requestId"] === requestId;
    await poll("the request's line", () =>
      placard.logs().some((line) => isIts(line) && line["msg"] === "request"),
    );
    const own = placard.logs().filter(isIts);
    const [line, ...others] = own.filter(({ msg }) => msg !== "request");
    assert.ok(line, `no line for a request that answered ${status}`);
    assert.deepEqual(others, []);
    return line;
  }

  it("has a line for every registration, login, logout, passkey and key change, with request and user", async () => {
    const ada = createTestClient(placard.url);
    const registered = await ada.register();
    const userId = registered.body.data.user.id;
    const added = await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    const loggedIn = await ada.login();
    const [passkey] = (await ada.callWithToken("GET", "/auth/passkeys")).body.data.passkeys;
    const renamed = await ada.callWithToken("PATCH", `/auth/passkeys/${passkey.id}`, { name: "Old phone" });
    const removed = await ada.callWithToken("DELETE", `/auth/passkeys/${passkey.id}`);
    const made = await ada.callWithToken("POST", "/keys", { name: "ci" });
    const revoked = await ada.callWithToken("DELETE", `/keys/${made.body.data.id}`);
    const loggedOut = await ada.callWithToken("POST", "/auth/logout");

    const steps = { registered, added, loggedIn, renamed, removed, made, revoked, loggedOut };
    const said = new Set<unknown>();
    for (const [name, answer] of Object.entries(steps)) {
      assert.ok(answer.status < 300, `${name}: ${JSON.stringify(answer.body)}`);
      const line = await lineOf(answer);
      assert.equal(line["userId"], userId, name);
      assert.equal(line["service"], "gateway");
      said.add(line["msg"]);
    }
    assert.equal(said.size, Object.keys(steps).length, [...said].join(", "));
    for (const answer of [renamed, removed]) assert.equal((await lineOf(answer))["passkeyId"], passkey.id);
    for (const answer of [made, revoked]) assert.equal((await lineOf(answer))["keyId"], made.body.data.id);
  });

  it("has a line for every refusal, with its cause, and the user whom it was about", async () => {
    const ada = createTestClient(placard.url);
    const userId = (await ada.register()).body.data.user.id;
    const forged = await lineOf(await ada.login({ changes: { sign: createAuthenticator().sign } }));
    assert.deepEqual([forged["ceremony"], forged["cause"], forged["userId"]], ["login", "signature", userId]);
    const copied = await lineOf(await ada.login({ changes: { counter: 1 } }));
    assert.deepEqual([copied["cause"], copied["userId"]], ["counter", userId]);
    const stranger = createTestClient(placard.url);
    const refused = await lineOf(await stranger.register({ changes: { rpId: "evil.example" } }));
    assert.deepEqual([refused["ceremony"], refused["cause"]], ["registration", "rp_id"]);
    const taken = createTestClient(placard.url, { email: ada.email });
    assert.equal((await taken.register()).status, 409);
  });

  it("has no token, challenge, key, public key, credential or signature in it", async () => {
    const secrets: string[] = [];
    const note = (value: unknown): void => {
      if (typeof value === "string" && value.length >= 20) secrets.push(value);
      else if (typeof value === "object" && value !== null) Object.values(value).forEach(note);
    };
    const sent = ({ response }: { response: object }) => {
      note(response);
      const { userHandle } = response as { userHandle?: string };
      if (userHandle !== undefined) secrets.splice(secrets.indexOf(userHandle), 1); // the user's id, which is no secret
    };
    const changes = { sent };
    const sayChallenge = ({ response }: { response: { clientDataJSON: string } }) => {
      sent({ response });
      secrets.push(JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()).challenge);
    };
    const ada = createTestClient(placard.url);
    assert.equal((await ada.register({ changes: { sent: sayChallenge } })).status, 200);
    secrets.push(ada.token());
    assert.equal((await ada.login({ changes: { sent: sayChallenge } })).status, 200);
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
      changes: { sent: ({ response }) => (sent({ response }), (response.signature = "AAAA")) },
    });
    const { key } = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data;
    secrets.push(key, mistyped, "c".repeat(43));
    await ada.call("GET", "/og/templates", { token: key });
    for (const path of ["/auth/session", "/og/templates"]) await ada.call("GET", path, { token: mistyped });
    const last = await ada.callWithToken("POST", "/auth/logout");
    await lineOf(last);

    assert.ok(secrets.length > 30, `${secrets.length} secrets`);
    const log = JSON.stringify(placard.logs());
    const found = secrets.filter((secret) => log.includes(secret) || log.includes(secret.slice(-16)));
    assert.deepEqual(found, []);
    assert.ok(placard.gateways.every(({ stderr }) => stderr() === ""));
  });
});
