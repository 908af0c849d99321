import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createLogger } from "@placard/runtime";
import { startPlacard, type Placard } from "@placard/testing";
import express from "express";
import { createHttpServer } from "./server.ts";

describe("the HTTP server", () => {
  it("lets a download that was under way end, however slow, and takes no more connections", async () => {
    const bytes = Buffer.alloc(30_000_000, 1); // more than the system buffers
    const app = express();
    app.get("/large", (_req, res) => void res.end(bytes));
    const { server, drain } = createHttpServer({
      app,
      logger: createLogger("gateway"),
      countRejection: () => {},
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = connect(port, "127.0.0.1");
    const silent = connect(port, "127.0.0.1");
    client.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    const [first] = (await once(client, "data")) as [Buffer];
    client.pause();

    const drained = drain();
    await delay(200); // time enough to cut it off
    const late = connect(port, "127.0.0.1");
    await assert.rejects(once(late, "connect"));
    let received = first.length;
    for await (const chunk of client) received += (chunk as Buffer).length;
    assert.ok(received > bytes.length, `${received} bytes came`);
    await drained;
    silent.destroy();
  });
});

describe("a gateway among hostile clients", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ renderers: 0 });
  });
  after(() => placard.stop());
  const dial = () => connect(Number(new URL(placard.url).port), "127.0.0.1");

  it("survives one that asks for a tunnel and resets the connection", async () => {
    for (let i = 0; i < 10; i++) {
      const socket = dial();
      await once(socket, "connect");
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n");
      socket.resetAndDestroy();
    }
    await delay(100);
    assert.equal((await fetch(`${placard.url}/health/live`)).status, 200);
  });

  it("answers with the envelope where Express itself gives up", async () => {
    for (const target of ["http://[::1/x", "http://[/x", "http://[::1]:port/"]) {
      const socket = dial();
      socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      const { error } = JSON.parse(text.slice(text.indexOf("\r\n\r\n")));
      assert.equal(error.code, "bad_request");
      assert.match(text, new RegExp(`X-Request-Id: ${error.requestId}`));
    }
  });

  it("ends in order though silent and half-open connections stay", async () => {
    const silent = dial();
    const halfOpen = connect({
      port: Number(new URL(placard.url).port),
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    halfOpen.write("NONSENSE\r\n\r\n");
    await once(halfOpen, "data");
    assert.equal(await placard.gateways[0]!.stop(), 0);
    silent.destroy();
    halfOpen.destroy();
  });
});
