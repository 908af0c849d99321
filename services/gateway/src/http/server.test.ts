import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createLogger, createRegistry } from "@placard/runtime";
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
