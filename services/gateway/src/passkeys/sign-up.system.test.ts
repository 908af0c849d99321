import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createInvitations } from "@placard/accounts";
import { openRedis, type RedisClient } from "@placard/runtime";
import {
  createAuthenticator,
  createTestClient,
  poll,
  startPlacard,
  type ApiResponse,
  type Authenticator,
  type Placard,
  type TestClient,
} from "@placard/testing";
import request from "supertest";

const publicUrl = { PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_AUTH: "0" };
const emails = "*@example.com, guest@example.org";

describe("sign-up", () => {
  let placard: Placard;
  let redis: RedisClient;
  /** The URLs of gateways by their settings. */
  let urls: Record<"open" | "invite" | "closed" | "narrow" | "narrowInvite" | "deviceBound", string>;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway"], renderers: 0, env: publicUrl });
    redis = await openRedis(placard.redis.url, 5_000);
    const start = async (env: Record<string, string>) => (await placard.startGateway(env)).url;
    urls = {
      open: placard.url,
      invite: await start({ SIGNUP: "invite" }),
      closed: await start({ SIGNUP: "closed" }),
      narrow: await start({ SIGNUP: "open", SIGNUP_EMAILS: emails }),
      narrowInvite: await start({ SIGNUP: "invite", SIGNUP_EMAILS: emails }),
      deviceBound: await start({ PASSKEY_POLICY: "device-bound" }),
    };
  });
  after(async () => {
    redis?.disconnect();
    await placard?.stop();
  });

  const issue = async (email?: string, ttlSeconds = 60) =>
    (await createInvitations({ redis, now: Date.now }).issueInvitation({ email, ttlSeconds })).token;
  const start = ({ call, email, name }: TestClient, invite?: string, token?: string) =>
    call("POST", "/auth/register/start", { token, body: { email, name, ...(invite && { invite }) } });
  const finish = ({ call, email, authenticator }: TestClient, { body }: ApiResponse) => {
    const credential = authenticator.register(body.data.options);
    return call("POST", "/auth/register/finish", { body: { email, credential } });
  };
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  async function register(client: TestClient, invite?: string): Promise<string> {
    const started = await start(client, invite);
    return outcome(started.status === 200 ? await finish(client, started) : started);
  }

  it("reports its mode to everybody, in a response that caches may store", async () => {
    for (const [url, signup] of [
      [urls.open, "open"],
      [urls.narrowInvite, "invite"],
      [urls.closed, "closed"],
    ] as const) {
      const { body, headers } = await request(url).get("/api/v1/auth/config").expect(200);
      assert.deepEqual([body.data.signup, body.data.rpId], [signup, "localhost"]);
      assert.equal(headers["cache-control"], "public, max-age=60");
    }
  });

  it("needs no invitation in mode open, and ignores one without using it up", async () => {
    const invite = await issue();
    assert.equal(await register(createTestClient(urls.open)), "200 ok");
    assert.equal(await register(createTestClient(urls.open), invite), "200 ok");
    assert.equal(await register(createTestClient(urls.open), "unknown"), "200 ok");
    assert.equal(await register(createTestClient(urls.invite), invite), "200 ok");
  });

  it("needs an invitation in mode invite, which creates one account", async () => {
    const invite = await issue();
    assert.equal(await register(createTestClient(urls.invite)), "403 signup_closed");
    assert.equal(await register(createTestClient(urls.invite), "unknown"), "403 signup_closed");
    const client = createTestClient(urls.invite);
    const abandoned = createTestClient(urls.invite);
    assert.equal(outcome(await start(abandoned, invite)), "200 ok", "a start does not use it up");
    assert.equal(await register(client, invite), "200 ok");
    assert.equal((await client.login()).status, 200);
    assert.equal(await register(createTestClient(urls.invite), invite), "403 signup_closed");
  });

  it("creates one account if two registrations with one invitation finish at the same time", async () => {
    for (let round = 0; round < 3; round++) {
      const invite = await issue();
      const rivals = [createTestClient(urls.invite), createTestClient(urls.invite)];
      const started = await Promise.all(rivals.map((rival) => start(rival, invite)));
      const finished = await Promise.all(rivals.map((rival, i) => finish(rival, started[i]!)));
      assert.deepEqual(finished.map(outcome).toSorted(), ["200 ok", "403 signup_closed"]);
      const logins = await Promise.all(rivals.map((rival) => rival.login()));
      assert.deepEqual(logins.map(outcome).toSorted(), ["200 ok", "401 authentication_failed"]);
    }
  });

  it("keeps the invitation if the registration fails", async () => {
    const invite = await issue();
    const client = createTestClient(urls.invite);
    const started = await start(client, invite);
    const credential = client.authenticator.register(started.body.data.options, { rpId: "evil.example" });
    const failed = await client.call("POST", "/auth/register/finish", {
      body: { email: client.email, credential },
    });
    assert.equal(outcome(failed), "401 authentication_failed");
    assert.equal(await register(client, invite), "200 ok");
  });

  it("accepts an invitation for an email address from that address only, in any case", async () => {
    const email = `Guest-${randomUUID()}@Example.com`;
    const invite = await issue(email);
    assert.equal(await register(createTestClient(urls.invite), invite), "403 signup_closed");
    const guest = createTestClient(urls.invite, { email: email.toLowerCase() });
    assert.equal(await register(guest, invite), "200 ok");
  });

  it("rejects expired and revoked invitations, also between start and finish", async () => {
    const expired = await issue(undefined, 1);
    const revoked = await issue();
    const client = createTestClient(urls.invite);
    const started = await start(client, revoked);
    const invitations = createInvitations({ redis, now: Date.now });
    const { id } = (await invitations.findInvitation(revoked))!;
    await invitations.revokeInvitation(id);
    assert.equal(outcome(await finish(client, started)), "403 signup_closed");
    assert.equal((await client.login()).status, 401);
    assert.equal(await register(client, revoked), "403 signup_closed");
    await poll("the other one to expire", async () => !(await invitations.findInvitation(expired)));
    assert.equal(await register(client, expired), "403 signup_closed");
  });

  it("is impossible in mode closed, also with an invitation", async () => {
    const email = `${randomUUID()}@example.com`;
    const client = createTestClient(urls.closed, { email });
    assert.equal(await register(client), "403 signup_closed");
    assert.equal(await register(client, await issue(email)), "403 signup_closed");
  });

  it("accepts only addresses of SIGNUP_EMAILS, in any case, also with SIGNUP=invite", async () => {
    const at = (url: string, email: string) => createTestClient(url, { email });
    const id = randomUUID();
    for (const email of [`${id}@Example.COM`, "guest@example.org"])
      assert.equal(outcome(await start(at(urls.narrow, email))), "200 ok", email);
    for (const email of [`${id}@example.org`, `${id}@sub.example.com`, `example.com@example.net`])
      assert.equal(outcome(await start(at(urls.narrow, email))), "403 signup_closed", email);
    const invite = await issue();
    assert.equal(outcome(await start(at(urls.narrowInvite, `${id}@example.com`))), "403 signup_closed");
    assert.equal(
      outcome(await start(at(urls.narrowInvite, `${id}@example.org`), invite)),
      "403 signup_closed",
    );
    assert.equal(outcome(await start(at(urls.narrowInvite, `${id}@example.com`), invite)), "200 ok");
  });

  it("accepts only addresses of SIGNUP_EMAILS when an account changes its address, too", async () => {
    const ada = createTestClient(urls.narrow);
    assert.equal(await register(ada), "200 ok");
    assert.equal(outcome(await ada.login()), "200 ok");
    const change = async (email: string) => outcome(await ada.callWithToken("PATCH", "/account", { email }));
    assert.equal(await change(`${randomUUID()}@example.org`), "403 signup_closed");
    assert.equal(await change(`${randomUUID()}@example.com`), "200 ok");
  });

  it("does not reveal whether an address has an account to people who may not register it", async () => {
    const { email } = await placard.createAccount();
    const unknown = `${randomUUID()}@example.com`;
    const bound = await issue(unknown);
    for (const [url, invite] of [
      [urls.closed],
      [urls.invite],
      [urls.invite, "unknown"],
      [urls.invite, bound],
    ] as const) {
      const responses = await Promise.all(
        [email, `other-${unknown}`].map((each) => start(createTestClient(url, { email: each }), invite)),
      );
      assert.deepEqual(responses.map(outcome), ["403 signup_closed", "403 signup_closed"]);
      assert.equal(responses[0]?.body.error.message, responses[1]?.body.error.message);
    }
    const invited = await start(createTestClient(urls.invite, { email }), await issue());
    assert.equal(outcome(invited), "409 email_taken");
  });

  it("does not reveal accounts to a session that changes its email address, either", async () => {
    const { email } = await placard.createAccount();
    const { token } = await placard.createAccount();
    for (const url of [urls.closed, urls.invite]) {
      const { call } = createTestClient(url);
      const changes = [email, `${randomUUID()}@example.com`].map((each) =>
        call("PATCH", "/account", { token, body: { email: each } }),
      );
      const responses = await Promise.all(changes);
      assert.deepEqual(responses.map(outcome), ["403 forbidden", "403 forbidden"]);
      assert.equal(responses[0]?.body.error.message, responses[1]?.body.error.message);
    }
  });

  it("lets a session add a passkey to its account in every mode", async () => {
    const { email, token } = await placard.createAccount();
    for (const url of [urls.invite, urls.closed]) {
      const client = createTestClient(url, { email });
      const added = await client.register({ token, authenticator: createAuthenticator() });
      assert.equal(outcome(added), "200 ok");
      const other = createTestClient(url);
      assert.equal(outcome(await other.register({ token })), "403 signup_closed");
    }
  });

  it("rejects an invite that is not a string, and ignores null", async () => {
    const body = { email: `${randomUUID()}@example.com`, name: "Ada" };
    const path = "/api/v1/auth/register/start";
    for (const invite of [5, {}, "x".repeat(129)]) {
      const { body: response } = await request(urls.invite)
        .post(path)
        .send({ ...body, invite })
        .expect(400);
      assert.deepEqual(
        response.error.details.map(({ path: field }: { path: string }) => field),
        ["/invite"],
      );
    }
    await request(urls.open)
      .post(path)
      .send({ ...body, invite: null })
      .expect(200);
  });

  it("accepts only device-bound passkeys with PASSKEY_POLICY=device-bound, at each ceremony", async () => {
    const refusal = "403 passkey_not_permitted";
    const synced = createAuthenticator({ multiDevice: true });
    const bound = createAuthenticator();
    const ada = createTestClient(urls.open, { authenticator: synced });
    assert.equal(outcome(await ada.register()), "200 ok");
    const finishAt = { gatewayUrl: urls.deviceBound };
    assert.equal(outcome(await ada.login({ finish: finishAt })), refusal);
    assert.equal(outcome(await ada.reauthenticate({ finish: finishAt })), refusal);
    assert.equal(outcome(await ada.login()), "200 ok", "other gateways still accept it");

    const { codes } = (await ada.callWithToken("POST", "/account/recovery-codes")).body.data;
    const recover = async (authenticator: Authenticator) => {
      const send = (step: string, sent: object) => {
        const body = { email: ada.email, ...sent };
        return ada.call("POST", `/auth/recover/${step}`, { body, ...finishAt });
      };
      const { options } = (await send("start", { code: codes[0] })).body.data;
      assert.deepEqual(options.hints, ["security-key"]);
      return outcome(await send("finish", { credential: authenticator.register(options) }));
    };
    assert.equal(await recover(createAuthenticator({ multiDevice: true })), refusal);
    assert.equal(await recover(bound), "200 ok", "the code was not used up");
    assert.equal(outcome(await ada.login({ authenticator: bound, finish: finishAt })), "200 ok");

    for (const [authenticator, expected] of [
      [createAuthenticator({ multiDevice: true }), refusal],
      [createAuthenticator(), "200 ok"],
    ] as const) {
      const client = createTestClient(urls.deviceBound, { authenticator });
      assert.equal(outcome(await client.register()), expected);
    }
  });
});
