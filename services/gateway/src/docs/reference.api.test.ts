import assert from "node:assert/strict";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the API reference", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  it("has a Content-Security-Policy without scripts, and responds 304 to a matching If-None-Match", async () => {
    for (const path of ["/docs", "/api/v1/openapi.json"]) {
      const { headers } = await request(placard.url).get(path).expect(200);
      const policy = headers["content-security-policy"] ?? "";
      assert.ok(policy.includes("default-src 'none'") && !policy.includes("script-src"), policy);
      assert.ok(policy.includes("require-trusted-types-for 'script'; trusted-types 'none'"), policy);
      assert.equal(headers["cache-control"], "no-cache");
      const etag = headers["etag"] ?? "";
      await request(placard.url).get(path).set("If-None-Match", etag).expect(304);
    }
    const { headers } = await request(placard.url).get("/api/v1/openapi.json");
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["access-control-allow-origin"], "*");
  });

  it("describes every operation, schema and error of the OpenAPI document, and has no broken links", async () => {
    const { body } = await request(placard.url).get("/api/v1/openapi.json");
    const { text } = await request(placard.url).get("/docs");
    for (const part of [body.paths, body.components.schemas, body.components.examples])
      assert.ok(Object.keys(part).length > 10);
    for (const methods of Object.values<Record<string, { operationId: string }>>(body.paths)) {
      for (const { operationId } of Object.values(methods)) assert.ok(text.includes(`id="${operationId}"`));
    }
    for (const name of Object.keys(body.components.schemas)) assert.ok(text.includes(`id="schema-${name}"`));
    for (const code of Object.keys(body.components.examples)) assert.ok(text.includes(`id="error-${code}"`));
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(
      targets.filter((id) => !ids.includes(id)),
      [],
    );
    assert.ok(!/<script|\son\w+=|style=/i.test(text));
  });
});
