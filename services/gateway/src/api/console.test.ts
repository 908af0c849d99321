import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { startPlacard, type Placard } from "@placard/testing";
import request from "supertest";
import { consoleFiles } from "./console-files.ts";

const paths = [
  ["/", "text/html; charset=utf-8"],
  ["/style.css", "text/css; charset=utf-8"],
  ["/main.js", "text/javascript; charset=utf-8"],
  ["/icon.svg", "image/svg+xml"],
  ["/samples/blog.webp", "image/webp"],
  ["/playground/form.js", "text/javascript; charset=utf-8"],
  ["/client/index.js", "text/javascript; charset=utf-8"],
] as const;

describe("the console", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_AUTH: "0" } });
  });
  after(() => placard.stop());

  describe("as files", () => {
    it("is served with a policy that lets no foreign script or frame in", async () => {
      for (const [path, type] of paths) {
        const { headers } = await request(placard.url).get(path).expect(200);
        assert.equal(headers["content-type"], type);
        assert.equal(headers["x-content-type-options"], "nosniff");
        assert.equal(headers["referrer-policy"], "no-referrer");
        const policy = (headers["content-security-policy"] ?? "").split("; ");
        const must = [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ];
        for (const directive of must) assert.ok(policy.includes(directive), `${path}: ${directive}`);
      }
    });

    it("costs a browser that has it no bytes", async () => {
      for (const [path] of paths) {
        const { headers } = await request(placard.url).get(path).expect(200);
        assert.equal(headers["cache-control"], "no-cache");
        const etag = headers["etag"] ?? "";
        const again = await request(placard.url).get(path).set("If-None-Match", etag).expect(304);
        assert.deepEqual([again.text, again.headers["etag"]], ["", etag]);
        await request(placard.url).get(path).set("If-None-Match", '"another"').expect(200);
      }
    });

    it("takes GET and HEAD only", async () => {
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

    it("gives out no other file, however it is asked for", async () => {
      const odd = [
        "/package.json",
        "/tsconfig.json",
        "/index.html",
        "/public/main.js",
        "/main.js/",
        "/MAIN.js",
        "/client/",
        "/client/index.test.js",
        "/client/index.js.map",
        "/samples/",
      ];
      odd.push(
        "/..%2fpackage.json",
        "/%2e%2e/package.json",
        "/.%2e%5cpackage.json",
        "/main.js%00",
        "/style.css.map",
      );
      for (const path of odd) {
        const { status, body } = await request(placard.url).get(path);
        assert.deepEqual([status, body.error?.code], [404, "not_found"], path);
      }
    });
  });

  describe("as scripts", () => {
    const get = async (path: string) => (await request(placard.url).get(path).buffer(true).expect(200)).text;

    it("is served whole, and nothing that it does not need", async () => {
      const found = new Set(["/main.js"]);
      for (const path of found) {
        const source = await get(path);
        for (const [, name = ""] of source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";/gms)) {
          found.add(new URL(name, new URL(path, placard.url)).pathname);
        }
      }
      const served = Object.keys(consoleFiles).filter((path) => path.endsWith(".js"));
      assert.deepEqual([...found].sort(), served.sort());
      const preloads = [...(await get("/")).matchAll(/rel="modulepreload" href="([^"]+)"/g)];
      const named = preloads.map(([, name]) => `/${name}`);
      assert.deepEqual(["/main.js", ...named].sort(), served, "the page names them all beforehand");
    });

    it("weighs at most 100 kB, compressed", async () => {
      const served = Object.keys(consoleFiles).filter((path) => path.endsWith(".js"));
      const sources = await Promise.all(served.map(get));
      const weight = sources.reduce((sum, source) => sum + gzipSync(source).length, 0);
      assert.ok(weight <= 100_000, `${weight} bytes`);
    });

    it("has pictures of at most 40 kB each", async () => {
      for (const path of Object.keys(consoleFiles).filter((each) => each.endsWith(".webp"))) {
        const { headers } = await request(placard.url).get(path).expect(200);
        assert.ok(Number(headers["content-length"]) <= 40_000, path);
      }
    });
  });
});
