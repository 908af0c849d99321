import assert from "node:assert/strict";
import { createTestClient, poll, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";

const PUBLIC_URL = "http://localhost:3000";

describe("the limit on passkey ceremonies", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ gateways: 2, renderers: 0, env: { PUBLIC_URL, RATE_LIMIT_AUTH: "6" } });
  });
  after(() => placard?.stop());

  it("counts all ceremony requests of an address over all gateways, and tells what is left", async () => {
    const visitors = placard.gateways.map(({ url }) => createTestClient(url));
    for (let used = 1; used <= 6; used++) {
      const visitor = visitors[used % 2]!;
      const { status, headers } = await visitor.call("POST", "/auth/login/start", { body: {} });
      assert.equal(status, 200);
      assert.equal(headers.get("ratelimit-policy"), '"auth";q=6;w=60');
      assert.match(headers.get("ratelimit") ?? "", new RegExp(`^"auth";r=${6 - used};t=\\d+$`));
    }
    for (const path of ["login/start", "login/finish", "register/start", "register/finish"]) {
      const { status, headers, body } = await visitors[0]!.call("POST", `/auth/${path}`, { body: {} });
      assert.deepEqual([status, body.error.code], [429, "rate_limited"]);
      assert.ok(Number(headers.get("retry-after")) >= 1);
    }
  });
});

describe("a Redis that dies while people register", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({
      renderers: 0,
      appendOnly: true,
      env: { PUBLIC_URL, RATE_LIMIT_AUTH: "0" },
    });
  });
  after(() => placard?.stop());

  it("leaves whole accounts or none, and loses none that was confirmed before", async () => {
    const early = createTestClient(placard.url);
    assert.equal((await early.register()).status, 200);
    const crowd = Array.from({ length: 60 }, () => createTestClient(placard.url));
    const finished = Promise.all(crowd.map((visitor) => visitor.register()));
    const redis = new Redis(placard.redis.url, { retryStrategy: null });
    await poll("some to have an account", async () => (await redis.keys("{placard}:user:*")).length > 3);
    await placard.redis.kill();
    redis.disconnect();
    assert.ok((await finished).every(({ status }) => status === 200 || status === 503));
    await placard.redis.restart();
    await poll("the gateway to be back", async () => (await early.login()).status === 200);

    const after = new Redis(placard.redis.url);
    const ids = async (kind: string) =>
      (await after.keys(`{placard}:${kind}:*`))
        .map((key) => key.slice(`{placard}:${kind}:`.length))
        .toSorted();
    const users = await ids("user");
    const emails = await Promise.all(
      (await ids("email")).map((email) => after.get(`{placard}:email:${email}`)),
    );
    assert.deepEqual(new Set(emails), new Set(users));
    assert.deepEqual(await ids("passkeys-of"), users);
    const owned = await Promise.all(users.map((id) => after.hkeys(`{placard}:passkeys-of:${id}`)));
    assert.deepEqual(owned.flat().toSorted(), await ids("passkey"));
    after.disconnect();
    for (const visitor of crowd) {
      const { status } = await visitor.register();
      if (status === 409)
        assert.equal((await visitor.login()).status, 200); // made before Redis died, though not told so
      else assert.equal(status, 200);
    }
  });
});
