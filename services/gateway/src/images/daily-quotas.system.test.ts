import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { canonicalLink, imageKey, signLink } from "@placard/contracts";
import { createFileStore } from "@placard/storage";
import {
  poll,
  registerTestClient,
  startHttpServer,
  startPlacard,
  startWebhookReceiver,
  type Placard,
  type TestAccount,
} from "@placard/testing";
import { Redis } from "ioredis";
import request, { type Response } from "supertest";
import { idOf } from "../testing/image-links.ts";

const perDay = 5; // DAILY_RENDERS
const card = (title: string) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg", width: 400, height: 210 },
});

describe("daily quotas", () => {
  let placard: Placard;
  before(async () => {
    const env = {
      DAILY_RENDERS: String(perDay),
      DAILY_REMOTE_BYTES: "1000",
      DAILY_CACHED_RESULTS: "3",
      IMAGE_ALLOW_PRIVATE: "true",
      RATE_LIMIT_API: "0",
    };
    placard = await startPlacard({ inProcess: ["gateway", "renderer"], gateways: 2, env });
  });
  after(() => placard?.stop());

  // supertest sends a request when it is awaited: `then` sends it immediately.
  const post = ({ key }: { key: string }, body: object, { path = "", gateway = 0, prefer = "" } = {}) =>
    request(placard.gateways[gateway]!.url)
      .post(`/api/v1/og/generate${path}`)
      .set({ Authorization: `Bearer ${key}`, ...(prefer !== "" && { Prefer: prefer }) })
      .send(body)
      .then((response) => response);
  const assertExceeded = ({ status, headers, body }: Response) => {
    assert.deepEqual([status, body.error.code], [429, "quota_exceeded"]);
    const seconds = Number(headers["retry-after"]);
    assert.ok(seconds >= 1 && seconds <= 86_400, headers["retry-after"]);
    assert.match(body.error.message, new RegExp(`${perDay} renders .* \\d{4}-\\d\\d-\\d\\dT00:00:00Z`));
  };
  /** Uses up the quota of an account, except for some renders. */
  const useUp = async (account: TestAccount, rest = 0) => {
    for (let i = 0; i < perDay - rest; i++) {
      const { status } = await post(account, card(`Card ${i}`), { gateway: i % 2 });
      assert.equal(status, 200);
    }
  };

  describe("of renders", () => {
    it("count each size of a request, and say which one was refused", async () => {
      const ada = await placard.createAccount();
      await useUp(ada, 1);
      const sizes = [
        { width: 400, height: 210 },
        { width: 300, height: 300 },
      ];
      const body = { ...card("Two sizes"), options: { format: "jpeg", sizes } };
      const refused = await post(ada, body);
      assertExceeded(refused);
      assert.match(refused.body.error.message, /^Size (400×210|300×300): /);
    });

    it("calls a webhook for `quota.reached` once a day, when the last render is enqueued", async () => {
      const ada = await placard.createAccount();
      const receiver = await startWebhookReceiver();
      try {
        await request(placard.url)
          .post("/api/v1/webhooks")
          .set("Authorization", `Bearer ${ada.token}`)
          .send({ url: `${receiver.url}/quota`, events: ["quota.reached", "image.rendered"] })
          .expect(201);
        await useUp(ada);
        for (let i = 0; i < 3; i++) assertExceeded(await post(ada, card(`Too many ${i}`)));
        await poll("all events", () => receiver.requestsTo("/quota").length >= perDay + 1);
        const events = receiver.requestsTo("/quota").map(({ body }) => JSON.parse(body));
        const reached = events.filter(({ type }) => type === "quota.reached");
        assert.deepEqual([events.length, reached.length], [perDay + 1, 1]);
        const { quota, limit, resetsAt } = reached[0].data;
        assert.deepEqual([quota, limit], ["daily_renders", perDay]);
        assert.match(resetsAt, /T00:00:00\.000Z$/);
      } finally {
        await receiver.stop();
      }
    });

    it("rejects further renders of the account at all gateways, but no cache hits", async () => {
      const [ada, bob] = [await placard.createAccount(), await placard.createAccount()];
      await useUp(ada);
      for (const gateway of [0, 1]) assertExceeded(await post(ada, card("One more"), { gateway }));
      assertExceeded(await post(ada, card("Later"), { prefer: "respond-async" }));
      const hit = await post(ada, card("Card 0"));
      assert.deepEqual([hit.status, hit.headers["x-cache"]], [200, "HIT"]);
      assert.equal((await post(bob, card("One more"))).status, 200);
    });

    it("counts renders that a session requests", async () => {
      const ada = await registerTestClient(placard.url);
      const generated = [];
      for (let i = 0; i <= perDay; i++)
        generated.push(await ada.callWithToken("POST", "/og/generate", card(`Session ${i}`)));
      const statuses = generated.map(({ status }) => status);
      assert.deepEqual(statuses, [...Array.from({ length: perDay }, () => 200), 429]);
      assert.equal(generated.at(-1)?.body.error.code, "quota_exceeded");
    });

    it("counts concurrent requests exactly, and requests for the same image once", async () => {
      const ada = await placard.createAccount();
      const same = Array.from({ length: 10 }, (_, i) => post(ada, card("Same"), { gateway: i % 2 }));
      for (const { status } of await Promise.all(same)) assert.equal(status, 200);
      const sent = Array.from({ length: 20 }, (_, i) => post(ada, card(`At once ${i}`), { gateway: i % 2 }));
      const responses = await Promise.all(sent);
      const rejected = responses.filter(({ status }) => status !== 200);
      assert.equal(rejected.length, 20 - (perDay - 1));
      rejected.forEach(assertExceeded);
    });

    it("counts every render of an image that is deleted in between", async () => {
      const ada = await placard.createAccount();
      const renderAndDelete = async () => {
        const response = await post(ada, card("Again"));
        if (response.status !== 200) return response;
        const id = idOf(new URL(response.body.data.url).pathname);
        await request(placard.url)
          .delete(`/api/v1/og/images/${id}`)
          .set("Authorization", `Bearer ${ada.key}`)
          .expect(200);
        return response;
      };
      for (let i = 0; i < perDay; i++) assert.equal((await renderAndDelete()).headers["x-cache"], "MISS");
      assertExceeded(await renderAndDelete());
    });

    it("rejects single requests of a batch", async () => {
      const ada = await placard.createAccount();
      await useUp(ada, 1);
      const requests = [card("Card 0"), card("New"), card("Card 1"), card("Newer")];
      const { results } = (await post(ada, { requests }, { path: "/batch" })).body.data;
      const codes = results.map((result: { error?: { code: string } }) => result.error?.code ?? "ok");
      assert.deepEqual([codes[0], codes[2]], ["ok", "ok"]);
      assert.deepEqual(new Set([codes[1], codes[3]]), new Set(["ok", "quota_exceeded"]));
    });

    it("counts renders of signed links, but not fetches of their images", async () => {
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
      await useUp(ada, 1);
      await follow("Signed").expect(200).expect("X-Cache", "MISS");
      await follow("Signed too late").expect(200).expect("X-Cache", "FALLBACK");
      await follow("Signed").expect(200).expect("X-Cache", "HIT");
    });

    it("does not break links: expired images are rendered again for visitors, and not counted", async () => {
      const ada = await placard.createAccount();
      const { body } = await post(ada, card("Expired"));
      const path = new URL(body.data.url).pathname;
      await useUp(ada, 1);
      const store = createFileStore({ directory: join(placard.directory, "storage") });
      await store.delete(imageKey(idOf(path), "jpeg"));
      store.close();
      await request(placard.url).get(path).expect(200);
      assertExceeded(await post(ada, card("One more")));
    });

    it("is reported by a metric", async () => {
      const ada = await placard.createAccount();
      await useUp(ada);
      assertExceeded(await post(ada, card("Counted")));
      const { text } = await request(placard.gateways[0]!.adminUrl).get("/metrics").expect(200);
      assert.match(text, /^placard_render_rejections_total\{reason="daily_renders"\} [1-9]/m);
    });
  });

  it("of cached results: those of later renders are kept for 10 minutes", async () => {
    const ada = await placard.createAccount();
    const redis = new Redis(placard.redis.url);
    const renderOne = async (title: string) => {
      const id = idOf((await post(ada, card(title))).body.data.url);
      return redis.ttl(`{placard}:result:${id}`);
    };
    for (const title of ["First", "Second", "Third"]) assert.ok((await renderOne(title)) > 600, title);
    await poll("the usage to be counted", async () => {
      const [key = ""] = await redis.keys(`{placard}:usage-of:${ada.id}:*`);
      return (await redis.hget(key, "renders")) === "3";
    });
    const ttl = await renderOne("Fourth");
    assert.ok(ttl > 0 && ttl <= 600, `${ttl}`);
    assert.equal((await post(ada, card("Fourth"))).headers["x-cache"], "HIT");
    redis.disconnect();
  });

  it("of remote bytes: cards are rendered with a warning, and remote images are not fetched", async () => {
    const file = Buffer.alloc(5_000, "no image");
    const server = await startHttpServer({ "/first": file, "/second": file });
    const product = (path: string) => ({
      template: "product",
      data: { name: "Lamp", image: server.url + path },
      options: { format: "jpeg", width: 400, height: 210 },
    });
    const ada = await placard.createAccount();
    const first = await post(ada, product("/first"));
    assert.match(first.body.data.warnings[0].message, /could not be fetched/);
    const { status, body } = await post(ada, product("/second"));
    assert.equal(status, 200);
    assert.equal(body.data.warnings[0].code, "image_unavailable");
    assert.match(body.data.warnings[0].message, /daily quota .* 00:00 UTC/);
    assert.deepEqual(server.requestedPaths, ["/first"]);
    assert.equal((await post(ada, card("Without remote images"))).body.data.warnings, undefined);
    await server.stop();
  });

  it("of remote bytes: page checks count, and pages of sites count for visitors", async () => {
    const html = `<title>Page</title>${" ".repeat(2_000)}`;
    let token = "";
    const page: RequestListener = (_req, res) =>
      res.writeHead(200, { "content-type": "text/html" }).end(html);
    const server = await startHttpServer({
      "/.well-known/placard.txt": (_req, res) => res.end(token),
      ...Object.fromEntries(["/checked", "/first", "/second"].map((path) => [path, page])),
    });
    const ada = await placard.createAccount();
    const call = (method: "get" | "post", path: string, body?: object) =>
      request(placard.url)[method](`/api/v1${path}`).set("Authorization", `Bearer ${ada.key}`).send(body);
    const check = () => call("get", `/check?url=${encodeURIComponent(`${server.url}/checked`)}`);
    await check().expect(200);
    assert.equal((await check().expect(429)).body.error.code, "quota_exceeded");
    assert.equal(server.requestedPaths.filter((path) => path === "/checked").length, 1);
    const { body } = await call("post", "/sites", { domain: `localhost:${server.port}` }).expect(201);
    const { id, verification } = body.data;
    token = verification.file.content;
    await call("post", `/sites/${id}/verify`).expect(200);
    const resultOf = async (path: string) =>
      (await request(placard.url).get(`/og/page/${id}${path}.jpeg`).expect(200)).headers["x-page"];
    assert.equal(await resultOf("/first"), "read");
    assert.equal(await resultOf("/second"), "limited");
    await poll("the usage to have all bytes", async () => {
      const { days } = (await call("get", "/account/usage?days=1").expect(200)).body.data;
      return days[0].remoteBytes === 2 * html.length;
    });
    await server.stop();
  });
});
