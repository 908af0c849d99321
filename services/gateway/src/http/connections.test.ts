import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createLogger, createRegistry } from "@placard/runtime";
import { poll } from "@placard/testing";
import express from "express";
import { createGatewayMetrics } from "../metrics/gateway-metrics.ts";
import { createHttpServer } from "./server.ts";

describe("a connection", () => {
  let server: Server;
  let active = 0;
  let mostActive = 0;
  const sockets: Socket[] = [];
  const registry = createRegistry();
  const large = Buffer.alloc(60_000_000, 1); // more than the system's buffers
  before(async () => {
    const app = express();
    app.get("/large", (_req, res) => void res.end(large));
    app.get("/slow/:id", (req, res) => {
      mostActive = Math.max(mostActive, ++active);
      setTimeout(() => {
        active--;
        res.end(`<${req.params.id}>`);
      }, 20);
    });
    app.get("/late", (_req, res) => void setTimeout(() => res.end("<late>"), 1_800));
    app.post("/echo", (req, res) => void req.pipe(res));
    ({ server } = createHttpServer({
      app,
      logger: createLogger("gateway"),
      metrics: createGatewayMetrics(registry),
      maxConnections: 6,
      maxConnectionsPerAddress: 4,
      stallTimeoutMs: 1_200,
      maxUnsentBytes: 90_000_000,
    }));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await poll("all connections to be closed", async () => (await connectionCount()) === 0);
  });
  after(() => server.close());

  const connectionCount = () =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  const open = (localAddress = "127.0.0.1") => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    sockets.push(socket);
    return socket;
  };
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const closedFor = async (reason: string) => {
    const text = await registry.metrics();
    return Number(
      new RegExp(`^placard_http_connections_closed_total{reason="${reason}"} (\\d+)`, "m").exec(text)?.[1],
    );
  };
  const receive = async (socket: Socket, isComplete: (text: string) => boolean) => {
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk)));
    await poll("the responses", () => isComplete(text), { everyMs: 10 });
    return text;
  };

  it("gets the responses to 34 pipelined requests in order, two of them processed at a time", async () => {
    const ids = Array.from({ length: 34 }, (_, i) => String(i));
    const socket = open();
    mostActive = 0;
    socket.write(ids.map((id) => get(`/slow/${id}`)).join(""));
    const text = await receive(socket, (received) => received.includes("<33>"));
    assert.deepEqual(
      Array.from(text.matchAll(/<(\d+)>/g), ([, id]) => id),
      ids,
    );
    assert.equal(mostActive, 2);
  });

  it("gets responses to pipelined requests with bodies, also if they arrive in pieces", async () => {
    const socket = open();
    const post = (body: string) => `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n${body}`;
    const requests = get("/slow/a") + get("/slow/b") + get("/slow/c") + post("z".repeat(100_000));
    for (let at = 0; at < requests.length; at += 20_000) {
      socket.write(requests.slice(at, at + 20_000));
      await delay(5);
    }
    const text = await receive(socket, (received) => received.endsWith("\r\n0\r\n\r\n")); // the last chunk
    assert.equal(text.match(/z/g)?.length, 100_000);
  });

  it("is closed when more than 34 pipelined requests, CONNECT included, are unanswered", async () => {
    for (const last of ["", "CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n"]) {
      const before = await closedFor("pipelining");
      const socket = open();
      socket.write(get("/slow/x").repeat(1_500).concat(last));
      socket.resume();
      await once(socket, "close");
      assert.equal(await closedFor("pipelining"), before + 1);
    }
    const socket = open();
    socket.write(get("/slow/y").repeat(40).concat("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n"));
    await once(socket.resume(), "close");
  });

  it("is closed when its client stops reading a response", async () => {
    const socket = open();
    socket.write(get("/large"));
    await once(socket, "data");
    socket.pause();
    await poll("the connection to be closed", async () => (await closedFor("stalled")) === 1);
    socket.resume();
    await once(socket, "close");
  });

  it("is closed when all connections have too many unsent bytes, the longest response first", async () => {
    const [first, second] = [open(), open()];
    for (const socket of [first, second]) {
      socket.write(get("/large"));
      await once(socket, "data");
      socket.pause();
    }
    await poll("a connection to be closed", async () => (await closedFor("unsent_bytes")) === 1, {
      everyMs: 10,
    });
    let received = 0;
    second.on("data", (chunk: Buffer) => (received += chunk.length));
    first.resume();
    second.resume();
    await poll("the first connection to end", () => first.destroyed);
    await poll("the rest of the second response", () => received > large.length - 100_000);
  });

  it("stays open while its client reads slowly, and while a response is being prepared", async () => {
    const socket = open();
    socket.write(get("/large"));
    let received = 0;
    socket.on("data", (chunk: Buffer) => (received += chunk.length));
    const stalledBefore = await closedFor("stalled");
    for (let i = 0; i < 15; i++) {
      socket.pause();
      await delay(150);
      socket.resume();
      await delay(2);
    }
    await poll("the whole response", () => received > large.length);
    const waiting = open();
    waiting.write(get("/late"));
    await receive(waiting, (text) => text.includes("<late>"));
    assert.equal(await closedFor("stalled"), stalledBefore);
  });

  it("is rejected when its address has 4 connections, and another address is served", async function () {
    if (process.platform !== "linux") this.skip(); // other systems have one loopback address
    for (let i = 0; i < 4; i++) await once(open(), "connect");
    const rejected = open();
    rejected.resume();
    await once(rejected, "close");
    assert.equal(await closedFor("address_limit"), 1);
    const other = open("127.0.0.2");
    other.write(get("/slow/1"));
    await receive(other, (text) => text.includes("<1>"));
    sockets[0]?.destroy();
    await poll("a connection to be accepted", async () => {
      const next = open();
      next.write(get("/slow/2"));
      return Promise.race([once(next, "data").then(() => true), once(next, "close").then(() => false)]);
    });
  });

  it("is rejected when 6 connections are open", async function () {
    if (process.platform !== "linux") this.skip();
    for (let i = 0; i < 6; i++) await once(open(`127.0.0.${2 + (i % 2)}`), "connect");
    const rejected = open("127.0.0.4");
    rejected.resume();
    await once(rejected, "close");
    assert.equal(await closedFor("limit"), 1);
  });
});
