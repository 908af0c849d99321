import assert from "node:assert/strict";
import { poll, startPlacard, startInProcess, type Placard } from "@placard/testing";
import request from "supertest";

const token = "a-test-admin-token-of-32-characters";
const metricsToken = "a-test-metrics-token-of-32-characters";

describe("an admin server with a token", () => {
  let placard: Placard;
  let gatewayUrl = "";
  let rendererUrl = "";
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      env: { ADMIN_TOKEN: token, METRICS_TOKEN: metricsToken, ADMIN_HOST: "0.0.0.0" },
    });
    [gatewayUrl, rendererUrl] = [placard.gateways[0]!.adminUrl, placard.renderers[0]!.adminUrl];
  });
  after(() => placard?.stop());

  it("requires the token in every request, as a bearer token or as a password", async () => {
    for (const adminUrl of [gatewayUrl, rendererUrl]) {
      for (const path of ["/metrics", "/queues", "/queues/api/queues", "/unknown-path"]) {
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
    await request(gatewayUrl).get("/queues/api/queues").auth("", token).expect(200);
    await request(rendererUrl).get("/health/ready").expect(200); // health checks cannot keep a secret
  });

  it("gives METRICS_TOKEN access to the metrics and to nothing else", async () => {
    for (const adminUrl of [gatewayUrl, rendererUrl]) {
      await request(adminUrl).get("/metrics").set("Authorization", `Bearer ${metricsToken}`).expect(200);
      await request(adminUrl).get("/metrics").auth("prometheus", metricsToken).expect(200);
      for (const path of ["/queues", "/queues/api/queues", "/queues/metrics", "/metrics/", "/unknown-path"])
        await request(adminUrl).get(path).set("Authorization", `Bearer ${metricsToken}`).expect(401);
    }
  });

  it("exits with a clear message if its port is in use", async () => {
    const { port } = new URL(placard.url);
    const renderer = startInProcess("renderer", { ADMIN_PORT: port, REDIS_URL: placard.redis.url });
    assert.equal(await renderer.exited, 1);
    assert.match(renderer.stderr(), /^Port \d+ on 127\.0\.0\.1 is in use\. .* another ADMIN_PORT\.$/m);
  });

  it("uses a different port in each renderer on a host if no port is set", async () => {
    const settings = { REDIS_URL: placard.redis.url, DATA_DIR: placard.directory };
    const renderers = [startInProcess("renderer", settings), startInProcess("renderer", settings)];
    const portOf = ({ logs }: (typeof renderers)[number]) =>
      poll(
        "the admin server to listen",
        () => logs().find(({ msg }) => msg === "admin server listening")?.["port"],
      );
    const ports = await Promise.all(renderers.map(portOf));
    await Promise.all(renderers.map((renderer) => renderer.stop()));
    assert.notEqual(ports[0], ports[1]);
  });
});

describe("the settings of the admin server", () => {
  it("are rejected in one message if the server is public without a token, or shares the port", async () => {
    const open = { ADMIN_HOST: "0.0.0.0", PORT: "4000", ADMIN_PORT: "4000" };
    const gateway = startInProcess("gateway", open);
    const renderer = startInProcess("renderer", { ADMIN_HOST: "::" });
    assert.deepEqual([await gateway.exited, await renderer.exited], [1, 1]);
    for (const { stderr } of [gateway, renderer])
      assert.match(stderr(), /REDIS_URL is required[^]*- ADMIN_TOKEN is required/);
    const tokens = { ADMIN_TOKEN: "x".repeat(31), METRICS_TOKEN: "y".repeat(31) };
    const short = startInProcess("gateway", { ...tokens, ADMIN_HOST: "0.0.0.0" });
    assert.equal(await short.exited, 1);
    for (const name of Object.keys(tokens))
      assert.match(short.stderr(), new RegExp(`- ${name} must have at least 32 characters`));
    assert.match(gateway.stderr(), /- ADMIN_PORT must be another port than PORT/);
  });
});
