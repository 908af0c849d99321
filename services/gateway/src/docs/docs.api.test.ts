import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";
import type { OperationObject, Schema } from "./types.ts";

const consoleScripts = new URL("../../../console/dist/public/assets/", import.meta.url);

/** The addresses in a page, resolved against its own. */
function linksOf(html: string, page: string): URL[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => new URL(link, page));
}

const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id);

describe("the documentation", () => {
  let placard: SharedPlacard;
  /** All pages by their path. */
  const pages = new Map<string, string>();

  before(async () => {
    placard = await getSharedPlacard();
    const fetchPage = async (path: string) => {
      pages.set(path, (await request(placard.url).get(path).expect(200)).text);
    };
    await fetchPage("/docs");
    const linked = linksOf(pages.get("/docs") ?? "", `${placard.url}/docs`).map(({ pathname }) => pathname);
    for (const path of new Set(linked)) if (path.startsWith("/docs/")) await fetchPage(path);
  });

  it("has pages for guides and for the API reference", () => {
    assert.ok(pages.size > 12);
    for (const name of ["quick-start", "templates", "signed-links", "accounts", "recipes", "reference"])
      assert.ok(pages.has(`/docs/${name}`), name);
  });

  it("permits only its own scripts and styles, and responds 304 to a matching If-None-Match", async () => {
    for (const path of [...pages.keys(), "/docs/search.json", "/api/v1/openapi.json"]) {
      const { headers } = await request(placard.url).get(path).expect(200);
      const policy = headers["content-security-policy"] ?? "";
      assert.ok(policy.includes("default-src 'none'; script-src 'self'; style-src 'self'"), policy);
      assert.ok(policy.includes("require-trusted-types-for 'script'; trusted-types 'none'"), policy);
      assert.equal(headers["cache-control"], "no-cache");
      const etag = headers["etag"] ?? "";
      await request(placard.url).get(path).set("If-None-Match", etag).expect(304);
    }
    const { headers } = await request(placard.url).get("/api/v1/openapi.json");
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["access-control-allow-origin"], "*");
  });

  it("has no inline scripts or styles, duplicate IDs, links in links, or Markdown outside of code", () => {
    for (const [path, html] of pages) {
      assert.doesNotMatch(html, /<script(?! type="module" src="[^"]+"><\/script>)|\son\w+=|\sstyle=/i, path);
      const ids = idsOf(html);
      assert.equal(new Set(ids).size, ids.length, path);
      assert.doesNotMatch(html, /<a\b[^>]*>(?:(?!<\/a\b).)*<a\b/s, path);
      const text = html.replace(/<(pre|code)\b.*?<\/\1>/gs, "").replace(/<[^>]*>/g, "");
      assert.doesNotMatch(text, /`|\*\*|\]\(/, path);
    }
  });

  it("has no broken links and pictures", async () => {
    const others = new Set<string>();
    for (const [path, html] of pages) {
      const here = `${placard.url}${path}`;
      for (const { origin, pathname, hash } of linksOf(html, here)) {
        if (origin !== placard.url) continue;
        const page = pages.get(pathname);
        if (page === undefined) others.add(pathname);
        else if (hash !== "")
          assert.ok(idsOf(page).includes(decodeURIComponent(hash.slice(1))), `${path}: ${pathname}${hash}`);
      }
    }
    assert.ok([...others].some((path) => path.endsWith(".webp")));
    for (const path of others) await request(placard.url).get(path).expect(200);
  });

  it("has the guides that the console links to", async () => {
    const code = readdirSync(consoleScripts)
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(new URL(name, consoleScripts), "utf8"))
      .join("");
    const links = [...code.matchAll(/"(docs\/[\w-]+(?:#[\w-]+)?)"/g)].map(
      ([, path = ""]) => new URL(path, `${placard.url}/`),
    );
    assert.ok(links.length > 4);
    for (const { pathname, hash } of links) {
      const page = pages.get(pathname) ?? "";
      assert.ok(page !== "", pathname);
      assert.ok(hash === "" || idsOf(page).includes(hash.slice(1)), `${pathname}${hash}`);
    }
  });

  it("uses the base URL of the service in its examples", () => {
    for (const [path, html] of pages) {
      assert.ok(!html.includes("https://og.example.com/api/"), path);
      assert.ok(!html.includes("{base_url}"), path);
    }
    assert.ok(pages.get("/docs/quick-start")?.includes(`curl ${placard.publicUrl}/api/v1/og/generate`));
  });

  it("has a section in the reference for every operation", async () => {
    const { body } = await request(placard.url).get("/api/v1/openapi.json");
    const reference = pages.get("/docs/reference") ?? "";
    const operations = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((methods) =>
      Object.values(methods),
    );
    assert.ok(operations.length > 10);
    for (const { operationId } of operations)
      assert.ok(reference.includes(`id="${operationId}"`), operationId);
    for (const name of Object.keys(body.components.schemas))
      assert.ok(reference.includes(`id="schema-${name}"`));
    for (const code of Object.keys(body.components.examples))
      assert.ok(reference.includes(`id="error-${code}"`));
  });

  it("has a title, a description and an example for every operation, and titles in the sidebar", async () => {
    const { body } = await request(placard.url).get("/api/v1/openapi.json");
    const reference = pages.get("/docs/reference") ?? "";
    const sidebar = reference.slice(reference.indexOf("<nav"), reference.indexOf("</nav>"));
    for (const operation of Object.values<Record<string, OperationObject>>(body.paths).flatMap(
      Object.values,
    )) {
      const { operationId, summary, description = "", requestBody, responses } = operation as OperationObject;
      assert.ok(summary.length <= 46 && !summary.endsWith("."), summary);
      assert.match(description, /^[A-Z].*\.$/s, operationId);
      assert.ok(sidebar.includes(`<span>${summary}</span>`), operationId);
      const bodies = [
        requestBody,
        ...Object.entries(responses).flatMap(([status, each]) => (status < "3" ? each : [])),
      ];
      const json = bodies.flatMap((each) => each?.content?.["application/json"] ?? []);
      for (const { examples = {} } of operationId === "getOpenApi" ? [] : json)
        assert.ok(Object.keys(examples).length > 0, operationId);
    }
  });

  it("lists the fields of built-in templates at generate, and says how to get the others", async () => {
    const reference = pages.get("/docs/reference") ?? "";
    const start = reference.indexOf('id="generateImage"');
    const generate = reference.slice(start, reference.indexOf("</section>", start));
    const { body } = await request(placard.url).get("/api/v1/openapi.json");
    const schemas = Object.entries<Schema>(body.components.schemas).filter(([name]) =>
      name.startsWith("Generate_"),
    );
    assert.ok(schemas.length > 3);
    for (const [, { properties = {} }] of schemas)
      for (const field of Object.keys(properties["data"]?.properties ?? {}))
        assert.ok(generate.includes(`<code>${field}</code>`), field);
    assert.match(generate, /<code>GET \/api\/v1\/og\/templates<\/code> lists/);
  });

  it("lists every section, operation and error for the search", async () => {
    const { body } = await request(placard.url).get("/docs/search.json").expect(200);
    const paths = new Set((body as { path: string }[]).map(({ path }) => path));
    const { body: openApi } = await request(placard.url).get("/api/v1/openapi.json");
    const operations = Object.values<Record<string, OperationObject>>(openApi.paths).flatMap(Object.values);
    const anchors = [
      ...operations.map(({ operationId }) => operationId),
      ...Object.keys(openApi.components.examples).map((code) => `error-${code}`),
    ];
    for (const anchor of anchors) assert.ok(paths.has(`docs/reference#${anchor}`), anchor);
    for (const [path, html] of pages) {
      if (["/docs", "/docs/reference"].includes(path)) continue;
      assert.ok(paths.has(path.slice(1)), path);
      for (const [, id = ""] of html.matchAll(/<h[2-6] id="([^"]*)"/g))
        assert.ok(paths.has(`${path.slice(1)}#${id}`), `${path}#${id}`);
    }
    for (const { path, page, title } of body as Record<"path" | "page" | "title", string>[]) {
      const { pathname, hash } = new URL(path, placard.url);
      assert.ok(page !== "" && title !== "", path);
      assert.ok(hash === "" || idsOf(pages.get(pathname) ?? "").includes(hash.slice(1)), path);
    }
  });
});
