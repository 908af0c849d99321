import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  findFreePort,
  startPlacard,
  type Placard,
} from "@placard/testing";
import { createClient, PlacardError, type ClientOptions } from "./index.ts";

const card = { template: "blog", data: { title: "From the client" } } as const;

describe("the client with a Placard", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" } });
  });
  after(() => placard.stop());

  const clientOf = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: placard.url, key: placard.key, ...options });

  it("has images drawn, once each, and says whether one was drawn for it", async () => {
    const client = clientOf();
    const request = { ...card, options: { format: "webp", width: 600, height: 315 } } as const;
    const first = await client.generate(request, { requestId: "client-test:1" });
    const second = await client.generate(request);
    assert.deepEqual([first.meta.cache, second.meta.cache], ["MISS", "HIT"]);
    assert.deepEqual(first.data, second.data);
    assert.equal(first.meta.requestId, "client-test:1");
    assert.equal(first.meta.rateLimit?.limit, 600);
    const { url, width, height, format, size } = first.data;
    assert.deepEqual([width, height, format], [600, 315, "webp"]);
    const image = await fetch(url.replace(/^http:\/\/[^/]+/, placard.url));
    assert.equal((await image.arrayBuffer()).byteLength, size);
  });

  it("lists the templates with their schemas", async () => {
    const { templates } = (await clientOf().listTemplates()).data;
    const blog = templates.find(({ id }) => id === "blog");
    assert.equal(blog?.name, "Blog post");
    assert.deepEqual(blog.schema["required"], ["title"]);
  });

  it("asks how the gateway is", async () => {
    assert.deepEqual((await clientOf().health.live()).data, { status: "live" });
    assert.deepEqual((await clientOf().health.ready()).data, { status: "ready" });
  });

  it("tells refusals with their code, status, request id and every fault", async () => {
    await assert.rejects(clientOf({ key: "plk_wrong" }).generate(card), {
      code: "unauthorized",
      status: 401,
    });
    await assert.rejects(clientOf({ key: undefined }).listTemplates(), { code: "unauthorized" });
    await assert.rejects(clientOf().generate({ template: "nonsense", data: {} }), {
      code: "unknown_template",
      status: 400,
    });
    await assert.rejects(clientOf().getJob("nosuchjob"), { code: "not_found", status: 404 });
    const faulty = { template: "event", data: { title: "" } } as never;
    const options = { requestId: "client-test:2" };
    const error: unknown = await clientOf()
      .generate(faulty, options)
      .catch((thrown: unknown) => thrown);
    assert.ok(error instanceof PlacardError);
    assert.deepEqual(
      [error.code, error.status, error.requestId],
      ["validation_failed", 400, "client-test:2"],
    );
    assert.deepEqual(error.details.map(({ path }) => path).sort(), ["/data/date", "/data/title"]);
  });

  it("tells a Placard that is not there as network_error", async () => {
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
    const client = clientOf({ baseUrl, retries: { limit: 1, baseMs: 10 } });
    await assert.rejects(client.listTemplates(), { code: "network_error" });
  });

  it("is aborted while Placard draws", async () => {
    const reason = new Error("changed my mind");
    const controller = new AbortController();
    const uncached = { ...card, options: { cache: false, width: 2048, height: 2048 } };
    const running = clientOf().generate(uncached, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 5);
    await assert.rejects(running, reason);
  });

  it("registers, signs in, and manages sessions, passkeys and API keys", async () => {
    const authenticator = createAuthenticator();
    const { email, name } = createTestClient(placard.url);
    let token: string | undefined;
    const client = clientOf({ token: () => token });

    const creation = (await client.auth.registerStart({ email, name })).data.options;
    const attested = authenticator.register({ ...creation, rp: { id: creation.rp.id ?? "" } });
    const registered = (await client.auth.registerFinish({ email, credential: attested })).data;
    assert.equal(registered.verified, true);
    assert.deepEqual([registered.user.email, registered.user.name], [email, name]);

    const { options } = (await client.auth.loginStart({ email })).data;
    const asserted = authenticator.login({ ...options, rpId: options.rpId ?? "" });
    const login = (await client.auth.loginFinish({ email, credential: asserted })).data;
    await assert.rejects(client.auth.loginFinish({ email, credential: asserted }), {
      code: "authentication_failed",
      status: 401,
    });
    token = login.token;
    const { user, session } = (await client.auth.session()).data;
    assert.deepEqual([user, session.expiresAt], [login.user, login.expiresAt]);

    const { sessions } = (await client.sessions.list()).data;
    const other = sessions.find(({ current }) => !current);
    assert.equal(sessions.length, 2);
    assert.deepEqual((await client.sessions.revoke(other?.id ?? "")).data, {});
    assert.equal((await client.sessions.list()).data.sessions.length, 1);

    const [passkey] = (await client.passkeys.list()).data.passkeys;
    const renamed = (await client.passkeys.rename(passkey?.id ?? "", { name: "Laptop" })).data;
    assert.deepEqual(renamed, { ...passkey, name: "Laptop" });
    await assert.rejects(client.passkeys.delete(renamed.id), { code: "last_passkey", status: 409 });

    const expiresAt = "2099-01-01T00:00:00.000Z";
    const made = (await client.keys.create({ name: "ci", expiresAt })).data;
    assert.deepEqual([made.name, made.expiresAt], ["ci", expiresAt]);
    await clientOf({ key: made.key }).listTemplates();
    const { keys } = (await client.keys.list()).data;
    assert.deepEqual(
      keys.map(({ id, hint }) => [id, made.key.endsWith(hint)]),
      [[made.id, true]],
    );
    assert.deepEqual((await client.keys.revoke(made.id)).data, {});
    await assert.rejects(client.keys.revoke(made.id), { code: "not_found" });
    await assert.rejects(clientOf({ key: made.key }).listTemplates(), { code: "unauthorized" });

    await client.auth.logout();
    await assert.rejects(client.auth.session(), { code: "unauthorized" });
  });
});
