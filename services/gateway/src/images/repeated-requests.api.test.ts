import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { request as startRequest, type IncomingMessage } from "node:http";
import { disableAccount, enableAccount } from "@placard/accounts";
import { renderKeys } from "@placard/contracts";
import { callGateway, getSharedPlacard, poll, type SharedPlacard, type TestAccount } from "@placard/testing";
import { Redis } from "ioredis";
import request, { type Response } from "supertest";
import { idOf } from "./image-links.contract.ts";

const options = { format: "jpeg", width: 300, height: 200 };

describe("a repeated generate request for an existing image", () => {
  let placard: SharedPlacard;
  let redis: Redis;
  let account: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
    redis = new Redis(placard.redis.url);
  });
  after(() => redis.disconnect());
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  interface Sender {
    key?: string;
    gateway?: number;
    headers?: Record<string, string>;
  }
  const generate = (body: object | string, { key = account.key, gateway = 0, headers = {} }: Sender = {}) =>
    request(placard.gateways[gateway]!.url)
      .post("/api/v1/og/generate")
      .set({ Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers })
      .send(body);
  const call = (method: string, path: string, body?: object, token = account.key) =>
    callGateway(`${placard.url}/api/v1${path}`, method, { token, body });
  const recordOf = (key: string) => `{placard}:api-key:${createHash("sha256").update(key).digest("hex")}`;
  const urlOf = ({ body }: Response): string => body.data.url;
  const outcomeOf = ({ status, headers, body }: Response) =>
    `${status} ${body.error?.code ?? headers["x-cache"]}`;

  /** Sends a request until it is answered with the previous response, which shows in the key: only requests that are handled in full record its last use. */
  async function repeat(body: object | string, sender: Sender = {}): Promise<Response> {
    const record = recordOf(sender.key ?? account.key);
    return poll("the previous response", async () => {
      await redis.hset(record, "lastUsedAt", 0);
      const response = await generate(body, sender);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return (await redis.hget(record, "lastUsedAt")) === "0" && response;
    });
  }

  it("gets the same response, with its own request ID, in any order with other requests", async () => {
    const card = (title: string) => ({
      template: "blog",
      data: { title },
      options: { ...options, quality: 70 },
    });
    const [a, b] = [card("First"), card("Second")];
    const firsts = [await generate(a), await generate(b)];
    const repeated = [await repeat(a), await repeat(b)];
    const together = await Promise.all(Array.from({ length: 300 }, (_, i) => generate(i % 2 === 0 ? a : b)));
    for (const [i, response] of [...repeated, ...together].entries()) {
      assert.equal(outcomeOf(response), "200 HIT");
      assert.deepEqual(response.body, firsts[i % 2]!.body);
      assert.match(response.headers["server-timing"]!, /^cache;desc=HIT, total;dur=[\d.]+$/);
    }
    const ids = new Set(together.map(({ headers }) => headers["x-request-id"]));
    assert.equal(ids.size, together.length);
  });

  it("is logged and counted like the first one", async () => {
    const body = { template: "blog", data: { title: "Counted" }, options };
    await generate(body);
    const full = await generate(body, { headers: { "X-Request-Id": `full-${account.id}` } });
    await repeat(body);
    const before = await redis.hset(recordOf(account.key), "lastUsedAt", 0);
    assert.equal(before, 0);
    const again = await generate(body, { headers: { "X-Request-Id": `again-${account.id}` } });
    assert.deepEqual(Object.keys(again.headers).toSorted(), Object.keys(full.headers).toSorted());
    const lineOf = async (requestId: string) => {
      const [line] = await poll("the log line", async () => {
        const lines = await placard.logs({ msg: "request", requestId });
        return lines.length > 0 && lines;
      });
      const { time: _time, ms: _ms, requestId: _requestId, ...rest } = line!;
      return rest;
    };
    assert.deepEqual(await lineOf(`again-${account.id}`), await lineOf(`full-${account.id}`));
    assert.equal((await lineOf(`again-${account.id}`))["imageId"], idOf(urlOf(again)));
  });

  it("counts toward the usage of the account and the key", async () => {
    const body = { template: "blog", data: { title: "Used" }, options };
    await generate(body);
    await repeat(body);
    const usage = async () => {
      const { body: response } = await call("GET", "/account/usage?days=1", undefined, account.token);
      return response.data.days[0] as { cacheHits: number; keys: { cacheHits: number }[] };
    };
    const sent = 20;
    for (let i = 0; i < sent; i++) assert.equal(outcomeOf(await generate(body)), "200 HIT");
    const { cacheHits, keys } = await poll("the usage", async () => {
      const today = await usage();
      return today.cacheHits > sent && today;
    });
    assert.equal(keys[0]?.cacheHits, cacheHits);
  });

  it("is rejected when the key is revoked", async () => {
    const body = { template: "blog", data: { title: "Revoked" }, options };
    await generate(body);
    for (const gateway of [0, 1]) await repeat(body, { gateway });
    const { keys } = (await call("GET", "/keys", undefined, account.token)).body.data;
    assert.equal((await call("DELETE", `/keys/${keys[0].id}`, undefined, account.token)).status, 200);
    for (const gateway of [0, 1])
      assert.equal(outcomeOf(await generate(body, { gateway })), "401 unauthorized");
  });

  it("is rejected when the key has expired, or while its account is disabled", async () => {
    const body = { template: "blog", data: { title: "Disabled" }, options };
    await generate(body);
    const rejected = async () => {
      for (const gateway of [0, 1])
        assert.equal(outcomeOf(await generate(body, { gateway })), "401 unauthorized");
    };
    for (const gateway of [0, 1]) await repeat(body, { gateway });
    await disableAccount(redis, account.id, Date.now());
    await rejected();
    await enableAccount(redis, account.id);
    for (const gateway of [0, 1]) assert.equal(outcomeOf(await repeat(body, { gateway })), "200 HIT");
    await redis.hset(recordOf(account.key), "expiresAt", Date.now() - 1);
    await rejected();
  });

  it("is rejected when the key loses the scope", async () => {
    const body = { template: "blog", data: { title: "Scope" }, options };
    await generate(body);
    await repeat(body);
    await redis.hset(recordOf(account.key), "scopes", "templates:write");
    assert.equal(outcomeOf(await generate(body)), "403 insufficient_scope");
  });

  it("gets another image when the brand has changed, and the first one when the brand is deleted", async () => {
    const plain = { template: "blog", data: { title: "Branded" }, options };
    const named = { ...plain, options: { ...options, brand: "acme" } };
    const none = { ...plain, options: { ...options, brand: "none" } };
    await call("PUT", "/brands/acme", { colors: { ground: "#102030" } });
    const urls = { plain: urlOf(await generate(plain)), named: urlOf(await generate(named)) };
    assert.equal(urlOf(await generate(none)), urls.plain);
    for (const body of [plain, named, none]) await repeat(body);
    await call("PUT", "/brands/default", { colors: { ground: "#304050" } });
    await call("PUT", "/brands/acme", { colors: { ground: "#506070" } });
    const changed = { plain: await generate(plain), named: await generate(named) };
    assert.equal(new Set([...Object.values(urls), urlOf(changed.plain), urlOf(changed.named)]).size, 4);
    assert.equal(outcomeOf(changed.plain), "200 MISS");
    assert.equal(urlOf(await generate(none)), urls.plain);
    assert.equal(urlOf(await repeat(plain)), urlOf(changed.plain));
    await call("DELETE", "/brands/default");
    assert.equal(urlOf(await generate(plain)), urls.plain);
    await call("DELETE", "/brands/acme");
    assert.equal(outcomeOf(await generate(named)), "400 validation_failed");
  });

  it("gets another image when the template has a new version, and an error when it is deleted", async () => {
    const documentWith = (text: string) => ({
      template: { id: "notes", name: "Notes", description: "Text", fields: { title: { type: "string" } } },
      html: `<main><h1>{{title}}</h1><p>${text}</p></main>`,
    });
    const current = { template: "notes", data: { title: "Version" }, options };
    const pinned = { ...current, template: "notes@1" };
    const created = await call("POST", "/og/templates", documentWith("first"));
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const first = urlOf(await generate(current));
    assert.equal(urlOf(await generate(pinned)), first);
    for (const body of [current, pinned]) await repeat(body);
    await call("POST", "/og/templates/notes/versions", documentWith("second"));
    assert.notEqual(urlOf(await generate(current)), first);
    assert.equal(urlOf(await generate(pinned)), first);
    for (const body of [current, pinned]) await repeat(body);
    await call("DELETE", "/og/templates/notes");
    for (const body of [current, pinned]) assert.equal(outcomeOf(await generate(body)), "410 gone");
  });

  it("gets a template of the account that replaces a built-in one", async () => {
    const body = { template: "quote", data: { quote: "Replaced" }, options };
    const builtIn = await generate(body);
    assert.equal(builtIn.status, 200, JSON.stringify(builtIn.body));
    await repeat(body);
    const created = await call("POST", "/og/templates", {
      template: { id: "quote", name: "Quote", description: "Own", fields: { quote: { type: "string" } } },
      html: "<main><h1>{{quote}}</h1></main>",
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.notEqual(urlOf(await generate(body)), urlOf(builtIn));
  });

  it("renders an image again that was deleted or has expired", async () => {
    const body = { template: "blog", data: { title: "Deleted" }, options };
    const first = await generate(body);
    const id = idOf(urlOf(first));
    for (const gateway of [0, 1]) await repeat(body, { gateway });
    assert.equal((await call("DELETE", `/og/images/${id}`)).status, 200);
    const second = await generate(body, { gateway: 1 });
    assert.equal(outcomeOf(second), "200 MISS");
    assert.notEqual(second.body.data.expiresAt, first.body.data.expiresAt);
    for (const gateway of [0, 1]) assert.deepEqual((await repeat(body, { gateway })).body, second.body);
    await redis.pexpire(renderKeys.result(id), 0);
    for (const outcome of ["200 MISS", "200 HIT"]) assert.equal(outcomeOf(await generate(body)), outcome);
  });

  it("gets the image of its own account", async () => {
    const body = { template: "blog", data: { title: "Same body" }, options };
    const other = await placard.createAccount();
    const urls = [urlOf(await generate(body)), urlOf(await generate(body, other))];
    assert.notEqual(urls[0], urls[1]);
    for (let i = 0; i < 3; i++)
      assert.deepEqual([urlOf(await repeat(body)), urlOf(await repeat(body, other))], urls);
  });

  it("may be written differently, compressed, or arrive in parts", async () => {
    const body = { template: "blog", data: { title: "Spelled" }, options };
    const url = urlOf(await generate(body));
    await repeat(body);
    const spaced = JSON.stringify(body, undefined, 2);
    for (const text of [spaced, `\ufeff${spaced}`]) assert.equal(urlOf(await repeat(text)), url);
    const headers = {
      Authorization: `Bearer ${account.key}`,
      "Content-Type": "application/json; charset=utf-8",
    };
    const endpoint = `${placard.url}/api/v1/og/generate`;
    const gzip = {
      method: "POST",
      headers: { ...headers, "Content-Encoding": "gzip" },
      body: gzipSync(spaced),
    };
    assert.equal((await fetch(endpoint, gzip)).headers.get("x-cache"), "HIT");
    const sent = startRequest(endpoint, { method: "POST", headers });
    for (const part of [spaced.slice(0, 20), spaced.slice(20)])
      await new Promise((resolve) => sent.write(part, resolve));
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    assert.deepEqual([response.statusCode, response.headers["x-cache"]], [200, "HIT"]);
    response.resume();
  });

  it("is still validated: a body of the same length, or with another media type, gets its own error", async () => {
    const body = JSON.stringify({ template: "blog", data: { title: "Valid" }, options });
    await generate(body);
    await repeat(body);
    assert.equal(outcomeOf(await generate(body.replace("Valid", "Vali\\"))), "400 invalid_json");
    assert.equal(outcomeOf(await generate(body.replace("title", "tilte"))), "400 validation_failed");
    const headers = { "Content-Type": "text/plain" };
    assert.equal(outcomeOf(await generate(body, { headers })), "415 unsupported_media_type");
    assert.equal(outcomeOf(await generate(body, { key: account.key.slice(0, -1) })), "401 unauthorized");
  });

  it("keeps its warnings, and `respond-async` makes no difference", async () => {
    const body = {
      template: "blog",
      data: { title: "Warned", description: "A very long text. ".repeat(50) },
      options: { ...options, format: "png", quality: 50 },
    };
    const first = await generate(body);
    assert.ok(first.body.data.warnings.length > 0, JSON.stringify(first.body));
    assert.deepEqual((await repeat(body)).body, first.body);
    const preferring = await generate(body, { headers: { Prefer: "respond-async" } });
    assert.deepEqual([outcomeOf(preferring), preferring.body], ["200 HIT", first.body]);
  });

  it("with several sizes gets all of them", async () => {
    const sizes = [
      { width: 300, height: 200 },
      { width: 320, height: 200 },
    ];
    const body = { template: "blog", data: { title: "Sizes" }, options: { format: "jpeg", sizes } };
    const { body: first } = await generate(body);
    assert.equal(first.data.images.length, 2);
    for (let i = 0; i < 4; i++) assert.deepEqual((await generate(body)).body, first);
  });
});
