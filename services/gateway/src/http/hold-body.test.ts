import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { poll } from "@placard/testing";
import express from "express";
import { holdBody } from "./route.ts";

describe("the bytes of a body", () => {
  /** Receives a request without its body. Returns how the counted bytes change while the client leaves. */
  async function changesOf(headers: Record<string, string>, account?: string, leavesEarly = false) {
    const changes: [owner: string, bytes: number][] = [];
    const reader = holdBody(
      {
        hold: (owner, bytes) => void changes.push([owner, bytes]),
        drop: (owner, bytes) => void changes.push([owner, -bytes]),
      },
      100,
    );
    const app = express();
    app.post("/", async (_req, res, next) => {
      res.locals["accountId"] = account;
      if (leavesEarly) {
        client.destroy();
        await once(res, "close");
      }
      next();
    });
    app.post("/", reader);
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = request({ port, host: "127.0.0.1", method: "POST", headers });
    client.on("error", () => {}); // it is destroyed
    client.write("a part");
    await poll("the bytes to be held", () => changes.length > 0);
    client.destroy();
    await poll("the bytes to be dropped", () => changes.length === 2);
    server.close();
    return changes;
  }

  it("do not stay counted if the client has left while it was authenticated", async () => {
    const changes = await changesOf({ "Content-Length": "80" }, "ada", true);
    assert.deepEqual(changes, [
      ["ada", 80],
      ["ada", -80],
    ]);
  });

  it("are the most that it may have if its size is not known, for the address without an account", async () => {
    for (const headers of [{}, { "Content-Length": "80", "Content-Encoding": "gzip" }])
      assert.deepEqual((await changesOf(headers))[0], ["127.0.0.1", 100]);
  });
});
