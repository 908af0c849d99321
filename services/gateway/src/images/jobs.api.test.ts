import assert from "node:assert/strict";
import { createJobClient, getSharedPlacard, type JobClient, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("an asynchronous request", () => {
  let placard: SharedPlacard;
  let generate: JobClient["generate"];
  let getJob: JobClient["getJob"];
  let waitForEnd: JobClient["waitForEnd"];
  before(async () => {
    placard = await getSharedPlacard();
    ({ generate, getJob, waitForEnd } = createJobClient(placard));
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

  it("is rejected immediately if generate would reject it; unknown jobs are 404", async () => {
    const invalid = await generate("", "respond-async");
    assert.deepEqual([invalid.status, invalid.body.error.code], [400, "validation_failed"]);
    for (const id of ["A".repeat(32), "x", "..%2f", "A".repeat(500)]) {
      const { status, body } = await getJob(id);
      assert.deepEqual([status, body.error.code], [404, "not_found"], id);
    }
    const unauthenticated = await request(placard.url).get(`/api/v1/og/jobs/${"A".repeat(32)}`);
    assert.equal(unauthenticated.status, 401);
  });
});
