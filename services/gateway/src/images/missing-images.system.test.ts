import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { randomImageId, renderKeys } from "@placard/contracts";
import { Redis } from "ioredis";
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
  const generate = async (title: string, gateway = placard.gateways[0]!): Promise<string> => {
    const { body } = await request(gateway.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title }, options: { format: "jpeg" } });
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

  it("are 404 however many a client requests, which still gets images without a result in Redis", async () => {
    const path = await generate("Older than its result");
    const redis = new Redis(placard.redis.url);
    await redis.del(renderKeys.result(/og\/(.+)\./.exec(path)![1]!));
    redis.disconnect();
    const { url } = await placard.startGateway();
    for (let count = 0; count < 1_000; count += 50) {
      const paths = Array.from({ length: 50 }, (_, i) => (i % 2 ? unknownPath() : unknownPage()));
      const responses = await Promise.all(paths.map((each) => fetch(url + each)));
      for (const { status } of responses) assert.equal(status, 404);
    }
    await request(url).get(path).expect(200);
  });

  it("are still 404 while Redis is unavailable, and stored images are served", async () => {
    const existing = await generate("Stored before the outage");
    const { url } = await placard.startGateway();
    const path = unknownPath();
    const page = unknownPage();
    for (const each of [path, page]) await request(url).get(each).expect(404);
    await placard.redis.kill();
    await request(url).get(existing).expect(200);
    for (const each of [path, page]) await request(url).get(each).expect(404);
    await request(url).get(existing).expect(200);
  });
});
