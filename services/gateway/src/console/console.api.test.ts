import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";
import { readConsole } from "./console.ts";

const { routes, hashedPath } = readConsole(
  fileURLToPath(new URL("../../../console/dist/public", import.meta.url)),
);
const script = `/${hashedPath("main.tsx")}`;

const paths = [
  ["/", "text/html; charset=utf-8"],
  [script, "text/javascript; charset=utf-8"],
  [`/${hashedPath("styles/main.css")}`, "text/css; charset=utf-8"],
  [`/${hashedPath("styles/docs.css")}`, "text/css; charset=utf-8"],
  [`/${hashedPath("icon.svg")}`, "image/svg+xml"],
  [`/${hashedPath("samples/blog.webp")}`, "image/webp"],
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
        "font-src 'self'",
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

  it("are cached for a year if their name has a hash, and otherwise revalidated with 304", async () => {
    for (const [path] of paths) {
      const { headers } = await request(placard.url).get(path).expect(200);
      const cacheControl = path === "/" ? "no-cache" : "public, max-age=31536000, immutable";
      assert.equal(headers["cache-control"], cacheControl);
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
      "/manifest.json",
      "/build.mjs",
      "/main.tsx",
      "/src/main.tsx",
      "/assets/",
      "/public/index.html",
      `${script}%00`,
      `${script}.map`,
      "/..%2fpackage.json",
      "/%2e%2e/package.json",
      "/.%2e%5cpackage.json",
    ];
    for (const path of otherPaths) {
      const { status, body } = await request(placard.url).get(path);
      assert.deepEqual([status, body.error?.code], [404, "not_found"], path);
    }
    for (const path of [`${script}/`, script.toUpperCase()]) {
      const { status, headers } = await request(placard.url).get(path).redirects(0);
      assert.equal(status, 308, path);
      assert.equal(new URL(headers["location"] ?? "", `${placard.url}${path}`).pathname, script);
    }
  });

  const fetchText = async (path: string) =>
    (await request(placard.url).get(path).buffer(true).expect(200)).text;
  const servedPaths = (extension: string) =>
    routes.map(({ path }) => path).filter((path) => path.endsWith(extension));
  const linkedPaths = (html: string, page: string) =>
    [...html.matchAll(/(?:src|href)="([^"#]+\.[^"]+)"/g)].map(
      ([, path = ""]) => new URL(path, new URL(page, placard.url)).pathname,
    );

  it("are the only files that the console and the docs load, all with a hash in their name", async () => {
    for (const page of ["/", "/docs", "/docs/quick-start"]) {
      const linked = linkedPaths(await fetchText(page), page).filter(
        // The footer links to the licenses; the page does not load them.
        (path) => /\.\w+$/.test(path) && !path.startsWith("/api/") && path !== "/licenses.txt",
      );
      assert.ok(linked.length > 1, page);
      for (const path of linked) {
        assert.match(path, /^\/assets\/[\w-]+-[A-Z\d]{8}\.\w+$/);
        await request(placard.url).get(path).expect(200);
      }
    }
  });

  it("contain at most 41 kB of scripts for the first page, 250 kB with the editor, and 500 kB in all", async () => {
    const sizeOf = async (scripts: readonly string[]) => {
      const sources = await Promise.all(scripts.map(fetchText));
      return sources.reduce((sum, source) => sum + gzipSync(source).length, 0);
    };
    const first = linkedPaths(await fetchText("/"), "/").filter((path) => path.endsWith(".js"));
    const withEditor = new Set([
      ...first,
      ...servedPaths(".js").filter((path) => path.includes("/editor-page-")),
    ]);
    for (const path of withEditor)
      for (const [, name] of (await fetchText(path)).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
        withEditor.add(`/assets/${name}`);
    const [firstBytes, editorBytes] = [await sizeOf(first), await sizeOf([...withEditor])];
    assert.ok(firstBytes > 1_000 && firstBytes <= 41_000, `${firstBytes} bytes`);
    assert.ok(editorBytes > firstBytes && editorBytes <= 250_000, `${editorBytes} bytes`);
    const allBytes = await sizeOf(servedPaths(".js"));
    assert.ok(allBytes <= 500_000, `${allBytes} bytes`);
  });

  it("contain the licenses of the packages in the scripts", async () => {
    const licenses = await fetchText("/licenses.txt");
    for (const name of ["@codemirror/view", "@lezer/html"]) assert.ok(licenses.includes(`${name}\n`), name);
    assert.match(licenses, /Permission is hereby granted/);
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
