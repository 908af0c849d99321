import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  sendRedisCommand,
  startPlacard,
  type ApiResponse,
  type Placard,
} from "@placard/testing";
import { runCommand } from "./testing/run-command.ts";

describe("the life of an account under the operator's control", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway"], renderers: 0, env: { SIGNUP: "invite" } });
  });
  after(() => placard.stop());

  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;

  /** What a command prints with --json. */
  async function run(...args: string[]) {
    const env = { REDIS_URL: placard.redis.url, PUBLIC_URL: placard.publicUrl };
    const { status, stdout, stderr } = await runCommand([...args, "--json"], env);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  }

  /** The parameters in the fragment of a link. */
  const parametersOf = (link: string) => Object.fromEntries(new URLSearchParams(link.split("?")[1]));

  it("leads from the invitation through login, a refused login and recovery to the deletion", async () => {
    const ada = createTestClient(placard.url);
    const { call, email, name, authenticator } = ada;
    assert.equal(outcome(await ada.register()), "403 signup_closed");

    const { invite } = parametersOf((await run("accounts", "invite", email)).link);
    const started = await call("POST", "/auth/register/start", { body: { email, name, invite } });
    assert.equal(outcome(started), "200 ok");
    const credential = authenticator.register(started.body.data.options);
    const registered = await call("POST", "/auth/register/finish", { body: { email, credential } });
    assert.equal(outcome(registered), "200 ok");
    const { token } = registered.body.data;
    const again = await call("POST", "/auth/register/start", { body: { email, name, invite } });
    assert.equal(outcome(again), "403 signup_closed", "the invitation is used up");

    await run("accounts", "disable", email);
    assert.equal(outcome(await call("GET", "/account", { token })), "401 unauthorized");
    assert.equal(outcome(await ada.login()), "403 forbidden");
    await run("accounts", "enable", email);
    assert.equal(outcome(await ada.login()), "200 ok");

    const { code, ...rest } = parametersOf((await run("accounts", "recover", email)).link);
    assert.deepEqual(rest, { email });
    const recovery = await call("POST", "/auth/recover/start", { body: { email, code } });
    assert.equal(outcome(recovery), "200 ok");
    const device = createAuthenticator();
    const recovered = await call("POST", "/auth/recover/finish", {
      body: { email, credential: device.register(recovery.body.data.options) },
    });
    assert.equal(outcome(recovered), "200 ok");
    assert.equal(outcome(await ada.login({ authenticator: device })), "200 ok");
    assert.equal(
      outcome(await call("POST", "/auth/recover/start", { body: { email, code } })),
      "401 authentication_failed",
    );

    const { events } = (await ada.callWithToken("GET", "/account/events")).body.data;
    const byOperator = (events as { type: string; actor: string }[]).filter(
      ({ actor }) => actor === "operator",
    );
    assert.deepEqual(
      byOperator.map(({ type }) => type),
      ["recovery_code_issued", "account_enabled", "account_disabled"],
    );

    const webhook = await ada.callWithToken("POST", "/webhooks", {
      url: "https://example.invalid/",
      events: ["image.rendered"],
    });
    assert.equal(webhook.status, 201);
    const { id } = webhook.body.data;
    assert.equal((await ada.callWithToken("POST", `/webhooks/${id}/test`)).status, 202);
    const countKeys = () =>
      sendRedisCommand(placard.redis.port, `EXISTS {placard}:webhook-deliveries-of:${id}`);
    assert.match(await countKeys(), /^:1/);
    await run("accounts", "delete", email, "--yes");
    assert.match(await countKeys(), /^:0/);
    assert.equal(outcome(await ada.callWithToken("GET", "/account")), "401 unauthorized");
    assert.equal(outcome(await ada.login({ authenticator: device })), "401 authentication_failed");
    assert.deepEqual(await run("accounts", "list"), []);
  });
});
