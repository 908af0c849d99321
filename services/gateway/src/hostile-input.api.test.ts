import assert from "node:assert/strict";
import { request as sendRequest } from "node:http";
import { errorCodes } from "@placard/contracts";
import { getSharedPlacard, registerTestClient, type SharedPlacard, type TestClient } from "@placard/testing";
import * as fc from "fast-check";

/** A request. A body that is not text is a Buffer. */
interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | string;
}

interface ReceivedResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const prototypeKeys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];

/**
 * Arbitrary JSON: known fields with any values, prototype keys, duplicates, deep nesting, unusual numbers.
 */
const anyJson = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .dictionary(
      fc.constantFrom("template", "data", "options", "requests", "email", "credential", ...prototypeKeys),
      fc.jsonValue(),
    )
    .map((value) => JSON.stringify(value)),
  fc
    .tuple(fc.constantFrom("template", "data", "email", "name"), fc.jsonValue(), fc.jsonValue())
    .map(([key, one, other]) => `{"${key}":${JSON.stringify(one)},"${key}":${JSON.stringify(other)}}`),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.integer({ min: 1, max: 5_000 }).map((depth) => `${'{"data":'.repeat(depth)}1${"}".repeat(depth)}`),
  fc.constantFrom("1e999", "-0", '"\\ud800"', "\ufeff{}", "{", "null", "", "{}x", "[1,]", "0".repeat(70_000)),
);
const anyBody = fc.oneof(
  { weight: 4, arbitrary: anyJson },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
);
const anyType = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-16",
  "application/json; charset=\u00ff",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/json;;;",
  "",
);
const anyEncoding = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  "gzip",
  "br",
  "identity",
  "zstd, gzip",
  "x",
);
const headerValue = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const anyHeaders = fc.dictionary(
  fc.constantFrom(
    "x-request-id",
    "prefer",
    "if-none-match",
    "accept",
    "origin",
    "cookie",
    "x-forwarded-for",
    "traceparent",
    "range",
    "expect",
  ),
  headerValue.filter((value) => value.trim().toLowerCase() !== "100-continue"),
);
/** A segment of a path, or a name or value of a query. */
const segment = fc.oneof(
  fc.string({ maxLength: 40 }).map(encodeSegment),
  fc.constantFrom(
    "..",
    "%",
    "%zz",
    "%00",
    "%ff%fe",
    "..%2f..%2fetc",
    "a".repeat(3_000),
    "%F0%9F%8D%95",
    ";x=1",
    "*",
    ...prototypeKeys,
  ),
);
const anyQuery = fc.oneof(
  fc.constant(""),
  fc
    .array(fc.tuple(segment, segment), { maxLength: 4 })
    .map((pairs) => `?${pairs.map((pair) => pair.join("=")).join("&")}`),
);

function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

describe("a gateway that receives hostile input", () => {
  let placard: SharedPlacard;
  let client: TestClient;
  let operations: { method: string; path: string }[];
  /** The IDs of all requests of this file. */
  const requestIds = new Set<string>();
  before(async () => {
    placard = await getSharedPlacard();
    client = await registerTestClient(placard.url);
    const { paths } = (await (await fetch(`${placard.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
    );
    assert.ok(operations.length > 20);
  });

  function send({ method, path, headers, body }: SentRequest): Promise<ReceivedResponse> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(placard.url);
      const req = sendRequest({ hostname, port, method, path, headers, setHost: true }, (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          requestIds.add(String(res.headers["x-request-id"]));
          resolve({ status: res.statusCode ?? 0, headers: res.headers, text });
        });
        res.on("error", reject);
      });
      req.on("error", reject);
      req.end(body);
    });
  }

  /** Checks that the status is not 5xx, and that the body is one of the documented kinds. */
  function check({ status, headers, text }: ReceivedResponse, sent: SentRequest): void {
    const request = JSON.stringify({ ...sent, body: sent.body?.toString().slice(0, 300) });
    assert.ok(status >= 200 && status < 500, `${status} for ${request}: ${text.slice(0, 300)}`);
    if (sent.method === "HEAD" || status === 304) return;
    if (!headers["content-type"]?.includes("application/json")) {
      assert.ok(status < 400, `no envelope for ${request}`);
      return;
    }
    const body = JSON.parse(text) as Record<string, unknown>;
    if ("openapi" in body) return;
    assert.equal(body["success"], status < 400, request);
    assert.equal(typeof body["data"], "object");
    if (status < 400) return;
    const error = body["error"] as { code: keyof typeof errorCodes; requestId: string };
    assert.equal(errorCodes[error.code].status, status, request);
    assert.equal(error.requestId, headers["x-request-id"]);
  }

  it("responds to arbitrary requests of any operation with an envelope and no 5xx status", async () => {
    const tokens = ["", placard.key, client.token(), "plk_nonsense", "é"];
    const requests = fc.record({
      operation: fc.constantFrom(...operations),
      token: fc.constantFrom(...tokens),
      segments: fc.array(segment, { minLength: 3, maxLength: 3 }),
      query: anyQuery,
      type: anyType,
      encoding: anyEncoding,
      extra: anyHeaders,
      body: anyBody,
    });
    await fc.assert(
      fc.asyncProperty(
        requests,
        async ({ operation, token, segments, query, type, encoding, extra, body }) => {
          let next = 0;
          const path = operation.path.replace(/\{[^}]+\}/g, () => segments[next++ % 3] ?? "x") + query;
          // It would sign the client out.
          if (/logout|sessions|passkeys/.test(path) && token === client.token()) return;
          // Node sets no Content-Length for the body of a GET.
          const headers: Record<string, string> = {
            ...extra,
            "content-length": String(Buffer.byteLength(body)),
          };
          if (type) headers["content-type"] = type;
          if (token) headers["authorization"] = `Bearer ${token}`;
          if (encoding) headers["content-encoding"] = encoding;
          const sent = { method: operation.method, path: path.replace(/[^\x21-\x7e]/g, "_"), headers, body };
          check(await send(sent), sent);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("responds to any method on any path with an envelope and no 5xx status", async () => {
    const requests = fc.record({
      method: fc.constantFrom(
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "DELETE",
        "OPTIONS",
        "PATCH",
        "TRACE",
        "PROPFIND",
      ),
      segments: fc.array(segment, { maxLength: 5 }),
      query: anyQuery,
      extra: anyHeaders,
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ method, segments, query, extra }) => {
        const path = `/${segments.join("/")}${query}`.replace(/[^\x21-\x7e]/g, "_");
        const sent = { method, path, headers: extra };
        check(await send(sent), sent);
      }),
      { numRuns: 150 },
    );
  });

  it("renders a card with arbitrary texts and options, or rejects it as the client's error", async () => {
    const text = fc.string({ unit: "grapheme", maxLength: 200 });
    const anyCard = fc.record({
      template: fc.constant("blog"),
      data: fc.record(
        { title: text, description: text, author: text, date: text },
        { requiredKeys: ["title"] },
      ),
      options: fc.record(
        {
          width: fc.oneof(fc.integer({ min: 190, max: 400 }), fc.double()),
          height: fc.integer({ min: 190, max: 400 }),
          format: fc.constantFrom("png", "jpeg", "webp", "gif"),
          quality: fc.integer({ min: 0, max: 101 }),
          cache: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    });
    await fc.assert(
      fc.asyncProperty(anyCard, async (card) => {
        const sent = {
          method: "POST",
          path: "/api/v1/og/generate",
          headers: { authorization: `Bearer ${placard.key}`, "content-type": "application/json" },
          body: JSON.stringify(card),
        };
        check(await send(sent), sent);
      }),
      { numRuns: 40 },
    );
  });

  it("logs no error, and stays ready", async () => {
    assert.equal((await fetch(`${placard.url}/health/ready`)).status, 200);
    // Other files that run at the same time cause errors on purpose.
    const isOurs = (id: unknown) => typeof id !== "string" || requestIds.has(id);
    const errors = (await placard.logs()).filter(
      // The lock of a job expires on a busy machine.
      ({ level, requestId, msg }) => Number(level) >= 50 && isOurs(requestId) && msg !== "worker failed",
    );
    assert.deepEqual(errors, []);
  });
});
