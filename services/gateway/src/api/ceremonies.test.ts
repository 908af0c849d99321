import assert from "node:assert/strict";
import { createTestClient, poll, startPlacard, type Placard } from "@placard/testing";
import { Redis } from "ioredis";

const PUBLIC_URL = "http://localhost:3000";

describe("the rate limit of passkey ceremonies", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ gateways: 2, renderers: 0, env: { PUBLIC_URL, RATE_LIMIT_AUTH: "6" } });
  });
  after(() => placard?.stop());

  it("counts all ceremony requests of a client address at all gateways, and reports the remaining ones", async () => {
    const clients = placard.gateways.map(({ url }) => createTestClient(url));
    for (let used = 1; used <= 6; used++) {
      const { status, headers } = await clients[used % 2]!.call("POST", "/auth/login/start", { body: {} });
      assert.equal(status, 200);
      assert.equal(headers.get("ratelimit-policy"), '"auth";q=6;w=60');
      assert.match(headers.get("ratelimit") ?? "", new RegExp(`^"auth";r=${6 - used};t=\\d+$`));
    }
    for (const path of ["login/start", "login/finish", "register/start", "register/finish"]) {
      const { status, headers, body } = await clients[0]!.call("POST", `/auth/${path}`, { body: {} });
      assert.deepEqual([status, body.error.code], [429, "rate_limited"]);
      assert.ok(Number(headers.get("retry-after")) >= 1);
    }
  });
});

describe("a crash of Redis during registrations", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({
      renderers: 0,
      appendOnly: true,
      env: { PUBLIC_URL, RATE_LIMIT_AUTH: "0" },
    });
  });
  after(() => placard?.stop());

  it("leaves complete accounts or none, and loses no account that was confirmed before", async () => {
    const early = createTestClient(placard.url);
    assert.equal((await early.register()).status, 200);
    const clients = Array.from({ length: 60 }, () => createTestClient(placard.url));
    const finished = Promise.all(clients.map((client) => client.register()));
    const redis = new Redis(placard.redis.url, { retryStrategy: null });
    await poll("some accounts", async () => (await redis.keys("{placard}:user:*")).length > 3);
    await placard.redis.kill();
    redis.disconnect();
    assert.ok((await finished).every(({ status }) => status === 200 || status === 503));
    await placard.redis.restart();
    await poll("the gateway to reconnect", async () => (await early.login()).status === 200);

    const restarted = new Redis(placard.redis.url);
    const listKeys = async (kind: string) =>
      (await restarted.keys(`{placard}:${kind}:*`))
        .map((key) => key.slice(`{placard}:${kind}:`.length))
        .toSorted();
    const users = await listKeys("user");
    const emails = await Promise.all(
      (await listKeys("email")).map((email) => restarted.get(`{placard}:email:${email}`)),
    );
    assert.deepEqual(new Set(emails), new Set(users));
    assert.deepEqual(await listKeys("passkeys-of"), users);
    const passkeys = await Promise.all(users.map((id) => restarted.hkeys(`{placard}:passkeys-of:${id}`)));
    assert.deepEqual(passkeys.flat().toSorted(), await listKeys("passkey"));
    restarted.disconnect();
    for (const client of clients) {
      const { status } = await client.register();
      if (status === 409)
        assert.equal((await client.login()).status, 200); // created before the crash, but not confirmed
      else assert.equal(status, 200);
    }
  });
});
