import assert from "node:assert/strict";
import { rename, rm, writeFile } from "node:fs/promises";
import {
  createJobClient,
  openRenderQueues,
  poll,
  startPlacard,
  type JobClient,
  type Placard,
  type TestRenderQueues,
} from "@placard/testing";
import { Redis } from "ioredis";

// These tests pause the queues, or make storage unavailable.
describe("while the queues are paused or storage fails", () => {
  let placard: Placard;
  let redis: Redis;
  let queues: TestRenderQueues;
  let generate: JobClient["generate"];
  let getJob: JobClient["getJob"];
  let waitForEnd: JobClient["waitForEnd"];
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      gateways: 2,
      env: { RATE_LIMIT_API: "0" },
    });
    redis = new Redis(placard.redis.url);
    queues = openRenderQueues(placard.redis.url);
    ({ generate, getJob, waitForEnd } = createJobClient(placard));
  });
  afterEach(() => queues.resume());
  after(async () => {
    await queues?.close();
    redis?.disconnect();
    await placard?.stop();
  });

  const call = (path: string, body: object, signal?: AbortSignal) =>
    fetch(`${placard.url}/api/v1${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });

  it("previews and proofs whose client has disconnected are not rendered", async () => {
    const document = { template: { id: "card", name: "Card", fields: {} }, html: "<p>Card</p>" };
    assert.equal((await call("/og/templates", document)).status, 201);
    await queues.pause();
    for (const { path, body } of [
      { path: "/og/templates/preview", body: { ...document, data: {} } },
      { path: "/og/templates/card/proof", body: { ...document, html: "<p>Other</p>" } },
    ]) {
      const client = new AbortController();
      const response = call(path, body, client.signal).catch(() => undefined);
      await poll(`a job of ${path}`, async () => (await queues.countWaiting()) === 1);
      client.abort();
      await response;
      await poll(`no job of ${path}`, async () => (await queues.countWaiting()) === 0);
    }
    await queues.resume();
    assert.equal((await call("/og/templates/preview", { ...document, data: {} })).status, 200);
  });

  describe("an asynchronous request", () => {
    it("gets 202 at once; its job reports its status at every gateway, then the result", async () => {
      await queues.pause();
      const { status, headers, body } = await generate("Later", "respond-async");
      assert.equal(status, 202);
      const { id } = body.data;
      assert.deepEqual(body, { success: true, data: { id, status: "queued" } });
      assert.match(headers["location"] ?? "", new RegExp(`^http://localhost:\\d+/api/v1/og/jobs/${id}$`));
      assert.equal(headers["preference-applied"], "respond-async");
      for (const { url } of placard.gateways) {
        const waiting = await getJob(id, url).expect(200);
        assert.ok(["queued", "drawing"].includes(waiting.body.data.status));
        assert.deepEqual(Object.keys(waiting.body.data), ["id", "status"]);
        assert.equal(waiting.headers["retry-after"], "1");
      }
      await queues.resume();
      const done = await waitForEnd(id);
      assert.equal(done.headers["retry-after"], undefined);
      const generated = await generate("Later");
      assert.equal(generated.headers["x-cache"], "HIT");
      assert.deepEqual(done.body.data, { id, status: "done", result: generated.body.data });
    });

    it("is rendered once for any number of synchronous and asynchronous requests", async () => {
      await queues.pause();
      const started = await generate("Once", "respond-async");
      const waiting = Array.from({ length: 5 }, () => generate("Once").then((response) => response));
      await generate("Once", "respond-async").expect(202);
      await queues.resume();
      assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [200]);
      await waitForEnd(started.body.data.id);
      const renders = () =>
        placard
          .logs()
          .filter(({ msg, imageId }) => msg === "image rendered" && imageId === started.body.data.id);
      await poll("the renderer's log line", () => renders().length > 0);
      assert.equal(renders().length, 1);
    });

    it("has a job that reports a failure for five minutes, or until the image is rendered", async () => {
      const { body } = await generate("Failing", "respond-async");
      const { id } = body.data;
      await waitForEnd(id);
      await redis.del(`{placard}:result:${id}`);
      // Makes storage unavailable: its directory is replaced by a file.
      await rename(`${placard.directory}/storage`, `${placard.directory}/storage-backup`);
      await writeFile(`${placard.directory}/storage`, "");
      await generate("Failing", "respond-async").expect(202);
      const failed = await waitForEnd(id);
      assert.equal(failed.status, 200);
      const { error, ...rest } = failed.body.data;
      assert.deepEqual(rest, { id, status: "failed" });
      assert.equal(error.code, "unavailable");
      assert.deepEqual(Object.keys(error), ["code", "message"]);
      const ttlMs = await redis.pttl(`{placard}:result:${id}`);
      assert.ok(ttlMs > 290_000 && ttlMs <= 300_000, `${ttlMs} ms`);
      await rm(`${placard.directory}/storage`);
      await rename(`${placard.directory}/storage-backup`, `${placard.directory}/storage`);
      await generate("Failing").expect(200);
      assert.equal((await waitForEnd(id)).body.data.status, "done");
      assert.ok((await redis.pttl(`{placard}:result:${id}`)) > 300_000);
    });

    it("has a job that only its account can see: other accounts get 404", async () => {
      const { key } = await placard.createAccount();
      const asEve = (id: string) => getJob(id, placard.url, key);
      await queues.pause();
      const { id } = (await generate("Private", "respond-async")).body.data;
      assert.equal((await getJob(id)).body.data.status, "queued");
      assert.equal((await asEve(id)).status, 404);
      await queues.resume();
      await waitForEnd(id);
      assert.equal((await asEve(id)).status, 404);
      const { owner } = JSON.parse((await redis.get(`{placard}:result:${id}`)) ?? "");
      await redis.set(`{placard}:result:${id}`, JSON.stringify({ owner, failure: "render_failed" }));
      assert.equal((await getJob(id)).body.data.status, "failed");
      const { status, body } = await asEve(id);
      assert.deepEqual([status, body.error.code], [404, "not_found"]);
    });
  });
});
