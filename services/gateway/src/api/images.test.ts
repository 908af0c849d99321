import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { imagePrefix, recipePrefix } from "@placard/contracts";
import { openImageStore, type ImageStore } from "@placard/storage";
import { poll, startPlacard, storageBackends, type Placard } from "@placard/testing";
import request from "supertest";

async function generatePath(
  placard: Placard,
  title: string,
  options: object = { format: "jpeg" },
): Promise<string> {
  const { body } = await request(placard.url)
    .post("/api/v1/og/generate")
    .set("Authorization", `Bearer ${placard.key}`)
    .send({ template: "blog", data: { title }, options })
    .expect(200);
  return new URL(body.data.url).pathname;
}

async function keysIn(store: ImageStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

async function deleteAll(store: ImageStore, prefix: string): Promise<void> {
  for (const key of await keysIn(store, prefix)) await store.delete(key);
}

for (const storage of storageBackends) {
  describe(`GET /og/<image_id>.<format>, on ${storage.name}`, () => {
    let placard: Placard;
    let store: ImageStore;
    let path: string;
    before(async function () {
      this.timeout(120_000);
      const { env, s3 } = await storage.prepare();
      placard = await startPlacard({ gateways: 2, env });
      store = openImageStore({ s3, directory: join(placard.directory, "storage") });
      path = await generatePath(placard, "Served");
    });
    after(async () => {
      store.close();
      await placard.stop();
    });

    it("serves an image without credentials, with headers for crawlers and caches", async () => {
      const { headers, body } = await request(placard.url).get(path).expect(200);
      assert.equal(headers["content-type"], "image/jpeg");
      assert.equal(Number(headers["content-length"]), body.length);
      assert.match(headers["etag"] ?? "", /^"[\w-]+"$/);
      const age = /^public, max-age=(\d+), immutable$/.exec(headers["cache-control"] ?? "")?.[1];
      assert.ok(Number(age) > 604_700 && Number(age) <= 604_800, headers["cache-control"]);
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
      assert.equal(headers["x-content-type-options"], "nosniff");
    });

    it("responds to HEAD with the same headers and no body", async () => {
      const [get, head] = [
        await request(placard.url).get(path),
        await request(placard.url).head(path).expect(200),
      ];
      for (const name of ["content-type", "content-length", "etag", "access-control-allow-origin"]) {
        assert.equal(head.headers[name], get.headers[name], name);
      }
      assert.equal(head.text, undefined);
    });

    it("responds 304 if If-None-Match lists the image", async () => {
      const { headers } = await request(placard.url).get(path);
      const etag = headers["etag"]!;
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const response = await request(placard.url)
          .get(path)
          .set("If-None-Match", ifNoneMatch)
          .set("Cache-Control", "no-cache");
        assert.equal(response.status, 304, ifNoneMatch);
        assert.equal(response.headers["etag"], etag);
        assert.ok(response.headers["cache-control"]);
      }
      await request(placard.url).get(path).set("If-None-Match", '"other"').expect(200);
    });

    it("responds 404 to unknown ids, other extensions and malformed paths", async () => {
      const links = [
        "/og/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png",
        path.replace(".jpeg", ".png"),
        path.replace(".jpeg", ".jpg"),
        "/og/x.png",
      ];
      links.push(
        "/og/..%2f..%2fetc%2fpasswd.png",
        "/og/%00.png",
        `${path}/`,
        path.toUpperCase(),
        "/og/",
        "/og/.png",
      );
      for (const link of links) {
        const { status, body } = await request(placard.url).get(link);
        assert.deepEqual([status, body.error?.code], [404, "not_found"], link);
      }
    });

    it("renders an image again if its bytes no longer exist, once for all gateways", async () => {
      const lost = await generatePath(placard, "Lost bytes");
      const before = await request(placard.url).get(lost);
      await deleteAll(store, imagePrefix);
      const urls = placard.gateways.map(({ url }) => url);
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, i) => request(urls[i % 2]!).get(lost)),
      );
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
      assert.ok(responses.every(({ body }) => before.body.equals(body)));
      const id = /og\/(.+)\./.exec(lost)?.[1];
      const renders = () =>
        placard.logs().filter(({ msg, imageId }) => msg === "image rendered" && imageId === id);
      await poll("the renderer's second log line", () => renders().length > 1);
      assert.equal(renders().length, 2);
    });

    it("renders images again after storage has lost bytes and recipes, so that generate never returns dead links", async () => {
      const lost = await generatePath(placard, "Lost bytes and recipe");
      for (const prefix of [imagePrefix, recipePrefix]) await deleteAll(store, prefix);
      await request(placard.url).get(lost).expect(404);
      assert.equal(await generatePath(placard, "Lost bytes and recipe"), lost);
      await request(placard.url).get(lost).expect(200);
    });

    it("serves stored images while Redis is unavailable, and responds 503 immediately to other requests", async () => {
      const stored = await generatePath(placard, "Stored before the outage");
      await placard.redis.kill();
      await request(placard.url).get(stored).expect(200);
      const started = performance.now();
      const generate = await request(placard.url)
        .post("/api/v1/og/generate")
        .set("Authorization", `Bearer ${placard.key}`)
        .send({ template: "blog", data: { title: "No Redis" } });
      assert.deepEqual([generate.status, generate.body.error.code], [503, "unavailable"]);
      assert.ok(generate.headers["retry-after"]);
      assert.ok(performance.now() - started < 5_000);
      const ready = await request(placard.url).get("/health/ready").expect(503);
      assert.match(ready.body.error.message, /redis/);
      await request(placard.url).get("/health/live").expect(200);
      await placard.redis.restart();
      await poll(
        "the gateway to be ready again",
        async () => (await fetch(`${placard.url}/health/ready`)).ok,
      );
    });
  });

  describe(`expiry, on ${storage.name}`, () => {
    let placard: Placard;
    let store: ImageStore;
    before(async function () {
      this.timeout(120_000);
      const { env, s3 } = await storage.prepare();
      placard = await startPlacard({ env: { IMAGE_TTL: "2", RECIPE_TTL: "6", ...env } });
      store = openImageStore({ s3, directory: join(placard.directory, "storage") });
    });
    after(async () => {
      store.close();
      await placard.stop();
    });

    it("deletes expired bytes, renders them again for their link, and deletes the link when its recipe expires", async () => {
      const path = await generatePath(placard, "Short-lived");
      const first = await request(placard.url).get(path).expect(200);
      await poll("the sweep of expired bytes", async () => (await keysIn(store, imagePrefix)).length === 0);
      assert.equal((await keysIn(store, recipePrefix)).length, 1);
      const second = await request(placard.url).get(path).expect(200);
      assert.deepEqual(second.body, first.body);
      await poll(
        "the sweep of expired recipes",
        async () => (await keysIn(store, recipePrefix)).length === 0,
      );
      await poll("the link to expire", async () => (await fetch(placard.url + path)).status === 404);
    });
  });
}

describe("a damaged image file", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard();
  });
  after(() => placard.stop());

  it("is rendered again", async () => {
    const damaged = await generatePath(placard, "Damaged bytes");
    const id = /og\/(.+)\./.exec(damaged)?.[1] ?? "";
    const file = (await readdir(placard.directory, { recursive: true, withFileTypes: true }))
      .map((entry) => join(entry.parentPath, entry.name))
      .find((path) => path.includes("images") && path.includes(id))!;
    await writeFile(file, "other bytes");
    const { status, headers } = await request(placard.url).get(damaged);
    assert.deepEqual([status, headers["content-type"]], [200, "image/jpeg"]);
  });
});

describe("a stored recipe", () => {
  let placard: Placard;
  let store: ImageStore;
  before(async () => {
    placard = await startPlacard();
    store = openImageStore({ s3: undefined, directory: join(placard.directory, "storage") });
  });
  after(async () => {
    store.close();
    await placard.stop();
  });

  /** Replaces the recipe of a link by other JSON, and deletes its bytes. */
  async function replaceRecipe(path: string, change: (recipe: Record<string, unknown>) => unknown) {
    const id = /og\/(.+)\./.exec(path)?.[1] ?? "";
    const stored = (await store.get(`${recipePrefix}${id}.json`))!;
    const changed = change(JSON.parse(stored.bytes.toString()));
    const json = typeof changed === "string" ? changed : JSON.stringify(changed);
    await store.put(`${recipePrefix}${id}.json`, Buffer.from(json), stored.meta);
    await store.delete(`${imagePrefix}${id}.jpeg`);
    return id;
  }
  const waitForLog = (message: string, imageId: string) =>
    poll("the log line", () =>
      placard.logs().some((line) => line["msg"] === message && line["imageId"] === imageId),
    );

  it("contains the owner and the template reference", async () => {
    const path = await generatePath(placard, "Recipe");
    const id = /og\/(.+)\./.exec(path)?.[1] ?? "";
    const { bytes, meta } = (await store.get(`${recipePrefix}${id}.json`))!;
    const recipe = JSON.parse(bytes.toString());
    assert.match(recipe.owner, /^[\w-]{22}$/);
    assert.deepEqual(recipe.template, { id: "blog", version: 1 });
    const image = await store.head(`${imagePrefix}${id}.jpeg`);
    for (const { userMetadata } of [meta, image!])
      assert.deepEqual(userMetadata, { owner: recipe.owner, template: "blog@1" });
  });

  it("that is invalid or outdated makes its link return 404, and is logged", async () => {
    for (const [i, broken] of [
      "not JSON",
      "null",
      { template: "blog", data: { title: "old" }, width: 1200 },
    ].entries()) {
      const path = await generatePath(placard, `Invalid recipe ${i}`);
      const id = await replaceRecipe(path, () => broken);
      const { status, body } = await request(placard.url).get(path);
      assert.deepEqual([status, body.error.code], [404, "not_found"]);
      await waitForLog("stored recipe is invalid", id);
    }
  });

  it("whose template no longer exists makes its link return 410, and is logged", async () => {
    const path = await generatePath(placard, "Retired template");
    const id = await replaceRecipe(path, (recipe) => ({
      ...recipe,
      template: { id: "retired", version: 1 },
    }));
    const { status, body } = await request(placard.url).get(path);
    assert.deepEqual([status, body.error.code], [410, "gone"]);
    await waitForLog("template not found", id);
  });

  it("of an older version of a built-in template is rendered with the current one", async () => {
    const path = await generatePath(placard, "Older version");
    await replaceRecipe(path, (recipe) => ({ ...recipe, template: { id: "blog", version: 999 } }));
    await request(placard.url).get(path).expect(200);
  });
});
