import assert from "node:assert/strict";
import { createClient, imageIdOf } from "./index.ts";
import { failure, scriptedClient, success } from "./testing/scripted-fetch.ts";

const card = { template: "blog", data: { title: "A title" } } as const;

describe("the client", () => {
  it("sends each call to its path, with the credential it takes and a body where it has one", async () => {
    const steps = Array.from({ length: 22 }, () => success());
    const { client, requests } = scriptedClient(steps);
    const credential = { id: "c" } as never;
    await client.generateBatch([card]);
    await client.getJob("a/b");
    await client.listTemplates();
    await client.deleteImage("i d");
    await client.auth.registerStart({ email: "a@example.com", name: "Ada" });
    await client.auth.registerFinish({ email: "a@example.com", credential });
    await client.auth.loginStart();
    await client.auth.loginFinish({ credential });
    await client.auth.session();
    await client.auth.logout();
    await client.sessions.list();
    await client.sessions.revoke("s");
    await client.passkeys.list();
    await client.passkeys.rename("p", { name: "Laptop" });
    await client.passkeys.delete("p");
    await client.keys.list();
    await client.keys.create({ name: "ci" });
    await client.keys.revoke("k");
    await client.signingKeys.list();
    await client.signingKeys.create({ name: "site" });
    await client.signingKeys.revoke("s");
    await client.health.live();
    const prefix = "https://og.example.com/placard";
    const said = requests.map(({ method, url, headers, body }) => {
      assert.ok(url.startsWith(prefix), url);
      const bears = { "Bearer plk_1": "key", "Bearer t.o.k": "token" }[headers.get("authorization") ?? ""];
      assert.equal(headers.get("content-type"), body ? "application/json" : null);
      return `${method} ${url.slice(prefix.length)} ${bears ?? "-"} ${JSON.stringify(body) ?? "-"}`;
    });
    assert.deepEqual(said, [
      `POST /api/v1/og/generate/batch key ${JSON.stringify({ requests: [card] })}`,
      "GET /api/v1/og/jobs/a%2Fb key -",
      "GET /api/v1/og/templates key -",
      "DELETE /api/v1/og/images/i%20d key -",
      'POST /api/v1/auth/register/start token {"email":"a@example.com","name":"Ada"}',
      'POST /api/v1/auth/register/finish token {"email":"a@example.com","credential":{"id":"c"}}',
      "POST /api/v1/auth/login/start - {}",
      'POST /api/v1/auth/login/finish - {"credential":{"id":"c"}}',
      "GET /api/v1/auth/session token -",
      "POST /api/v1/auth/logout token -",
      "GET /api/v1/auth/sessions token -",
      "DELETE /api/v1/auth/sessions/s token -",
      "GET /api/v1/auth/passkeys token -",
      'PATCH /api/v1/auth/passkeys/p token {"name":"Laptop"}',
      "DELETE /api/v1/auth/passkeys/p token -",
      "GET /api/v1/keys token -",
      'POST /api/v1/keys token {"name":"ci"}',
      "DELETE /api/v1/keys/k token -",
      "GET /api/v1/signing-keys token -",
      'POST /api/v1/signing-keys token {"name":"site"}',
      "DELETE /api/v1/signing-keys/s token -",
      "GET /health/live - -",
    ]);
  });

  it("gives the data, and beside it what the header says", async () => {
    const headers = {
      "X-Cache": "HIT",
      "X-Request-Id": "r-7",
      RateLimit: '"api";r=5;t=42',
      "RateLimit-Policy": '"api";q=600;w=60',
      "Server-Timing": 'auth;dur=0.4, "odd", queue;desc="a, \\"b\\";dur=9";dur=12, sent',
    };
    const { client, requests } = scriptedClient([success({ url: "u" }, headers)]);
    const { data, meta } = await client.generate(card, { requestId: "mine" });
    assert.equal(requests[0]?.headers.get("x-request-id"), "mine");
    assert.deepEqual(data, { url: "u" });
    const { headers: all, ...rest } = meta;
    assert.equal(all.get("x-cache"), "HIT");
    assert.deepEqual(rest, {
      status: 200,
      requestId: "r-7",
      cache: "HIT",
      rateLimit: { limit: 600, remaining: 5, resetSeconds: 42, windowSeconds: 60 },
      serverTiming: [
        { name: "auth", duration: 0.4 },
        { name: "queue", duration: 12 },
        { name: "sent", duration: undefined },
      ],
    });
  });

  it("asks for a credential at every call where it is a function", async () => {
    const keys = ["one", undefined];
    const { client, requests } = scriptedClient([success(), success()], { key: () => keys.shift() });
    await client.listTemplates();
    await client.listTemplates();
    const sent = requests.map(({ headers }) => headers.get("authorization"));
    assert.deepEqual(sent, ["Bearer one", null]);
  });

  it("knows the links of images, with and without a path before them", async () => {
    const id = "AbCdEfGhIjKlMnOpQrStUvWxYz01-_45";
    const { client, requests } = scriptedClient([success()]);
    const link = client.imageUrl(id, "webp");
    assert.equal(link, `https://og.example.com/placard/og/${id}.webp`);
    assert.equal(imageIdOf(link), id);
    for (const other of [id, `${link}?x`, `https://og.example.com/og/${id}.gif`, ""]) {
      assert.equal(imageIdOf(other), undefined, other);
    }
    await client.deleteImage(link);
    assert.ok(requests[0]?.url.endsWith(`/api/v1/og/images/${id}`));
  });

  it("is not made for a base URL that is none", () => {
    for (const baseUrl of ["", "/placard", "og.example.com", "ftp://og.example.com", "http://"]) {
      assert.throws(() => createClient({ baseUrl }), TypeError, baseUrl);
    }
  });

  it("takes the platform's fetch as it is at the time of the call", async () => {
    const { fetch } = globalThis;
    const client = createClient({ baseUrl: "https://og.example.com" });
    globalThis.fetch = async () => failure(404, "not_found");
    await assert.rejects(client.listTemplates(), { code: "not_found" }).finally(() => {
      globalThis.fetch = fetch;
    });
  });
});
