import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { poll, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

describe("DELETE /api/v1/og/images/:id", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ gateways: 2, env: { RATE_LIMIT_API: "0" } });
  });
  after(() => placard.stop());

  const bearer = () => `Bearer ${placard.key}`;
  const generate = (title: string) =>
    request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", bearer())
      .send({ template: "blog", data: { title }, options: { format: "webp" } });
  const remove = (id: string, url = placard.url) =>
    request(url).delete(`/api/v1/og/images/${id}`).set("Authorization", bearer());
  const pathOf = (url: string) => new URL(url).pathname;
  const idOf = (url: string) => /og\/(.+)\./.exec(url)?.[1] ?? "";
  const traces = async (id: string) => {
    const redis = new Redis(placard.redis.url);
    const keys = await redis.keys(`*${id}*`);
    redis.disconnect();
    const files = await readdir(placard.directory, { recursive: true });
    return [...keys, ...files.filter((file) => file.includes(id))];
  };

  it("leaves nothing of an image: its link is 404 at every gateway until it is asked for again", async () => {
    const { url } = (await generate("Removed")).body.data;
    const id = idOf(url);
    assert.equal((await traces(id)).length, 3);
    const { status, body } = await remove(id);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await traces(id), []);
    for (const gateway of placard.gateways) await request(gateway.url).get(pathOf(url)).expect(404);
    const again = await generate("Removed");
    assert.deepEqual([again.body.data.url, again.headers["x-cache"]], [url, "MISS"]);
    await request(placard.url).get(pathOf(url)).expect(200);
  });

  it("is 404 for what is not there, and the log tells who removed what", async () => {
    const id = idOf((await generate("Logged")).body.data.url);
    const other = idOf((await generate("Kept")).body.data.url);
    const { headers } = await remove(id).expect(200);
    for (const gone of [id, "A".repeat(32), "x", "..%2f..%2fx", `${other}.webp`]) {
      const answer = await remove(gone);
      assert.deepEqual([answer.status, answer.body.error.code], [404, "not_found"], gone);
    }
    const line = await poll("the line", () =>
      placard
        .logs()
        .find(({ msg, requestId }) => msg === "image removed" && requestId === headers["x-request-id"]),
    );
    assert.ok(line["keyId"] && line["imageId"] === id);
    await request(placard.url).delete(`/api/v1/og/images/${other}`).expect(401);
    assert.equal((await traces(other)).length, 3);
  });

  it("can be asked for by many at once, and while the image is being drawn", async () => {
    const id = idOf((await generate("Contested")).body.data.url);
    for (let round = 0; round < 5; round++) {
      const drawing = generate("Contested").then((answer) => answer);
      const removals = await Promise.all(
        Array.from({ length: 10 }, (_, i) => remove(id, placard.gateways[i % 2]!.url)),
      );
      assert.ok(removals.every(({ status }) => status === 200 || status === 404));
      assert.equal((await drawing).status, 200);
    }
    await remove(id);
    const { body } = await generate("Contested").expect(200);
    await request(placard.url).get(pathOf(body.data.url)).expect(200);
  });
});
