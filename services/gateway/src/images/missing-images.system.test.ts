import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { randomImageId } from "@placard/contracts";
import { startPlacard, type GatewayService, type Placard } from "@placard/testing";
import request from "supertest";

describe("links of images and sites that don't exist", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      gateways: 2,
      env: { RATE_LIMIT_API: "0" },
    });
  });
  after(() => placard.stop());

  const unknownPage = () => `/og/page/${randomBytes(8).toString("hex")}/post.png`;
  const unknownPath = () => `/og/${randomImageId(randomUUID())}.png`;
  const generate = async (title: string, gateway = placard.gateways[0]!, cache = true): Promise<string> => {
    const { body } = await request(gateway.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title }, options: { format: "jpeg", cache } });
    return new URL(body.data.url).pathname;
  };
  const storageReads = async ({ adminUrl }: GatewayService) => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    const samples = text.matchAll(/^placard_storage_\w+_count\{.*operation="(?:get|head)".*\} (\d+)/gm);
    return [...samples].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it("read storage once for repeated requests", async () => {
    const [gateway] = placard.gateways;
    const path = unknownPath();
    await request(gateway!.url).get(path).expect(404);
    const reads = await storageReads(gateway!);
    assert.ok(reads > 0);
    for (let i = 0; i < 10; i++) await request(gateway!.url).get(path).expect(404);
    assert.equal(await storageReads(gateway!), reads);
  });

  it("return the image as soon as any gateway has generated it", async () => {
    const [first, second] = placard.gateways;
    for (const creator of [first!, second!]) {
      const path = await generate("Deleted and generated again");
      const id = /og\/(.+)\./.exec(path)![1]!;
      const deleted = request(first!.url).delete(`/api/v1/og/images/${id}`);
      await deleted.set("Authorization", `Bearer ${placard.key}`).expect(200);
      for (const { url } of placard.gateways) await request(url).get(path).expect(404);
      assert.equal(await generate("Deleted and generated again", creator), path);
      for (const { url } of placard.gateways) await request(url).get(path).expect(200);
    }
  });

  it("return 429 to an address that requested too many, which still gets images", async () => {
    const gateway = await placard.startGateway({ RATE_LIMIT_NOT_FOUND: "3", TRUST_PROXY: "1" });
    const get = (path: string, address: string) =>
      request(gateway.url).get(path).set("X-Forwarded-For", address);
    const existing = await generate("Existing");
    for (let i = 0; i < 3; i++) await get(unknownPath(), `2001:db8::${i + 1}`).expect(404);
    const reads = await storageReads(gateway);
    for (let i = 0; i < 5; i++) {
      const { status, headers, body } = await get(unknownPath(), "2001:db8::ffff");
      assert.deepEqual([status, body.error.code], [429, "rate_limited"]);
      const seconds = Number(headers["retry-after"]);
      assert.ok(seconds >= 1 && seconds <= 60);
      assert.match(headers["ratelimit"] ?? "", /^"not-found";r=0;t=\d+$/);
      assert.equal(headers["cache-control"], "no-store");
    }
    assert.equal(await storageReads(gateway), reads);
    await get(existing, "2001:db8::1").expect(200);
    await get(await generate("Uncached", gateway, false), "2001:db8::1").expect(200);
    for (let i = 0; i < 2; i++) await get(unknownPage(), "2001:db8::1").expect(429);
    for (let i = 0; i < 3; i++) await get(unknownPage(), "203.0.113.7").expect(404);
    for (const path of [unknownPage(), unknownPath()]) await get(path, "203.0.113.7").expect(429);
    await get(unknownPath(), "203.0.113.8").expect(404);
  });

  it("are still 404, then 429, while Redis is unavailable, and stored images are served", async () => {
    const existing = await generate("Stored before the outage");
    const { url } = await placard.startGateway({ RATE_LIMIT_NOT_FOUND: "4" });
    const path = unknownPath();
    const page = unknownPage();
    for (const each of [path, page]) await request(url).get(each).expect(404);
    await placard.redis.kill();
    await request(url).get(existing).expect(200);
    for (const each of [path, page]) await request(url).get(each).expect(404);
    for (const each of [path, page]) await request(url).get(each).expect(429);
    await request(url).get(existing).expect(200);
  });
});
