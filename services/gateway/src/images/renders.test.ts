import assert from "node:assert/strict";
import { deriveImageId, failureLifeMs, parseGenerateRequest, renderKeys } from "@placard/contracts";
import { poll, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

describe("waiting for an image", () => {
  let placard: Placard;
  afterEach(async () => {
    for (const { pid } of placard.renderers) process.kill(pid, "SIGCONT");
    await placard.stop();
  });

  const send = (body: object) =>
    request(placard.url).post("/api/v1/og/generate").set("Authorization", `Bearer ${placard.key}`).send(body);
  const generate = (title: string, options: object = { format: "jpeg" }) =>
    send({ template: "blog", data: { title }, options });
  const freeze = (frozen: boolean) => {
    for (const { pid } of placard.renderers) process.kill(pid, frozen ? "SIGSTOP" : "SIGCONT");
  };

  it("ends in 504 when drawing takes too long, and a repeat of the request finds the image", async () => {
    placard = await startPlacard({ env: { RENDER_TIMEOUT_MS: "1000" } });
    freeze(true);
    const late = await generate("Late");
    assert.deepEqual([late.status, late.body.error.code], [504, "render_timeout"]);
    freeze(false);
    await poll("the render to go on", () => placard.logs().some(({ msg }) => msg === "image rendered"));
    const found = await generate("Late");
    assert.deepEqual([found.status, found.headers["x-cache"]], [200, "HIT"]);
  });

  it("is refused as overloaded when more jobs wait than QUEUE_LIMIT, and those that were taken are answered", async () => {
    placard = await startPlacard({ env: { QUEUE_LIMIT: "5" } });
    freeze(true);
    const sent = Promise.all(Array.from({ length: 20 }, (_, i) => generate(`Crowd ${i}`)));
    const redis = new Redis(placard.redis.url);
    await poll("the queue to fill", async () => (await redis.llen("{placard}:render:wait")) === 5);
    redis.disconnect();
    const refused = await generate("One more");
    assert.deepEqual([refused.status, refused.body.error.code], [503, "overloaded"]);
    assert.match(refused.headers["retry-after"] ?? "", /^([1-9]|[1-5]\d|60)$/);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    freeze(false);
    const statuses = (await sent).map(({ status }) => status);
    assert.ok(statuses.every((status) => status === 200 || status === 503));
    const taken = statuses.filter((status) => status === 200).length;
    assert.ok(taken >= 5 && taken <= 9, `${taken} answered`); // besides those that waited, some were in the renderer's hands
  });

  it("survives a Redis that forgets the jobs and everything else", async () => {
    placard = await startPlacard();
    freeze(true);
    const withPicture = { name: "Forgotten", image: "https://shop.invalid/lamp.png" };
    const waiting = Promise.all([
      generate("Forgotten").then(({ status }) => status),
      send({ template: "product", data: withPicture }).then(({ status }) => status),
    ]);
    const redis = new Redis(placard.redis.url);
    for (const queue of ["render", "render-with-picture"]) {
      const pattern = `{placard}:${queue}:img-*`;
      await poll("the job to be in Redis", async () => (await redis.keys(pattern)).length > 0);
    }
    redis.disconnect();
    await placard.redis.kill();
    await placard.redis.restart();
    freeze(false);
    assert.deepEqual(await waiting, [200, 200]);
  });

  it("goes on elsewhere when a renderer dies in the middle", async () => {
    placard = await startPlacard({ renderers: 2, env: { RATE_LIMIT_API: "0" } });
    const large = { width: 2048, height: 2048, format: "webp" };
    const waiting = Promise.all(Array.from({ length: 16 }, (_, i) => generate(`Orphan ${i}`, large)));
    const redis = new Redis(placard.redis.url);
    // two jobs at a time in a renderer: with more than two under way, both hold some
    await poll("both renderers to draw", async () => (await redis.llen("{placard}:render:active")) > 2);
    redis.disconnect();
    const [dying] = placard.renderers.splice(0, 1);
    await dying!.stop("SIGKILL");
    assert.deepEqual([...new Set((await waiting).map(({ status }) => status))], [200]);
  });

  it("is refused for a card that has ended renderers of late", async () => {
    placard = await startPlacard();
    const body = { template: "blog", data: { title: "Poison" }, options: { format: "jpeg" } };
    const id = deriveImageId(parseGenerateRequest(body).recipe);
    const redis = new Redis(placard.redis.url);
    await redis.set(renderKeys.failure(id), "crashed", "PX", failureLifeMs); // as the third crash leaves it
    const refused = await send(body);
    assert.deepEqual([refused.status, refused.body.error.code], [500, "render_failed"]);
    await redis.del(renderKeys.failure(id));
    redis.disconnect();
    assert.equal((await send(body)).headers["x-cache"], "MISS", "nothing had drawn it");
  });
});
