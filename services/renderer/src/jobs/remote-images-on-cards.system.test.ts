import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  poll,
  redirectTo,
  sendForever,
  sendSlowly,
  startHttpServer,
  startPlacard,
  type Placard,
  type RendererService,
  type TestHttpServer,
} from "@placard/testing";
import sharp from "sharp";
import request from "supertest";

/** A setting that only a process can have, so the renderer gets a process that can be killed. */
const inOwnProcess = { LD_PRELOAD: "libjemalloc.so.2" };

const magenta = { r: 230, g: 20, b: 220 };

describe("the remote image on a product card", () => {
  let placard: Placard;
  let renderer: RendererService;
  let server: TestHttpServer;
  before(async () => {
    const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: magenta } });
    const files: Record<string, Buffer> = {};
    for (const format of ["png", "jpeg", "webp"] as const)
      files[`/${format}`] = await flat.clone().toFormat(format).toBuffer();
    server = await startHttpServer({
      ...files,
      "/small": await flat.clone().resize(40, 30).png().toBuffer(),
      "/truncated": files["/jpeg"]!.subarray(0, 700),
      "/svg": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>'),
      "/polyglot": Buffer.from("GIF89a/*\x01\x00*/=0;alert(1)//", "latin1"),
      "/endless": sendForever(Buffer.alloc(65_536, "\xff\xd8\xff", "latin1")),
      "/slow": sendSlowly(files["/png"]!.subarray(0, 1), 20),
      "/silent": () => {},
      "/page": Buffer.from("<!doctype html><title>Lamp</title>"),
      "/loop": redirectTo("/loop"),
      "/to-metadata": redirectTo("http://169.254.169.254/latest/meta-data/"),
    });
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      env: { RATE_LIMIT_API: "0", IMAGE_ALLOW_PRIVATE: "true" },
    });
    renderer = placard.renderers[0]!;
  });
  after(async () => {
    await placard?.stop();
    await server?.stop();
  });

  /** Replaces the renderer by one with other settings. */
  async function replaceRenderer(settings: Readonly<Record<string, string>>): Promise<void> {
    await renderer.stop();
    renderer = placard.startRenderer(settings);
    await poll("the renderer to be ready", async () => (await fetch(`${renderer.adminUrl}/health/ready`)).ok);
  }
  /** Generates a small card, which takes less time than one of the default size. */
  const generate = (data: object, options: object = {}) =>
    request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "product", data, options: { width: 600, height: 315, ...options } });
  const bytesOf = async ({ url }: { url: string }): Promise<Buffer> =>
    (await request(placard.url).get(new URL(url).pathname).expect(200)).body as Buffer;
  const hasImageWarning = ({ status, body }: request.Response): boolean =>
    status === 200 && body.data.warnings?.[0]?.code === "image_unavailable";

  // Every format is decoded in remote-images.test.ts.
  it("is painted with rounded corners, to the same bytes each time, until IMAGE_TTL ends", async () => {
    const data = { name: "Lamp", image: `${server.url}/jpeg` };
    const { body } = await generate(data).expect(200);
    assert.equal(body.data.warnings, undefined);
    const bytes = await bytesOf(body.data);
    const { share, visibleCorners } = await coverOf(bytes);
    assert.ok(share > 0.05 && share < 0.6, `it covers ${share} of the card`);
    assert.deepEqual(visibleCorners.slice(0, 2), [false, false]);
    const days = (Date.parse(body.data.expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 6.99, "the image expires after the default IMAGE_TTL");
    const again = await generate(data, { cache: false }).expect(200);
    assert.ok(bytes.equals(await bytesOf(again.body.data)));
  });

  it("is enlarged more than twice only with a warning", async () => {
    const { body } = await generate({ name: "Small lamp", image: `${server.url}/small` }).expect(200);
    const [warning, ...others] = body.data.warnings;
    assert.deepEqual([warning.code, warning.field, others], ["image_enlarged", "image", []]);
    assert.match(warning.message, /has 40×30 pixels/);
  });

  it("is fetched once for simultaneous cards", async () => {
    const image = `${server.url}/webp?ten`;
    server.requestedPaths.length = 0;
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, i) => generate({ name: `Lamp ${i}`, image })),
    );
    for (const { body } of responses) assert.equal(body.data.warnings, undefined);
    assert.deepEqual(server.requestedPaths, ["/webp"]);
  });

  it("is left out with a warning if it can't be fetched or decoded, and blocks nothing", async () => {
    const unreachable = "its host is unknown or cannot be reached from the Internet";
    const cases = [
      ["truncated", "its file is damaged or incomplete"],
      ["svg", "it is not PNG, JPEG, WebP, AVIF or GIF"],
      ["page", "its URL leads to a web page, not to an image file"],
      ["polyglot", "its file is damaged or incomplete"],
      ["endless", "it is larger than 10 MiB"],
      ["slow", "fetching it timed out"],
      ["silent", "fetching it timed out"],
      ["loop", "its server sent more than 3 redirects"],
      ["missing", "its server answered 404"],
      ["to-metadata", unreachable],
      ["http://127.0.0.1:1/", unreachable],
      ["https://shop.invalid/", unreachable],
      [
        `http://user:secret@127.0.0.1:${server.port}/png`,
        "its URL, or one that it redirects to, is not an http or https URL without a user name and a password",
      ],
    ] as const;
    const urls = cases.map(([url]) => new URL(url, `${server.url}/`).href);
    const plain = await generate({ name: "Hostile" }).expect(200);
    const responses = await Promise.all(urls.map((image) => generate({ name: "Hostile", image })));
    for (const [i, response] of responses.entries()) {
      assert.ok(hasImageWarning(response), urls[i]);
      assert.equal(
        response.body.data.warnings[0].message,
        `The image could not be fetched: ${cases[i]![1]}. The card was rendered without it.`,
      );
      assert.ok((await bytesOf(response.body.data)).equals(await bytesOf(plain.body.data)), urls[i]);
      const seconds = (Date.parse(response.body.data.expiresAt) - Date.now()) / 1000;
      assert.ok(seconds < 61, `it expires in ${seconds} s`);
    }
    await poll("all connections to be closed", () => server.openResponses.size === 0);
    await request(placard.url).get("/health/ready").expect(200);
    assert.ok(!placard.logs().some(({ msg }) => msg === "process failed" || msg === "image render failed"));
  });

  it("does not delay cards without one, even if many servers are slow", async () => {
    server.requestedPaths.length = 0;
    // Each is on a different host, because requests to one host wait for each other.
    const image = (i: number) => `http://slow-${i}.localhost:${server.port}/silent`;
    const slow = Promise.all(
      Array.from({ length: 20 }, (_, i) => generate({ name: `Slow ${i}`, image: image(i) })),
    );
    // More if a renderer on a slow machine loses the lock of a job, which then requests its image again.
    await poll("all of them to be requested", () => server.requestedPaths.length >= 20);
    const slowRequests = server.openResponses.size;
    const areAllOpen = () => server.openResponses.size >= slowRequests; // they end after 5 s
    let rendered = 0;
    while (rendered < 3 && areAllOpen()) {
      await generate({ name: `Plain ${rendered}` }).expect(200);
      if (areAllOpen()) rendered++;
    }
    assert.ok(slowRequests >= 10, `${slowRequests} slow requests are open`);
    assert.ok(rendered > 0, "no card was rendered before a slow request ended");
    for (const response of await slow) assert.ok(hasImageWarning(response), JSON.stringify(response.body));
  });

  describe("with other settings of the renderer", () => {
    it("is fetched from private addresses only with IMAGE_ALLOW_PRIVATE; only the log says why", async () => {
      await replaceRenderer({
        IMAGE_ALLOW_PRIVATE: "false",
        IMAGE_HOSTS_ALLOW: "127.0.0.1, localhost, *.example.com",
        IMAGE_PORTS: String(server.port),
      });
      server.requestedPaths.length = 0;
      const hosts = [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "[::1]",
        "user:secret@127.0.0.1",
        "notexample.com",
      ];
      const messages = new Set<string>();
      for (const [i, host] of hosts.entries()) {
        const image = `http://${host}:${server.port}/png?token=secret`;
        const response = await generate({ name: "Private", image }).set("X-Request-Id", `private-${i}`);
        assert.ok(hasImageWarning(response), host);
        assert.doesNotMatch(JSON.stringify(response.body.data.warnings), /127|::1|ALLOW/);
        messages.add(response.body.data.warnings[0].message);
        assert.match(
          await reasonOfFailure(`private-${i}`),
          /not public|IMAGE_HOSTS_ALLOW|user name or a password/,
        );
      }
      const unknown = await generate({
        name: "Private",
        image: `http://unknown.example.com:${server.port}/png`,
      });
      assert.match(unknown.body.data.warnings[0].message, /its host is unknown/);
      assert.equal(messages.size, 3, "local by its name, not in IMAGE_HOSTS_ALLOW, and with a password");
      assert.deepEqual(server.requestedPaths, []);
      assert.doesNotMatch(JSON.stringify(renderer.logs()), /secret/);
    });

    it("is fetched only from the ports in IMAGE_PORTS", async () => {
      await replaceRenderer({ IMAGE_PORTS: "80,443" });
      server.requestedPaths.length = 0;
      const data = { name: "Ports", image: `${server.url}/png` };
      assert.ok(hasImageWarning(await generate(data).set("X-Request-Id", "ports")));
      assert.match(await reasonOfFailure("ports"), /IMAGE_PORTS/);
      assert.deepEqual(server.requestedPaths, []);
      const isolation = renderer.logs().filter(({ msg }) => msg === "decoder isolation detected");
      assert.equal(isolation.length, 1, "each renderer logs its isolation once");
    });

    // That stopping a decoder ends its processes is tested in remote-images.test.ts.
    it("leaves no child process running after SIGKILL has stopped the renderer", async () => {
      await replaceRenderer(inOwnProcess);
      await generate({ name: "Stopped by SIGKILL", image: `${server.url}/png` }).expect(200);
      const children = childrenOf(renderer.pid); // a decoder
      assert.equal(children.length, 1);
      await renderer.stop("SIGKILL");
      await poll("the processes to exit", () => children.every(hasEnded));
    });

    async function reasonOfFailure(id: string): Promise<string> {
      const line = await poll("the log line", () =>
        renderer.logs().find(({ msg, requestId }) => msg === "remote image fetch failed" && requestId === id),
      );
      return String(line["reason"]);
    }
  });
});

/** The share of a card that is magenta, and whether each corner of that area is, clockwise from top left. */
async function coverOf(card: Buffer): Promise<{ share: number; visibleCorners: boolean[] }> {
  const { data, info } = await sharp(card).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isMagenta = (x: number, y: number): boolean => {
    const at = (y * info.width + x) * 3;
    return [magenta.r, magenta.g, magenta.b].every((value, i) => Math.abs(data[at + i]! - value) <= 8);
  };
  const box = { left: info.width, top: info.height, right: 0, bottom: 0 };
  let magentaPixels = 0;
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      if (!isMagenta(x, y)) continue;
      magentaPixels++;
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  const { left, top, right, bottom } = box;
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  return {
    share: magentaPixels / (info.width * info.height),
    visibleCorners: corners.map(([x, y]) => isMagenta(x, y)),
  };
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

function hasEnded(pid: number): boolean {
  try {
    return execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return true; // no process has this ID
  }
}
