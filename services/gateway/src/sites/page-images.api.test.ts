import assert from "node:assert/strict";
import { request, type RequestListener } from "node:http";
import { disableAccount, enableAccount } from "@placard/accounts";
import { openRedis } from "@placard/runtime";
import {
  getSharedPlacard,
  poll,
  redirectTo,
  sendForever,
  startHttpServer,
  type SharedPlacard,
  type TestAccount,
  type TestHttpServer,
} from "@placard/testing";

describe("the images of pages", () => {
  let placard: SharedPlacard;
  let account: TestAccount;
  let server: TestHttpServer;
  let elsewhere: TestHttpServer;
  /** The HTML of pages by path. */
  const pages: Record<string, string> = {};
  /** The files that verify sites. */
  let tokens = "";
  /** Released by the test that uses it. */
  let releaseSlowPage = () => {};
  let siteId = "";

  before(async () => {
    placard = await getSharedPlacard();
    account = await placard.createAccount();
    elsewhere = await startHttpServer({ "/page": (_req, res) => res.end("<title>Elsewhere</title>") });
    const sendPage =
      (path: string, status = 200): RequestListener =>
      (_req, res) => {
        res.writeHead(status, { "content-type": "text/html; charset=utf-8" });
        res.end(pages[path] ?? "<title>Page</title>");
      };
    const paths = ["/", "/caf%C3%A9/", "/encoded/%7Ex", "/a", "/b", "/c", "/article", "/product", "/event"];
    paths.push("/own", "/brand", "/purged", "/together", "/untitled");
    server = await startHttpServer({
      ...Object.fromEntries(paths.map((path) => [path, sendPage(path)])),
      "/missing": sendPage("/missing", 404),
      "/gone": sendPage("/gone", 410),
      "/login": sendPage("/login", 401),
      "/secret": sendPage("/secret", 403),
      "/broken": sendPage("/broken", 500),
      "/.well-known/placard.txt": (_req, res) => res.end(tokens),
      "/elsewhere": redirectTo(`http://127.0.0.1:${elsewhere.port}/page`),
      "/moved": redirectTo("/article"),
      "/image.png": (_req, res) => res.writeHead(200, { "content-type": "image/png" }).end("png"),
      "/large": (req, res) => {
        res.setHeader("content-type", "text/html");
        sendForever(Buffer.from(`<title>Large</title>${" ".repeat(64 * 1024)}`))(req, res);
      },
      "/cut": (_req, res) => {
        res.writeHead(200, { "content-type": "text/html", "content-length": "1000" });
        res.write("<title>Cut</title>", () => res.destroy());
      },
      "/heavy": (_req, res) => {
        res.writeHead(200, { "content-type": "text/html", etag: `"${"e".repeat(300)}"` });
        res.end(pages["/heavy"]);
      },
      "/slow": (_req, res) => {
        releaseSlowPage = () =>
          res.writeHead(200, { "content-type": "text/html" }).end(pages["/slow"] ?? "<title>Slow</title>");
      },
    });
    siteId = await createSite();
  });
  after(async () => {
    await server?.stop();
    await elsewhere?.stop();
  });

  async function call(method: string, path: string, body?: object, token = account.key) {
    const response = await fetch(`${placard.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { data, error } = JSON.parse(await response.text());
    assert.ok(response.ok, JSON.stringify(error));
    return data;
  }

  async function createSite(settings = {}, { key } = account): Promise<string> {
    const site = await call("POST", "/sites", { domain: `localhost:${server.port}`, ...settings }, key);
    tokens += `${site.verification.file.content}\n`;
    const { verifiedAt } = await call("POST", `/sites/${site.id}/verify`, undefined, key);
    assert.ok(verifiedAt);
    return site.id;
  }

  async function follow(
    path: string,
    { id = siteId, url = placard.url, ...init }: RequestInit & { id?: string; url?: string } = {},
  ) {
    const response = await fetch(`${url}/og/page/${id}${path}`, init);
    const { status, headers } = response;
    return {
      status,
      type: headers.get("content-type"),
      image: headers.get("content-location"),
      page: headers.get("x-page"),
      cache: headers.get("x-cache"),
      cacheControl: headers.get("cache-control"),
      etag: headers.get("etag"),
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  /** The link of the image for a generate request. */
  const generate = async (body: object, { key } = account): Promise<string> =>
    (await call("POST", "/og/generate", body, key)).url;

  /** The requests that the server got for a path. */
  const countRequests = (path: string) => server.requestedPaths.filter((each) => each === path).length;

  it("are those that a generate request with the page's metadata gets", async () => {
    pages["/article"] = `<html lang="en"><meta property="og:title" content="Cards &amp; pages">
      <meta name="description" content="How a page gets its card.">
      <script type="application/ld+json">{"@type":"BlogPosting","author":{"name":"Ada"},"datePublished":"2027-03-14"}</script>`;
    pages["/product"] = `<title>Lamp</title>
      <script type="application/ld+json">{"@type":"Product","offers":{"price":149,"priceCurrency":"EUR"}}</script>`;
    pages["/event"] = `<title>Fair</title>
      <script type="application/ld+json">{"@type":"Event","startDate":"2027-09-18","location":{"name":"Oslo"}}</script>`;
    const first = await follow("/article.png");
    assert.deepEqual([first.status, first.type, first.page, first.cache], [200, "image/png", "read", "MISS"]);
    const data = {
      title: "Cards & pages",
      description: "How a page gets its card.",
      author: "Ada",
      date: "2027-03-14",
    };
    assert.equal(first.image, await generate({ template: "blog", data, options: { locale: "en" } }));
    const maxAge = Number(/^public, max-age=(\d+)$/.exec(first.cacheControl ?? "")?.[1]);
    assert.ok(maxAge > 3_000 && maxAge <= 3_600, `${first.cacheControl}`);
    const second = await follow("/article.png");
    assert.deepEqual([second.cache, second.body.equals(first.body)], ["HIT", true]);
    assert.equal(
      (await follow("/product.png")).image,
      await generate({ template: "product", data: { name: "Lamp", price: "€149" } }),
    );
    const event = { title: "Fair", date: "2027-09-18", location: "Oslo" };
    assert.equal((await follow("/event.png")).image, await generate({ template: "event", data: event }));
    assert.equal((await follow("/moved.png")).image, first.image, "a redirect on the same host is followed");
    assert.equal(countRequests("/article"), 2);
  });

  it("have the format of the extension, and answer HEAD and If-None-Match", async () => {
    for (const [extension, type] of [
      ["png", "image/png"],
      ["jpeg", "image/jpeg"],
      ["webp", "image/webp"],
    ])
      assert.equal((await follow(`/a.${extension}`)).type, type);
    const { etag } = await follow("/a.png");
    assert.equal((await follow("/a.png", { headers: { "If-None-Match": etag ?? "" } })).status, 304);
    const head = await follow("/a.png", { method: "HEAD" });
    assert.deepEqual([head.status, head.type, head.body.length], [200, "image/png", 0]);
    for (const path of ["/a.gif", "/a", "/a."]) assert.equal((await follow(path)).status, 404, path);
    assert.equal(countRequests("/a"), 1, "one reading serves all formats");
  });

  it("depend on the path before the extension only, not on the query", async () => {
    pages["/"] = "<title>Home</title>";
    pages["/caf%C3%A9/"] = "<title>Café</title>";
    const home = await generate({ template: "blog", data: { title: "Home" } });
    assert.equal((await follow("/.png")).image, home);
    assert.equal((await follow("/.png?x=1")).image, home);
    assert.equal((await follow("/.png?/product.webp")).image, home);
    assert.equal(countRequests("/"), 1);
    const cafe = await generate({ template: "blog", data: { title: "Café" } });
    assert.equal((await follow("/café/.png")).image, cafe);
    assert.equal((await follow("/encoded/%7Ex.png")).page, "read");
  });

  it("do not exist for ambiguous paths, and nothing is requested", async () => {
    await sendRaw(`/og/page/${siteId}/a.png`); // requests the page once
    const before = [server, elsewhere].map(({ requestedPaths }) => requestedPaths.length);
    const [port, host] = [elsewhere.port, "127.0.0.1"];
    for (const path of [
      ...[
        `//${host}:${port}/page.png`,
        `/\\${host}:${port}/page.png`,
        `@${host}:${port}/page.png`,
        `:80@${host}/page.png`,
      ],
      ...[
        "/../../api/v1/keys.png",
        "/a/../b.png",
        "/%2e%2e/b.png",
        "/a%2f..%2fb.png",
        "/%2Fetc.png",
        "/%5c.png",
      ],
      ...["/%00.png", "/a%0d%0aHost:%20x.png", "/a//b.png", `/${"x".repeat(2_000)}.png`, ".png", ""],
    ]) {
      const { status, code } = await sendRaw(`/og/page/${siteId}${path}`);
      assert.deepEqual([status, code], [404, "not_found"], path);
    }
    for (const path of ["/%zz.png", "/%.png", "/%c3.png"])
      assert.equal((await sendRaw(`/og/page/${siteId}${path}`)).status, 400, path);
    const withHost = await sendRaw(`/og/page/${siteId}/a.png`, { "X-Forwarded-Host": `${host}:${port}` });
    assert.equal(withHost.status, 200);
    assert.deepEqual(
      [server, elsewhere].map(({ requestedPaths }) => requestedPaths.length),
      before,
    );
  });

  /** Sends a request whose target is not normalized, as fetch would do. */
  function sendRaw(path: string, headers: Record<string, string> = {}) {
    return new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
      const outgoing = request(
        { host: "127.0.0.1", port: new URL(placard.url).port, path, headers },
        (res) => {
          const chunks: Buffer[] = [];
          res.on("data", (chunk: Buffer) => chunks.push(chunk));
          res.on("end", () => {
            const isJson = res.headers["content-type"]?.startsWith("application/json") === true;
            const body = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
            resolve({ status: res.statusCode, code: body?.error.code });
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end();
    });
  }

  it("do not exist for unknown, unverified and deleted sites, and for disabled accounts", async () => {
    const unverified = (await call("POST", "/sites", { domain: `localhost:${server.port}` })).id;
    for (const id of ["A".repeat(16), "x", "__proto__", unverified])
      assert.equal((await follow("/b.png", { id })).status, 404, id);
    assert.equal(countRequests("/b"), 0);
    const other = await placard.createAccount();
    const id = await createSite({}, other);
    assert.equal((await follow("/b.png", { id })).status, 200);
    const redis = await openRedis(placard.redis.url, 10_000);
    try {
      await disableAccount(redis, other.id, Date.now());
      assert.equal((await follow("/b.png", { id })).status, 404);
      await enableAccount(redis, other.id);
      assert.equal((await follow("/b.png", { id })).status, 200);
    } finally {
      redis.disconnect();
    }
    await call("DELETE", `/sites/${id}`, undefined, other.key);
    assert.equal((await follow("/b.png", { id })).status, 404);
  });

  it("are the site's fallback card for a minute if the page is gone, private or unreachable", async () => {
    pages["/untitled"] = "<p>text";
    const fallback = await generate({ template: "blog", data: { title: `localhost:${server.port}` } });
    for (const [path, result] of [
      ["/missing", "gone"],
      ["/gone", "gone"],
      ["/login", "private"],
      ["/secret", "private"],
      ["/untitled", "untitled"],
      ["/image.png", "not_html"],
      ["/broken", "unreachable"],
      ["/elsewhere", "unreachable"],
      ["/cut", "unreachable"],
    ] as const) {
      const { status, page, image, cacheControl } = await follow(`${path}.png`);
      assert.deepEqual([status, page, image], [200, result, fallback], path);
      const maxAge = Number(/^public, max-age=(\d+)$/.exec(cacheControl ?? "")?.[1]);
      assert.ok(maxAge > 0 && maxAge <= 60, `${cacheControl}`);
    }
    assert.deepEqual(elsewhere.requestedPaths, [], "a redirect to another host is not followed");
    assert.equal((await follow("/missing.png")).page, "gone");
    assert.equal(countRequests("/missing"), 1);
  });

  it("need only the beginning of a page without end", async () => {
    const { page, image } = await follow("/large.png");
    assert.deepEqual([page, image], ["read", await generate({ template: "blog", data: { title: "Large" } })]);
    await poll("the response to be closed", () => Promise.resolve(server.openResponses.size === 0));
  });

  it("ignore the page's own tag", async () => {
    pages["/own"] =
      `<title>Own</title><meta property="og:image" content="${placard.publicUrl}/og/page/${siteId}/own.png">`;
    assert.equal(
      (await follow("/own.png")).image,
      await generate({ template: "blog", data: { title: "Own" } }),
    );
    assert.equal(countRequests("/own"), 1);
  });

  it("have the brand, the template and the mapping of the site, also the fallback card", async () => {
    const other = await placard.createAccount();
    await call("PUT", "/brands/acme", { colors: { ground: "#ffffff" }, displayName: "Acme" }, other.key);
    const id = await createSite(
      { brand: "acme", template: "docs", map: { product: "siteName", title: "jsonLd.sku" } },
      other,
    );
    pages["/brand"] = `<title>Page</title><meta property="og:site_name" content="Lantern">
      <script type="application/ld+json">{"@type":"Product","sku":"From JSON-LD"}</script>`;
    const options = { brand: "acme" };
    const expect = async (path: string, body: object) =>
      assert.equal((await follow(path, { id })).image, await generate(body, other), path);
    await expect("/brand.png", {
      template: "docs",
      data: { title: "From JSON-LD", product: "Lantern" },
      options,
    });
    await expect("/missing.png", { template: "blog", data: { title: "Acme" }, options });
    await call("PUT", `/sites/${id}`, { brand: "acme" }, other.key);
    await expect("/brand.png", { template: "product", data: { name: "Page" }, options });
    await call("DELETE", "/brands/acme", undefined, other.key);
    await expect("/brand.png", { template: "product", data: { name: "Page" } });
  });

  it("are read and rendered once, however many requests follow a link at once at all gateways", async () => {
    pages["/together"] = "<title>Together</title>";
    const responses = await Promise.all(
      placard.gateways.flatMap(({ url }) =>
        Array.from({ length: 10 }, () => follow("/together.png", { url })),
      ),
    );
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(responses.map(({ etag }) => etag)).size, 1);
    assert.equal(responses.filter(({ cache }) => cache === "MISS").length, 1);
    assert.ok(
      countRequests("/together") <= placard.gateways.length,
      "each gateway requests the page at most once",
    );
  });

  it("are read again after a purge of the page or of the site, also at other gateways", async () => {
    const imageOf = async (title: string) => {
      pages["/purged"] = `<title>${title}</title>`;
      return await generate({ template: "blog", data: { title } });
    };
    const [one, two, three] = [await imageOf("One"), await imageOf("Two"), await imageOf("Three")];
    const followAll = () =>
      Promise.all(placard.gateways.map(async ({ url }) => (await follow("/purged.png", { url })).image));
    pages["/purged"] = "<title>One</title>";
    assert.equal((await follow("/purged.png")).image, one);
    pages["/purged"] = "<title>Two</title>";
    assert.deepEqual(await followAll(), [one, one]);
    await call("POST", `/sites/${siteId}/purge`, { path: "/another" });
    assert.deepEqual(await followAll(), [one, one]);
    await call("POST", `/sites/${siteId}/purge`, { path: "/purged" });
    assert.deepEqual(await followAll(), [two, two]);
    pages["/purged"] = "<title>Three</title>";
    await call("POST", `/sites/${siteId}/purge`, {});
    assert.deepEqual(await followAll(), [three, three]);
    for (const path of ["purged", "/a?b", "//x", "/../x"]) {
      const purge = call("POST", `/sites/${siteId}/purge`, { path });
      await assert.rejects(purge, /validation_failed/, path);
    }
  });

  it("do not cache what was read before a purge that came during the reading", async () => {
    pages["/slow"] = "<title>Before</title>";
    const reading = follow("/slow.png");
    await poll("the page to be requested", () => Promise.resolve(countRequests("/slow") === 1));
    await call("POST", `/sites/${siteId}/purge`, { path: "/slow" });
    releaseSlowPage();
    assert.equal((await reading).image, await generate({ template: "blog", data: { title: "Before" } }));
    pages["/slow"] = "<title>After</title>";
    const next = follow("/slow.png");
    await poll("the page to be requested again", () => Promise.resolve(countRequests("/slow") === 2));
    releaseSlowPage();
    assert.equal((await next).image, await generate({ template: "blog", data: { title: "After" } }));
  });

  it("cache at most 16 KiB of values for a page, without long validators, and bytes by account", async () => {
    const other = await placard.createAccount();
    const names = Array.from({ length: 8 }, (_, i) => `f${i}`);
    await call(
      "POST",
      "/og/templates",
      {
        template: {
          id: "heavy",
          name: "Heavy",
          description: "Long texts",
          fields: Object.fromEntries(names.map((name) => [name, { type: "string", maxLength: 2048 }])),
        },
        html: `<p>${names.map((name) => `{{${name}}}`).join("")}</p>`,
      },
      other.key,
    );
    const map = Object.fromEntries(names.map((name) => [name, `meta.${name}`]));
    const settings = { template: "heavy", map };
    const withMeta = (length: number) =>
      `<title>Heavy</title>${names.map((name) => `<meta name="${name}" content="${"😀".repeat(length)}">`).join("")}`;
    const redis = await openRedis(placard.redis.url, 10_000);
    const bytesKey = `{placard}:page-bytes-of:${other.id}`;
    const countBytes = async () => Number(await redis.get(bytesKey));
    try {
      const first = await createSite(settings, other);
      pages["/heavy"] = withMeta(2_000);
      const blog = await generate({ template: "blog", data: { title: "Heavy" } }, other);
      assert.equal((await follow("/heavy.png", { id: first })).image, blog);
      const small = await countBytes();
      assert.ok(small > 0 && small < 600, `${small} bytes`);

      await call("DELETE", `/sites/${first}`, undefined, other.key);
      const second = await createSite(settings, other);
      pages["/heavy"] = withMeta(20);
      const data = Object.fromEntries(names.map((name) => [name, "😀".repeat(20)]));
      const own = await generate({ template: "heavy", data }, other);
      assert.equal((await follow("/heavy.png", { id: second })).image, own);
      assert.ok((await countBytes()) > small + 600, "another site does not reset the count");

      await redis.set(bytesKey, 16 * 1024 * 1024);
      const requests = countRequests("/c");
      for (let i = 0; i < 2; i++) assert.equal((await follow("/c.png", { id: second })).page, "read");
      assert.equal(countRequests("/c"), requests + 2, "the page is not cached");
    } finally {
      redis.disconnect();
    }
  });

  it("count toward the usage of the account, by site", async () => {
    const other = await placard.createAccount();
    const id = await createSite({}, other);
    await follow("/c.png", { id });
    await follow("/c.png", { id });
    await poll("the usage to be counted", async () => {
      const { days } = await call("GET", "/account/usage?days=1", undefined, other.key);
      const site = days[0].keys.find(({ keyId }: { keyId: string }) => keyId === id);
      return site?.renders === 1 && site.cacheHits === 1;
    });
  });
});
