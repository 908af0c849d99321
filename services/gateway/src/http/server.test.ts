import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createLogger, createRegistry } from "@placard/runtime";
import { startPlacard, type Placard } from "@placard/testing";
import express from "express";
import { createGatewayMetrics } from "../metrics/gateway-metrics.ts";
import { createHttpServer } from "./server.ts";

describe("the HTTP server", () => {
  it("finishes slow downloads while it drains, and accepts no new connections", async () => {
    const bytes = Buffer.alloc(30_000_000, 1); // more than socket buffers hold
    const app = express();
    app.get("/large", (_req, res) => void res.end(bytes));
    const { server, drain } = createHttpServer({
      app,
      logger: createLogger("gateway"),
      metrics: createGatewayMetrics(createRegistry()),
      maxConnections: 0,
      maxConnectionsPerAddress: 0,
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = connect(port, "127.0.0.1");
    const idle = connect(port, "127.0.0.1");
    client.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    const [first] = (await once(client, "data")) as [Buffer];
    client.pause();

    const drained = drain();
    await delay(200); // long enough for the server to close connections
    const newConnection = connect(port, "127.0.0.1");
    await assert.rejects(once(newConnection, "connect"));
    let received = first.length;
    for await (const chunk of client) received += (chunk as Buffer).length;
    assert.ok(received > bytes.length, `${received} bytes received`);
    await drained;
    idle.destroy();
  });
});

describe("a gateway with hostile clients", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ renderers: 0 });
  });
  after(() => placard.stop());
  const openConnection = () => connect(Number(new URL(placard.url).port), "127.0.0.1");

  it("survives a client that sends CONNECT and resets the connection", async () => {
    for (let i = 0; i < 10; i++) {
      const socket = openConnection();
      await once(socket, "connect");
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n");
      socket.resetAndDestroy();
    }
    await delay(100);
    assert.equal((await fetch(`${placard.url}/health/live`)).status, 200);
  });

  it("responds with the error envelope to request targets that Express can't parse", async () => {
    for (const target of ["http://[::1/x", "http://[/x", "http://[::1]:port/"]) {
      const socket = openConnection();
      socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      const { error } = JSON.parse(text.slice(text.indexOf("\r\n\r\n")));
      assert.equal(error.code, "bad_request");
      assert.match(text, new RegExp(`X-Request-Id: ${error.requestId}`));
    }
  });

  it("stops gracefully while idle and half-open connections are open", async () => {
    const idle = openConnection();
    const halfOpen = connect({
      port: Number(new URL(placard.url).port),
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    halfOpen.write("NONSENSE\r\n\r\n");
    await once(halfOpen, "data");
    assert.equal(await placard.gateways[0]!.stop(), 0);
    idle.destroy();
    halfOpen.destroy();
  });
});
