import assert from "node:assert/strict";
import { redirectTo, sendForever, startHttpServer, type TestHttpServer } from "@placard/testing";
import { createSafeFetch, type SafeRequest } from "./safe-fetch.ts";

describe("safe fetch of a POST request", () => {
  const bodies: string[] = [];
  let server: TestHttpServer;
  before(async () => {
    server = await startHttpServer({
      "/echo": (req, res) => {
        const chunks: Buffer[] = [];
        req.on("data", (chunk: Buffer) => chunks.push(chunk));
        req.on("end", () => {
          bodies.push(`${req.method} ${req.headers["content-type"]} ${Buffer.concat(chunks).toString()}`);
          res.writeHead(202, { "retry-after": "3" }).end("accepted");
        });
      },
      "/redirect": redirectTo("/echo", 308),
      "/endless": sendForever(Buffer.alloc(1024 * 1024)),
      "/broken-off": (_req, res) => {
        res.writeHead(200, { "content-length": 100 });
        res.write("half", () => res.destroy());
      },
      "/silent": () => {},
    });
  });
  afterEach(() => (server.requestedPaths.length = 0));
  after(() => server.stop());

  const allPorts = [[1, 65_535]] as const;
  const toLoopback = createSafeFetch({ allowPrivateAddresses: true, allowedPorts: allPorts });
  const send = (path: string, post = toLoopback, limit: Partial<SafeRequest> = {}) =>
    post(server.url + path, {
      timeoutMs: 20_000,
      headers: { "content-type": "application/json" },
      body: '"é"',
      truncatesBody: true,
      ...limit,
    });

  it("sends the body, and returns the status and the headers of any response", async () => {
    const { status, headers } = await send("/echo");
    assert.deepEqual([status, headers["retry-after"]], [202, "3"]);
    assert.deepEqual(bodies, ['POST application/json "é"']);
    assert.equal((await send("/unknown")).status, 404);
  });

  it("does not follow redirects", async () => {
    assert.equal((await send("/redirect")).status, 308);
    assert.deepEqual(server.requestedPaths, ["/redirect"]);
  });

  it("returns the response to it also if its body has no end or breaks off", async () => {
    assert.equal((await send("/endless")).status, 200);
    assert.equal((await send("/broken-off")).status, 200);
  });

  it("rejects if there is no response in time, or with the reason of its signal", async () => {
    await assert.rejects(send("/silent", toLoopback, { timeoutMs: 50 }), { code: "timeout" });
    const controller = new AbortController();
    const sent = send("/silent", toLoopback, { signal: controller.signal });
    const reason = new Error("too late");
    setTimeout(() => controller.abort(reason), 50);
    await assert.rejects(sent, reason);
  });

  it("sends nothing over http if it requires https, to other ports, or to private addresses", async () => {
    const options = { requiresHttps: false, allowPrivateAddresses: true, allowedPorts: allPorts };
    for (const [changes, code] of [
      [{ requiresHttps: true }, "invalid_url"],
      [{ allowedPorts: [[443, 443]] as const }, "port_not_allowed"],
      [{ allowPrivateAddresses: false }, "local_url"],
    ] as const)
      await assert.rejects(send("/echo", createSafeFetch({ ...options, ...changes })), {
        name: "SafeFetchError",
        code,
      });
    assert.deepEqual(server.requestedPaths, []);
  });
});
