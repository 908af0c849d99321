import assert from "node:assert/strict";
import { connect } from "node:net";
import { poll, startInProcess, startPlacard, type Placard } from "@placard/testing";
import request from "supertest";

describe("the limits on clients of a gateway", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway"], renderers: 0 });
  });
  after(() => placard.stop());

  it("disconnect a client that pipelines 1,500 requests, and no other", async () => {
    const { url, adminUrl } = placard.gateways[0]!;
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    socket.write("GET /docs HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_500));
    await poll("the client to be disconnected", async () => {
      const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
      return metrics.includes('placard_http_connections_closed_total{reason="pipelining"} 1');
    });
    await poll("the log line", () =>
      placard.logs().some(({ msg, reason }) => msg === "connection closed" && reason === "pipelining"),
    );
    await request(url).get("/health/live").expect(200);
    socket.destroy();
  });

  it("count clients that break off or break their bodies as such, without an error in the log", async () => {
    const path = "/api/v1/auth/login/start";
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    const requests = [
      `${head}Content-Length: 100\r\n\r\n{`,
      `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n`,
    ];
    const logged = () => placard.logs().filter((line) => line["path"] === path);
    for (const [index, text] of requests.entries()) {
      const socket = connect(Number(new URL(placard.url).port), "127.0.0.1").on("error", () => {});
      socket.write(text, () => index === 0 && socket.destroySoon());
      await poll("the request to be logged", () => logged().length > index);
      socket.destroy();
    }
    assert.deepEqual(
      logged().map(({ status }) => status),
      ["aborted", 400, 400],
    );
    assert.deepEqual(
      placard.logs().filter(({ level }) => Number(level) >= 50),
      [],
    );
  });

  it("bound the connections of an address as configured", async () => {
    const { url } = await placard.startGateway({ MAX_CONNECTIONS_PER_ADDRESS: "2" });
    const port = Number(new URL(url).port);
    const sockets = Array.from({ length: 6 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    let closed = 0;
    for (const socket of sockets) socket.resume().once("close", () => closed++);
    await poll("the excess connections to be closed", () => closed >= 4);
    for (const socket of sockets) socket.destroy();
  });

  it("count the IPv6 addresses of a /64 network together", async () => {
    const { url } = await placard.startGateway({ TRUST_PROXY: "1", RATE_LIMIT_AUTH: "2" });
    const start = (address: string) =>
      request(url).post("/api/v1/auth/login/start").set("X-Forwarded-For", address).send({});
    assert.equal((await start("2001:db8:0:1::1")).status, 200);
    assert.equal((await start("2001:db8:0:1:ffff::2")).status, 200);
    assert.equal((await start("2001:db8:0:1::3")).status, 429);
    assert.equal((await start("2001:db8:0:2::1")).status, 200);
  });

  it("are reported by one warning when X-Forwarded-For is received while TRUST_PROXY is off", async () => {
    for (let i = 0; i < 3; i++)
      await request(placard.url).get("/health/live").set("X-Forwarded-For", "203.0.113.7").expect(200);
    const warnings = () =>
      placard.logs().filter(({ msg }) => String(msg).startsWith("X-Forwarded-For received"));
    await poll("the warning", () => warnings().length > 0);
    assert.equal(warnings().length, 1);
  });

  it("can't be evaded with TRUST_PROXY=true: the gateway refuses to start, and says why", async () => {
    const gateway = startInProcess("gateway", { TRUST_PROXY: "true" });
    assert.equal(await gateway.exited, 1);
    assert.match(gateway.stderr(), /TRUST_PROXY must be .* any client could then choose its address/);
  });
});
