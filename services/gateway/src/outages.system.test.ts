import assert from "node:assert/strict";
import { mkdir, rename, rm, rmdir, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerTag } from "@placard/contracts";
import { callGateway, poll, startPlacard, type Placard, type RendererService } from "@placard/testing";
import request from "supertest";
import { idOf, renderCard } from "./testing/image-links.ts";

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`);

describe("an installation with outages", () => {
  let placard: Placard;
  let renderer: RendererService;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      renderers: 0,
      env: { MAX_ASSET_BYTES: "1000", RATE_LIMIT_API: "0" },
    });
    renderer = placard.startRenderer({ LD_PRELOAD: "libjemalloc.so.2" }); // a process, which can be killed
    await poll("Placard to be ready", async () => (await fetch(`${placard.url}/health/ready`)).ok);
  });
  after(() => placard?.stop());

  describe("an account while storage is unavailable", () => {
    it("is shown without the number of images, not exported (503), and complete afterwards", async () => {
      const { id, key, token } = await placard.createAccount();
      await renderCard({ url: placard.url, key }, "Stored");
      const tag = ownerTag(id);
      const unreadable = join(
        placard.directory,
        "storage",
        "recipes",
        tag.slice(0, 2),
        `${tag}${"b".repeat(24)}.json`,
      );
      const get = (path: string) =>
        request(placard.url).get(`/api/v1${path}`).set("Authorization", `Bearer ${token}`);
      await symlink(unreadable, unreadable); // to itself, so that its directory can't be listed
      const { user, summary } = (await get("/account").expect(200)).body.data;
      assert.deepEqual(
        [user.id, summary.apiKeys, summary.images, summary.hasMoreImages],
        [id, 1, null, false],
      );
      const exported = await get("/account/export").expect(503);
      assert.equal(exported.body.error.code, "unavailable");
      await unlink(unreadable);
      const { body } = await get("/account").expect(200);
      assert.equal(body.data.summary.images, 1);
      assert.equal((await get("/account/export").expect(200)).body.data.images.length, 1);
    });
  });

  describe("an image whose recipe can't be stored", () => {
    it("is not announced (503), and is rendered once the recipe can be stored", async () => {
      const generate = () => call("POST", "/og/generate", { template: "blog", data: { title: "No recipe" } });
      const id = idOf((await generate()).body.data.url);
      assert.equal((await call("DELETE", `/og/images/${id}`)).status, 200);
      const recipe = join(placard.directory, "storage", "recipes", id.slice(0, 2), `${id}.json`);
      await mkdir(recipe); // no file can replace a directory
      const failed = await generate();
      assert.deepEqual([failed.status, failed.body.error.code], [503, "unavailable"]);
      await rmdir(recipe);
      assert.equal((await generate()).status, 200);
    });
  });

  const call = (method: string, path: string, body?: object) =>
    callGateway(`${placard.url}/api/v1${path}`, method, { token: placard.key, body });
  const upload = (i: number) => call("POST", "/assets", svg(`<path d="M${i} 0"/>`.padEnd(300, " ")));

  describe("assets and brands", () => {
    it("never exceed MAX_ASSET_BYTES with concurrent uploads, and free it when deleted", async () => {
      const responses = [];
      for (let i = 0; i < 20; i += 4)
        responses.push(...(await Promise.all([0, 1, 2, 3].map((j) => upload(i + j)))));
      const created = responses.filter(({ status }) => status === 201);
      const rejected = responses.filter(({ status }) => status !== 201);
      assert.ok(created.length > 0 && rejected.length > 0);
      for (const { status, body } of rejected)
        assert.deepEqual([status, body.error.code], [409, "limit_reached"]);
      const { usedBytes, assets } = (await call("GET", "/assets")).body.data;
      assert.ok(usedBytes <= 1000);
      assert.equal(assets.length, created.length);
      for (const { id } of assets) assert.equal((await call("DELETE", `/assets/${id}`)).status, 200);
      assert.equal((await call("GET", "/assets")).body.data.usedBytes, 0);
      assert.equal((await upload(99)).status, 201);
    });

    it("get 503 after the renderer was killed, also for proofs, and work with another renderer", async () => {
      const requestProof = async () => {
        const template = { id: "note", name: "Note", description: "A note", fields: { title: "string" } };
        const body = { template, html: "<main><h1>{{title}}</h1></main>" };
        const { status, body: response } = await call("POST", "/og/templates/note/proof", body);
        return [status, response.error?.code];
      };
      assert.deepEqual(await requestProof(), [200, undefined]);
      await renderer.stop("SIGKILL");
      assert.deepEqual(await requestProof(), [503, "unavailable"]);
      await poll("the renderer to be missed", async () => (await upload(1)).status === 503);
      placard.startRenderer();
      await poll("the upload to be accepted", async () => [200, 201].includes((await upload(1)).status));
      assert.deepEqual(await requestProof(), [200, undefined]);
    });

    it("respond with 503 while storage is unavailable, and count nothing", async () => {
      const storage = join(placard.directory, "storage");
      await rename(storage, `${storage}-away`);
      await writeFile(storage, "not a directory");
      const { usedBytes } = (await call("GET", "/assets")).body.data;
      const failed = await upload(2);
      assert.deepEqual([failed.status, failed.body.error.code], [503, "unavailable"]);
      assert.equal((await call("GET", "/assets")).body.data.usedBytes, usedBytes);
      await rm(storage);
      await rename(`${storage}-away`, storage);
    });

    // The last test, because Redis has lost its data afterwards.
    it("respond with 503 while Redis is unavailable", async () => {
      const { id } = (await upload(3)).body.data;
      await placard.redis.kill();
      for (const [method, path, body] of [
        ["POST", "/assets", svg("")],
        ["GET", "/assets"],
        ["GET", `/assets/${id}`],
        ["DELETE", `/assets/${id}`],
        ["PUT", "/brands/default", {}],
        ["GET", "/brands"],
        ["DELETE", "/brands/default"],
      ] as const) {
        const response = await call(method, path, body);
        assert.deepEqual(
          [response.status, response.body.error.code],
          [503, "unavailable"],
          `${method} ${path}`,
        );
      }
    });
  });
});
