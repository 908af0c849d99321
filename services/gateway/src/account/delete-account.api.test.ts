import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { canonicalLink, imageKey, ownerTag, randomImageId, signLink } from "@placard/contracts";
import { createFileStore } from "@placard/storage";
import { createAuthenticator, createTestClient, expireAuthentication, poll } from "@placard/testing";
import { callGateway, getSharedPlacard, registerTestClient } from "@placard/testing";
import type { ApiResponse, SharedPlacard, TestClient } from "@placard/testing";
import { Redis } from "ioredis";

describe("DELETE /api/v1/account", () => {
  let placard: SharedPlacard;
  let redis: Redis;
  let ada: TestClient;
  let id: string;
  let key: string;
  before(async () => {
    placard = await getSharedPlacard();
    redis = new Redis(placard.redis.url);
  });
  after(() => redis.disconnect());
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
    id = (await ada.callWithToken("GET", "/account")).body.data.user.id;
    key = (await ada.callWithToken("POST", "/keys", { name: "ci" })).body.data.key;
  });

  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const deleteAccount = ({ callWithToken } = ada) => callWithToken("DELETE", "/account");
  const generate = async (title: string, token = key, template = "blog"): Promise<string> => {
    const body = { template, data: { title }, options: { format: "webp" } };
    return new URL((await ada.call("POST", "/og/generate", { token, body })).body.data.url).pathname;
  };
  const statusOf = async (path: string, gatewayUrl = placard.url) => (await fetch(gatewayUrl + path)).status;
  /**
   * What Redis and storage have of an account, without the jobs that will delete its images. Results and
   * ceremonies that expire within 65 s don't count: a request may end after the deletion.
   */
  const tracesOf = async (accountId: string, email: string) => {
    const names = await redis.keys("*");
    const values = await Promise.all(
      names.map(async (name) => {
        const ttlMs = await redis.pttl(name);
        if (/^\{placard\}:(?:result|ceremony):/.test(name) && ttlMs > 0 && ttlMs <= 65_000) return "";
        const type = await redis.type(name);
        if (type === "string") return `${name} ${(await redis.get(name)) ?? ""}`;
        if (type === "hash") return `${name} ${JSON.stringify(await redis.hgetall(name))}`;
        if (type === "zset") return `${name} ${JSON.stringify(await redis.zrange(name, 0, "-1"))}`;
        return name;
      }),
    );
    const files = await readdir(placard.directory, { recursive: true });
    return [...values, ...files].filter(
      (text) =>
        !text.startsWith("{placard}:image-deletions") &&
        !text.startsWith("{placard}:sweep:") &&
        !text.startsWith("{placard}:rate:") &&
        (text.includes(accountId) || text.includes(email) || text.includes(ownerTag(accountId))),
    );
  };

  const awaitNoTraces = (accountId: string, email: string) =>
    poll("the traces to be deleted", async () => {
      assert.deepEqual(await tracesOf(accountId, email), []);
      return true;
    });

  it("deletes everything of the account, its images, recipes and templates included", async () => {
    const { callWithToken } = ada;
    const signingKey = (await callWithToken("POST", "/signing-keys", { name: "site" })).body.data;
    await ada.register({ token: ada.token(), authenticator: createAuthenticator() });
    assert.equal((await callWithToken("POST", "/account/recovery-codes")).status, 201);
    const token = ada.token();
    await ada.login();
    const fields = { title: { type: "string" } };
    const template = { id: "release", name: "Release", description: "A release", fields };
    const document = { template, html: "<main>{{title}}</main>" };
    assert.equal((await callWithToken("POST", "/og/templates", document)).status, 201);
    const webhook = { url: "https://example.invalid/", events: ["image.rendered"] };
    const { id: webhookId } = (await callWithToken("POST", "/webhooks", webhook)).body.data;
    assert.equal((await callWithToken("POST", `/webhooks/${webhookId}/test`)).status, 202);
    const site = await callWithToken("POST", "/sites", { domain: "example.invalid" });
    const { id: siteId } = site.body.data;
    assert.equal((await callWithToken("PUT", "/brands/default", { colors: {} })).status, 201);
    assert.equal(
      (await callWithToken("PUT", "/og/templates/release/draft", { json: "", html: "" })).status,
      200,
    );
    const review = (await callWithToken("POST", "/og/reviews", document)).body.data;
    const headers = { "Placard-Review": String(review.url.split("/").at(-1)) };
    const comments = `${placard.url}/api/v1/review/comments`;
    assert.equal((await callGateway(comments, "POST", { headers, body: { text: "Hi" } })).status, 201);
    const keysOfFeatures = async () =>
      redis.exists(
        `{placard}:webhook-deliveries-of:${webhookId}`,
        `{placard}:site-owner:${siteId}`,
        `{placard}:review-owner:${review.id}`,
        `{placard}:review-comments:${review.id}`,
      );
    assert.equal(await keysOfFeatures(), 4);
    const paths = [await generate("First"), await generate("Second", key, template.id)];
    const query = new Map(Object.entries({ title: "Signed", kid: signingKey.id }));
    const sig = signLink(signingKey.secret, canonicalLink("blog.png", query));
    const signed = `/og/sign/blog.png?${new URLSearchParams([...query, ["sig", sig]]).toString()}`;
    assert.equal(await statusOf(signed), 200);
    assert.ok((await tracesOf(id, ada.email)).length > 10);

    const { status, body } = await deleteAccount();
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.equal(await keysOfFeatures(), 0);
    for (const { url: gatewayUrl } of placard.gateways) {
      for (const ended of [token, ada.token()])
        assert.equal(
          outcome(await ada.call("GET", "/account", { token: ended, gatewayUrl })),
          "401 unauthorized",
        );
      assert.equal(
        outcome(await ada.call("GET", "/og/templates", { token: key, gatewayUrl })),
        "401 unauthorized",
      );
      assert.equal(await statusOf(signed, gatewayUrl), 403);
    }
    for (const start of [{}, { email: undefined }])
      assert.equal(outcome(await ada.login({ start })), "401 authentication_failed");

    await awaitNoTraces(id, ada.email);
    for (const path of paths)
      for (const { url } of placard.gateways) assert.equal(await statusOf(path, url), 404);
    assert.equal(outcome(await deleteAccount()), "401 unauthorized");
  });

  it("lets the user register again with the same email address and passkey, as another account", async () => {
    const path = await generate("Old");
    await deleteAccount();
    const again = createTestClient(placard.url, { email: ada.email, authenticator: ada.authenticator });
    const registered = await again.register();
    assert.equal(outcome(registered), "200 ok");
    assert.notEqual(registered.body.data.user.id, id);
    const { summary } = (await again.callWithToken("GET", "/account")).body.data;
    const { passkeys, sessions, apiKeys, signingKeys } = summary;
    assert.deepEqual([passkeys, sessions, apiKeys, signingKeys], [1, 1, 0, 0]);
    const newKey = (await again.callWithToken("POST", "/keys", { name: "ci" })).body.data.key;
    await poll("the image to be deleted", async () => (await statusOf(path)) === 404);
    const newPath = await generate("Old", newKey);
    assert.notEqual(newPath, path);
    assert.equal(await statusOf(newPath), 200);
  });

  it("does not affect other accounts", async () => {
    const path = await generate("Kept", placard.key);
    const eve = await registerTestClient(placard.url);
    const eveBefore = await eve.callWithToken("GET", "/account");
    await deleteAccount(eve);
    const { user } = eveBefore.body.data;
    await poll("the run to end", async () => {
      const lines = await placard.logs({ accountId: user.id, msg: "objects of deleted account deleted" });
      return lines.length > 0;
    });
    assert.equal(outcome(await ada.callWithToken("GET", "/account")), "200 ok");
    assert.equal(outcome(await ada.call("GET", "/og/templates", { token: key })), "200 ok");
    assert.equal(await statusOf(path), 200);
  });

  it("deletes images that were still being rendered in a second run", async () => {
    await deleteAccount();
    const entry = `final:${id}`;
    const dueAt = Number(await redis.zscore("{placard}:image-deletions", entry));
    assert.ok(dueAt > Date.now() + 40 * 60_000 && dueAt < Date.now() + 60 * 60_000);
    const isDone = async (run: string) => (await redis.zscore("{placard}:image-deletions", run)) === null;
    await poll("the first run", () => isDone(`first:${id}`));
    const store = createFileStore({ directory: join(placard.directory, "storage") });
    const times = { storedAt: Date.now(), expiresAt: Date.now() + 600_000 };
    const imageId = randomImageId(id);
    const attributes = { contentType: "image/png", ...times, userMetadata: { owner: id } };
    await store.put(imageKey(imageId, "png"), Buffer.from("x"), attributes);
    assert.equal(await statusOf(`/og/${imageId}.png`), 200);
    await redis.zadd("{placard}:image-deletions", 0, entry); // as if the time had come
    await poll("the final run", () => isDone(entry));
    assert.equal(await statusOf(`/og/${imageId}.png`), 404);
    store.close();
  });

  it("requires a recent authentication, and a session", async () => {
    await expireAuthentication(placard.redis.url, ada.token());
    assert.equal(outcome(await deleteAccount()), "403 reauthentication_required");
    for (const token of [undefined, key])
      assert.equal(outcome(await ada.call("DELETE", "/account", { token })), "401 unauthorized");
    assert.equal(outcome(await ada.callWithToken("GET", "/account")), "200 ok");
  });

  it("leaves nothing of the account, however many requests were in progress", async () => {
    for (let round = 0; round < 3; round++) {
      const client = await registerTestClient(placard.url);
      const { user } = (await client.callWithToken("GET", "/account")).body.data;
      const token = client.token();
      const requests = placard.gateways.flatMap(({ url: gatewayUrl }) => [
        client.login({ finish: { email: client.email, gatewayUrl } }),
        client.call("POST", "/keys", { token, body: { name: "late" }, gatewayUrl }),
        client.call("PATCH", "/account", { token, body: { name: "late" }, gatewayUrl }),
        client.call("DELETE", "/account", { token, gatewayUrl }),
      ]);
      const responses = await Promise.all(requests);
      for (const { status } of responses) assert.ok([200, 201, 401].includes(status), `${status}`);
      await awaitNoTraces(user.id, client.email);
    }
  });
});
