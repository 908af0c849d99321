import assert from "node:assert/strict";
import {
  canonicalLink,
  detectFormat,
  fallbackPrefix,
  imageFormatNames,
  imageKey,
  outputFormatNames,
  randomImageId,
  shortLinkText,
  signLink,
  type ImageFormat,
  type OutputFormat,
} from "@placard/contracts";
import { openImageStore, type ImageStore } from "@placard/storage";
import { readPlainFallbacks } from "@placard/template-store";
import {
  openRenderQueues,
  poll,
  prepareBucket,
  sendRedisCommand,
  startPausableProxy,
  startPlacard,
  type GatewayService,
  type PausableProxy,
  type Placard,
  type TestAccount,
  type TestRenderQueues,
} from "@placard/testing";
import request from "supertest";
import { idOf, renderCard } from "../testing/image-links.ts";

const plainFallbacks = readPlainFallbacks();
const plain = (format: ImageFormat) => plainFallbacks[format];

describe("links whose image is not available in time", () => {
  let placard: Placard;
  let proxy: PausableProxy;
  let queues: TestRenderQueues;
  let store: ImageStore;
  /** Has a short budget, and reads storage through the proxy. The first gateway waits as long as it takes. */
  let gateway: GatewayService;
  let ada: TestAccount;
  let key: { id: string; secret: string };
  before(async () => {
    const { env, s3 } = await prepareBucket();
    proxy = await startPausableProxy(s3.endpoint);
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      appendOnly: true,
      env: { RATE_LIMIT_API: "0", ...env },
    });
    queues = openRenderQueues(placard.redis.url);
    store = await openImageStore({ s3, directory: placard.directory });
    gateway = await placard.startGateway({ LINK_BUDGET_MS: "1000", S3_ENDPOINT: proxy.url });
    ada = await placard.createAccount();
    key = await ada.createSigningKey();
  });
  afterEach(async () => {
    proxy.resume();
    await queues.resume();
  });
  after(async () => {
    store?.close();
    await queues?.close();
    await placard?.stop();
    await proxy?.stop();
  });

  const readable = (title: string, format: OutputFormat = "png", { id, secret } = key) => {
    const query = new Map(Object.entries({ title, kid: id }));
    query.set("sig", signLink(secret, canonicalLink(`blog.${format}`, query)));
    return `/og/sign/blog.${format}?${new URLSearchParams([...query]).toString()}`;
  };
  const short = (title: string, format: OutputFormat = "png") => {
    const payload = Buffer.from(JSON.stringify([key.id, "blog", { title }])).toString("base64url");
    return `/og/s/${payload}.${signLink(key.secret, shortLinkText(payload, format))}.${format}`;
  };
  const get = (path: string) => request(gateway.url).get(path).buffer(true);
  const getSlowly = (path: string) => request(placard.url).get(path);
  const cacheOf = async (path: string, { url }: { url: string } = gateway) =>
    (await request(url).get(path).expect(200)).headers["x-cache"];
  /** Requests a link, and checks that the response is a fallback image. Returns the image. */
  const getFallback = async (path: string): Promise<Buffer> => {
    const { headers, body } = await get(path).expect(200);
    const format = /\.(\w+)(\?|$)/.exec(path)?.[1];
    assert.equal(headers["x-cache"], "FALLBACK", path);
    assert.equal(headers["cache-control"], "public, max-age=60");
    assert.equal(headers["content-type"], `image/${format}`);
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.equal(headers["content-location"], undefined);
    assert.equal(detectFormat(body as Buffer), format);
    return body as Buffer;
  };
  const metric = async (name: string) => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  };

  it("get a fallback image in the format of the link, and the real one once it is rendered", async () => {
    const paths = outputFormatNames.flatMap((format) => [
      readable("Late", format),
      short("Late too", format),
    ]);
    const before = await metric('placard_link_fallbacks_total{reason="budget_exceeded"}');
    await queues.pause();
    const responses = await Promise.all(paths.map((path) => get(path)));
    await queues.resume();
    for (const [i, { status, headers, body }] of responses.entries()) {
      const format = outputFormatNames[Math.floor(i / 2)]!;
      assert.deepEqual([status, headers["x-cache"]], [200, "FALLBACK"]);
      assert.deepEqual(body, plain(format === "auto" ? "png" : format));
      const hasRendered = () =>
        placard
          .logs()
          .some((line) => line["msg"] === "image rendered" && line["requestId"] === headers["x-request-id"]);
      await poll("the image to be rendered in the background", hasRendered);
      assert.equal(await cacheOf(paths[i]!, placard), "HIT");
    }
    const after = await metric('placard_link_fallbacks_total{reason="budget_exceeded"}');
    assert.equal(after - before, paths.length);
    assert.ok((await metric('placard_image_requests_total{endpoint="link",cache="fallback"}')) >= after);
  });

  it("get one with an entity tag that never confirms the real image", async () => {
    const path = readable("Revalidated");
    await queues.pause();
    const fallback = await get(path).expect(200);
    const etag = fallback.headers["etag"]!;
    assert.match(etag, /^"[\w-]+"$/);
    const head = await request(gateway.url).head(path).expect(200);
    for (const name of ["etag", "content-length", "content-type", "x-cache", "cache-control"])
      assert.equal(head.headers[name], fallback.headers[name], name);
    assert.equal(head.headers["x-cache"], "FALLBACK");
    const confirmed = await get(path).set("If-None-Match", etag).expect(304);
    assert.equal(confirmed.headers["cache-control"], "public, max-age=60");
    await queues.resume();
    await poll("the image", async () => (await cacheOf(path)) !== "FALLBACK");
    const real = await getSlowly(path).set("If-None-Match", etag).expect(200);
    assert.notEqual(real.headers["etag"], etag);
  });

  it("get the fallback image of the brand, which was rendered when the brand was saved", async () => {
    const bob = await placard.createAccount();
    const bobsKey = await bob.createSigningKey();
    const saved = await fetch(`${placard.url}/api/v1/brands/default`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${bob.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ displayName: "Bob's Notes", colors: { ground: "#0f2a3d", accent: "#ffb547" } }),
    });
    assert.equal(saved.status, 201);
    await poll("the fallback images to be stored", async () => (await countFallbacks()) === 3);
    const path = await renderCard({ url: placard.url, key: bob.key }, "Branded");
    await queues.pause();
    const images = await Promise.all(
      imageFormatNames.map((format) =>
        poll("the fallback image of the brand", async () => {
          const image = await getFallback(readable("Brand", format, bobsKey));
          return !image.equals(plain(format)) && image;
        }),
      ),
    );
    await store.delete(imageKey(idOf(path), "jpeg"));
    const jpeg = images[imageFormatNames.indexOf("jpeg")];
    await poll("the fallback image of the brand in the recipe", async () =>
      (await getFallback(path)).equals(jpeg!),
    );
  });

  const countFallbacks = async () => {
    let count = 0;
    for await (const _ of store.list(fallbackPrefix)) count++;
    return count;
  };

  it("get one although storage hangs, also if their ID may not exist", async () => {
    const stored = await renderCard(placard, "Stored");
    const unknown = `/og/${randomImageId("nobody")}.png`;
    proxy.pause();
    await Promise.all([stored, unknown, readable("Not stored"), short("Not stored")].map(getFallback));
    proxy.resume();
    await poll("the stored image", async () => (await cacheOf(stored)) === undefined);
    await getSlowly(unknown).expect(404);
  });

  it("get the expired image if it is still stored", async () => {
    const signed = readable("Expired", "jpeg");
    const { headers: first } = await getSlowly(signed).expect(200);
    const path = new URL(first["content-location"]!).pathname;
    const imageId = imageKey(idOf(path), "jpeg");
    const { bytes, meta } = (await store.get(imageId))!;
    await store.put(imageId, bytes, { ...meta, expiresAt: Date.now() - 1 });
    await queues.pause();
    const caches = await poll("the expired image of the signed link", async () => {
      const response = await get(signed).expect(200);
      return response.headers["x-cache"] !== "FALLBACK" && response.headers;
    });
    assert.deepEqual(
      [caches["x-cache"], caches["content-location"], caches["cache-control"]],
      ["HIT", first["content-location"], "public, max-age=0, immutable"],
    );
    const { headers, body } = await poll("the expired image", async () => {
      const response = await get(path).expect(200);
      return response.headers["x-cache"] !== "FALLBACK" && response;
    });
    assert.deepEqual(
      [headers["x-cache"], headers["cache-control"]],
      [undefined, "public, max-age=0, immutable"],
    );
    assert.deepEqual(body, bytes);
  });

  it("get the error if they are forged, unknown or invalid, even while no renderer responds", async () => {
    const other = { id: key.id, secret: "plks_other" };
    await queues.pause();
    await getSlowly(readable("Forged", "png", other)).expect(403);
    await getSlowly(short("Forged").replace(/\.[\w-]+\.png$/, `.${"A".repeat(43)}.png`)).expect(403);
    await getSlowly(`/og/${randomImageId("nobody")}.png`).expect(404);
    await getSlowly(readable("x".repeat(301))).expect(400);
    await getSlowly("/og/sign/blog.gif?title=x").expect(404);
  });

  it("get one while Redis is unavailable, and so do well-formed links that cannot be verified", async () => {
    const stored = await renderCard(placard, "Stored before the outage");
    const lost = await renderCard(placard, "Lost before the outage");
    await store.delete(imageKey(idOf(lost), "jpeg"));
    const forged = readable("Forged", "webp", { id: key.id, secret: "plks_other" });
    // Redis keeps writes in memory while the file is synchronized.
    await poll("the append-only file to be written", async () =>
      (await sendRedisCommand(placard.redis.port, "INFO persistence")).includes("aof_buffer_length:0\r\n"),
    );
    await placard.redis.kill();
    assert.equal(await cacheOf(stored, placard), undefined);
    assert.deepEqual(await getFallback(lost), plain("jpeg"));
    assert.deepEqual(await getFallback(forged), plain("webp"));
    for (const path of [readable("Outage"), short("Outage")])
      assert.deepEqual(await getFallback(path), plain("png"));
    await getSlowly(`/og/${randomImageId("nobody")}.png`).expect(404);
    await getSlowly("/og/sign/blog.png?title=x&kid=x&sig=x").expect(403);
    await placard.redis.restart();
    await poll("the real images", async () => {
      const caches = await Promise.all([readable("Outage"), lost].map((path) => cacheOf(path)));
      return !caches.includes("FALLBACK");
    });
    await poll("the forged link to be rejected", async () => (await getSlowly(forged)).status === 403);
  });
});
