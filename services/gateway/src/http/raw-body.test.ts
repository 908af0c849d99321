import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { poll } from "@placard/testing";
import express from "express";
import { rawBody } from "./raw-body.ts";

describe("the bytes of a raw body", () => {
  it("do not stay counted if the client has left while it was authenticated", async () => {
    const changes: number[] = [];
    const reader = rawBody(100, {
      hold: (_account, bytes) => void changes.push(bytes),
      drop: (_account, bytes) => void changes.push(-bytes),
    });
    const app = express();
    app.post("/", async (_req, res, next) => {
      res.locals["accountId"] = "ada";
      client.destroy();
      await once(res, "close");
      next();
    });
    app.post("/", ...reader.handlers);
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const headers = { "Content-Length": 80 };
    const client = request({ port, host: "127.0.0.1", method: "POST", headers });
    client.on("error", () => {}); // it is destroyed
    client.write("a part");
    await poll("the bytes to be dropped", () => changes.length === 2);
    assert.deepEqual(changes, [80, -80]);
    server.close();
  });
});
