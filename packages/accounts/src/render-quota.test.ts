import assert from "node:assert/strict";
import { AppError, renderKeys } from "@placard/contracts";
import { startRedis, type TestRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createRenderQuota, type RenderQuota } from "./render-quota.ts";

const day = 86_400_000;
// In the future, because Redis deletes counters by its own clock.
const noon = Math.ceil(Date.now() / day) * day + day / 2;
const perDay = 3;

describe("the daily quota of renders", () => {
  let server: TestRedis;
  let redis: Redis;
  let time: number;
  let quota: RenderQuota;
  before(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  beforeEach(async () => {
    await redis.flushall();
    time = noon;
    quota = createRenderQuota({ redis, now: () => time, perDay });
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });

  const render = (imageId: string, account = "ada", price = 1) => {
    return { account, imageId, jobKey: `job:${imageId}`, price };
  };
  const exceeded = (error: unknown) => error instanceof AppError && error.code === "quota_exceeded";

  it("admits the renders of a day, and rejects others with the time of the reset", async () => {
    for (let i = 0; i < perDay; i++) assert.equal(await quota.charge(render(`image ${i}`)), true);
    await assert.rejects(quota.charge(render("one more")), (error: AppError) => {
      const reset = new Date(noon + day / 2).toISOString().replace(".000", "");
      assert.equal(error.code, "quota_exceeded");
      assert.match(error.message, new RegExp(`3 renders .*${reset}`));
      assert.equal(error.retryAfterSeconds, 43_200);
      return true;
    });
    assert.equal(await quota.charge(render("of another account", "bob")), true);
    time += day / 2;
    assert.equal(await quota.charge(render("the next day")), true);
  });

  it("counts a render by its price", async () => {
    await quota.charge(render("large", "ada", perDay - 1));
    await quota.charge(render("small"));
    await assert.rejects(quota.charge(render("one more")), exceeded);
    await quota.refund(render("large", "ada", perDay - 1));
    for (let i = 1; i < perDay; i++) await quota.charge(render(`image ${i}`));
    await assert.rejects(quota.charge(render("one more")), exceeded);
  });

  it("admits no more renders if they are charged at the same time", async () => {
    const charges = Array.from({ length: 20 }, (_, i) => quota.charge(render(`image ${i}`)));
    const outcomes = await Promise.allSettled(charges);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, perDay);
  });

  it("charges a render once, however many requests wait for it", async () => {
    const charges = Array.from({ length: 20 }, () => quota.charge(render("shared")));
    const outcomes = await Promise.all(charges);
    assert.equal(outcomes.filter(Boolean).length, 1);
    await redis.set("job:waiting", "a job");
    assert.equal(await quota.charge(render("waiting")), false);
  });

  it("charges no render of an image that has been rendered, unless it has failed", async () => {
    await redis.set(renderKeys.result("rendered"), '{"image":{}}');
    await redis.set(renderKeys.result("failed"), '{"failure":"render_failed"}');
    assert.equal(await quota.charge(render("rendered")), false);
    assert.equal(await quota.charge(render("failed")), true);
  });

  it("does not count a render that is refunded", async () => {
    for (let i = 0; i < perDay; i++) await quota.charge(render(`image ${i}`));
    await quota.refund(render("image 0"));
    assert.equal(await quota.charge(render("image 0")), true);
    await assert.rejects(quota.charge(render("one more")), exceeded);
  });

  it("stores counters that expire after the day", async () => {
    await quota.charge(render("image"));
    for (const key of await redis.keys("*")) {
      const expiresAt = Date.now() + (await redis.pttl(key));
      assert.ok(expiresAt > Date.now() && expiresAt < noon + day / 2 + 10_000, key);
    }
  });

  it("is off if it is 0", async () => {
    quota = createRenderQuota({ redis, now: () => time, perDay: 0 });
    for (let i = 0; i < 10; i++) assert.equal(await quota.charge(render(`image ${i}`)), false);
    assert.deepEqual(await redis.keys("*"), []);
  });
});
