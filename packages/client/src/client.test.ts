import assert from "node:assert/strict";
import { createClient, imageIdOf } from "./index.ts";
import { failure, scriptedClient, success } from "./testing/scripted-fetch.ts";

const request = { template: "blog", data: { title: "A title" } } as const;

describe("createClient", () => {
  it("sends each call to its path, with its credential and body", async () => {
    const steps = Array.from({ length: 100 }, () => success());
    const { client, requests } = scriptedClient(steps);
    const credential = { id: "c" } as never;
    await client.generateImages([request]);
    await client.listAccountImages();
    await client.listAccountImages({ limit: 5, q: "a & b" });
    await client.getJob("a/b");
    await client.listTemplates();
    await client.deleteImage("i d");
    await client.checkLink("/og/sign/blog.png?kid=1&sig=2");
    await client.listPlaygroundTemplates();
    await client.previewInPlayground(request);
    await client.getAuthConfig();
    await client.startRegistration({ email: "a@example.com", name: "Ada" });
    await client.finishRegistration({ email: "a@example.com", credential });
    await client.startLogin();
    await client.finishLogin({ credential });
    await client.startReauthentication();
    await client.finishReauthentication({ credential });
    await client.getSession();
    await client.logout();
    await client.listSessions();
    await client.deleteSession("s");
    await client.deleteOtherSessions();
    await client.listPasskeys();
    await client.renamePasskey("p", { name: "Laptop" });
    await client.deletePasskey("p");
    await client.deletePasskey("p", { revokeKeys: true, requestId: "r" });
    await client.getAccount();
    await client.updateAccount({ name: "Ada King" });
    await client.exportAccount();
    await client.deleteAccount();
    await client.sendVerificationMail();
    await client.verifyEmail({ token: "t" });
    await client.listApiKeys();
    await client.createApiKey({ name: "ci" });
    await client.revokeApiKey("k");
    await client.listSigningKeys();
    await client.createSigningKey({ name: "site" });
    await client.revokeSigningKey("s");
    await client.getLiveness();
    const prefix = "https://og.example.com/placard";
    const sent = requests.map(({ method, url, headers, body }) => {
      assert.ok(url.startsWith(prefix), url);
      const auth = { "Bearer plk_1": "key", "Bearer t.o.k": "token" }[headers.get("authorization") ?? ""];
      assert.equal(headers.get("content-type"), body ? "application/json" : null);
      return `${method} ${url.slice(prefix.length)} ${auth ?? "-"} ${JSON.stringify(body) ?? "-"}`;
    });
    assert.deepEqual(sent, [
      `POST /api/v1/og/generate/batch key ${JSON.stringify({ requests: [request] })}`,
      "GET /api/v1/account/images token -",
      "GET /api/v1/account/images?limit=5&q=a%20%26%20b token -",
      "GET /api/v1/og/jobs/a%2Fb key -",
      "GET /api/v1/og/templates key -",
      "DELETE /api/v1/og/images/i%20d key -",
      "GET /api/v1/og/check-link?url=%2Fog%2Fsign%2Fblog.png%3Fkid%3D1%26sig%3D2 key -",
      "GET /api/v1/playground/templates - -",
      `POST /api/v1/playground/preview - ${JSON.stringify(request)}`,
      "GET /api/v1/auth/config - -",
      'POST /api/v1/auth/register/start token {"email":"a@example.com","name":"Ada"}',
      'POST /api/v1/auth/register/finish token {"email":"a@example.com","credential":{"id":"c"}}',
      "POST /api/v1/auth/login/start - {}",
      'POST /api/v1/auth/login/finish - {"credential":{"id":"c"}}',
      "POST /api/v1/auth/reauthenticate/start token -",
      'POST /api/v1/auth/reauthenticate/finish token {"credential":{"id":"c"}}',
      "GET /api/v1/auth/session token -",
      "POST /api/v1/auth/logout token -",
      "GET /api/v1/auth/sessions token -",
      "DELETE /api/v1/auth/sessions/s token -",
      "DELETE /api/v1/auth/sessions token -",
      "GET /api/v1/auth/passkeys token -",
      'PATCH /api/v1/auth/passkeys/p token {"name":"Laptop"}',
      "DELETE /api/v1/auth/passkeys/p token -",
      "DELETE /api/v1/auth/passkeys/p?revokeKeys=true token -",
      "GET /api/v1/account token -",
      'PATCH /api/v1/account token {"name":"Ada King"}',
      "GET /api/v1/account/export token -",
      "DELETE /api/v1/account token -",
      "POST /api/v1/account/verification token -",
      'POST /api/v1/account/verify-email token {"token":"t"}',
      "GET /api/v1/keys token -",
      'POST /api/v1/keys token {"name":"ci"}',
      "DELETE /api/v1/keys/k token -",
      "GET /api/v1/signing-keys token -",
      'POST /api/v1/signing-keys token {"name":"site"}',
      "DELETE /api/v1/signing-keys/s token -",
      "GET /health/live - -",
    ]);
  });

  it("resolves with the data, and with the headers as meta", async () => {
    const headers = {
      "X-Cache": "HIT",
      "X-Request-Id": "r-7",
    };
    const { client, requests } = scriptedClient([success({ url: "u" }, headers)]);
    const { data, meta } = await client.generateImage(request, { requestId: "mine" });
    assert.equal(requests[0]?.headers.get("x-request-id"), "mine");
    assert.deepEqual(data, { url: "u" });
    const { headers: all, ...rest } = meta;
    assert.equal(all.get("x-cache"), "HIT");
    assert.deepEqual(rest, {
      status: 200,
      requestId: "r-7",
      cache: "HIT",
    });
  });

  it("calls a credential function for every request", async () => {
    const keys = ["one", undefined];
    const { client, requests } = scriptedClient([success(), success()], { key: () => keys.shift() });
    await client.listTemplates();
    await client.listTemplates();
    const authorizations = requests.map(({ headers }) => headers.get("authorization"));
    assert.deepEqual(authorizations, ["Bearer one", null]);
  });

  it("converts between image ids and URLs, also under a path prefix", async () => {
    const id = "AbCdEfGhIjKlMnOpQrStUvWxYz01-_45";
    const { client, requests } = scriptedClient([success()]);
    const url = client.imageUrl(id, "webp");
    assert.equal(url, `https://og.example.com/placard/og/${id}.webp`);
    assert.equal(imageIdOf(url), id);
    for (const other of [id, `${url}?x`, ""]) {
      assert.equal(imageIdOf(other), undefined, other);
    }
    await client.deleteImage(url);
    assert.ok(requests[0]?.url.endsWith(`/api/v1/og/images/${id}`));
  });

  it("throws a TypeError for an invalid base URL", () => {
    for (const baseUrl of ["", "/placard", "og.example.com", "ftp://og.example.com", "http://"]) {
      assert.throws(() => createClient({ baseUrl }), TypeError, baseUrl);
    }
  });

  it("looks up the global fetch for every request", async () => {
    const { fetch } = globalThis;
    const client = createClient({ baseUrl: "https://og.example.com" });
    globalThis.fetch = async () => failure(404, "not_found");
    await assert.rejects(client.listTemplates(), { code: "not_found" }).finally(() => {
      globalThis.fetch = fetch;
    });
  });
});
