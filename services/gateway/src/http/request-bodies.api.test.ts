import assert from "node:assert/strict";
import { once } from "node:events";
import { request as send } from "node:http";
import { requestBodies } from "@placard/contracts";
import { getSharedPlacard, poll, registerTestClient, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("request bodies", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const post = (path: string, body: object, key = placard.key) =>
    request(placard.url).post(`/api/v1${path}`).set("Authorization", `Bearer ${key}`).send(body);
  const unknownFields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]));

  it("with thousands of errors get the first 49 errors and the number of the others", async () => {
    const { status, body, text } = await post("/og/generate", {
      template: "blog",
      data: unknownFields(5_000),
    });
    assert.deepEqual([status, body.error.code], [400, "validation_failed"]);
    assert.equal(body.error.details.length, 50);
    assert.deepEqual(body.error.details.at(-1), { path: "", message: "and 4952 more errors" });
    assert.ok(text.length < 10_000, `${text.length} bytes`);
    const login = await post("/auth/login/start", unknownFields(5_000));
    assert.deepEqual([login.status, login.body.error.details.length], [400, 50]);
  });

  it("are nested at most 200 levels deep, also in a batch and below other fields", async () => {
    const nest = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
    const bodyOf = (depth: number) => ({
      requests: [{ template: "blog", data: { title: nest(depth - 4) } }],
    });
    const { body } = await post("/og/generate/batch", bodyOf(201)).expect(400);
    assert.match(body.error.message, /nested too deep. Nest at most 200 levels/);
    const accepted = await post("/og/generate/batch", bodyOf(200)).expect(200);
    assert.equal(accepted.body.data.results[0].error.code, "validation_failed");
  });

  it("of a batch may have up to 1 MiB, but each of its requests only 64 KiB", async () => {
    const card = {
      template: "blog",
      data: { title: "Small" },
      options: { format: "jpeg", width: 200, height: 200 },
    };
    const large = { ...card, data: { ...card.data, description: "x".repeat(70_000) } };
    const { body } = await post("/og/generate/batch", { requests: [card, large] }).expect(200);
    const [first, second] = body.data.results;
    assert.equal(first.status, 200);
    assert.deepEqual([second.status, second.error.code], [413, "payload_too_large"]);
  });

  it("may have 50,000 entries and fields, at any depth", async () => {
    const entries = Array.from({ length: 30 }, () => Array(2_000).fill(1));
    const { status, body } = await post("/og/generate/batch", { requests: entries });
    assert.deepEqual([status, body.error.code], [413, "payload_too_large"]);
    assert.match(body.error.message, /at most 50000/);
    const accepted = await post("/og/generate/batch", { requests: entries.slice(0, 20) });
    assert.equal(accepted.status, 200);
  });

  it("share their bytes: an account that sends many slowly leaves room for another one", async () => {
    const [hostile, other] = [await placard.createAccount(), await placard.createAccount()];
    // Announces batches, one more than the share of an account, and does not send them.
    const size = 1024 * 1024;
    const sent = Array.from({ length: requestBodies.bytes / 2 / size + 1 }, () =>
      send(`${placard.url}/api/v1/og/generate/batch`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${hostile.key}`,
          "Content-Type": "application/json",
          "Content-Length": size,
        },
      }).on("error", () => {}),
    );
    for (const outgoing of sent) outgoing.flushHeaders();
    const [refused] = await Promise.race(sent.map((outgoing) => once(outgoing, "response")));
    assert.equal(refused.statusCode, 503);
    const batch = { requests: [] };
    assert.equal((await post("/og/generate/batch", batch, other.key)).status, 400);
    for (const outgoing of sent) outgoing.destroy();
    const isFree = async () => (await post("/og/generate/batch", batch, hostile.key)).status !== 503;
    await poll("the bytes to be free again", isFree);
  });

  it("may have null in place of an absent optional member", async () => {
    const client = await registerTestClient(placard.url);
    const edit = ({ response }: { response: object }) => Object.assign(response, { userHandle: null });
    assert.equal((await client.login({ changes: { edit } })).status, 200);
    const key = await client.callWithToken("POST", "/keys", { name: "ci", expiresAt: null });
    assert.deepEqual([key.status, key.body.data.expiresAt], [201, null]);
    const card = { template: "blog", data: { title: "Nulls", author: null }, options: { width: null } };
    await post("/og/generate", card).expect(200);
  });
});
