import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { redirectTo, sendForever, startHttpServer, type TestHttpServer } from "@placard/testing";
import type { SafeFetchErrorCode } from "@placard/safe-fetch";
import { createFetchPage, type FetchPageOptions } from "./fetch-page.ts";

describe("fetching a page", () => {
  let server: TestHttpServer;
  let receivedHeaders: Record<string, unknown>;
  const html =
    (text: string | Buffer, contentType = "text/html", headers = {}) =>
    (_req: unknown, res: import("node:http").ServerResponse) =>
      void res.writeHead(200, { "content-type": contentType, ...headers }).end(text);
  const latin1 = (text: string) => Buffer.from(text, "latin1");
  const utf16 = Buffer.from("\uFEFF<title>é</title>", "utf16le");

  before(async () => {
    server = await startHttpServer({
      "/page": (req, res) => {
        receivedHeaders = req.headers;
        const headers = { etag: '"1"', "last-modified": "Sun, 01 Mar 2026 10:00:00 GMT" };
        if (req.headers["if-none-match"] === '"1"') res.writeHead(304, headers).end();
        else
          res
            .writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers })
            .end("<title>é</title>");
      },
      "/moved": redirectTo("/found", 301),
      "/found": redirectTo("/page", 302),
      "/loop": redirectTo("/loop"),
      "/always-304": (_req, res) => res.writeHead(304).end(),
      "/other-host": (_req, res) => redirectTo(`http://localhost:${server.port}/page`)(_req, res),
      "/same-host": (_req, res) => redirectTo(`http://127.0.0.1:${server.port}/page`)(_req, res),
      "/endless": (req, res) => {
        res.setHeader("content-type", "text/html");
        sendForever(Buffer.from("<p>text"))(req, res);
      },
      "/long": html("x".repeat(2_000), "text/html", { "content-length": 2_000 }),
      "/silent": () => {},
      "/image": html("png", "image/png"),
      "/xhtml": html("<title>x</title>", "Application/XHTML+XML ;charset=utf-8"),
      "/gzip": html(gzipSync("<title>x</title>"), "text/html", { "content-encoding": "gzip" }),
      "/latin1-header": html(latin1("<title>é</title>"), "text/html; charset=ISO-8859-1"),
      "/latin1-meta": html(latin1('<meta charset="latin1"><title>é</title>')),
      "/latin1": html(latin1("<title>é</title>")),
      "/utf8": html("<title>é</title>"),
      "/utf16": html(utf16),
      "/unknown-charset": html("<title>é</title>", "text/html; charset=nonsense"),
      "/replacement-header": html(latin1("<title>é</title>"), "text/html; charset=ISO-2022-KR"),
      "/replacement-meta": html(latin1('<meta charset="hz-gb-2312"><title>é</title>')),
    });
  });
  after(() => server.stop());

  const createFetch = (options: FetchPageOptions = {}) =>
    createFetchPage({ allowPrivateAddresses: true, allowedPorts: [[1, 65_535]], ...options });
  const fetchHtml = async (path: string, options?: FetchPageOptions) => {
    const page = await createFetch(options)(server.url + path);
    assert.equal(page.status, 200);
    return page;
  };
  const assertFails = (fetching: Promise<unknown>, code: SafeFetchErrorCode, publicReason: string) =>
    assert.rejects(fetching, { name: "SafeFetchError", code, publicReason });

  it("returns the page with its final URL, its redirects and how long it took", async () => {
    const { url, html: text, redirects, etag, durationMs } = await fetchHtml("/moved");
    assert.deepEqual([url, text, etag], [`${server.url}/page`, "<title>é</title>", '"1"']);
    assert.deepEqual(redirects, [
      { url: `${server.url}/moved`, status: 301 },
      { url: `${server.url}/found`, status: 302 },
    ]);
    assert.ok(durationMs > 0);
  });

  it("names Placard, or what the caller says, as the user agent", async () => {
    await fetchHtml("/page");
    assert.equal(receivedHeaders["user-agent"], "Placard");
    await fetchHtml("/page", { userAgent: "Placard (+https://og.example.com)" });
    assert.equal(receivedHeaders["user-agent"], "Placard (+https://og.example.com)");
  });

  it("says that a page is not modified, but only to a request with its ETag or Last-Modified", async () => {
    const page = await createFetch()(`${server.url}/page`, { etag: '"1"' });
    assert.deepEqual([page.status, page.lastModified], [304, "Sun, 01 Mar 2026 10:00:00 GMT"]);
    assert.equal((await createFetch()(`${server.url}/page`, { etag: '"0"' })).status, 200);
    await createFetch()(`${server.url}/page`, { lastModified: "Sun, 01 Mar 2026 10:00:00 GMT" });
    assert.equal(receivedHeaders["if-modified-since"], "Sun, 01 Mar 2026 10:00:00 GMT");
    await assertFails(fetchHtml("/always-304"), "unexpected_status", "its server answered 304");
  });

  it("reads no more of a page than maxBytes", async () => {
    for (const path of ["/endless", "/long"]) {
      assert.equal((await fetchHtml(path, { maxBytes: 1_000 })).html.length, 1_000);
    }
  });

  it("decodes the encoding of the byte order mark, header or tag, or UTF-8 or Windows-1252", async () => {
    const paths = ["/latin1-header", "/latin1-meta", "/latin1", "/utf8", "/utf16", "/unknown-charset"];
    for (const path of paths) assert.match((await fetchHtml(path)).html, /<title>é<\/title>/, path);
    assert.match((await fetchHtml("/utf8", { maxBytes: 8 })).html, /^<title>/); // cut off inside of é
  });

  it("decodes encodings that have no decoder as Windows-1252", async () => {
    for (const path of ["/replacement-header", "/replacement-meta"])
      assert.match((await fetchHtml(path)).html, /<title>é<\/title>/, path);
  });

  it("stays on the host if the request says so", async () => {
    const stay = (path: string) => createFetch()(server.url + path, { staysOnHost: true });
    assert.equal((await stay("/same-host")).status, 200);
    await assert.rejects(stay("/other-host"), { code: "host_not_allowed" });
    assert.equal((await createFetch()(`${server.url}/other-host`)).status, 200);
  });

  it("fails with a reason that can be shown to the client", async () => {
    assert.match((await fetchHtml("/xhtml")).html, /x/);
    await assertFails(fetchHtml("/missing"), "unexpected_status", "its server answered 404");
    await assert.rejects(fetchHtml("/missing"), { status: 404 });
    await assertFails(fetchHtml("/loop"), "too_many_redirects", "its server sent more than 3 redirects");
    await assertFails(fetchHtml("/image"), "not_html", "its Content-Type is not text/html");
    await assert.rejects(fetchHtml("/gzip"), { code: "encoded_body" });
    await assertFails(fetchHtml("/silent", { timeoutMs: 200 }), "timeout", "fetching it timed out");
    const publicOnly = createFetchPage({ allowedPorts: [[1, 65_535]] });
    const local = "its URL has a local address; use a public URL";
    await assertFails(publicOnly(`${server.url}/page`), "local_url", local);
    await assert.rejects(publicOnly("nonsense"), { code: "invalid_url" });
  });

  it("ends when its signal aborts, with the signal's reason", async () => {
    const stop = new AbortController();
    const fetching = createFetch()(`${server.url}/silent`, { signal: stop.signal });
    stop.abort(new Error("no longer needed"));
    await assert.rejects(fetching, /no longer needed/);
  });
});
