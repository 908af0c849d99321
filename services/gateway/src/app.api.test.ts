import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { getSharedPlacard, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the public API", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const post = () =>
    request(placard.url).post("/api/v1/og/generate").set("Authorization", `Bearer ${placard.key}`);

  /** Sends raw bytes, and returns the parsed response. */
  async function sendRaw(bytes: string) {
    const { hostname, port } = new URL(placard.url);
    const socket = connect(Number(port), hostname);
    socket.end(bytes);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    const id = /^x-request-id: (.*)$/im.exec(head)?.[1];
    return { status: Number(head.split(" ")[1]), id, body: JSON.parse(body) };
  }

  it("responds to unknown paths, other methods and undecodable URLs with the error envelope", async () => {
    const cases = [
      [request(placard.url).get("/unknown-path"), 404, "not_found"],
      [request(placard.url).get("/API/v1/og/templates"), 404, "not_found"],
      [request(placard.url).get("/api/v1/og/generate"), 405, "method_not_allowed"],
      [request(placard.url).options("/api/v1/og/templates"), 405, "method_not_allowed"],
      [request(placard.url).delete("/og/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png"), 405, "method_not_allowed"],
      [request(placard.url).get("/og/%E0%A4%A"), 400, "bad_request"],
    ] as const;
    for (const [sent, expectedStatus, code] of cases) {
      const { status, body, headers } = await sent;
      assert.equal(status, expectedStatus);
      assert.deepEqual(Object.keys(body), ["success", "data", "error"]);
      assert.deepEqual([body.success, body.data, body.error.code], [false, {}, code]);
      assert.equal(body.error.requestId, headers["x-request-id"]);
      assert.ok(body.error.message.length > 10);
    }
    const { headers } = await request(placard.url).get("/api/v1/og/generate");
    assert.equal(headers["allow"], "POST");
    assert.equal((await request(placard.url).put("/api/v1/auth/config")).headers["allow"], "GET, HEAD");
  });

  it("responds with the error envelope to requests that Node's HTTP parser or Express rejects", async () => {
    const malformed = [
      "NONSENSE\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nExpect: the unexpected\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
      "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n",
      // URLs that Express cannot parse
      ...["http://[::1/x", "http://[/x", "http://[::1]:port/"].map(
        (target) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`,
      ),
    ];
    for (const bytes of malformed) {
      const { status, body, id } = await sendRaw(bytes);
      assert.deepEqual(
        [status, body.success, body.error.code],
        [400, false, "bad_request"],
        bytes.slice(0, 40),
      );
      assert.equal(body.error.requestId, id);
    }
  });

  it("distinguishes bodies that are not a JSON object from media types other than JSON", async () => {
    for (const text of ["", "{", "[]", "null", '"text"', "5", "{}{}", '{"a":1,}', "\u0000"]) {
      const { status, body } = await post().set("Content-Type", "application/json").send(text);
      assert.deepEqual([status, body.error.code], [400, "invalid_json"], text);
    }
    const withoutCharset = await post()
      .set("Content-Type", "application/json")
      .send('{"template":"blog"}')
      .serialize((text) => text);
    assert.equal(withoutCharset.body.error.code, "validation_failed");
    for (const type of [
      "text/plain",
      "application/xml",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
    ]) {
      const { status, body } = await post().set("Content-Type", type).send('{"template":"blog","data":{}}');
      assert.deepEqual([status, body.error.code], [415, "unsupported_media_type"], type);
    }
  });

  it("rejects bodies that are not UTF-8", async () => {
    const bytes = Buffer.from('{"template":"blog","data":{"title":"\xe9"}}', "latin1");
    const response = await fetch(`${placard.url}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
      body: bytes,
    });
    assert.equal(((await response.json()) as { error: { code: string } }).error.code, "invalid_json");
  });

  it("accepts bodies of up to 64 KiB after decompression, and rejects larger ones", async () => {
    const body = (bytes: number) => {
      const start = '{"template":"blog","data":{"title":"Large"}';
      return `${start}${" ".repeat(bytes - start.length - 1)}}`;
    };
    const send = (bytes: Buffer | string, headers: Record<string, string> = {}) =>
      fetch(`${placard.url}/api/v1/og/generate`, {
        method: "POST",
        headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json", ...headers },
        body: bytes,
      }).then(({ status }) => status);
    assert.equal(await send(body(65_536)), 200);
    assert.equal(await send(body(65_537)), 413);
    assert.equal(await send(body(5_000_000)), 413);
    assert.equal(await send(gzipSync(body(65_536)), { "Content-Encoding": "gzip" }), 200);
    assert.equal(await send(gzipSync(body(50_000_000)), { "Content-Encoding": "gzip" }), 413);
    assert.equal(await send(body(100), { "Content-Encoding": "unknown-encoding" }), 415);
    assert.equal(await send("not gzip", { "Content-Encoding": "gzip" }), 400);
  });

  it("sends a request ID with every response: the caller's if it is well-formed", async () => {
    const wellFormed = await request(placard.url).get("/health/live").set("X-Request-Id", "callers-id-1:2.3");
    assert.equal(wellFormed.headers["x-request-id"], "callers-id-1:2.3");
    const malformed = await request(placard.url).get("/health/live").set("X-Request-Id", "<script>");
    assert.match(malformed.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
  });

  it("lists the templates with their fields and the schema of their data", async () => {
    const { body } = await request(placard.url)
      .get("/api/v1/og/templates")
      .set("Authorization", `bearer ${placard.key}`)
      .expect(200);
    const { templates } = body.data;
    assert.deepEqual(
      templates.map(({ id, fields }: { id: string; fields: string[] }) => [id, ...fields]),
      [
        ["blog", "title", "description", "author", "date"],
        ["product", "name", "tagline", "price", "image"],
        ["event", "title", "date", "time", "location", "host"],
        ["docs", "title", "description", "breadcrumb", "product"],
        ["changelog", "version", "title", "changes", "product"],
        ["quote", "quote", "author", "role", "photo"],
        ["repository", "name", "owner", "description", "stars", "forks", "language"],
        ["job", "title", "company", "location", "salary", "type"],
        ["podcast", "title", "show", "episode", "duration", "guests", "cover"],
      ],
    );
    assert.deepEqual(Object.keys(templates[0].schema.properties), [
      "title",
      "description",
      "author",
      "date",
      "readTime",
      "category",
      "authorImage",
      "cover",
    ]);
    assert.deepEqual(templates[2].schema.required, ["title", "date"]);
  });

  it("survives clients that request a tunnel and reset the connection", async () => {
    const { hostname, port } = new URL(placard.url);
    for (let i = 0; i < 10; i++) {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n");
      socket.resetAndDestroy();
    }
    await delay(100);
    assert.equal((await fetch(`${placard.url}/health/live`)).status, 200);
  });
});
