import assert from "node:assert/strict";
import { getSharedPlacard } from "@placard/testing";
import request from "supertest";

describe("Server-Timing", () => {
  it("gives the time of each stage for a rendered image, and only the total for a cache hit", async () => {
    const placard = await getSharedPlacard();
    const generate = () =>
      request(placard.url)
        .post("/api/v1/og/generate")
        .set("Authorization", `Bearer ${placard.key}`)
        .send({ template: "blog", data: { title: "Timed" } });
    const rendered = await generate().expect(200);
    const stages = /^cache;desc=MISS, queue;dur=(\S+), render;dur=(\S+), store;dur=(\S+), total;dur=(\S+)$/;
    const times = stages.exec(rendered.headers["server-timing"]!);
    assert.ok(times, rendered.headers["server-timing"]);
    const [, , render = 0, , total = 0] = times.map(Number);
    assert.ok(render > 0 && render < total);
    assert.equal(rendered.body.data.times, undefined);
    const cached = await generate().expect(200);
    assert.match(cached.headers["server-timing"]!, /^cache;desc=HIT, total;dur=[\d.]+$/);
  });
});
