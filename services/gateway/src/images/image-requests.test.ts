import assert from "node:assert/strict";
import { failureTtlMs, renderKeys, type RenderResult } from "@placard/contracts";
import { poll, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

describe("a waiting request", () => {
  let placard: Placard;
  afterEach(async () => {
    for (const { pid } of placard.renderers) process.kill(pid, "SIGCONT");
    await placard.stop();
  });

  const send = (body: object) =>
    request(placard.url).post("/api/v1/og/generate").set("Authorization", `Bearer ${placard.key}`).send(body);
  const generate = (title: string, options: object = { format: "jpeg" }) =>
    send({ template: "blog", data: { title }, options });
  const freeze = (isFrozen: boolean) => {
    for (const { pid } of placard.renderers) process.kill(pid, isFrozen ? "SIGSTOP" : "SIGCONT");
  };

  it("gets 504 when rendering takes too long, and a repeated request finds the image", async () => {
    placard = await startPlacard({ env: { RENDER_TIMEOUT_MS: "1000" } });
    freeze(true);
    const timedOut = await generate("Late");
    assert.deepEqual([timedOut.status, timedOut.body.error.code], [504, "render_timeout"]);
    freeze(false);
    await poll("the render to finish", () => placard.logs().some(({ msg }) => msg === "image rendered"));
    const found = await generate("Late");
    assert.deepEqual([found.status, found.headers["x-cache"]], [200, "HIT"]);
  });

  it("gets 503 overloaded when QUEUE_LIMIT jobs are waiting, and admitted requests get their images", async () => {
    placard = await startPlacard({ env: { QUEUE_LIMIT: "5" } });
    freeze(true);
    const sent = Promise.all(Array.from({ length: 20 }, (_, i) => generate(`Crowd ${i}`)));
    const redis = new Redis(placard.redis.url);
    await poll("the queue to fill", async () => (await redis.llen("{placard}:render:wait")) === 5);
    redis.disconnect();
    const rejected = await generate("One more");
    assert.deepEqual([rejected.status, rejected.body.error.code], [503, "overloaded"]);
    assert.match(rejected.headers["retry-after"] ?? "", /^([1-9]|[1-5]\d|60)$/);
    assert.ok(Number(rejected.headers["retry-after"]) >= 1);
    freeze(false);
    const statuses = (await sent).map(({ status }) => status);
    assert.ok(statuses.every((status) => status === 200 || status === 503));
    const rendered = statuses.filter((status) => status === 200).length;
    assert.ok(rendered >= 5 && rendered <= 9, `${rendered} rendered`); // waiting jobs, and some that were active
  });

  it("gets its image after Redis has lost the jobs and all other data", async () => {
    placard = await startPlacard();
    freeze(true);
    const withImage = { name: "Lost", image: "https://shop.invalid/lamp.png" };
    const waiting = Promise.all([
      generate("Lost").then(({ status }) => status),
      send({ template: "product", data: withImage }).then(({ status }) => status),
    ]);
    const redis = new Redis(placard.redis.url);
    for (const queue of ["render", "render-remote"]) {
      const pattern = `{placard}:${queue}:img-*`;
      await poll("the job to be in Redis", async () => (await redis.keys(pattern)).length > 0);
    }
    redis.disconnect();
    await placard.redis.kill();
    await placard.redis.restart();
    freeze(false);
    assert.deepEqual(await waiting, [200, 200]);
  });

  it("gets its image from another renderer when one is killed", async () => {
    placard = await startPlacard({ renderers: 2, env: { RATE_LIMIT_API: "0" } });
    const large = { width: 2048, height: 2048, format: "webp" };
    const waiting = Promise.all(Array.from({ length: 16 }, (_, i) => generate(`Retried ${i}`, large)));
    const redis = new Redis(placard.redis.url);
    // each renderer processes two jobs at a time: with more than two active jobs, both are busy
    await poll("both renderers to be busy", async () => (await redis.llen("{placard}:render:active")) > 2);
    redis.disconnect();
    const [killed] = placard.renderers.splice(0, 1);
    await killed!.stop("SIGKILL");
    assert.deepEqual([...new Set((await waiting).map(({ status }) => status))], [200]);
  });

  it("rejects an image that has recently crashed its renderers", async () => {
    placard = await startPlacard();
    const body = { template: "blog", data: { title: "Poison" }, options: { format: "jpeg" } };
    const { url } = (await send(body)).body.data;
    const id = /og\/(.+)\./.exec(url)?.[1] ?? "";
    const redis = new Redis(placard.redis.url);
    const { owner, template } = JSON.parse((await redis.get(renderKeys.result(id))) ?? "") as RenderResult;
    const crashed: RenderResult = { owner, template, failure: "crashed" }; // as after the third crash
    await redis.set(renderKeys.result(id), JSON.stringify(crashed), "PX", failureTtlMs);
    const rejected = await send(body);
    assert.deepEqual([rejected.status, rejected.body.error.code], [500, "render_failed"]);
    await redis.del(renderKeys.result(id));
    redis.disconnect();
    assert.equal((await send(body)).headers["x-cache"], "MISS");
  });
});
