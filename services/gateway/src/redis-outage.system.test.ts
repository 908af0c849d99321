import assert from "node:assert/strict";
import {
  createTestClient,
  poll,
  registerTestClient,
  sendRedisCommand,
  startPlacard,
  type Placard,
  type TestClient,
} from "@placard/testing";
import { Redis } from "ioredis";
import request from "supertest";
import { renderCard } from "./testing/image-links.ts";

describe("an outage of Redis", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      appendOnly: true,
      env: { RATE_LIMIT_AUTH: "0" },
    });
  });
  after(() => placard?.stop());

  const get = (url: string, path: string) => request(url).get(path).timeout(30_000);
  const awaitReadiness = () =>
    poll("Placard to be ready", async () => (await fetch(`${placard.url}/health/ready`)).ok);

  describe("while it lasts", () => {
    let path = "";
    let admin = "";
    let rendererAdmin = "";
    let ada: TestClient;
    let account: unknown;
    before(async () => {
      admin = placard.gateways[0]!.adminUrl;
      rendererAdmin = placard.renderers[0]!.adminUrl;
      path = await renderCard(placard, "Stored before the outage");
      ada = await registerTestClient(placard.url);
      account = (await ada.callWithToken("GET", "/account")).body.data;
      // Redis keeps writes in memory while the file is synchronized.
      await poll("the append-only file to be written", async () =>
        (await sendRedisCommand(placard.redis.port, "INFO persistence")).includes("aof_buffer_length:0\r\n"),
      );
      await placard.redis.kill();
    });
    after(async () => {
      await placard.redis.restart();
      await awaitReadiness();
      assert.deepEqual((await ada.callWithToken("GET", "/account")).body.data, account);
    });

    it("leaves stored images available; other requests fail fast with 503", async () => {
      await get(placard.url, path).expect(200);
      const startedAt = performance.now();
      const { status, headers, body } = await request(placard.url)
        .post("/api/v1/og/generate")
        .set("Authorization", `Bearer ${placard.key}`)
        .send({ template: "blog", data: { title: "No Redis" } });
      assert.deepEqual([status, body.error.code], [503, "unavailable"]);
      assert.ok(headers["retry-after"]);
      assert.ok(performance.now() - startedAt < 30_000, "long before RENDER_TIMEOUT_MS");
    });

    it("lets no account be changed or deleted: the requests fail with 503, and change nothing", async () => {
      const requests = [
        ["PATCH", { name: "No Redis" }],
        ["PATCH", { email: "no-redis@example.com" }],
        ["DELETE", undefined],
      ] as const;
      for (const [method, body] of requests) {
        const response = await ada.callWithToken(method, "/account", body);
        assert.deepEqual([response.status, response.body.error.code], [503, "unavailable"]);
      }
    });

    it("leaves gateway and renderer alive, but not ready", async () => {
      const { body } = await get(placard.url, "/health/ready").expect(503);
      assert.match(body.error.message, /redis/);
      await get(placard.url, "/health/live").expect(200);
      const renderer = await get(rendererAdmin, "/health/ready").expect(503);
      assert.match(renderer.body.error.message, /redis/);
    });

    it("is exported by the admin server, with all metrics that don't need Redis", async () => {
      const { text } = await get(admin, "/metrics").expect(200);
      assert.match(text, /^placard_dependency_up\{dependency="redis"\} 0$/m);
      assert.match(text, /^placard_dependency_up\{dependency="storage"\} 1$/m);
      assert.match(text, /^placard_redis_outages_total\{connection="commands"\} [1-9]/m);
      assert.doesNotMatch(text, /^placard_queue_jobs\{/m);
      const renderer = await get(rendererAdmin, "/metrics").expect(200);
      assert.match(renderer.text, /^placard_dependency_up\{dependency="redis"\} 0$/m);
    });

    it("leaves the dashboard available; requests for its data fail with 503", async () => {
      await get(admin, "/queues").expect(200);
      const { body } = await get(admin, "/queues/api/queues").expect(503);
      assert.equal(body.error.code, "unavailable");
    });
  });

  it("leaves no incomplete accounts and loses no confirmed ones if it happens at registrations", async () => {
    const early = createTestClient(placard.url);
    assert.equal((await early.register()).status, 200);
    const redis = new Redis(placard.redis.url, { retryStrategy: null });
    const countUsers = async () => (await redis.keys("{placard}:user:*")).length;
    const usersBefore = await countUsers();
    const registrations: { client: TestClient; status: number }[] = [];
    /** Registers one user after another until a registration fails. */
    const registerUsers = async () => {
      let status = 200;
      while (status === 200) {
        const client = createTestClient(placard.url);
        ({ status } = await client.register());
        registrations.push({ client, status });
      }
    };
    const finished = Promise.all(Array.from({ length: 20 }, registerUsers));
    await poll("some accounts", async () => (await countUsers()) > usersBefore + 2);
    await placard.redis.kill();
    redis.disconnect();
    await finished;
    assert.ok(registrations.every(({ status }) => status === 200 || status === 503));
    await placard.redis.restart();
    await poll("the gateway to reconnect", async () => (await early.login()).status === 200);

    const restarted = new Redis(placard.redis.url);
    const listKeys = async (kind: string) =>
      (await restarted.keys(`{placard}:${kind}:*`))
        .map((key) => key.slice(`{placard}:${kind}:`.length))
        .toSorted();
    const operator = await restarted.get("{placard}:operator-account");
    const users = (await listKeys("user")).filter((id) => id !== operator);
    const emails = await Promise.all(
      (await listKeys("email")).map((email) => restarted.get(`{placard}:email:${email}`)),
    );
    assert.deepEqual(new Set(emails), new Set(users));
    assert.deepEqual(await listKeys("passkeys-of"), users);
    const passkeys = await Promise.all(users.map((id) => restarted.hkeys(`{placard}:passkeys-of:${id}`)));
    assert.deepEqual(passkeys.flat().toSorted(), await listKeys("passkey"));
    restarted.disconnect();
    for (const { client, status: statusBefore } of registrations) {
      if (statusBefore === 200) assert.equal((await client.login()).status, 200);
      const { status } = await client.register();
      // An account that was created just before the crash, but not confirmed, is complete.
      if (status === 409) assert.equal((await client.login()).status, 200);
      else assert.equal(status, 200);
    }
  });
});
