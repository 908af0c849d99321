import assert from "node:assert/strict";
import { registerTestClient, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";

describe("the rate limit of an account", () => {
  let placard: Placard;
  before(async () => {
    const env = { RATE_LIMIT_API: "5", PUBLIC_URL: "http://localhost:3000" };
    placard = await startPlacard({ gateways: 2, renderers: 0, env });
  });
  after(() => placard.stop());

  it("counts across all gateways and keys, and reports the remaining requests and the retry interval", async () => {
    const ada = await registerTestClient(placard.url);
    const keys: string[] = [];
    for (const name of ["one", "two", "three"])
      keys.push((await ada.callWithToken("POST", "/keys", { name })).body.data.key);
    const send = (i: number, key = keys[i % 3]) =>
      request(placard.gateways[i % 2]!.url)
        .get("/api/v1/og/templates")
        .set("Authorization", `Bearer ${key}`);
    for (let used = 1; used <= 5; used++) {
      const { status, headers } = await send(used);
      assert.equal(status, 200);
      assert.equal(headers["ratelimit-policy"], '"api";q=5;w=60');
      assert.match(headers["ratelimit"] ?? "", new RegExp(`^"api";r=${5 - used};t=\\d+$`));
    }
    for (let over = 0; over < 3; over++) {
      const { status, headers, body } = await send(over);
      assert.deepEqual([status, body.error.code], [429, "rate_limited"]);
      assert.match(headers["ratelimit"] ?? "", /^"api";r=0;t=\d+$/);
      const seconds = Number(headers["retry-after"]);
      assert.ok(seconds >= 1 && seconds <= 60);
    }
    assert.match((await send(0, placard.key)).headers["ratelimit"] ?? "", /^"api";r=4;/, "another account");
  });

  it("counts the requests of all keys of an account together, and accounts separately", async () => {
    const [ada, eve] = await Promise.all([placard.createAccount(), placard.createAccount()]);
    const keys = [ada.key, await ada.createApiKey(), ada.key, await ada.createApiKey(), ada.key];
    const statusOf = async (key: string, i: number) =>
      (
        await request(placard.gateways[i % 2]!.url)
          .get("/api/v1/og/templates")
          .set("Authorization", `Bearer ${key}`)
      ).status;
    for (const [i, key] of keys.entries()) assert.equal(await statusOf(key, i), 200);
    for (const [i, key] of keys.entries()) assert.equal(await statusOf(key, i), 429);
    assert.equal(await statusOf(eve.key, 0), 200);
  });
});
