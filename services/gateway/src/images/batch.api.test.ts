import assert from "node:assert/strict";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const card = (title: string, overrides: object = {}) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg", width: 400, height: 210 },
  ...overrides,
});

describe("POST /api/v1/og/generate/batch", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const post = (path: string, body: object | string) =>
    request(placard.url)
      .post(`/api/v1/og/generate${path}`)
      .set("Authorization", `Bearer ${placard.key}`)
      .set("Content-Type", "application/json")
      .send(body);
  const batch = (requests: unknown) => post("/batch", { requests });

  it("returns the same result for each request as a single request, in order", async () => {
    const requests = [
      card("One"),
      card(""),
      card("Two"),
      { template: "poster", data: {} },
      card("One"),
      { ...card("Three"), options: { width: 1, cache: "x" } },
      card("Four", { options: { format: "jpeg", cache: false } }),
      JSON.parse('{"template":"blog","data":{"title":"x","__proto__":"y"}}'),
    ];
    const { status, body } = await batch(requests).expect(200);
    assert.deepEqual([status, body.data.results.length], [200, requests.length]);
    const summaries = body.data.results.map(
      (result: Record<string, unknown>) => result["cache"] ?? result["status"],
    );
    assert.deepEqual(summaries, ["MISS", 400, "MISS", 400, "HIT", 400, "MISS", 400]);
    for (const [i, sent] of requests.entries()) {
      if (i === 6) continue; // not cached
      const alone = await post("", JSON.stringify(sent));
      const { status: itemStatus, cache: _cache, ...envelope } = body.data.results[i];
      for (const { error } of [envelope, alone.body]) if (error) error.requestId = "";
      assert.deepEqual([itemStatus, envelope], [alone.status, alone.body], `request ${i}`);
    }
  });

  it("returns `validation_failed` for an entry that is not an object", async () => {
    const { body } = await batch([null, [], "text"]).expect(200);
    const errors = body.data.results.map(({ error }: { error: { code: string; details: unknown } }) => error);
    for (const [i, value] of ["null", "an array", "`text`"].entries()) {
      assert.equal(errors[i].code, "validation_failed");
      assert.deepEqual(errors[i].details, [{ path: "", message: `must be an object; this is ${value}` }]);
    }
  });

  it("is rejected as a whole if it is not a valid batch", async () => {
    const cases: [object, string][] = [
      [{}, "/requests"],
      [{ requests: [] }, "/requests"],
      [{ requests: {} }, "/requests"],
      [{ requests: Array.from({ length: 51 }, () => card("x")) }, "/requests"],
      [{ requests: [card("x")], more: 1 }, "/more"],
    ];
    for (const [body, path] of cases) {
      const response = await post("/batch", body);
      assert.deepEqual([response.status, response.body.error.code], [400, "validation_failed"]);
      assert.equal(response.body.error.details[0].path, path);
    }
    assert.equal((await post("/batch", "[]")).body.error.code, "invalid_json");
    assert.equal((await request(placard.url).post("/api/v1/og/generate/batch").send({})).status, 401);
  });

  it("accepts bodies of up to 1 MiB, unlike other paths", async () => {
    const body = (bytes: number) => {
      const start = `{"requests":[${JSON.stringify(card("Large"))}]`;
      return `${start}${" ".repeat(bytes - start.length - 1)}}`;
    };
    assert.equal((await post("/batch", body(1_048_576))).status, 200);
    assert.equal((await post("/batch", body(1_048_577))).status, 413);
    assert.equal((await post("", body(65_537))).status, 413);
  });
});
