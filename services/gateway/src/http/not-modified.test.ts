import assert from "node:assert/strict";
import { createServer } from "node:http";
import request from "supertest";
import { sendNotModified } from "./not-modified.ts";

describe("sendNotModified", () => {
  const server = createServer((req, res) => {
    res.setHeader("Cache-Control", "public");
    if (!sendNotModified(req, res, '"a"')) res.end("body");
  });

  it("responds 304 without a body if If-None-Match lists the entity tag, by weak comparison", async () => {
    for (const listed of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ', "*"]) {
      const { text, headers } = await request(server).get("/").set("If-None-Match", listed).expect(304);
      assert.deepEqual([text, headers["etag"], headers["cache-control"]], ["", '"a"', "public"], listed);
    }
  });

  it("sends the body for any other entity tag", async () => {
    for (const listed of ['"b"', 'W/"b"', "a", '"a', '"aa"', '"b", "c"', 'w/"a"', ""]) {
      const { text } = await request(server).get("/").set("If-None-Match", listed).expect(200);
      assert.equal(text, "body", listed);
    }
    const { headers } = await request(server).get("/").expect(200);
    assert.equal(headers["etag"], '"a"');
  });

  it("ignores Cache-Control: no-cache in the request", async () => {
    await request(server).get("/").set("If-None-Match", '"a"').set("Cache-Control", "no-cache").expect(304);
  });
});
