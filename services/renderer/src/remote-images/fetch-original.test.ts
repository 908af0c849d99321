import assert from "node:assert/strict";
import { createAddressGuard } from "./address-guard.ts";
import { fetchOriginal, type FetchRules } from "./fetch-original.ts";
import { drip, endless, redirectTo, startImageServer, type ImageServer } from "./image-server.ts";
import { resolveHost } from "./resolve-host.ts";

const file = Buffer.alloc(5_000, "file");
const mebibyte = Buffer.alloc(1024 * 1024);

describe("fetching an image's file", () => {
  let server: ImageServer;
  before(async () => {
    server = await startImageServer({
      "/file": file,
      "/to-file": redirectTo("/file"),
      "/three": redirectTo("/two", 301),
      "/two": redirectTo("/one", 307),
      "/one": redirectTo("/file", 308),
      "/four": redirectTo("/three", 303),
      "/loop": redirectTo("/loop"),
      "/to-loopback": redirectTo("http://127.0.0.1/file"),
      "/to-metadata": redirectTo("http://169.254.169.254/latest/meta-data"),
      "/to-loopback-6": redirectTo("http://[::1]/file"),
      "/to-mapped": redirectTo("http://[::ffff:127.0.0.1]/file"),
      "/to-localhost": redirectTo("http://localhost./file"),
      "/to-octal": redirectTo("http://0177.1/file"),
      "/to-file-scheme": redirectTo("file:///etc/passwd"),
      "/to-user": redirectTo("http://user:secret@shop.test/file"),
      "/to-other-host": redirectTo("http://elsewhere.test/file"),
      "/to-nothing": redirectTo("http://"),
      "/endless": endless(mebibyte),
      "/drip": drip(Buffer.from("x"), 10),
      "/silent": () => {},
      "/announced": (_req, res) =>
        res.writeHead(200, { "content-length": 11 * mebibyte.length }).end(mebibyte),
      "/unannounced": (_req, res) => res.writeHead(200).end(Buffer.alloc(11 * mebibyte.length)),
      "/largest": Buffer.alloc(10 * mebibyte.length),
      "/broken-off": (_req, res) => {
        res.writeHead(200, { "content-length": 100 });
        res.write("half", () => res.destroy());
      },
      "/crumbs": (_req, res) => {
        res.writeHead(200, { "transfer-encoding": "chunked" });
        res.flushHeaders();
        res.socket?.end("1\r\nx\r\n".repeat(200_000));
      },
      "/hints": (_req, res) => {
        for (let i = 0; i < 100; i++) res.writeProcessing();
        res.end(file);
      },
    });
  });
  afterEach(() => (server.asked.length = 0));
  after(() => server.stop());

  const names: Record<string, string[]> = {
    "shop.test": ["127.0.0.1"],
    "mixed.test": ["127.0.0.1", "192.168.0.1"],
    "loopback.test": ["127.0.0.1"],
    "mapped.test": ["::ffff:7f00:1"],
    "nowhere.test": [],
  };

  /** Rules to which 127.0.0.1 is public for the first address asked of only: where the test's server is. */
  function rules(more: Partial<FetchRules> = {}): FetchRules {
    const isPublic = createAddressGuard({ allowPrivate: false });
    let asked = 0;
    return {
      allowsHost: () => true,
      allowsAddress: (address) => asked++ === 0 || isPublic(address),
      resolve: (name, signal) => (name in names ? Promise.resolve(names[name]!) : resolveHost(name, signal)),
      ...more,
    };
  }
  const lenient = () => rules({ allowsAddress: (address) => address === "127.0.0.1" });

  function fetching(url: string, by = rules(), { ms = 4_000, claim = (_bytes: number) => {} } = {}) {
    return fetchOriginal(url, by, { signal: AbortSignal.timeout(ms), claim });
  }

  it("follows up to three redirects", async () => {
    for (const path of ["/file", "/to-file", "/three"])
      assert.deepEqual(await fetching(server.url + path, lenient()), file);
  });

  it("refuses a fourth", async () => {
    for (const path of ["/four", "/loop"]) {
      server.asked.length = 0;
      await assert.rejects(fetching(server.url + path, lenient()), /redirects more than 3 times/);
      assert.equal(server.asked.length, 4);
    }
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
      await assert.rejects(fetching(server.url + path), /has an address that is not public/);
      assert.deepEqual(server.asked, [path]);
    });
  }

  it("does not follow a redirect to what is no plain http or https URL", async () => {
    await assert.rejects(fetching(`${server.url}/to-file-scheme`), /neither http nor https/);
    await assert.rejects(fetching(`${server.url}/to-user`), /user or a password/);
    await assert.rejects(fetching(`${server.url}/to-nothing`), /is none/);
  });

  it("asks nothing of a name that has one address that is not public, however many others it has", async () => {
    await assert.rejects(fetching(`http://mixed.test:${server.port}/file`), /not public: 192\.168\.0\.1/);
    const strict = rules({ allowsAddress: createAddressGuard({ allowPrivate: false }) });
    for (const name of ["loopback.test", "mapped.test", "nowhere.test", "localhost", "a.localhost"])
      await assert.rejects(fetching(`http://${name}:${server.port}/file`, strict), /not public/);
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:7f00:1]", "0"])
      await assert.rejects(fetching(`http://${host}:${server.port}/file`, strict), /not public/);
    assert.deepEqual(server.asked, []);
  });

  it("connects to the address that was checked, not to what the name says a moment later", async () => {
    let answers = 0;
    const rebinding = rules({ resolve: async () => (answers++ === 0 ? ["127.0.0.1"] : ["192.0.2.1"]) });
    assert.deepEqual(await fetching(`http://rebinding.test:${server.port}/file`, rebinding), file);
    assert.equal(answers, 1);
  });

  it("holds redirects to the hosts allowed", async () => {
    const narrow = rules({ allowsHost: (host) => host === "shop.test" });
    await assert.rejects(
      fetching(`http://shop.test:${server.port}/to-other-host`, narrow),
      /does not list elsewhere/,
    );
  });

  it("takes 10 MiB and not a byte more", async () => {
    assert.equal((await fetching(`${server.url}/largest`)).length, 10 * mebibyte.length);
    for (const path of ["/announced", "/unannounced", "/endless"])
      await assert.rejects(fetching(server.url + path), /more than 10485760 bytes/);
  });

  it("refuses bodies that break off, come in crumbs or come after many hints", async () => {
    await assert.rejects(fetching(`${server.url}/broken-off`), /aborted/);
    await assert.rejects(fetching(`${server.url}/crumbs`), /too many pieces/);
    await assert.rejects(fetching(`${server.url}/hints`), /too many informational/);
  });

  it("refuses every answer but 200", async () => {
    await assert.rejects(fetching(`${server.url}/missing`), /answered 404/);
  });

  it("ends when its time is up, with no connection left", async () => {
    for (const path of ["/drip", "/silent"])
      await assert.rejects(fetching(server.url + path, rules(), { ms: 200 }), /abort/);
    const slow = rules({
      resolve: (name, signal) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error(`${name}: aborted`))),
        ),
    });
    await assert.rejects(fetching("http://slow.test/", slow, { ms: 200 }), /abort/);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(server.open.size, 0);
  });

  it("ends when there is no room for its bytes", async () => {
    const full = () => {
      throw new Error("full");
    };
    await assert.rejects(fetching(`${server.url}/file`, rules(), { claim: full }), /full/);
  });
});
