import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createLogger, createRegistry } from "@placard/runtime";
import express from "express";
import { createGatewayMetrics } from "../metrics/gateway-metrics.ts";
import { createHttpServer } from "./server.ts";

describe("the HTTP server", () => {
  const start = async (app: express.Express, options: { headersTimeoutMs?: number } = {}) => {
    const created = createHttpServer({
      app,
      logger: createLogger("gateway"),
      metrics: createGatewayMetrics(createRegistry()),
      maxConnections: 0,
      maxConnectionsPerAddress: 0,
      ...options,
    });
    created.server.listen(0, "127.0.0.1");
    await once(created.server, "listening");
    return { ...created, port: (created.server.address() as AddressInfo).port };
  };

  it("closes a connection without a request silently, and reports a request that is incomplete", async () => {
    const { drain, port } = await start(express(), { headersTimeoutMs: 100 });
    const [unused, incomplete] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    incomplete.write("GET / HTTP/1.1\r\nHost: x\r\n");
    assert.equal(await readAll(unused), "");
    assert.match(
      await readAll(incomplete),
      /^HTTP\/1\.1 400 [^]*took too long to arrive\. Send the header within/,
    );
    await drain();
  });

  it("says that a URL or the header is too large", async () => {
    const { drain, port } = await start(express());
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET /?${"a".repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(await readAll(socket), /^HTTP\/1\.1 400 [^]*URL and the header fields are too large/);
    await drain();
  });

  it("closes a connection after a request with Upgrade: no pipelined request waits", async () => {
    const app = express();
    app.get("/", (_req, res) => void res.end("first"));
    const { drain, port } = await start(app);
    const client = connect(port, "127.0.0.1");
    const upgrade = "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    client.write(`${upgrade}GET / HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(
      (await readAll(client)).toLowerCase(),
      /^http\/1\.1 200 [^]*connection: close\r\n[^]*first$/,
    );
    await drain();
  });

  it("finishes slow downloads while it drains, and accepts no new connections", async () => {
    const bytes = Buffer.alloc(30_000_000, 1); // more than socket buffers hold
    const app = express();
    app.get("/large", (_req, res) => void res.end(bytes));
    const { drain, port } = await start(app);
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

async function readAll(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}
