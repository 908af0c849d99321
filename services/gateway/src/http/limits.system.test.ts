import assert from "node:assert/strict";
import { canonicalLink, signLink } from "@placard/contracts";
import { createTestClient, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";

const card = (title: string) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg", width: 400, height: 210 },
});
const cards = (count: number) => Array.from({ length: count }, (_, i) => card(`Card ${i}`));

describe("limits", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      gateways: 2,
      env: { RATE_LIMIT_API: "10", RATE_LIMIT_AUTH: "6", RATE_LIMIT_PAGES: "3", TRUST_PROXY: "1" },
    });
  });
  after(() => placard?.stop());

  const listTemplates = (key: string, gateway = 0) =>
    request(placard.gateways[gateway]!.url).get("/api/v1/og/templates").set("Authorization", `Bearer ${key}`);
  const post = (path: string, body: object, key: string) =>
    request(placard.url).post(`/api/v1/og/${path}`).set("Authorization", `Bearer ${key}`).send(body);
  const remaining = ({ headers }: { headers: Record<string, string> }) =>
    Number(/^"api";r=(\d+);t=\d+$/.exec(headers["ratelimit"] ?? "")?.[1]);

  describe("the rate limit of an account", () => {
    it("counts across all gateways and keys, and reports what remains and when to retry", async () => {
      const ada = await placard.createAccount();
      const keys = [ada.key, await ada.createApiKey(), await ada.createApiKey()];
      const send = (i: number) => listTemplates(keys[i % 3]!, i % 2);
      for (let used = 1; used <= 10; used++) {
        const response = await send(used);
        assert.equal(response.status, 200);
        assert.equal(response.headers["ratelimit-policy"], '"api";q=10;w=60');
        assert.equal(remaining(response), 10 - used);
      }
      for (let over = 0; over < 3; over++) {
        const response = await send(over);
        assert.deepEqual([response.status, response.body.error.code], [429, "rate_limited"]);
        assert.equal(remaining(response), 0);
        const seconds = Number(response.headers["retry-after"]);
        assert.ok(seconds >= 1 && seconds <= 60);
      }
    });

    it("counts repeated requests for one image", async () => {
      const { key } = await placard.createAccount();
      for (let used = 1; used <= 10; used++) {
        const response = await post("generate", card("Repeated"), key);
        assert.deepEqual([response.status, remaining(response)], [200, 10 - used]);
        assert.equal(response.headers["ratelimit-policy"], '"api";q=10;w=60');
      }
      for (let over = 0; over < 3; over++) {
        const { status, body } = await post("generate", card("Repeated"), key);
        assert.deepEqual([status, body.error.code], [429, "rate_limited"]);
      }
    });

    it("does not count the requests of other accounts", async () => {
      const [ada, eve] = [await placard.createAccount(), await placard.createAccount()];
      for (let used = 1; used <= 11; used++) await listTemplates(ada.key);
      assert.equal((await listTemplates(ada.key)).status, 429);
      for (const key of [eve.key, placard.key]) {
        const response = await listTemplates(key);
        assert.deepEqual([response.status, remaining(response)], [200, 9]);
      }
    });

    it("counts a check of a page as 10 requests", async () => {
      const ada = await placard.createAccount();
      const check = () =>
        request(placard.url)
          .get("/api/v1/check")
          .query({ url: "http://127.0.0.1/" })
          .set("Authorization", `Bearer ${ada.key}`);
      const first = await check();
      assert.deepEqual([first.status, remaining(first)], [200, 0]);
      assert.equal((await check()).status, 429);
    });

    it("counts a batch as the number of requests that it contains", async () => {
      const { key } = await placard.createAccount();
      const first = await post("generate/batch", { requests: [...cards(3), card("")] }, key);
      assert.deepEqual([first.status, remaining(first)], [200, 6]);
      assert.equal(remaining(await post("generate/batch", { requests: [] }, key)), 5);
      assert.equal(remaining(await post("generate", card("Single"), key)), 4);
      const over = await post("generate/batch", { requests: cards(5) }, key);
      assert.deepEqual([over.status, over.body.error.code], [429, "rate_limited"]);
      assert.match(
        over.body.error.message,
        /^Rate limit of \d+ requests per minute exceeded\. Retry after \d+ s\.$/,
      );
      assert.ok(Number(over.headers["retry-after"]) >= 1);
    });

    it("counts each size of a request", async () => {
      const { key } = await placard.createAccount();
      const sizes = Array.from({ length: 6 }, (_, index) => ({ width: 300 + index, height: 300 }));
      const inSizes = (title: string) => ({ template: "blog", data: { title }, options: { sizes } });
      const first = await post("generate", inSizes("Six sizes"), key);
      assert.deepEqual([first.status, remaining(first)], [200, 4]);
      const over = await post("generate", inSizes("Six more"), key);
      assert.deepEqual([over.status, over.body.error.code], [429, "rate_limited"]);
    });

    it("counts a render by its price, repeated requests as one, and a preview like a render", async () => {
      const ada = await placard.createAccount();
      const large = { ...card("Large"), options: { width: 2048, height: 1800 } };
      const responses = [
        await post("generate", large, ada.key),
        await post("generate", large, ada.key),
        await post(
          "generate",
          { ...large, options: { ...large.options, format: "auto", maxBytes: 900_000 } },
          ada.key,
        ),
      ];
      assert.deepEqual(
        responses.map((response) => [response.status, remaining(response)]),
        [
          [200, 7],
          [200, 6],
          [429, 0],
        ],
      );
      const eve = await placard.createAccount();
      assert.equal(remaining(await post("templates/preview", large, eve.key)), 7);
    });

    it("counts a template document as one request for each 50 kB", async () => {
      const { key } = await placard.createAccount();
      const template = { id: "notes", name: "N", fields: {} };
      const lint = async (length: number) =>
        remaining(
          await post("templates/lint", { template, html: `<main>${"x".repeat(length)}</main>` }, key),
        );
      assert.equal(await lint(1000), 9);
      assert.equal(await lint(120_000), 6);
    });

    it("rejects a batch larger than the limit with a clear error, and counts it as one request", async () => {
      const { key } = await placard.createAccount();
      const { status, body } = await post("generate/batch", { requests: cards(11) }, key);
      assert.deepEqual([status, body.error.code], [400, "validation_failed"]);
      assert.match(body.error.message, /11 requests.*limit is 10/);
      assert.equal(body.error.details[0].path, "/requests");
      assert.equal(remaining(await listTemplates(key)), 8);
    });

    it("counts renders of signed links, but not requests for stored images", async () => {
      const ada = await placard.createAccount();
      const { id, secret } = await ada.createSigningKey();
      const follow = (title: string) => {
        const query = new Map([
          ["title", title],
          ["kid", id],
        ]);
        query.set("sig", signLink(secret, canonicalLink("blog.jpeg", query)));
        return request(placard.url).get(`/og/sign/blog.jpeg?${new URLSearchParams([...query]).toString()}`);
      };
      for (let i = 0; i < 10; i++) await follow(`Charged ${i}`).expect(200);
      const { status, headers } = await follow("One too many");
      assert.deepEqual([status, headers["x-cache"]], [200, "FALLBACK"]);
      for (let i = 0; i < 5; i++) await follow("Charged 1").expect(200);
      assert.equal((await listTemplates(ada.key)).status, 429);
    });
  });

  it("counts requests for reviews by client address, guesses included, and by link", async () => {
    const { key } = await placard.createAccount();
    const document = {
      template: { id: "notes", name: "N", description: "N", fields: {} },
      html: "<main></main>",
    };
    const { body } = await post("reviews", document, key).expect(201);
    const visit = async (address: string, token: string) => {
      const get = request(placard.url).get("/api/v1/review").set("X-Forwarded-For", address);
      return (await get.set("Placard-Review", token)).status;
    };
    const token = String(body.data.url.split("/").at(-1));
    const statuses = [];
    for (let i = 1; i <= 4; i++)
      statuses.push(await visit("203.0.113.1", "guess"), await visit(`203.0.113.${i}`, token));
    assert.deepEqual(statuses, [404, 200, 404, 200, 429, 200, 429, 429]);
  });

  describe("the rate limit of passkey ceremonies", () => {
    it("counts all ceremony requests of an address at all gateways, and reports what remains", async () => {
      const clients = placard.gateways.map(({ url }) => createTestClient(url));
      for (let used = 1; used <= 6; used++) {
        const { status, headers } = await clients[used % 2]!.call("POST", "/auth/login/start", { body: {} });
        assert.equal(status, 200);
        assert.equal(headers.get("ratelimit-policy"), '"auth";q=6;w=60');
        assert.match(headers.get("ratelimit") ?? "", new RegExp(`^"auth";r=${6 - used};t=\\d+$`));
      }
      for (const path of [
        "login/start",
        "login/finish",
        "register/start",
        "register/finish",
        "recover/start",
        "recover/finish",
        "reauthenticate/start",
        "reauthenticate/finish",
      ]) {
        const { status, headers, body } = await clients[0]!.call("POST", `/auth/${path}`, { body: {} });
        assert.deepEqual([status, body.error.code], [429, "rate_limited"]);
        assert.ok(Number(headers.get("retry-after")) >= 1);
      }
    });
  });
});
