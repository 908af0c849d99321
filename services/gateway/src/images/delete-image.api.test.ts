import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { poll, registerTestClient, getSharedPlacard, type SharedPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

describe("DELETE /api/v1/og/images/:id", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const generate = (title: string) =>
    request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title }, options: { format: "webp" } });
  const deleteImage = (id: string, url = placard.url, key = placard.key) =>
    request(url).delete(`/api/v1/og/images/${id}`).set("Authorization", `Bearer ${key}`);
  const pathOf = (url: string) => new URL(url).pathname;
  const idOf = (url: string) => /og\/(.+)\./.exec(url)?.[1] ?? "";
  const traces = async (id: string) => {
    const redis = new Redis(placard.redis.url);
    const keys = await redis.keys(`*${id}*`);
    redis.disconnect();
    const files = await readdir(placard.directory, { recursive: true });
    return [...keys, ...files.filter((file) => file.includes(id))].toSorted();
  };
  /** Waits until result, image and recipe are all that is stored: the job is deleted after the response. */
  const completeTraces = (id: string) =>
    poll("the job to be deleted", async () => {
      const found = await traces(id);
      return found.length === 3 && found;
    });

  it("deletes all of an image: its link returns 404 at every gateway until the next request", async () => {
    const { url } = (await generate("Deleted")).body.data;
    const id = idOf(url);
    for (const gateway of placard.gateways)
      for (let i = 0; i < 3; i++) await request(gateway.url).get(pathOf(url)).expect(200); // now in memory
    await completeTraces(id);
    const { status, body } = await deleteImage(id);
    assert.deepEqual([status, body], [200, { success: true, data: {} }]);
    assert.deepEqual(await traces(id), []);
    for (const gateway of placard.gateways) {
      await request(gateway.url).get(pathOf(url)).expect(404);
      await request(gateway.url).get(pathOf(url)).set("If-None-Match", "*").expect(404);
    }
    const repeated = await generate("Deleted");
    assert.deepEqual([repeated.body.data.url, repeated.headers["x-cache"]], [url, "MISS"]);
    await request(placard.url).get(pathOf(url)).expect(200);
  });

  it("responds 404 for unknown images, and logs who deleted which image", async () => {
    const id = idOf((await generate("Logged")).body.data.url);
    const other = idOf((await generate("Kept")).body.data.url);
    const { headers } = await deleteImage(id).expect(200);
    for (const gone of [id, "A".repeat(32), "x", "..%2f..%2fx", `${other}.webp`]) {
      const response = await deleteImage(gone);
      assert.deepEqual([response.status, response.body.error.code], [404, "not_found"], gone);
      assert.equal(response.body.error.message, "Image not found. Check the ID, which has no extension.");
    }
    const requestId = headers["x-request-id"]!;
    const line = await poll(
      "the log line",
      async () => (await placard.logs({ requestId, msg: "image deleted" }))[0],
    );
    assert.ok(line["keyId"]);
    assert.equal(line["imageId"], id);
    await request(placard.url).delete(`/api/v1/og/images/${other}`).expect(401);
    await completeTraces(other);
  });

  it("responds 404 to every account except the owner, and does not change the image", async () => {
    const { url } = (await generate("Owned")).body.data;
    const eve = await registerTestClient(placard.url);
    const { key } = (await eve.callWithToken("POST", "/keys", { name: "eve" })).body.data;
    const before = await completeTraces(idOf(url));
    for (const gateway of placard.gateways) {
      const { status, body } = await deleteImage(idOf(url), gateway.url, key);
      assert.deepEqual([status, body.error.code], [404, "not_found"]);
    }
    const uncached = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "Owned" }, options: { format: "webp", cache: false } });
    await deleteImage(idOf(uncached.body.data.url), placard.url, key).expect(404);
    assert.deepEqual(await traces(idOf(url)), before);
    await request(placard.url).get(pathOf(url)).expect(200);
    await deleteImage(idOf(uncached.body.data.url)).expect(200);
    await deleteImage(idOf(url)).expect(200);
  });

  it("can be called concurrently, and while the image is being rendered", async () => {
    const id = idOf((await generate("Contested")).body.data.url);
    for (let round = 0; round < 5; round++) {
      const rendering = generate("Contested").then((response) => response);
      const deletions = await Promise.all(
        Array.from({ length: 10 }, (_, i) => deleteImage(id, placard.gateways[i % 2]!.url)),
      );
      assert.ok(deletions.every(({ status }) => status === 200 || status === 404));
      assert.equal((await rendering).status, 200);
    }
    await deleteImage(id);
    const { body } = await generate("Contested").expect(200);
    await request(placard.url).get(pathOf(body.data.url)).expect(200);
  });
});
