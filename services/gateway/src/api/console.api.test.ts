import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";
import { readConsoleFiles } from "./console.ts";

const directories = {
  directory: fileURLToPath(new URL("../../../console/public", import.meta.url)),
  clientDirectory: fileURLToPath(new URL("../../../../packages/client/dist", import.meta.url)),
};

const paths = [
  ["/", "text/html; charset=utf-8"],
  ["/style.css", "text/css; charset=utf-8"],
  ["/main.js", "text/javascript; charset=utf-8"],
  ["/icon.svg", "image/svg+xml"],
  ["/samples/blog.webp", "image/webp"],
  ["/playground/form.js", "text/javascript; charset=utf-8"],
  ["/client/index.js", "text/javascript; charset=utf-8"],
] as const;

describe("console files", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  it("have a Content-Security-Policy that blocks scripts of other origins and frames", async () => {
    for (const [path, type] of paths) {
      const { headers } = await request(placard.url).get(path).expect(200);
      assert.equal(headers["content-type"], type);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["referrer-policy"], "no-referrer");
      const policy = (headers["content-security-policy"] ?? "").split("; ");
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]) {
        assert.ok(policy.includes(directive), `${path}: ${directive}`);
      }
    }
  });

  it("are revalidated by browsers, with a 304 response if unchanged", async () => {
    for (const [path] of paths) {
      const { headers } = await request(placard.url).get(path).expect(200);
      assert.equal(headers["cache-control"], "no-cache");
      const etag = headers["etag"] ?? "";
      const revalidated = await request(placard.url)
        .get(path)
        .set("If-None-Match", etag)
        .set("Cache-Control", "no-cache")
        .expect(304);
      assert.deepEqual([revalidated.text, revalidated.headers["etag"]], ["", etag]);
      await request(placard.url).get(path).set("If-None-Match", '"another"').expect(200);
    }
  });

  it("support only GET and HEAD", async () => {
    for (const [path] of paths) {
      const get = await request(placard.url).get(path);
      const head = await request(placard.url).head(path).expect(200);
      for (const name of ["content-type", "content-length", "etag", "content-security-policy"]) {
        assert.equal(head.headers[name], get.headers[name], name);
      }
      const { status, headers } = await request(placard.url).post(path);
      assert.deepEqual([status, headers["allow"]], [405, "GET, HEAD"], path);
    }
  });

  it("are the only files that can be requested", async () => {
    const otherPaths = [
      "/package.json",
      "/tsconfig.json",
      "/index.html",
      "/public/main.js",
      "/main.js/",
      "/MAIN.js",
      "/client/",
      "/client/.tsbuildinfo",
      "/client/client.test.js",
      "/client/index.d.ts",
      "/client/index.js.map",
      "/client/testing/scripted-fetch.js",
      "/samples/",
      "/..%2fpackage.json",
      "/%2e%2e/package.json",
      "/.%2e%5cpackage.json",
      "/main.js%00",
      "/style.css.map",
    ];
    for (const path of otherPaths) {
      const { status, body } = await request(placard.url).get(path);
      assert.deepEqual([status, body.error?.code], [404, "not_found"], path);
    }
  });

  const fetchText = async (path: string) =>
    (await request(placard.url).get(path).buffer(true).expect(200)).text;
  const servedPaths = (extension: string) =>
    readConsoleFiles(directories)
      .map(({ path }) => path)
      .filter((path) => path.endsWith(extension));

  it("contain every module that main.js imports, and no other; index.html preloads all of them", async () => {
    const imported = new Set(["/main.js"]);
    for (const path of imported) {
      const source = await fetchText(path);
      for (const [, name = ""] of source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";/gms)) {
        imported.add(new URL(name, new URL(path, placard.url)).pathname);
      }
    }
    const modules = servedPaths(".js").sort();
    assert.deepEqual([...imported].sort(), modules);
    const preloads = [...(await fetchText("/")).matchAll(/rel="modulepreload" href="([^"]+)"/g)];
    assert.deepEqual(["/main.js", ...preloads.map(([, href]) => `/${href}`)].sort(), modules);
  });

  it("contain at most 100 kB of scripts, compressed", async () => {
    const sources = await Promise.all(servedPaths(".js").map(fetchText));
    const bytes = sources.reduce((sum, source) => sum + gzipSync(source).length, 0);
    assert.ok(bytes <= 100_000, `${bytes} bytes`);
  });

  it("contain images of at most 40 kB each", async () => {
    const images = servedPaths(".webp");
    assert.ok(images.length >= 3);
    for (const path of images) {
      const { headers } = await request(placard.url).get(path).expect(200);
      assert.ok(Number(headers["content-length"]) <= 40_000, path);
    }
  });
});
