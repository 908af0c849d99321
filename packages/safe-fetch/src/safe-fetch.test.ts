import assert from "node:assert/strict";
import {
  poll,
  redirectTo,
  sendForever,
  sendSlowly,
  startHttpServer,
  type TestHttpServer,
} from "@placard/testing";
import { createAddressGuard } from "./address-guard.ts";
import type { SafeFetchErrorCode } from "./errors.ts";
import { createHostLimiter } from "./host-limiter.ts";
import { createDnsLookups } from "./dns-lookups.ts";
import { createSafeFetch, fetchByRules, type FetchRules, type SafeRequest } from "./safe-fetch.ts";

const file = Buffer.alloc(5_000, "file");
const anyPort = [[1, 65_535]] as const;
const mebibyte = Buffer.alloc(1024 * 1024);

const { resolveHost } = createDnsLookups();
const switchedProtocols = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n";

const timeoutMs = 30_000;

describe("safe fetch", () => {
  let server: TestHttpServer;
  before(async () => {
    server = await startHttpServer({
      "/file": file,
      "/to-file": redirectTo("/file"),
      "/three": redirectTo("/two", 301),
      "/two": redirectTo("/one", 307),
      "/one": redirectTo("/file", 308),
      "/four": redirectTo("/three", 303),
      "/loop": redirectTo("/loop"),
      "/to-loopback": redirectTo("http://127.0.0.1/file"),
      "/to-metadata": redirectTo("http://169.254.169.254/latest/meta-data"),
      "/to-metadata-6": redirectTo("http://[fd00:ec2::254]/latest/meta-data"),
      "/to-alibaba-metadata": redirectTo("http://100.100.100.200/latest/meta-data"),
      "/to-metadata-name": redirectTo("http://metadata.test/computeMetadata/v1/"),
      "/to-database-port": redirectTo("http://127.0.0.1:6379/"),
      "/to-loopback-6": redirectTo("http://[::1]/file"),
      "/to-mapped": redirectTo("http://[::ffff:127.0.0.1]/file"),
      "/to-localhost": redirectTo("http://localhost./file"),
      "/to-octal": redirectTo("http://0177.1/file"),
      "/to-file-scheme": redirectTo("file:///etc/passwd"),
      "/to-user": redirectTo("http://user:secret@shop.test/file"),
      "/to-other-host": redirectTo("http://elsewhere.test/file"),
      "/to-malformed-url": redirectTo("http://"),
      "/endless": sendForever(mebibyte),
      "/slow": sendSlowly(Buffer.from("x"), 10),
      "/silent": () => {},
      "/too-large-by-header": (_req, res) =>
        res.writeHead(200, { "content-length": 11 * mebibyte.length }).end(mebibyte),
      "/too-large-chunked": (_req, res) => res.writeHead(200).end(Buffer.alloc(11 * mebibyte.length)),
      "/largest": Buffer.alloc(10 * mebibyte.length),
      "/broken-off": (_req, res) => {
        res.writeHead(200, { "content-length": 100 });
        res.write("half", () => res.destroy());
      },
      "/tiny-chunks": (_req, res) => {
        res.writeHead(200, { "transfer-encoding": "chunked" });
        res.flushHeaders();
        res.socket?.end("1\r\nx\r\n".repeat(200_000));
      },
      // In one packet with the final response.
      "/informational": (_req, res) =>
        res.socket?.end(
          `${"HTTP/1.1 102 Processing\r\n\r\n".repeat(100)}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfile`,
        ),
      "/switched": (_req, res) => res.socket?.end(switchedProtocols),
      "/informational-switched": (_req, res) =>
        res.socket?.end(`${"HTTP/1.1 102 Processing\r\n\r\n".repeat(100)}${switchedProtocols}`),
      "/echo": (req, res) => res.end(JSON.stringify(req.headers)),
    });
  });
  afterEach(() => (server.requestedPaths.length = 0));
  after(() => server.stop());

  const addressesByName: Record<string, string[]> = {
    "shop.test": ["127.0.0.1"],
    "mixed.test": ["127.0.0.1", "192.168.0.1"],
    "loopback.test": ["127.0.0.1"],
    "mapped.test": ["::ffff:7f00:1"],
    "metadata.test": ["169.254.169.254"],
    "nowhere.test": [],
  };

  /** Rules that treat the first address checked as public, since the test's server is on loopback. */
  function rulesWith(changes: Partial<FetchRules> = {}): FetchRules {
    const isPublic = createAddressGuard({ allowPrivate: false });
    let checkedAddresses = 0;
    return {
      isHostAllowed: () => true,
      allowedPorts: anyPort,
      limitHost: createHostLimiter(6),
      allowPrivateAddresses: true,
      requiresHttps: false,
      isAddressAllowed: (address) => checkedAddresses++ === 0 || isPublic(address),
      resolveHost: (name, signal) =>
        name in addressesByName ? Promise.resolve(addressesByName[name]!) : resolveHost(name, signal),
      maxRedirects: 3,
      maxBytes: 10 * mebibyte.length,
      ...changes,
    };
  }
  const allowServer = () => rulesWith({ isAddressAllowed: (address) => address === "127.0.0.1" });

  async function fetchBody(url: string, rules = rulesWith(), request: Partial<SafeRequest> = {}) {
    const { body } = await fetchByRules(url, rules, { timeoutMs, ...request });
    return body;
  }

  const assertFails = (fetching: Promise<unknown>, code: SafeFetchErrorCode, message = /./) =>
    assert.rejects(fetching, { name: "SafeFetchError", code, message });

  it("follows up to three redirects, and returns the final URL", async () => {
    for (const path of ["/file", "/to-file", "/three"])
      assert.deepEqual(await fetchBody(server.url + path, allowServer()), file);
    const { url } = await fetchByRules(`${server.url}/three`, allowServer(), { timeoutMs });
    assert.equal(url.href, `${server.url}/file`);
  });

  it("rejects a fourth redirect", async () => {
    for (const path of ["/four", "/loop"]) {
      server.requestedPaths.length = 0;
      await assertFails(fetchBody(server.url + path, allowServer()), "too_many_redirects", /more than 3/);
      assert.equal(server.requestedPaths.length, 4);
    }
  });

  it("follows no redirect with maxRedirects 0", async () => {
    const rules = { ...allowServer(), maxRedirects: 0 };
    assert.deepEqual(await fetchBody(`${server.url}/file`, rules), file);
    await assertFails(fetchBody(`${server.url}/to-file`, rules), "too_many_redirects");
    assert.deepEqual(server.requestedPaths, ["/file", "/to-file"]);
  });

  for (const path of [
    "/to-loopback",
    "/to-metadata",
    "/to-loopback-6",
    "/to-mapped",
    "/to-localhost",
    "/to-octal",
  ]) {
    it(`does not follow a redirect into a private network: ${path}`, async () => {
      await assertFails(fetchBody(server.url + path), "address_not_allowed", /not public/);
      assert.deepEqual(server.requestedPaths, [path]);
    });
  }

  it("does not follow a redirect to anything but an http or https URL without credentials", async () => {
    await assertFails(fetchBody(`${server.url}/to-file-scheme`), "invalid_url", /neither http nor https/);
    await assertFails(fetchBody(`${server.url}/to-user`), "invalid_url", /user name or a password/);
    await assertFails(fetchBody(`${server.url}/to-malformed-url`), "invalid_url", /malformed/);
  });

  it("sends no request to a host with a private address, even if it also has public ones", async () => {
    await assertFails(
      fetchBody(`http://mixed.test:${server.port}/file`),
      "address_not_allowed",
      /192\.168\.0\.1/,
    );
    const strict = rulesWith({ isAddressAllowed: createAddressGuard({ allowPrivate: false }) });
    for (const name of ["loopback.test", "mapped.test", "localhost", "a.localhost"])
      await assertFails(fetchBody(`http://${name}:${server.port}/file`, strict), "address_not_allowed");
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:7f00:1]", "0"])
      await assertFails(fetchBody(`http://${host}:${server.port}/file`, strict), "address_not_allowed");
    await assertFails(fetchBody(`http://nowhere.test:${server.port}/file`, strict), "host_not_found");
    assert.deepEqual(server.requestedPaths, []);
  });

  it("rejects URLs that are local by their text alone, with a code of their own", async () => {
    const rules = rulesWith({
      allowPrivateAddresses: false,
      allowedPorts: anyPort,
      isAddressAllowed: () => false,
      resolveHost: async () => [],
    });
    for (const url of [
      "http://localhost:3000/a.png",
      "http://cdn.LOCALHOST/a.png",
      "http://127.0.0.1/a.png",
      "http://127.1/a.png",
      "http://192.168.0.7/a.png",
      "http://169.254.169.254/a.png",
      "http://[::1]/a.png",
      "http://0.0.0.0/a.png",
    ])
      await assertFails(fetchBody(url, rules), "local_url");
    for (const host of ["notlocalhost", "localhost.example"])
      await assertFails(fetchBody(`http://${host}/`, rules), "host_not_found");
    await assertFails(fetchBody("http://1.1.1.1/", rules), "address_not_allowed");
  });

  it("connects to the checked address, even if the name resolves differently afterwards", async () => {
    let lookups = 0;
    const rebinding = rulesWith({
      resolveHost: async () => (lookups++ === 0 ? ["127.0.0.1"] : ["192.0.2.1"]),
    });
    assert.deepEqual(await fetchBody(`http://rebinding.test:${server.port}/file`, rebinding), file);
    assert.equal(lookups, 1);
  });

  it("applies the list of allowed hosts to redirects", async () => {
    const rules = rulesWith({ isHostAllowed: (host) => host === "shop.test" });
    await assertFails(
      fetchBody(`http://shop.test:${server.port}/to-other-host`, rules),
      "host_not_allowed",
      /elsewhere/,
    );
  });

  it("connects to ports 80 and 443 only by default, and applies allowedPorts to redirects", async () => {
    const url = `${server.url}/to-database-port`;
    const byDefault = createSafeFetch({ allowPrivateAddresses: true });
    await assertFails(
      byDefault(url, { timeoutMs }),
      "port_not_allowed",
      new RegExp(`ports: ${server.port}$`),
    );
    for (const other of ["http://127.0.0.1:22/", "https://127.0.0.1:25/", "http://127.0.0.1:0/"])
      await assertFails(byDefault(other, { timeoutMs }), "port_not_allowed");
    assert.deepEqual(server.requestedPaths, []);
    // Nothing listens on port 443 of this address: the request is sent, and fails.
    await assertFails(byDefault("http://127.255.255.254:443/", { timeoutMs }), "connection_failed");

    const withPort = createSafeFetch({
      allowPrivateAddresses: true,
      allowedPorts: [
        [443, 443],
        [server.port - 1, server.port],
      ],
    });
    await assertFails(withPort(url, { timeoutMs }), "port_not_allowed", /6379$/);
    await assert.rejects(withPort("http://127.0.0.1:22/", { timeoutMs }), {
      publicReason: `its URL, or one that it redirects to, has a port that is not among 443, ${server.port - 1}-${server.port}`,
    });
    assert.deepEqual(server.requestedPaths, ["/to-database-port"]);
  });

  for (const path of ["/to-metadata", "/to-metadata-6", "/to-alibaba-metadata", "/to-metadata-name"]) {
    it(`never connects to a cloud metadata service, even with private addresses: ${path}`, async () => {
      const safeFetch = createSafeFetch({
        allowPrivateAddresses: true,
        allowedPorts: anyPort,
        resolveHost: async (name) => addressesByName[name] ?? [],
      });
      await assertFails(safeFetch(server.url + path, { timeoutMs }), "address_not_allowed");
      assert.deepEqual(server.requestedPaths, [path]);
    });
  }

  it("sends at most maxRequestsPerHost requests at a time; others wait or abort", async () => {
    const safeFetch = createSafeFetch({
      allowPrivateAddresses: true,
      allowedPorts: anyPort,
      maxRequestsPerHost: 2,
    });
    const stop = new AbortController();
    const request = (host: string, path: string, limit: Partial<SafeRequest> = { signal: stop.signal }) =>
      safeFetch(`http://${host}:${server.port}${path}`, { timeoutMs, ...limit });
    const slow = [request("127.0.0.1", "/silent"), request("127.0.0.1", "/silent")];
    await poll("two requests to arrive", () => server.requestedPaths.length === 2);
    const waiting = request("127.0.0.1", "/file");
    await assertFails(request("127.0.0.1", "/file", { timeoutMs: 100 }), "timeout");
    await request("localhost", "/file"); // another host does not wait
    assert.deepEqual(server.requestedPaths, ["/silent", "/silent", "/file"]);

    stop.abort(new Error("no longer needed"));
    await Promise.all([...slow, waiting].map((each) => assert.rejects(each, /no longer needed/)));
    await Promise.all(Array.from({ length: 5 }, () => request("127.0.0.1", "/file", {})));
    assert.equal(server.requestedPaths.length, 8);
  });

  it("accepts a body of exactly 10 MiB and rejects a larger one", async () => {
    assert.equal((await fetchBody(`${server.url}/largest`)).length, 10 * mebibyte.length);
    for (const path of ["/too-large-by-header", "/too-large-chunked", "/endless"])
      await assertFails(fetchBody(server.url + path), "body_too_large", /10485760 bytes/);
  });

  it("applies maxBytes", async () => {
    const request = (maxBytes: number) => fetchBody(`${server.url}/file`, { ...rulesWith(), maxBytes });
    assert.deepEqual(await request(file.length), file);
    await assertFails(request(file.length - 1), "body_too_large");
  });

  it("rejects a body that breaks off or has tiny chunks, and many informational responses", async () => {
    await assertFails(fetchBody(`${server.url}/broken-off`), "connection_failed", /aborted/);
    await assertFails(fetchBody(`${server.url}/tiny-chunks`), "body_too_large", /chunks/);
    await assertFails(fetchBody(`${server.url}/informational`), "connection_failed", /informational/);
  });

  it("rejects a switch to another protocol, without an uncaught error of its socket", async () => {
    await assertFails(fetchBody(`${server.url}/switched`), "connection_failed", /switched protocols/);
    await assertFails(
      fetchBody(`${server.url}/informational-switched`),
      "connection_failed",
      /informational/,
    );
    await fetchBody(`${server.url}/file`); // until then, an uncaught error would have failed the test
  });

  it("rejects every final status but 200", async () => {
    await assertFails(fetchBody(`${server.url}/missing`), "unexpected_status", /404/);
    await assert.rejects(fetchBody(`${server.url}/missing`), { status: 404 });
  });

  it("rejects when the connection fails", async () => {
    await assertFails(fetchBody("http://127.0.0.1:1/"), "connection_failed", /ECONNREFUSED/);
  });

  it("ends after its time limit, or with the reason of its signal, with no open connection", async () => {
    for (const path of ["/slow", "/silent"]) {
      const url = server.url + path;
      await assertFails(fetchBody(url, rulesWith(), { timeoutMs: 200 }), "timeout", /more than 200 ms/);
      const signal = AbortSignal.timeout(200);
      await assert.rejects(fetchBody(url, rulesWith(), { signal }), { name: "TimeoutError" });
    }
    const unresolved = rulesWith({
      resolveHost: (name, signal) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error(`${name}: aborted`))),
        ),
    });
    await assertFails(fetchBody("http://slow.test/", unresolved, { timeoutMs: 200 }), "timeout");
    await poll("the connections to be closed", () => server.openResponses.size === 0);
  });

  it("ends with the error that onChunk throws", async () => {
    const onChunk = () => {
      throw new Error("full");
    };
    await assert.rejects(fetchBody(`${server.url}/file`, rulesWith(), { onChunk }), { message: "full" });
  });

  it("sends the given headers, and always asks for an unencoded body", async () => {
    const headers = { accept: "text/html", "accept-encoding": "gzip" };
    const received = JSON.parse(String(await fetchBody(`${server.url}/echo`, rulesWith(), { headers })));
    assert.equal(received.accept, "text/html");
    assert.equal(received["accept-encoding"], "identity");
    assert.equal(received["user-agent"], "Placard");
  });

  it("connects to private addresses only with allowPrivateAddresses", async () => {
    const url = `${server.url}/file`;
    const allowedPorts = anyPort;
    await assertFails(createSafeFetch({ allowedPorts })(url, { timeoutMs }), "local_url");
    const { body } = await createSafeFetch({ allowPrivateAddresses: true, allowedPorts })(url, { timeoutMs });
    assert.deepEqual(body, file);
  });
});
