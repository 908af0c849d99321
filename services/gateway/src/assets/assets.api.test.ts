import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  callGateway,
  createOtfFont,
  getSharedPlacard,
  registerTestClient,
  type SharedPlacard,
} from "@placard/testing";

const { resolve } = createRequire(import.meta.url);
const font = readFileSync(resolve("@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf"));
const svg = (content: string, attributes = 'width="24" height="12"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
/** A red pixel, with a text chunk and a script after its end. */
const png = Buffer.concat([
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
    "base64",
  ),
  Buffer.from("<script>alert('polyglot')</script>"),
]);

/** A red pixel as JPEG and WebP, and the font of `createOtfFont` as WOFF2. */
const small = {
  jpeg: "/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k=",
  webp: "UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoBAAEAAUAmJaACdLoB+AADsAD+8ut//NgVzXPv9//S4P0uD9Lg/9KQAAA=",
  woff2:
    "d09GMk9UVE8AAADoAAkAAAAAAggAAACmAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAADUQGTgAsATYCJAMIBAYFHgcgG2MByIaH/9Z+983MN8zSt4pm8dBEG3669qaRFKEvlYWaHMO5PfAb5hZQW4CZBYkETrgWJQmFJ3kMJURE62lIpDM9LE73QNUZkCLSwkSXLvPdqJpc0Or+jzUniCq9acjs0IGDPKzXyUPfCFlgTDFEUQQO6rqovwSsBav9td+rye2/tvyDRlRRoS2B4MrpckAAhJQuebpDEsKMLEpHGMOJR69uPHmQGQ==",
};

describe("assets", () => {
  let placard: SharedPlacard;
  let key: string;
  before(async () => {
    placard = await getSharedPlacard();
    key = placard.key;
  });

  const call = async (
    method: string,
    path = "",
    { token = key, body }: { token?: string; body?: Buffer } = {},
  ) => {
    const response = await fetch(`${placard.url}/api/v1/assets${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "text/html" },
      ...(body && { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : undefined,
    };
  };
  const upload = (body: Buffer, token = key) => call("POST", "", { body, token });

  it("are images and fonts of every format, detected from content", async () => {
    const image = await upload(png);
    assert.equal(image.status, 201, image.bytes.toString());
    const { id, contentType, width, height } = image.body.data;
    assert.deepEqual([contentType, width, height], ["image/png", 1, 1]);
    assert.match(id, /^[A-Za-z0-9_-]{43}$/);
    const logo = await upload(svg('<script>alert(1)</script><rect width="24" height="12" onclick="x()"/>'));
    assert.deepEqual([logo.body.data.contentType, logo.body.data.aspectRatio], ["image/svg+xml", 2]);
    const inter = await upload(font);
    assert.deepEqual(inter.body.data.font, { family: "Inter", weight: 700, style: "normal" });
    assert.equal(inter.body.data.contentType, "font/ttf");
    const files = [...Object.values(small).map((text) => Buffer.from(text, "base64")), createOtfFont()];
    const types = [];
    for (const file of files) types.push((await upload(file)).body.data.contentType);
    assert.deepEqual(types, ["image/jpeg", "image/webp", "font/otf", "font/otf"]);
  });

  it("of variable fonts are refused with axes that the file does not have, or that are malformed", async () => {
    const fixed = await call("POST", "?weight=700&axes=wdth:75", { body: font });
    assert.equal(fixed.status, 400);
    assert.match(fixed.body.error.message, /no axis “wdth”/);
    const malformed = await call("POST", "?axes=width:75", { body: font });
    assert.equal(malformed.status, 400);
    assert.match(malformed.body.error.message, /axes/);
  });

  it("are returned as they are stored: sanitized, and harmless if a browser opens them", async () => {
    const { id } = (await upload(svg('<script>alert(1)</script><rect width="24" height="12" onload="x()"/>')))
      .body.data;
    const { status, headers, bytes } = await call("GET", `/${id}`);
    assert.equal(status, 200);
    assert.equal(
      bytes.toString(),
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12" viewBox="0 0 24 12" preserveAspectRatio="none"><rect width="24" height="12"/></svg>',
    );
    assert.equal(headers.get("content-type"), "image/svg+xml");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*sandbox/);
    const polyglot = (await upload(png)).body.data.id;
    const image = await call("GET", `/${polyglot}`);
    assert.ok(!image.bytes.includes("polyglot"));
  });

  it("are stored once for the same content, and belong to one account", async () => {
    const account = await placard.createAccount();
    const first = await upload(png, account.key);
    const second = await upload(png, account.key);
    assert.deepEqual([first.status, second.status], [201, 200]);
    assert.deepEqual(second.body.data, first.body.data);
    const { id, size } = first.body.data;
    const listed = (await call("GET", "", { token: account.key })).body.data;
    assert.deepEqual(
      [listed.assets.map((asset: { id: string }) => asset.id), listed.usedBytes],
      [[id], size],
    );
    assert.equal(listed.maxBytes, 52_428_800);
    const other = await placard.createAccount();
    for (const method of ["GET", "DELETE"])
      assert.equal((await call(method, `/${id}`, { token: other.key })).status, 404, method);
    assert.equal((await call("DELETE", `/${id}`, { token: account.key })).status, 200);
    assert.equal((await call("GET", `/${id}`, { token: account.key })).status, 404);
    assert.equal((await call("GET", "", { token: account.key })).body.data.usedBytes, 0);
  });

  it("are processed one after the other for an account: of many uploads at a time, others are overloaded", async () => {
    const [account, other] = [await placard.createAccount(), await placard.createAccount()];
    const files = Array.from({ length: 30 }, (_, index) => svg(`<rect width="${index + 1}" height="12"/>`));
    const uploads = files.map((file) => upload(file, account.key));
    assert.equal((await upload(png, other.key)).status, 201);
    const outcomes = (await Promise.all(uploads)).map(({ status, body }) => body.error?.code ?? status);
    assert.deepEqual(new Set(outcomes), new Set([201, "overloaded"]));
    assert.equal((await upload(files.at(-1)!, account.key)).body.success, true);
  });

  it("are the images of data fields as `asset:` and their ID, for their own account only", async () => {
    const account = await placard.createAccount();
    const { id } = (await upload(png, account.key)).body.data;
    const warningsFor = async (token: string) => {
      const { status, body } = await callGateway(`${placard.url}/api/v1/og/generate`, "POST", {
        token,
        body: { template: "product", data: { name: "Chair", image: `asset:${id}` } },
      });
      assert.equal(status, 200, JSON.stringify(body));
      return (body.data.warnings ?? []).map(({ code }: { code: string }) => code) as string[];
    };
    assert.ok(!(await warningsFor(account.key)).includes("image_unavailable"));
    const other = await placard.createAccount();
    assert.ok((await warningsFor(other.key)).includes("image_unavailable"));
  });

  const refused: [string, () => Buffer, number, RegExp][] = [
    ["an empty body", () => Buffer.alloc(0), 400, /empty/],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), 415, /Unsupported file/],
    ["a GIF", () => Buffer.from("GIF89a"), 415, /Unsupported file/],
    ["a truncated PNG", () => png.subarray(0, 50), 400, /damaged/],
    ["a truncated font", () => font.subarray(0, 20_000), 400, /damaged/],
    ["an unclosed document type", () => Buffer.from("<!doctype svg [>]"), 415, /Unsupported file/],
    ["a script with the signature of a font", () => Buffer.from("OTTO;alert(1)"), 400, /damaged/],
    [
      "an SVG document with a reference to another file",
      () => svg('<use href="https://x.example/#a"/>'),
      400,
      /another file/,
    ],
    ["an SVG document with HTML", () => svg("<foreignObject/>"), 400, /foreignObject/],
    ["an image that is too large", () => Buffer.alloc(4 * 1024 * 1024 + 1), 413, /4 MiB/],
    ["an SVG document that is too large", () => svg(" ".repeat(1024 * 1024)), 413, /1 MiB/],
    ["a font that is too large", () => Buffer.concat([font, Buffer.alloc(2 * 1024 * 1024)]), 413, /2 MiB/],
  ];
  for (const [title, file, status, message] of refused)
    it(`rejects ${title}`, async () => {
      const response = await upload(file());
      assert.equal(response.status, status, response.bytes.toString());
      assert.match(response.body.error.message, message);
    });

  it("need the scope templates:write to be changed, and accept sessions", async () => {
    const client = await registerTestClient(placard.url);
    const reader = (await client.callWithToken("POST", "/keys", { name: "r", scopes: ["account:read"] })).body
      .data.key;
    assert.equal((await upload(png, reader)).status, 403);
    assert.equal((await call("GET", "", { token: reader })).status, 200);
    const uploaded = await upload(png, client.token());
    assert.equal(uploaded.status, 201);
    assert.equal((await call("DELETE", `/${uploaded.body.data.id}`, { token: reader })).status, 403);
    assert.equal((await call("DELETE", `/${uploaded.body.data.id}`, { token: client.token() })).status, 200);
    const { events } = (await client.callWithToken("GET", "/account/events")).body.data;
    const types = events.map(({ type }: { type: string }) => type);
    assert.deepEqual(types.slice(0, 2), ["asset_deleted", "asset_created"]);
    assert.equal(events[0].assetId, uploaded.body.data.id);
  });

  it("answer 304 to a client that has the file", async () => {
    const { id } = (await upload(png)).body.data;
    const response = await fetch(`${placard.url}/api/v1/assets/${id}`, {
      headers: { Authorization: `Bearer ${key}`, "If-None-Match": `"${id}"` },
    });
    assert.equal(response.status, 304);
  });
});
