import assert from "node:assert/strict";
import { createRecoveryCodes, disableAccount } from "@placard/accounts";
import { openRedis, type RedisClient } from "@placard/runtime";
import {
  createAuthenticator,
  createTestClient,
  expireAuthentication,
  getSharedPlacard,
  poll,
  registerTestClient,
  type ApiResponse,
  type SharedPlacard,
  type TestClient,
} from "@placard/testing";

const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

describe("account recovery", () => {
  let placard: SharedPlacard;
  let redis: RedisClient;
  let ada: TestClient;
  let accountId: string;
  before(async () => {
    placard = await getSharedPlacard();
    redis = await openRedis(placard.redis.url, 10_000);
  });
  beforeEach(async () => {
    ada = createTestClient(placard.url);
    accountId = (await ada.register()).body.data.user.id;
  });
  after(() => redis.disconnect());

  const createCodes = async (client = ada): Promise<string[]> =>
    (await client.callWithToken("POST", "/account/recovery-codes")).body.data.codes;
  const start = (code: string, email = ada.email) =>
    ada.call("POST", "/auth/recover/start", { body: { email, code } });
  const finish = (credential: unknown, { email = ada.email, gatewayUrl = placard.url } = {}) =>
    ada.call("POST", "/auth/recover/finish", { gatewayUrl, body: { email, credential } });
  /** Recovers the account with a new passkey: the response to the finish, or to the start if that failed. */
  async function recover(code: string, authenticator = createAuthenticator()) {
    const started = await start(code);
    return started.status === 200 ? finish(authenticator.register(started.body.data.options)) : started;
  }
  const listEvents = async (token: string) =>
    (await ada.call("GET", "/account/events", { token })).body.data.events;
  const countPasskeys = async (token: string) =>
    (await ada.call("GET", "/auth/passkeys", { token })).body.data.passkeys.length;

  it("has ten codes of 16 base32 characters, of which only hashes are stored", async () => {
    const response = await ada.callWithToken("POST", "/account/recovery-codes");
    assert.equal(response.status, 201);
    const { codes } = response.body.data;
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const [stored = ""] = await redis.smembers(`{placard}:recovery-codes-of:${accountId}`);
    assert.match(stored, /^[0-9a-f]{64}$/);
    const [{ type, count }] = await listEvents(ada.token());
    assert.deepEqual([type, count], ["recovery_codes_created", 10]);
    assert.ok(!JSON.stringify(await placard.logs()).includes(codes[0]), "the log has no code");
  });

  it("adds a passkey, revokes all sessions, signs in, and is recorded as an event", async () => {
    const [code = ""] = await createCodes();
    const oldToken = ada.token();
    const authenticator = createAuthenticator();
    const { status, body } = await recover(code, authenticator);
    assert.equal(status, 200);
    const { verified, user, token, expiresAt } = body.data;
    assert.deepEqual([verified, user], [true, { id: accountId, email: ada.email, name: ada.name }]);
    assert.ok(Date.parse(expiresAt) > Date.now());
    assert.equal(outcome(await ada.call("GET", "/auth/session", { token: oldToken })), "401 unauthorized");
    assert.equal((await ada.call("GET", "/auth/sessions", { token })).body.data.sessions.length, 1);
    assert.equal(await countPasskeys(token), 2);
    const [{ type, count, address, passkeyId }] = await listEvents(token);
    assert.deepEqual([type, count, address], ["account_recovered", 1, "127.0.0.1"]);
    assert.equal(passkeyId.length, 32);
    const created = await ada.call("POST", "/keys", { token, body: { name: "ci" } });
    assert.equal(created.status, 201, "the login of the new session is recent");
    assert.equal(outcome(await ada.login({ authenticator })), "200 ok");
    assert.equal(outcome(await ada.login()), "200 ok", "the old passkey is valid until it is deleted");
  });

  it("accepts a code in lower case, with spaces, and without hyphens", async () => {
    const [first = "", second = "", third = ""] = await createCodes();
    assert.equal(outcome(await recover(first.toLowerCase())), "200 ok");
    assert.equal(outcome(await recover(` ${second.replaceAll("-", " ")} `)), "200 ok");
    assert.equal(outcome(await recover(third.replaceAll("-", ""))), "200 ok");
  });

  it("accepts each code once", async () => {
    const [first = "", second = ""] = await createCodes();
    const { token } = (await recover(first)).body.data;
    const { recoveryCodes } = (await ada.call("GET", "/account", { token })).body.data.summary;
    assert.equal(recoveryCodes, 9);
    assert.equal(outcome(await recover(first)), "401 authentication_failed");
    assert.equal(outcome(await recover(second)), "200 ok");
  });

  it("succeeds once if two gateways finish two recoveries with one code at the same time", async () => {
    const [code = ""] = await createCodes();
    const attempts = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => {
        const { options } = (await start(code)).body.data;
        const gatewayUrl = placard.gateways[i % placard.gateways.length]?.url ?? "";
        return { credential: createAuthenticator().register(options), gatewayUrl };
      }),
    );
    const finished = await Promise.all(
      attempts.map(({ credential, gatewayUrl }) => finish(credential, { gatewayUrl })),
    );
    assert.deepEqual(finished.map(outcome).toSorted(), [
      "200 ok",
      ...Array.from({ length: 5 }, () => "401 authentication_failed"),
    ]);
    const { token } = finished.find(({ status }) => status === 200)?.body.data ?? {};
    assert.equal(await countPasskeys(token), 2);
  });

  it("responds alike to an unknown email address, a wrong code, and an account without codes", async () => {
    const eve = await registerTestClient(placard.url);
    const [eveCode = ""] = await createCodes(eve);
    const withoutCodes = await start(eveCode);
    await createCodes();
    const responses = [
      withoutCodes,
      await start("AAAA-AAAA-AAAA-AAAA"),
      await start(eveCode),
      await start("not a code"),
      await start(""),
      await start("AAAA-AAAA-AAAA-AAAA", `nobody-${accountId.toLowerCase()}@example.com`),
    ];
    const bodies = responses.map(({ status, body }) => {
      const { requestId: _, ...error } = body.error;
      return { status, body: { ...body, error } };
    });
    assert.deepEqual([bodies[0]?.status, bodies[0]?.body.error.code], [401, "authentication_failed"]);
    for (const body of bodies) assert.deepEqual(body, bodies[0]);
    const findLine = () => placard.logs({ requestId: responses[1]?.requestId ?? "", msg: "ceremony failed" });
    await poll("the log line", async () => (await findLine()).length > 0);
    const [line] = await findLine();
    assert.deepEqual(
      [line?.["ceremony"], line?.["reason"], line?.["userId"]],
      ["recovery", "recovery_code", accountId],
    );
  });

  it("rejects all older codes once new ones have been created, also in recoveries in progress", async () => {
    const [old = ""] = await createCodes();
    const issued = await createRecoveryCodes(redis).issueCode(accountId, 60_000);
    const { options } = (await start(old)).body.data;
    const [current = ""] = await createCodes();
    assert.equal(outcome(await start(old)), "401 authentication_failed");
    assert.equal(outcome(await start(issued ?? "")), "401 authentication_failed");
    assert.equal(outcome(await finish(createAuthenticator().register(options))), "401 authentication_failed");
    assert.equal(outcome(await recover(current)), "200 ok");
  });

  it("accepts a code that the operator issued once, until it expires or another one is issued", async () => {
    const recoveryCodes = createRecoveryCodes(redis);
    const [own = ""] = await createCodes();
    const replaced = (await recoveryCodes.issueCode(accountId, 60_000)) ?? "";
    const issued = (await recoveryCodes.issueCode(accountId, 60_000)) ?? "";
    assert.equal(outcome(await recover(replaced)), "401 authentication_failed");
    assert.equal(outcome(await recover(issued)), "200 ok");
    assert.equal(outcome(await recover(issued)), "401 authentication_failed");
    const expired = (await recoveryCodes.issueCode(accountId, 1)) ?? "";
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(outcome(await recover(expired)), "401 authentication_failed");
    assert.equal(outcome(await recover(own)), "200 ok", "the user's own codes are still valid");
    assert.equal(await recoveryCodes.issueCode("no-such-account", 60_000), undefined);
  });

  it("and registration do not accept each other's challenges", async () => {
    const [code = ""] = await createCodes();
    const recovery = (await start(code)).body.data.options;
    const registration = await ada.call("POST", "/auth/register/start", {
      token: ada.token(),
      body: { email: ada.email, name: ada.name },
    });
    const credential = createAuthenticator().register(recovery);
    const body = { email: ada.email, credential };
    const registered = await ada.call("POST", "/auth/register/finish", { token: ada.token(), body });
    assert.equal(outcome(registered), "401 authentication_failed");
    const recovered = await finish(createAuthenticator().register(registration.body.data.options));
    assert.equal(outcome(recovered), "401 authentication_failed");
    assert.equal(await countPasskeys(ada.token()), 1);
    assert.equal(outcome(await recover(code)), "200 ok", "the code is not used up");
  });

  it("verifies the new passkey like a registration, and uses up no code for an invalid one", async () => {
    const [code = ""] = await createCodes();
    const eve = await registerTestClient(placard.url);
    const changes = [
      { clientData: { origin: "https://evil.example" } },
      { clientData: { type: "webauthn.get" } },
      { clientData: { crossOrigin: true } },
      { rpId: "evil.example" },
      { clientData: { challenge: "c".repeat(43) } },
    ];
    for (const change of changes) {
      const { options } = (await start(code)).body.data;
      const response = await finish(createAuthenticator().register(options, change));
      assert.equal(outcome(response), "401 authentication_failed", JSON.stringify(change));
    }
    const { options } = (await start(code)).body.data;
    const foreign = await finish(createAuthenticator().register(options), { email: eve.email });
    assert.equal(outcome(foreign), "401 authentication_failed", "another email address");
    const taken = await recover(code, ada.authenticator);
    assert.equal(outcome(taken), "401 authentication_failed", "a passkey that is registered already");
    assert.equal(outcome(await ada.callWithToken("GET", "/auth/session")), "200 ok", "no session is revoked");
    assert.equal(outcome(await recover(code)), "200 ok");
  });

  it("deletes the passkey that was used longest ago if the account has the maximum number", async () => {
    const [code = ""] = await createCodes();
    for (let i = 1; i < 20; i++)
      await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    const { passkeys } = (await ada.callWithToken("GET", "/auth/passkeys")).body.data;
    assert.equal(passkeys.length, 20);
    await ada.login(); // so that the oldest passkey is not the one that was used longest ago
    const { status, body } = await recover(code);
    assert.equal(status, 200);
    const { token } = body.data;
    const left = (await ada.call("GET", "/auth/passkeys", { token })).body.data.passkeys;
    const ids = left.map(({ id }: { id: string }) => id);
    assert.equal(ids.length, 20);
    assert.ok(ids.includes(passkeys[0].id) && !ids.includes(passkeys[1].id));
    const [event] = await listEvents(token);
    assert.deepEqual([event.deletedPasskeyId, ids.includes(event.passkeyId)], [passkeys[1].id, true]);
  });

  it("responds 403 to a valid code of a disabled account, and uses up no code", async () => {
    const [code = ""] = await createCodes();
    const { options } = (await start(code)).body.data;
    await disableAccount(redis, accountId, Date.now());
    const finished = await finish(createAuthenticator().register(options));
    const started = await start(code);
    for (const response of [finished, started]) assert.equal(outcome(response), "403 forbidden");
    assert.match(started.body.error.message, /disabled/);
    assert.equal(outcome(await start("AAAA-AAAA-AAAA-AAAA")), "401 authentication_failed");
    assert.equal(await createRecoveryCodes(redis).countCodes(accountId), 10);
  });

  it("has codes for recently authenticated users only", async () => {
    await expireAuthentication(placard.redis.url, ada.token());
    const response = await ada.callWithToken("POST", "/account/recovery-codes");
    assert.equal(outcome(response), "403 reauthentication_required");
    const anonymous = await ada.call("POST", "/account/recovery-codes");
    assert.equal(outcome(anonymous), "401 unauthorized");
  });
});
