import assert from "node:assert/strict";
import { poll, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

const card = (title: string, overrides: object = {}) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg", width: 400, height: 210 },
  ...overrides,
});

describe("POST /api/v1/og/generate/batch", () => {
  let placard: Placard;
  afterEach(() => placard.stop());

  const post = (path: string, body: object | string) =>
    request(placard.url)
      .post(`/api/v1/og/generate${path}`)
      .set("Authorization", `Bearer ${placard.key}`)
      .set("Content-Type", "application/json")
      .send(body);
  const batch = (requests: unknown) => post("/batch", { requests });

  it("returns the same result for each request as a single request, in order", async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_API: "0" } });
    const requests = [
      card("One"),
      card(""),
      card("Two"),
      { template: "poster", data: {} },
      card("One"),
      { ...card("Three"), options: { width: 1, cache: "x" } },
      null,
      [],
      "text",
      card("Four", { options: { format: "jpeg", cache: false } }),
      JSON.parse('{"template":"blog","data":{"title":"x","__proto__":"y"}}'),
    ];
    const { status, body } = await batch(requests).expect(200);
    assert.deepEqual([status, body.data.results.length], [200, requests.length]);
    const summaries = body.data.results.map(
      (result: Record<string, unknown>) => result["cache"] ?? result["status"],
    );
    assert.deepEqual(summaries, ["MISS", 400, "MISS", 400, "HIT", 400, 400, 400, 400, "MISS", 400]);
    for (const [i, sent] of requests.entries()) {
      if (i === 9) continue; // not cached
      const alone = await post("", JSON.stringify(sent));
      const { status: itemStatus, cache: _cache, ...envelope } = body.data.results[i];
      for (const { error } of [envelope, alone.body]) if (error) error.requestId = "";
      assert.deepEqual([itemStatus, envelope], [alone.status, alone.body], `request ${i}`);
    }
  });

  it("is rejected as a whole if it is not a valid batch", async () => {
    placard = await startPlacard({ renderers: 0 });
    const cases: [object, string][] = [
      [{}, "/requests"],
      [{ requests: [] }, "/requests"],
      [{ requests: {} }, "/requests"],
      [{ requests: Array.from({ length: 51 }, () => card("x")) }, "/requests"],
      [{ requests: [card("x")], more: 1 }, "/more"],
    ];
    for (const [body, path] of cases) {
      const response = await post("/batch", body);
      assert.deepEqual([response.status, response.body.error.code], [400, "validation_failed"]);
      assert.equal(response.body.error.details[0].path, path);
    }
    assert.equal((await post("/batch", "[]")).body.error.code, "invalid_json");
    assert.equal((await request(placard.url).post("/api/v1/og/generate/batch").send({})).status, 401);
  });

  it("accepts bodies of up to 1 MiB, unlike other paths", async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_API: "0" } });
    const body = (bytes: number) => {
      const start = `{"requests":[${JSON.stringify(card("Large"))}]`;
      return `${start}${" ".repeat(bytes - start.length - 1)}}`;
    };
    assert.equal((await post("/batch", body(1_048_576))).status, 200);
    assert.equal((await post("/batch", body(1_048_577))).status, 413);
    assert.equal((await post("", body(65_537))).status, 413);
  });

  it("counts as the number of requests that it contains", async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_API: "10" } });
    const first = await batch([card("a"), card("b"), card(""), card("d")]);
    assert.deepEqual([first.status, first.headers["ratelimit"]?.slice(0, 9)], [200, '"api";r=6']);
    assert.match((await batch([])).headers["ratelimit"] ?? "", /^"api";r=5;/);
    assert.match((await post("", card("a"))).headers["ratelimit"] ?? "", /^"api";r=4;/);
    const over = await batch(Array.from({ length: 5 }, (_, i) => card(`e${i}`)));
    assert.deepEqual([over.status, over.body.error.code], [429, "rate_limited"]);
    assert.ok(Number(over.headers["retry-after"]) >= 1);
  });

  it("larger than the rate limit is rejected with a clear error, and charges nothing", async () => {
    placard = await startPlacard({ renderers: 0, env: { RATE_LIMIT_API: "10" } });
    const { status, body } = await batch(Array.from({ length: 11 }, (_, i) => card(`large ${i}`)));
    assert.deepEqual([status, body.error.code], [400, "validation_failed"]);
    assert.match(body.error.message, /11 requests.*limit is 10/);
    assert.equal(body.error.details[0].path, "/requests");
    const { headers } = await request(placard.url)
      .get("/api/v1/og/templates")
      .set("Authorization", `Bearer ${placard.key}`);
    assert.match(headers["ratelimit"] ?? "", /^"api";r=9;/);
  });

  it("that fills its share of the queue does not cause single requests for the same images to be rejected", async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_API: "0", QUEUE_LIMIT: "20" } });
    const pids = placard.renderers.map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      const cards = Array.from({ length: 50 }, (_, i) => card(`Same ${i}`));
      const batchResponse = batch(cards).then((response) => response);
      const singles = cards.slice(40, 46).map((body) => post("", body).then((response) => response));
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const pid of pids) process.kill(pid, "SIGCONT");
      assert.deepEqual(
        (await Promise.all(singles)).map(({ status }) => status),
        singles.map(() => 200),
      );
      assert.equal((await batchResponse).status, 200);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
  });

  it("leaves half of the queue to single requests", async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_API: "0", QUEUE_LIMIT: "20" } });
    const pids = placard.renderers.map(({ pid }) => pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const redis = new Redis(placard.redis.url);
    try {
      const batchResponse = batch(Array.from({ length: 50 }, (_, i) => card(`Crowd ${i}`))).then(
        (response) => response,
      );
      await poll("half the queue to fill", async () => (await redis.llen("{placard}:render:wait")) === 10);
      await new Promise((resolve) => setTimeout(resolve, 150)); // the queue state may be 100 ms old
      const single = post("", card("Alone")).then((response) => response);
      await poll(
        "the single request to be enqueued",
        async () => (await redis.llen("{placard}:render:wait")) === 11,
      );
      for (const pid of pids) process.kill(pid, "SIGCONT");
      assert.equal((await single).status, 200);
      const { results } = (await batchResponse).body.data;
      const codes: string[] = results.map(
        ({ error }: { error?: { code: string } }) => error?.code ?? "rendered",
      );
      assert.deepEqual([...new Set(codes)].sort(), ["overloaded", "rendered"]);
      const rendered = codes.filter((code) => code === "rendered").length;
      assert.ok(rendered >= 10 && rendered <= 14, `${rendered} rendered`); // waiting jobs, and some that were active
    } finally {
      redis.disconnect();
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
  });
});
