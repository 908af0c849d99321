import assert from "node:assert/strict";
import {
  createAuthenticator,
  createTestClient,
  findFreePort,
  getSharedPlacard,
  registerTestClient,
  type SharedPlacard,
} from "@placard/testing";
import {
  createClient,
  imageIdOf,
  PlacardError,
  signLink,
  type ClientOptions,
  type CreatedSigningKey,
  type PlacardClient,
} from "./index.ts";

describe("the client, through a server", () => {
  let placard: SharedPlacard;
  /** Signed in, with an API key and a signing key of the same account. */
  let client: PlacardClient;
  let apiKey = "";
  let signingKey: CreatedSigningKey;
  before(async () => {
    placard = await getSharedPlacard();
    const user = await registerTestClient(placard.url);
    client = clientOf({ key: () => apiKey, token: () => user.token() });
    apiKey = (await client.createApiKey({ name: "tests" })).data.key;
    signingKey = (await client.createSigningKey({ name: "site" })).data;
  });

  const clientOf = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: placard.url, ...options });

  const blog = (title: string) => ({ template: "blog", data: { title } }) as const;
  /** Image URLs start with the public URL. */
  const onServer = (url: string) => url.replace(placard.publicUrl, placard.url);
  const sign = (title: string, rest: { secret?: string; expiresAt?: Date; width?: number } = {}) => {
    const { secret = signingKey.secret, expiresAt, width } = rest;
    const { id: kid } = signingKey;
    const options = { width };
    return signLink({ baseUrl: placard.url, kid, secret, format: "png", ...blog(title), options, expiresAt });
  };

  it("generates an image once, and reports whether this call rendered it", async () => {
    const webp = { ...blog("Once"), options: { format: "webp", width: 600, height: 315 } } as const;
    const first = await client.generateImage(webp, { requestId: "client-test:1" });
    const second = await client.generateImage(webp);
    assert.deepEqual([first.meta.cache, second.meta.cache], ["MISS", "HIT"]);
    assert.deepEqual(first.data, second.data);
    assert.equal(first.meta.requestId, "client-test:1");
    const { url, width, height, format, size } = first.data;
    assert.deepEqual([width, height, format], [600, 315, "webp"]);
    const image = await fetch(onServer(url));
    assert.equal((await image.arrayBuffer()).byteLength, size);
  });

  it("generates several images in one call, each with its own result", async () => {
    const invalid = { template: "event", data: { title: "No date" } } as never;
    const { results } = (await client.generateImages([blog("One"), invalid, blog("One")])).data;
    const [one, two, three] = results;
    assert.ok(one?.success && three?.success);
    assert.deepEqual(one.data, three.data);
    assert.ok(two?.success === false);
    assert.deepEqual([two.status, two.error.code], [400, "validation_failed"]);
    await assert.rejects(client.generateImages([]), { code: "validation_failed", status: 400 });
  });

  it("requests an image asynchronously and waits for its job", async () => {
    const { data: job, meta } = await client.generateImageAsync(blog("Asynchronous"));
    assert.equal(meta.status, 202);
    assert.ok(job.status === "queued");
    const image = (await client.waitForJob(job.id)).data;
    assert.deepEqual((await client.generateImage(blog("Asynchronous"))).data, image);
    const repeated = (await client.generateImageAsync(blog("Asynchronous"))).data;
    assert.deepEqual(repeated, { status: "done", result: image });
    await assert.rejects(client.waitForJob("nosuchjob"), { code: "not_found" });
  });

  it("deletes images by URL or id", async () => {
    const { url } = (await client.generateImage(blog("To be deleted"))).data;
    assert.equal((await fetch(onServer(url))).status, 200);
    assert.deepEqual((await client.deleteImage(url)).data, {});
    assert.equal((await fetch(onServer(url))).status, 404);
    await assert.rejects(client.deleteImage(imageIdOf(url) ?? ""), { code: "not_found", status: 404 });
  });

  it("checks signed links", async () => {
    const link = await sign("Checked");
    const { data } = await client.checkLink(link);
    assert.deepEqual([data.isValid, data.problems], [true, []]);
    const altered = (await client.checkLink(link.replace("Checked", "Altered"))).data;
    assert.deepEqual([altered.isValid, altered.problems[0]?.parameter], [false, "sig"]);
  });

  it("checks pages", async () => {
    const { data } = await client.checkPage(placard.url, { image: true });
    assert.equal(data.url, `${placard.url}/`);
    assert.ok(data.problems.some(({ code }) => code === "image_missing"));
    assert.equal(data.previews.length, 7);
  });

  it("signs links with any text, which lead to the same image as generateImage", async () => {
    for (const title of ["Hello", "a+b c%20d 100%", "!'()* &=#?/", "Grüße 東京 👩‍🚀"]) {
      const expiring = await fetch(
        await sign(title, { width: 400, expiresAt: new Date(Date.now() + 60_000) }),
      );
      assert.equal(expiring.status, 200, `${title}: ${expiring.status}`);
      const expected = await expiring.arrayBuffer();
      const response = await fetch(await sign(title, { width: 400 }));
      assert.equal(response.status, 200, `${title}: ${response.status}`);
      assert.equal(response.headers.get("content-type"), "image/png");
      assert.deepEqual(await response.arrayBuffer(), expected);
      const { data, meta } = await client.generateImage({ ...blog(title), options: { width: 400 } });
      assert.equal(meta.cache, "HIT", title);
      assert.equal(response.headers.get("content-location"), data.url);
    }
  });

  it("signs links that are rejected with another secret, after they expire, and after a change", async () => {
    const invalidLinks = [
      await sign("Hello", { secret: "plks_another" }),
      await sign("Hello", { expiresAt: new Date(Date.now() - 2000) }),
      (await sign("Hello")).replace("Hello", "Hallo"),
    ];
    for (const link of invalidLinks) assert.equal((await fetch(link)).status, 403, link);
  });

  it("lists the templates with their schemas", async () => {
    const { templates } = (await client.listTemplates()).data;
    const template = templates.find(({ id }) => id === "blog");
    assert.equal(template?.name, "Blog post");
    assert.deepEqual(template.schema["required"], ["title"]);
  });

  it("has a call for every operation of the API, named by its operation id", async () => {
    const response = await fetch(`${placard.url}/api/v1/openapi.json`);
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operationIds = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const withoutCall = [
      "getAsset",
      "getImage",
      "getPageImage",
      "getOpenApi",
      "getShortSignedImage",
      "getSignedImage",
    ];
    const withoutOperation = ["generateImageAsync", "imageUrl", "waitForJob"];
    const calls = Object.keys(client);
    const missing = operationIds.filter((id) => !calls.includes(id) && !withoutCall.includes(id));
    assert.deepEqual(missing, [], "operations without a call");
    const known = [...operationIds, ...withoutOperation];
    const unknown = calls.filter((name) => !known.includes(name));
    assert.deepEqual(unknown, [], "calls without an operation");
  });

  it("reads the gateway's health checks", async () => {
    assert.deepEqual((await client.getLiveness()).data, { status: "live" });
    assert.deepEqual((await client.getReadiness()).data, { status: "ready" });
  });

  it("rejects with the server's code, status, request ID and details", async () => {
    await assert.rejects(clientOf({ key: "plk_wrong" }).generateImage(blog("Hello")), {
      code: "unauthorized",
      status: 401,
    });
    await assert.rejects(clientOf().listTemplates(), { code: "unauthorized" });
    await assert.rejects(client.generateImage({ template: "nonsense", data: {} }), {
      code: "unknown_template",
      status: 400,
    });
    await assert.rejects(client.getJob("nosuchjob"), { code: "not_found", status: 404 });
    const invalid = { template: "event", data: { title: "" } } as never;
    const options = { requestId: "client-test:2" };
    const error: unknown = await client.generateImage(invalid, options).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof PlacardError);
    assert.deepEqual(
      [error.code, error.status, error.requestId],
      ["validation_failed", 400, "client-test:2"],
    );
    assert.deepEqual(error.details.map(({ path }) => path).sort(), ["/data/date", "/data/title"]);
  });

  it("rejects with network_error if no server listens at the base URL", async () => {
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
    const unreachable = clientOf({ baseUrl, retries: { limit: 1, baseMs: 10 } });
    await assert.rejects(unreachable.listTemplates(), { code: "network_error" });
  });

  it("can be aborted during a render", async () => {
    const reason = new Error("navigated away");
    const controller = new AbortController();
    const uncached = { ...blog("Hello"), options: { cache: false, width: 2048, height: 2048 } };
    const running = client.generateImage(uncached, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 5);
    await assert.rejects(running, reason);
  });

  it("registers, signs in, manages sessions, passkeys and API keys, and recovers the account", async () => {
    const authenticator = createAuthenticator();
    const { email, name } = createTestClient(placard.url);
    let token: string | undefined;
    const user = clientOf({ token: () => token });

    const creation = (await user.startRegistration({ email, name })).data.options;
    const attested = authenticator.register({ ...creation, rp: { id: creation.rp.id ?? "" } });
    const registered = (await user.finishRegistration({ email, credential: attested })).data;
    assert.equal(registered.verified, true);
    assert.deepEqual([registered.user.email, registered.user.name], [email, name]);

    const { options } = (await user.startLogin({ email })).data;
    const asserted = authenticator.login({ ...options, rpId: options.rpId ?? "" });
    const login = (await user.finishLogin({ email, credential: asserted })).data;
    await assert.rejects(user.finishLogin({ email, credential: asserted }), {
      code: "authentication_failed",
      status: 401,
    });
    token = login.token;
    const { data: current } = await user.getSession();
    assert.deepEqual([current.user, current.session.expiresAt], [login.user, login.expiresAt]);

    const challenged = (await user.startReauthentication()).data.options;
    const proof = authenticator.login({ ...challenged, rpId: challenged.rpId ?? "" });
    const confirmed = (await user.finishReauthentication({ credential: proof })).data.session;
    assert.equal(confirmed.id, current.session.id);
    assert.notEqual(confirmed.authenticatedAt, confirmed.createdAt);

    const { sessions } = (await user.listSessions()).data;
    const other = sessions.find((session) => !session.current);
    assert.equal(sessions.length, 2);
    assert.deepEqual((await user.deleteSession(other?.id ?? "")).data, {});
    assert.equal((await user.listSessions()).data.sessions.length, 1);
    assert.deepEqual((await user.deleteOtherSessions()).data, {});
    assert.equal((await user.listSessions()).data.sessions.length, 1);

    const [passkey] = (await user.listPasskeys()).data.passkeys;
    const renamed = (await user.renamePasskey(passkey?.id ?? "", { name: "Laptop" })).data;
    assert.deepEqual(renamed, { ...passkey, name: "Laptop" });
    await assert.rejects(user.deletePasskey(renamed.id), { code: "last_passkey", status: 409 });

    const expiresAt = "2099-01-01T00:00:00.000Z";
    const created = (await user.createApiKey({ name: "ci", expiresAt })).data;
    assert.deepEqual([created.name, created.expiresAt], ["ci", expiresAt]);
    await clientOf({ key: created.key }).listTemplates();
    const { keys } = (await user.listApiKeys()).data;
    assert.deepEqual(
      keys.map(({ id, hint }) => [id, created.key.endsWith(hint)]),
      [[created.id, true]],
    );
    assert.deepEqual((await user.revokeApiKey(created.id)).data, {});
    await assert.rejects(user.revokeApiKey(created.id), { code: "not_found" });
    await assert.rejects(clientOf({ key: created.key }).listTemplates(), { code: "unauthorized" });

    const first = (await user.listAccountEvents({ limit: 1 })).data;
    const [revoked] = first.events;
    assert.deepEqual([revoked?.type, revoked?.keyId], ["api_key_revoked", created.id]);
    const rest = (await user.listAccountEvents({ cursor: first.nextCursor ?? "" })).data;
    assert.equal(rest.events[0]?.type, "api_key_created");
    assert.equal(rest.nextCursor, null);

    const [usage] = (await user.getAccountUsage({ days: 1 })).data.days;
    assert.ok(usage);
    const { date, ...counts } = usage;
    assert.match(date, /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(counts, { renders: 0, cacheHits: 0, bytes: 0, remoteBytes: 0, keys: [] });
    assert.equal((await user.getAccountUsage()).data.days.length, 30);

    const [code = ""] = (await user.createRecoveryCodes()).data.codes;
    const recovery = (await clientOf().startRecovery({ email, code })).data.options;
    const replacement = createAuthenticator().register({ ...recovery, rp: { id: recovery.rp.id ?? "" } });
    const recovered = (await clientOf().finishRecovery({ email, credential: replacement })).data;
    await assert.rejects(user.getSession(), { code: "unauthorized" });
    token = recovered.token;

    await user.logout();
    await assert.rejects(user.getSession(), { code: "unauthorized" });
  });

  it("creates, changes, tests and deletes webhooks, and delivers again", async () => {
    // Not of images: one whose request an earlier test has given up may be rendered now.
    const events = ["quota.reached"] as const;
    const created = (await client.createWebhook({ url: "https://example.invalid/hook", events })).data;
    const { secret, ...webhook } = created;
    assert.match(secret, /^whsec_/);
    assert.deepEqual((await client.listWebhooks()).data, { webhooks: [webhook], nextCursor: null });
    const delivery = (await client.testWebhook(webhook.id)).data;
    const page = (await client.listWebhookDeliveries(webhook.id, { limit: 1 })).data;
    assert.deepEqual(
      page.deliveries.map(({ id, type, payload }) => [id, type, payload.data]),
      [[delivery.id, "webhook.test", { webhookId: webhook.id }]],
    );
    assert.equal((await client.redeliverWebhook(webhook.id, delivery.id)).data.state, "waiting");
    const rotated = (await client.rotateWebhookSecret(webhook.id)).data;
    assert.ok(rotated.secret !== secret && rotated.previousSecretExpiresAt);
    const disabled = (await client.updateWebhook(webhook.id, { isEnabled: false })).data;
    assert.deepEqual([disabled.isEnabled, disabled.disabledBy], [false, "user"]);
    await assert.rejects(client.testWebhook(webhook.id), { code: "webhook_disabled", status: 409 });
    assert.deepEqual((await client.deleteWebhook(webhook.id)).data, {});
    await assert.rejects(client.deleteWebhook(webhook.id), { code: "not_found" });
  });

  it("creates, lists and revokes signing keys", async () => {
    const created = (await client.createSigningKey({ name: "short-lived" })).data;
    assert.match(created.id, /^[0-9A-Za-z]{16}$/);
    assert.match(created.secret, /^plks_[\w-]{43}$/);
    const listed = (await client.listSigningKeys()).data.signingKeys.find(({ id }) => id === created.id);
    const { name, createdAt } = created;
    const hint = created.secret.slice(-4);
    const [passkey] = (await client.listPasskeys()).data.passkeys;
    const expected = { id: created.id, name, createdAt, hint, lastUsedAt: null, passkeyId: passkey?.id };
    assert.deepEqual(listed, expected);
    assert.deepEqual((await client.revokeSigningKey(created.id)).data, {});
    await assert.rejects(client.revokeSigningKey(created.id), { code: "not_found" });
  });
});
