import assert from "node:assert/strict";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const unknown = "Path not found. The API reference at /docs/reference lists all paths.";

describe("the error message for a path", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  it("names the path that differs in slashes and case only", async () => {
    const cases: [string, string | undefined][] = [
      ["/api/v1/og/generate/", "/api/v1/og/generate"],
      ["/api/v1/og//generate", "/api/v1/og/generate"],
      ["/API/v1/OG/Generate", "/api/v1/og/generate"],
      ["/api/v1/og/generate/Batch/", "/api/v1/og/generate/batch"],
      ["/api/v1/og/Templates/Release/", "/api/v1/og/templates/Release"],
      ["/og/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png/", "/og/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png"],
      ["/api/v1/og/genrate", undefined],
      ["/api", undefined],
      [`/api/v1/og/generate/${"x".repeat(300)}`, undefined],
    ];
    for (const [path, meant] of cases) {
      const { status, body } = await request(placard.url).post(path);
      const message = meant === undefined ? unknown : `Path not found. Did you mean ${meant}?`;
      assert.deepEqual([status, body.error.code, body.error.message], [404, "not_found", message], path);
    }
  });

  it("names the path of the API for one without its prefix", async () => {
    const { body } = await request(placard.url).post("/og/generate/batch").expect(404);
    assert.equal(body.error.message, "Path not found. Did you mean /api/v1/og/generate/batch?");
  });

  it("is `bad_request` if the path cannot be decoded, whether it has a route or not", async () => {
    for (const path of ["/%", "/docs/%zz", "/api/v1/%zz", "/api/v1/og/generate/%ff", "/api/v1/brands/%ff"]) {
      const { status, body } = await request(placard.url).get(path);
      assert.deepEqual([status, body.error.code], [400, "bad_request"], path);
    }
  });

  it("redirects to a page if only slashes or the case of its path differ", async () => {
    for (const path of ["/docs/", "/Docs", "/DOCS//"]) {
      const { status, headers } = await request(placard.url).get(path);
      assert.equal(status, 308, path);
      assert.equal(new URL(headers["location"]!, placard.url + path).href, `${placard.url}/docs`);
      await request(placard.url).get(path).redirects(1).expect(200);
    }
    const posted = await request(placard.url).post("/docs/").expect(404);
    assert.equal(posted.body.error.message, "Path not found. Did you mean /docs?");
  });

  it("names the methods that a path supports", async () => {
    const cases = [
      ["get", "/api/v1/og/generate", "POST", "This path does not support GET. It supports POST."],
      ["put", "/api/v1/og/generate/batch", "POST", "This path does not support PUT. It supports POST."],
      ["post", "/api/v1/auth/config", "GET, HEAD", "This path does not support POST. It supports GET."],
      ["put", "/api/v1/keys", "GET, HEAD, POST", "This path does not support PUT. It supports GET and POST."],
      ["post", "/og/sign/blog.png", "GET, HEAD", "This path does not support POST. It supports GET."],
    ] as const;
    for (const [method, path, allow, message] of cases) {
      const { status, headers, body } = await request(placard.url)[method](path);
      assert.deepEqual(
        [status, body.error.code, body.error.message, headers["allow"]],
        [405, "method_not_allowed", message, allow],
      );
    }
  });
});
