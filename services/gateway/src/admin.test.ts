import assert from "node:assert/strict";
import { findFreePort, poll, startPlacard, startService, type Placard } from "@placard/testing";
import request from "supertest";

const token = "a-token-of-the-tests";

describe("the admin listener", () => {
  let placard: Placard;
  let admin = "";
  before(async () => {
    placard = await startPlacard();
    admin = placard.gateways[0]!.adminUrl;
  });
  after(() => placard.stop());

  it("shows every queue in a dashboard that can't change anything", async () => {
    const page = await request(admin).get("/queues").expect(200);
    assert.match(page.text, /Placard/);
    assert.match(page.headers["content-security-policy"]!, /default-src 'none'.*frame-ancestors 'none'/);
    const [, script] = /src="(static\/js\/main[^"]+)"/.exec(page.text) ?? [];
    const { headers } = await request(admin).get(`/queues/${script}`).expect(200);
    assert.match(headers["content-type"]!, /javascript/);
    const { body } = await request(admin).get("/queues/api/queues").expect(200);
    const names = body.queues.map(({ name }: { name: string }) => name);
    for (const name of ["render", "sweep"]) assert.ok(names.includes(name), name);
    assert.ok(body.queues.every(({ readOnlyMode }: { readOnlyMode: boolean }) => readOnlyMode));
    await request(admin).put("/queues/api/queues/render/pause").expect(405);
  });

  it("is not to be had on the public port, nor the public API here", async () => {
    for (const path of ["/metrics", "/queues"]) await request(placard.url).get(path).expect(404);
    for (const path of ["/", "/api/v1/og/templates", "/health/live"])
      await request(admin).get(path).expect(404);
  });

  it("answers under names of its own machine alone where there is no token", async () => {
    for (const path of ["/metrics", "/queues"])
      await request(admin).get(path).set("Host", "evil.example:3001").expect(421);
    await request(admin).get("/metrics").set("Host", "localhost:1").expect(200);
  });

  it("wants its token in every request where there is one, as a bearer token or as a password", async () => {
    const own = await startPlacard({ env: { ADMIN_TOKEN: token, ADMIN_HOST: "0.0.0.0" } });
    try {
      const [gateway, renderer] = [own.gateways[0]!, own.renderers[0]!];
      for (const { adminUrl } of [gateway, renderer]) {
        for (const path of ["/metrics", "/queues", "/queues/api/queues", "/nowhere"]) {
          const { headers, text } = await request(adminUrl).get(path).expect(401);
          assert.match(headers["www-authenticate"]!, /Bearer.*Basic realm=/);
          assert.doesNotMatch(text, new RegExp(token));
        }
        const metrics = () => request(adminUrl).get("/metrics").set("Host", "admin.example");
        await metrics().set("Authorization", `Bearer ${token}`).expect(200);
        await metrics().auth("anyone", token).expect(200);
        await metrics().auth("anyone", `${token}x`).expect(401);
        await metrics().auth(token, "").expect(401);
        await metrics().set("Authorization", token).expect(401);
      }
      await request(gateway.adminUrl).get("/queues/api/queues").auth("", token).expect(200);
      await request(renderer.adminUrl).get("/health/ready").expect(200); // a probe can't keep a secret
    } finally {
      await own.stop();
    }
  });

  it("is refused in the one message of the settings where it would be open to others, or be the public port", async () => {
    const open = { ADMIN_HOST: "0.0.0.0", PORT: "4000", ADMIN_PORT: "4000" };
    const gateway = startService("gateway", open);
    const renderer = startService("renderer", { ADMIN_HOST: "::" });
    assert.deepEqual([await gateway.exited, await renderer.exited], [1, 1]);
    for (const { stderr } of [gateway, renderer])
      assert.match(stderr(), /REDIS_URL is required[^]*- ADMIN_TOKEN is required/);
    assert.match(gateway.stderr(), /- ADMIN_PORT must be another port than PORT/);
  });

  it("ends the start with a sentence where its port is in use", async () => {
    const taken = { ADMIN_PORT: new URL(admin).port, REDIS_URL: placard.redis.url };
    const JWT_SECRET = "a secret of the tests of thirty-two bytes and more";
    const services = [
      startService("gateway", { ...taken, JWT_SECRET, PORT: String(await findFreePort()) }),
      startService("renderer", taken),
    ];
    for (const service of services) {
      assert.equal(await service.exited, 1);
      assert.match(service.stderr(), /^Port \d+ on 127\.0\.0\.1 is in use\. .* another ADMIN_PORT\.$/m);
    }
  });

  it("gives renderers that share a host and have no port set one each", async () => {
    const env = { REDIS_URL: placard.redis.url, DATA_DIR: placard.directory };
    const renderers = [startService("renderer", env), startService("renderer", env)];
    const portOf = ({ logs }: (typeof renderers)[number]) =>
      poll("its admin port", () => logs().find(({ msg }) => msg === "admin server listening")?.["port"]);
    const ports = await Promise.all(renderers.map(portOf));
    await Promise.all(renderers.map((renderer) => renderer.stop()));
    assert.notEqual(ports[0], ports[1]);
  });

  it("tells a probe whether a renderer is alive and takes jobs", async () => {
    const { adminUrl } = placard.renderers[0]!;
    assert.deepEqual((await request(adminUrl).get("/health/live").expect(200)).body.data, { status: "live" });
    await request(adminUrl).get("/health/ready").expect(200);
  });

  describe("while Redis is out", () => {
    before(() => placard.redis.kill());
    after(() => placard.redis.restart());

    it("exports that it is, and all else that it knows", async () => {
      const { text } = await request(admin).get("/metrics").expect(200).timeout(3_000);
      assert.match(text, /^placard_dependency_up\{dependency="redis"\} 0$/m);
      assert.match(text, /^placard_dependency_up\{dependency="storage"\} 1$/m);
      assert.match(text, /^placard_redis_outages_total\{connection="commands"\} 1$/m);
      assert.doesNotMatch(text, /^placard_queue_jobs\{/m);
      const renderer = await request(placard.renderers[0]!.adminUrl)
        .get("/metrics")
        .expect(200)
        .timeout(3_000);
      assert.match(renderer.text, /^placard_dependency_up\{dependency="redis"\} 0$/m);
    });

    it("shows the dashboard, which is told so, and takes a renderer for not ready", async () => {
      await request(admin).get("/queues").expect(200);
      const { body } = await request(admin).get("/queues/api/queues").expect(503).timeout(3_000);
      assert.equal(body.error.code, "unavailable");
      const probe = await request(placard.renderers[0]!.adminUrl).get("/health/ready").expect(503);
      assert.match(probe.body.error.message, /redis/);
    });
  });
});
