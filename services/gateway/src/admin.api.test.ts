import assert from "node:assert/strict";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the admin server", () => {
  let placard: SharedPlacard;
  let admin = "";
  before(async () => {
    placard = await getSharedPlacard();
    admin = placard.gateways[0]!.adminUrl;
  });

  it("shows every queue in a read-only dashboard", async () => {
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

  it("is not served on the public port, nor is the public API on the admin port", async () => {
    for (const path of ["/metrics", "/queues"]) await request(placard.url).get(path).expect(404);
    for (const path of ["/", "/api/v1/og/templates", "/health/live"]) {
      const { body, headers } = await request(admin).get(path).expect(404);
      assert.equal(body.error.requestId, headers["x-request-id"]);
    }
  });

  it("responds only to requests for local host names if it has no token", async () => {
    for (const path of ["/metrics", "/queues"])
      await request(admin).get(path).set("Host", "evil.example:3001").expect(421);
    await request(admin).get("/metrics").set("Host", "localhost:1").expect(200);
  });

  it("reports whether a renderer is alive and ready", async () => {
    const { adminUrl } = placard.renderers[0]!;
    assert.deepEqual((await request(adminUrl).get("/health/live").expect(200)).body.data, { status: "live" });
    await request(adminUrl).get("/health/ready").expect(200);
  });
});
