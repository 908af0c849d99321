import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { poll, sendRedisCommand, startPlacard, type Placard } from "@placard/testing";

describe("a gateway's graceful stop", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway"],
      gateways: 0,
    });
  });
  after(() => placard?.stop());

  async function startReadyGateway() {
    const gateway = await placard.startGateway();
    await poll("Placard to be ready", async () => (await fetch(`${gateway.url}/health/ready`)).ok);
    return gateway;
  }

  it("waits for a request in progress", async () => {
    const gateway = await startReadyGateway();
    const renderer = placard.renderers[0]!;
    process.kill(renderer.pid, "SIGSTOP");
    try {
      const response = fetch(`${gateway.url}/api/v1/og/generate`, {
        method: "POST",
        headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ template: "blog", data: { title: "Rendered late", author: "Ada" } }),
      });
      await poll("the request to be in progress", async () =>
        (await sendRedisCommand(placard.redis.port, "ZCARD {placard}:render:prioritized")).startsWith(":1"),
      );
      const exitStatus = gateway.stop("SIGTERM");
      await poll("the gateway to refuse connections", () => isRefused(gateway.url));
      await delay(500);
      process.kill(renderer.pid, "SIGCONT");
      assert.equal((await response).status, 200);
      assert.equal(await exitStatus, 0);
    } finally {
      process.kill(renderer.pid, "SIGCONT");
    }
  });

  it("reports that the gateway is not ready for DRAIN_DELAY_MS before it refuses connections, and logs the failed probe", async () => {
    const gateway = await placard.startGateway({ DRAIN_DELAY_MS: "1000" });
    const exitStatus = gateway.stop();
    const body = await poll("readiness to fail", async () => {
      const response = await fetch(`${gateway.url}/health/ready`);
      return response.status === 503 && response.text();
    });
    assert.match(body, /shutting down/);
    assert.equal((await fetch(`${gateway.url}/health/live`)).status, 200);
    assert.equal(await exitStatus, 0);
    const lines = gateway.logs().filter(({ path }) => String(path).startsWith("/health/"));
    assert.ok(lines.some(({ path, status }) => path === "/health/ready" && status === 503));
    assert.ok(lines.every(({ status }) => status === 503));
  });

  it("writes the usage that it has counted", async () => {
    const [gateway, other] = [await startReadyGateway(), await placard.startGateway()];
    const { key, token } = await placard.createAccount();
    const generate = () =>
      fetch(`${gateway.url}/api/v1/og/generate`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ template: "blog", data: { title: "Counted before the stop" } }),
      });
    for (let i = 0; i < 4; i++) assert.equal((await generate()).status, 200);
    assert.equal(await gateway.stop(), 0);
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${other.url}/api/v1/account/usage?days=1`, { headers });
    const { days } = ((await response.json()) as { data: { days: { cacheHits: number }[] } }).data;
    assert.equal(days[0]?.cacheHits, 3);
    await other.stop();
  });

  it("ends although silent and half-open connections stay open", async () => {
    const gateway = await placard.startGateway();
    const { hostname, port } = new URL(gateway.url);
    const silent = connect(Number(port), hostname);
    const halfOpen = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    halfOpen.write("NONSENSE\r\n\r\n");
    await once(halfOpen, "data");
    assert.equal(await gateway.stop(), 0);
    silent.destroy();
    halfOpen.destroy();
  });
});

async function isRefused(url: string): Promise<boolean> {
  return await fetch(`${url}/health/live`).then(
    () => false,
    () => true,
  );
}
