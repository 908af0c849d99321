import assert from "node:assert/strict";
import { rename, rm, writeFile } from "node:fs/promises";
import { poll, registerTestClient, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";

describe("an asynchronous request", () => {
  let placard: Placard;
  beforeEach(async () => {
    const env = { RATE_LIMIT_API: "0", PUBLIC_URL: "http://localhost:3000" };
    placard = await startPlacard({ gateways: 2, env });
  });
  afterEach(async () => {
    freeze(false);
    await placard.stop();
  });

  const freeze = (isFrozen: boolean) => {
    for (const { pid } of placard.renderers) process.kill(pid, isFrozen ? "SIGSTOP" : "SIGCONT");
  };
  const authorization = () => ["Authorization", `Bearer ${placard.key}`] as const;
  const generate = (title: string, prefer?: string, options: object = { format: "jpeg" }) => {
    const call = request(placard.url)
      .post("/api/v1/og/generate")
      .set(...authorization());
    if (prefer !== undefined) call.set("Prefer", prefer);
    return call.send({ template: "blog", data: { title }, options });
  };
  const job = (id: string, url = placard.url) =>
    request(url)
      .get(`/api/v1/og/jobs/${id}`)
      .set(...authorization());
  const waitForEnd = (id: string) =>
    poll("the job to finish", async () => {
      const response = await job(id);
      return ["done", "failed"].includes(response.body.data.status) ? response : undefined;
    });

  it("gets 202 immediately; its job reports its status on every gateway, then the same result as generate", async () => {
    freeze(true);
    const { status, headers, body } = await generate("Asynchronous", "respond-async");
    assert.equal(status, 202);
    const { id } = body.data;
    assert.deepEqual(body, { success: true, data: { id, status: "queued" } });
    assert.match(headers["location"] ?? "", new RegExp(`^http://localhost:\\d+/api/v1/og/jobs/${id}$`));
    assert.equal(headers["preference-applied"], "respond-async");
    for (const { url } of placard.gateways) {
      const waiting = await job(id, url).expect(200);
      assert.ok(["queued", "drawing"].includes(waiting.body.data.status));
      assert.deepEqual(Object.keys(waiting.body.data), ["id", "status"]);
      assert.equal(waiting.headers["retry-after"], "1");
    }
    freeze(false);
    const done = await waitForEnd(id);
    assert.equal(done.headers["retry-after"], undefined);
    const generated = await generate("Asynchronous");
    assert.equal(generated.headers["x-cache"], "HIT");
    assert.deepEqual(done.body.data, { id, status: "done", result: generated.body.data });
  });

  it("gets 200 if the image exists or the preference is another one", async () => {
    const generated = await generate("Existing");
    const repeated = await generate("Existing", "respond-async");
    assert.deepEqual([repeated.status, repeated.headers["x-cache"]], [200, "HIT"]);
    assert.deepEqual(repeated.body, generated.body);
    assert.equal(repeated.headers["preference-applied"], undefined);
    for (const other of [
      "wait=10",
      'x="respond-async, respond-async"',
      "respond-async=5",
      "respond-asynchronously",
    ]) {
      assert.equal((await generate(`Other ${other}`, other)).status, 200, other);
    }
    for (const same of [
      "Respond-Async",
      "wait=5, respond-async",
      'respond-async;x="y", z',
      'respond-async=""',
    ]) {
      assert.equal((await generate(`Same ${same}`, same)).status, 202, same);
    }
  });

  it("renders once for any number of synchronous and asynchronous requests", async () => {
    freeze(true);
    const started = await generate("Once", "respond-async");
    const waiting = Array.from({ length: 5 }, () => generate("Once").then((response) => response));
    await generate("Once", "respond-async").expect(202);
    freeze(false);
    assert.deepEqual([...new Set((await Promise.all(waiting)).map(({ status }) => status))], [200]);
    await waitForEnd(started.body.data.id);
    await poll("the renderer's log line", () => placard.logs().some(({ msg }) => msg === "image rendered"));
    assert.equal(placard.logs().filter(({ msg }) => msg === "image rendered").length, 1);
  });

  it("gets its own job with cache: false", async () => {
    const options = { format: "jpeg", cache: false };
    const ids = [];
    for (let i = 0; i < 2; i++) {
      const { status, body } = await generate("Uncached", "respond-async", options);
      assert.equal(status, 202);
      ids.push(body.data.id);
    }
    const finishedJobs = await Promise.all(ids.map(waitForEnd));
    const urls = finishedJobs.map(({ body }) => body.data.result.url);
    assert.equal(new Set(urls).size, 2);
    for (const url of urls) await request(placard.url).get(new URL(url).pathname).expect(200);
  });

  it("reports a failure for five minutes, or until the image is rendered", async () => {
    const redis = new Redis(placard.redis.url);
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
    redis.disconnect();
  });

  it("is visible only to the account that sent it: other accounts get 404", async () => {
    const eve = await registerTestClient(placard.url);
    const { key } = (await eve.callWithToken("POST", "/keys", { name: "eve" })).body.data;
    const asEve = (id: string) =>
      request(placard.url).get(`/api/v1/og/jobs/${id}`).set("Authorization", `Bearer ${key}`);
    freeze(true);
    const { id } = (await generate("Private", "respond-async")).body.data;
    assert.equal((await job(id)).body.data.status, "queued");
    assert.equal((await asEve(id)).status, 404);
    freeze(false);
    await waitForEnd(id);
    assert.equal((await asEve(id)).status, 404);
    const redis = new Redis(placard.redis.url);
    const { owner, template } = JSON.parse((await redis.get(`{placard}:result:${id}`)) ?? "");
    await redis.set(`{placard}:result:${id}`, JSON.stringify({ owner, template, failure: "render_failed" }));
    redis.disconnect();
    assert.equal((await job(id)).body.data.status, "failed");
    const { status, body } = await asEve(id);
    assert.deepEqual([status, body.error.code], [404, "not_found"]);
  });

  it("is rejected immediately if generate would reject it; unknown jobs are 404", async () => {
    const invalid = await generate("", "respond-async");
    assert.deepEqual([invalid.status, invalid.body.error.code], [400, "validation_failed"]);
    for (const id of ["A".repeat(32), "x", "..%2f", "A".repeat(500)]) {
      const { status, body } = await job(id);
      assert.deepEqual([status, body.error.code], [404, "not_found"], id);
    }
    const withoutKey = await request(placard.url).get(`/api/v1/og/jobs/${"A".repeat(32)}`);
    assert.equal(withoutKey.status, 401);
    await Promise.all(placard.renderers.splice(0).map((renderer) => renderer.stop()));
    await poll("the gateway to detect the stopped renderer", async () => {
      const { status, body } = await generate(`No renderer ${Math.random()}`, "respond-async");
      return status === 503 && body.error.code === "unavailable";
    });
  });
});
