import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { canonicalLink, failureTtlMs, renderKeys, signLink, type RenderResult } from "@placard/contracts";
import {
  openRenderQueues,
  poll,
  startPlacard,
  type GatewayService,
  type Placard,
  type TestRenderQueues,
} from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

const limit = 20; // QUEUE_LIMIT
const jobsAtATime = 4; // of a renderer, with the default RENDER_CONCURRENCY

describe("requests that wait for the renderer", () => {
  let placard: Placard;
  let redis: Redis;
  let queues: TestRenderQueues;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      // Longer than a busy machine takes to fill the queue.
      env: { RATE_LIMIT_API: "0", QUEUE_LIMIT: String(limit) },
    });
    redis = new Redis(placard.redis.url);
    queues = openRenderQueues(placard.redis.url);
  });
  beforeEach(async () => {
    await poll("an idle queue", async () => (await countWaiting()) + (await countActive()) === 0);
    await delay(150); // the gateway's queue length may be 100 ms old
  });
  afterEach(() => queues.resume());
  after(async () => {
    await queues?.close();
    redis?.disconnect();
    await placard?.stop();
  });

  const countWaiting = () => redis.zcard("{placard}:render:prioritized");
  const countActive = () => redis.llen("{placard}:render:active");
  const card = (title: string) => ({
    template: "blog",
    data: { title },
    options: { format: "jpeg", width: 400, height: 210 },
  });
  const cards = (count: number, title: string) =>
    Array.from({ length: count }, (_, i) => card(`${title} ${i}`));
  // supertest sends a request when it is awaited: `then` sends it immediately.
  const post = (
    path: string,
    body: object,
    gateway: Pick<GatewayService, "url"> = placard,
    key = placard.key,
  ) =>
    request(gateway.url)
      .post(`/api/v1/og/generate${path}`)
      .set("Authorization", `Bearer ${key}`)
      .send(body)
      .then((response) => response);
  /** At least, because a queue may become a little longer than its limit. */
  const waitForWaiting = (count: number) =>
    poll(`${count} waiting jobs`, async () => (await countWaiting()) >= count);

  it("get 504 after RENDER_TIMEOUT_MS, and a repeated request finds the image", async () => {
    const impatient = await placard.startGateway({ RENDER_TIMEOUT_MS: "1000" });
    await queues.pause();
    const timedOut = await post("", card("Rendered late"), impatient);
    assert.deepEqual([timedOut.status, timedOut.body.error.code], [504, "render_timeout"]);
    await queues.resume();
    const hasRendered = () =>
      placard
        .logs()
        .some(
          (line) =>
            line["msg"] === "image rendered" && line["requestId"] === timedOut.headers["x-request-id"],
        );
    await poll("the render to finish", hasRendered);
    const repeated = await post("", card("Rendered late"));
    assert.deepEqual([repeated.status, repeated.headers["x-cache"]], [200, "HIT"]);
    await impatient.stop();
  });

  it("get 503 overloaded if QUEUE_LIMIT jobs are waiting; admitted ones get their images", async () => {
    await queues.pause();
    let rejectedCount = 0;
    const sent = Promise.all(
      cards(2 * limit, "Crowd").map(async (body) => {
        const { status } = await post("", body);
        if (status === 503) rejectedCount++;
        return status;
      }),
    );
    // All have been admitted or rejected before the renderer makes room. A queue may become a little longer
    // than its limit.
    await poll("the others to be rejected", () => rejectedCount >= limit - 4);
    await waitForWaiting(limit);
    const rejected = await post("", card("One more"));
    assert.deepEqual([rejected.status, rejected.body.error.code], [503, "overloaded"]);
    assert.match(rejected.headers["retry-after"] ?? "", /^([1-9]|[1-5]\d|60)$/);
    await queues.resume();
    const statuses = await sent;
    assert.deepEqual(new Set(statuses), new Set([200, 503]));
    const admitted = statuses.filter((status) => status === 200).length;
    assert.ok(admitted >= limit && admitted <= limit + 4, `${admitted} admitted`); // some of them were active
  });

  const rejectionsOf = async (reason: string, { adminUrl } = placard.gateways[0]!) => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    const sample = new RegExp(`^placard_render_rejections_total\\{reason="${reason}"\\} (\\d+)$`, "m");
    return Number(sample.exec(metrics)?.[1] ?? 0);
  };

  it("do not use up the daily quota if they are not admitted", async () => {
    const perDay = 5;
    const ada = await placard.createAccount();
    const quota = { DAILY_RENDERS: `${perDay}` };
    const gateways = await Promise.all([
      placard.startGateway({ ...quota, QUEUE_LIMIT: "1" }),
      placard.startGateway(quota),
    ]);
    const [gateway, other] = gateways;
    await queues.pause();
    const batch = post("/batch", { requests: cards(perDay, "Quota") }, gateway, ada.key);
    const rejections = async () =>
      (await rejectionsOf("queue_full", gateway)) + (await rejectionsOf("batch_share", gateway));
    await poll("a render to be rejected", async () => (await rejections()) > 0);
    await queues.resume();
    const results: { status: number }[] = (await batch).body.data.results;
    const rejected = results.filter(({ status }) => status === 503).length;
    assert.ok(rejected >= 1, `${rejected} rejected`);
    const send = (title: string) => post("", card(title), other, ada.key);
    for (let i = 0; i < rejected; i++) assert.equal((await send(`Later ${i}`)).status, 200);
    assert.equal((await send("One more")).body.error.code, "quota_exceeded");
    await Promise.all(gateways.map((each) => each.stop()));
  });

  it("of a batch take up at most half of the queue", async () => {
    await queues.pause();
    const batch = post("/batch", { requests: cards(50, "Batch") });
    await waitForWaiting(limit / 2);
    await poll(
      "the others to be rejected",
      async () => (await rejectionsOf("batch_share")) >= 50 - limit / 2 - 4,
    );
    await delay(150); // the gateway's queue length may be 100 ms old
    const single = post("", card("Single"));
    await waitForWaiting(limit / 2 + 1);
    await queues.resume();
    assert.equal((await single).status, 200);
    const { results } = (await batch).body.data;
    for (const { status, retryAfterSeconds } of results) assert.equal(retryAfterSeconds >= 1, status === 503);
    const codes: string[] = results.map(
      ({ error }: { error?: { code: string } }) => error?.code ?? "rendered",
    );
    assert.deepEqual([...new Set(codes)].toSorted(), ["overloaded", "rendered"]);
    const rendered = codes.filter((code) => code === "rendered").length;
    // Some of them were active.
    assert.ok(rendered >= limit / 2 && rendered <= limit / 2 + 4, `${rendered} rendered`);
  });

  it("are rendered next if another account fills the queue, which may then fill only half", async () => {
    const [ada, bob] = [await placard.createAccount(), await placard.createAccount()];
    const other = await placard.startGateway();
    await queues.pause();
    const crowd = cards(2 * limit, "Ada").map((body) => post("", body, placard, ada.key));
    await waitForWaiting(limit);
    const single = post("", card("Bob"), other, bob.key);
    await waitForWaiting(limit + 1);
    const batch = post("/batch", { requests: cards(2, "Bob") }, placard, bob.key);
    await waitForWaiting(limit + 3);
    const rejected = await poll("the other gateway to count Bob's jobs", async () => {
      const response = await post("", card("Ada again"), other, ada.key);
      assert.deepEqual([response.status, response.body.error.code], [503, "overloaded"]);
      return response.body.error.message.startsWith("Your account") && response;
    });
    assert.match(rejected.headers["retry-after"] ?? "", /^([1-9]|[1-5]\d|60)$/);
    await queues.resume();
    assert.equal((await single).status, 200);
    const { results } = (await batch).body.data;
    assert.deepEqual(
      results.map(({ status }: { status: number }) => status),
      [200, 200],
    );
    const admitted = (await Promise.all(crowd)).filter(({ status }) => status === 200);
    assert.ok(admitted.length >= limit, `${admitted.length} admitted`);
    const ids = [await single, ...admitted].map(({ headers }) => headers["x-request-id"]);
    const rendered = placard
      .logs()
      .filter(({ msg, requestId }) => msg === "image rendered" && ids.includes(requestId as string));
    const before = rendered.findIndex(({ requestId }) => requestId === ids[0]);
    assert.ok(before >= 0 && before <= jobsAtATime, `rendered after ${before} others`);
    await other.stop();
  });

  it("of an account's signed links take at most half of the queue while another account waits", async () => {
    const [ada, bob] = [await placard.createAccount(), await placard.createAccount()];
    const { id, secret } = await ada.createSigningKey();
    const follow = (title: string) => {
      const query = new Map([
        ["title", title],
        ["kid", id],
      ]);
      query.set("sig", signLink(secret, canonicalLink("blog.jpeg", query)));
      return request(placard.url)
        .get(`/og/sign/blog.jpeg?${new URLSearchParams([...query]).toString()}`)
        .then((response) => response);
    };
    await queues.pause();
    // More than can be active.
    const waiting = cards(4, "Bob").map((body) => post("", body, placard, bob.key));
    const total = async () => (await countWaiting()) + (await countActive());
    await poll("Bob's jobs to be in the queue", async () => (await total()) === 4);
    await delay(150); // the gateway's queue length may be 100 ms old
    let answered = 0;
    const links = Array.from({ length: limit }, (_, i) => follow(`Link ${i}`).finally(() => answered++));
    await poll("Ada's jobs to be in the queue", async () => (await total()) >= 4 + limit / 2);
    await poll("Ada's other links to be answered", () => answered >= limit / 2 - 4);
    await queues.resume();
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ status }) => status),
      waiting.map(() => 200),
    );
    const responses = await Promise.all(links);
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
    const caches = responses.map(({ headers }) => headers["x-cache"]);
    assert.deepEqual(new Set(caches), new Set(["MISS", "FALLBACK"]));
    // A queue may become a little longer than its limit.
    const rendered = caches.filter((cache) => cache === "MISS").length;
    assert.ok(rendered >= limit / 2 && rendered <= limit / 2 + 4, `${rendered} rendered`);
  });

  it("do not inherit overloaded from a batch for the same image", async () => {
    await queues.pause();
    const requests = cards(50, "Same");
    const batch = post("/batch", { requests });
    const singles = requests.slice(40, 46).map((body) => post("", body));
    await delay(500); // the batch and the single requests compete for the queue in any order
    await queues.resume();
    assert.deepEqual(
      (await Promise.all(singles)).map(({ status }) => status),
      singles.map(() => 200),
    );
    assert.equal((await batch).status, 200);
  });

  it("get 500 for a card that has crashed its processes, until the failure expires", async () => {
    const { url } = (await post("", card("Crashing"))).body.data;
    const resultKey = renderKeys.result(/og\/(.+)\./.exec(url)?.[1] ?? "");
    const { owner } = JSON.parse((await redis.get(resultKey)) ?? "") as RenderResult;
    const crashed: RenderResult = { owner, failure: "crashed" }; // as after a crash in quarantine
    await redis.set(resultKey, JSON.stringify(crashed), "PX", failureTtlMs);
    const rejected = await post("", card("Crashing"));
    assert.deepEqual([rejected.status, rejected.body.error.code], [500, "render_failed"]);
    await redis.del(resultKey);
    assert.equal((await post("", card("Crashing"))).headers["x-cache"], "MISS");
  });

  it("get their images after Redis has lost the jobs and all other data", async () => {
    await queues.pause();
    const lamp = { name: "Lost", image: "https://shop.invalid/lamp.png" };
    const waiting = Promise.all([post("", card("Lost")), post("", { template: "product", data: lamp })]);
    for (const queue of ["render", "render-remote"]) {
      const pattern = `{placard}:${queue}:img-*`;
      await poll("the job to be in Redis", async () => (await redis.keys(pattern)).length > 0);
    }
    // The gateway has read Redis's replies about them when it has read a later one.
    await request(placard.url)
      .post("/api/v1/og/generate")
      .set({ Authorization: `Bearer ${placard.key}`, Prefer: "respond-async" })
      .send(card("After them"))
      .expect(202);
    await placard.redis.kill();
    await placard.redis.restart();
    await queues.resume();
    assert.deepEqual(
      (await waiting).map(({ status }) => status),
      [200, 200],
    );
  });
});
