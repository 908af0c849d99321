import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createAuthenticator, createTestClient, expireAuthentication } from "@placard/testing";
import { getSharedPlacard, registerTestClient } from "@placard/testing";
import type { ApiResponse, SharedPlacard, TestClient } from "@placard/testing";

describe("the account endpoints", () => {
  let placard: SharedPlacard;
  let ada: TestClient;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
  });

  const path = "/account";
  const newEmail = () => `${randomUUID()}@example.com`;
  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const update = (body: object, { callWithToken } = ada) => callWithToken("PATCH", path, body);
  const userAt = async (gatewayUrl: string) =>
    (await ada.call("GET", "/auth/session", { token: ada.token(), gatewayUrl })).body.data.user;

  it("return the user, and how much the account has", async () => {
    await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    await ada.login();
    await ada.callWithToken("POST", "/keys", { name: "ci" });
    await ada.callWithToken("POST", "/signing-keys", { name: "site" });
    const { status, body } = await ada.callWithToken("GET", path);
    assert.equal(status, 200);
    const { id, createdAt, ...user } = body.data.user;
    assert.equal(id, (await userAt(placard.url)).id);
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
    assert.deepEqual(user, { email: ada.email, name: ada.name, emailVerified: false });
    const { passkeys, sessions, apiKeys, signingKeys } = body.data.summary;
    assert.deepEqual([passkeys, sessions, apiKeys, signingKeys], [2, 2, 1, 1]);
  });

  it("change the name, which all sessions show at once at every gateway", async () => {
    const response = await update({ name: "  Ada   King " });
    assert.equal(outcome(response), "200 ok");
    assert.deepEqual([response.body.data.user.name, response.body.data.user.email], ["Ada King", ada.email]);
    for (const { url } of placard.gateways) assert.equal((await userAt(url)).name, "Ada King");
    const login = await ada.login();
    assert.equal(login.body.data.user.name, "Ada King");
  });

  it("change the email address, which all sessions show at once at every gateway", async () => {
    const email = newEmail();
    const response = await update({ email: email.toUpperCase(), name: "Ada King" });
    assert.equal(outcome(response), "200 ok");
    const { id, name } = response.body.data.user;
    assert.equal(name, "Ada King");
    for (const { url } of placard.gateways) assert.deepEqual(await userAt(url), { id, email, name });
    const login = await ada.login({ start: { email }, finish: { email } });
    assert.deepEqual([outcome(login), login.body.data.user.id], ["200 ok", id]);
  });

  it("treat the old email address as one without an account", async () => {
    const before = await ada.call("POST", "/auth/login/start", { body: { email: ada.email } });
    assert.equal(outcome(await update({ email: newEmail() })), "200 ok");
    const credential = ada.authenticator.login(before.body.data.options);
    const body = { email: ada.email, credential };
    assert.equal(
      outcome(await ada.call("POST", "/auth/login/finish", { body })),
      "401 authentication_failed",
    );

    const options = async (email: string) =>
      (await ada.call("POST", "/auth/login/start", { body: { email } })).body.data.options;
    const [decoys, again] = [await options(ada.email), await options(ada.email)];
    const idsOf = ({ allowCredentials }: { allowCredentials: { id: string }[] }) =>
      allowCredentials.map(({ id }) => id);
    assert.ok(idsOf(decoys).length > 0 && !idsOf(decoys).includes(ada.authenticator.id));
    assert.deepEqual(idsOf(again), idsOf(decoys));
    assert.equal(outcome(await ada.login()), "401 authentication_failed");
    assert.equal(outcome(await ada.login({ start: { email: undefined } })), "401 authentication_failed");

    const other = createTestClient(placard.url, { email: ada.email });
    const registered = await other.register();
    assert.equal(outcome(registered), "200 ok");
    assert.notEqual(registered.body.data.user.id, (await userAt(placard.url)).id);
  });

  it("respond 409 if another account has the email address, and change nothing", async () => {
    const eve = await registerTestClient(placard.url);
    assert.equal(outcome(await update({ email: eve.email, name: "Eve" })), "409 email_taken");
    assert.deepEqual(
      [(await userAt(placard.url)).email, (await userAt(placard.url)).name],
      [ada.email, ada.name],
    );
    assert.equal(outcome(await ada.login()), "200 ok");
    assert.equal(outcome(await eve.login()), "200 ok");
  });

  it("accept the email address and name that the account has", async () => {
    assert.equal(outcome(await update({ email: ada.email, name: ada.name })), "200 ok");
    assert.equal(outcome(await ada.login()), "200 ok");
  });

  it("reject a body without a member, with an unknown or an invalid member", async () => {
    const invalid = [{}, { name: null }, { name: "" }, { name: "x".repeat(129) }, { email: "ada" }];
    for (const body of [
      ...invalid,
      { email: 5 },
      { name: "x", id: "y" },
      { name: "x", emailVerified: true },
    ]) {
      assert.equal(outcome(await update(body)), "400 validation_failed", JSON.stringify(body));
    }
    assert.equal((await userAt(placard.url)).name, ada.name);
  });

  it("give an email address to one of two accounts that change to it at once at two gateways", async () => {
    for (let round = 0; round < 5; round++) {
      const [email, eve] = [newEmail(), await registerTestClient(placard.url)];
      const responses = await Promise.all(
        [ada, eve].map((client, i) =>
          client.call("PATCH", path, {
            token: client.token(),
            body: { email },
            gatewayUrl: placard.gateways[i]!.url,
          }),
        ),
      );
      assert.deepEqual(responses.map(outcome).sort(), ["200 ok", "409 email_taken"]);
      const winner = responses[0]?.status === 200 ? ada : eve;
      assert.equal(outcome(await winner.login({ start: { email }, finish: { email } })), "200 ok");
      const loser = winner === ada ? eve : ada;
      assert.equal(
        outcome(await loser.login({ start: { email }, finish: { email } })),
        "401 authentication_failed",
      );
      if (winner === ada) ada = await registerTestClient(placard.url);
    }
  });

  it("give an email address either to a new account or to one that changes to it, not to both", async () => {
    for (let round = 0; round < 5; round++) {
      const newcomer = createTestClient(placard.url);
      const { email, name } = newcomer;
      const started = await newcomer.call("POST", "/auth/register/start", { body: { email, name } });
      const credential = newcomer.authenticator.register(started.body.data.options);
      const [registered, updated] = await Promise.all([
        newcomer.call("POST", "/auth/register/finish", { body: { email, credential } }),
        update({ email }),
      ]);
      assert.deepEqual([registered, updated].map(outcome).sort(), ["200 ok", "409 email_taken"]);
      const winner = registered.status === 200 ? newcomer : ada;
      const login = await winner.login({ start: { email }, finish: { email } });
      assert.equal(outcome(login), "200 ok");
      if (winner === ada) ada = await registerTestClient(placard.url);
    }
  });

  it("change the email address only after a recent authentication, and the name at any time", async () => {
    await expireAuthentication(placard.redis.url, ada.token());
    assert.equal(outcome(await update({ email: newEmail(), name: "Eve" })), "403 reauthentication_required");
    assert.deepEqual((await userAt(placard.url)).name, ada.name);
    assert.equal(outcome(await update({ email: ada.email, name: "Ada King" })), "200 ok");
    await ada.reauthenticate();
    assert.equal(outcome(await update({ email: newEmail() })), "200 ok");
  });

  it("require a session, or to read the account an API key", async () => {
    assert.equal(outcome(await ada.call("GET", path, { token: placard.key })), "200 ok");
    for (const token of [undefined, placard.key, "x"]) {
      if (token !== placard.key)
        assert.equal(outcome(await ada.call("GET", path, { token })), "401 unauthorized");
      assert.equal(
        outcome(await ada.call("PATCH", path, { token, body: { name: "x" } })),
        "401 unauthorized",
      );
    }
  });
});
