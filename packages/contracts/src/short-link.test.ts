import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { decodeShortLink, shortLinkText } from "./short-link.ts";
import { isSignedBy, signLink } from "./signed-link.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const kid = "0123456789abcdef";

describe("short links", () => {
  it("match the test vector in the documentation", async () => {
    const text = await readFile(new URL("../../../docs/signed-links.md", import.meta.url), "utf8");
    const [, json = ""] = /\n## Short links[^]*?```json\n([^]*?)```/.exec(text) ?? [];
    const vector = JSON.parse(json);
    const payload = Buffer.from(vector.json).toString("base64url");
    const signed = shortLinkText(payload, "png");
    assert.equal(vector.link, `/og/s/${payload}.${signLink(vector.secret, signed)}.png`);
    assert.ok(isSignedBy(vector.secret, signed, signLink(vector.secret, signed)));
  });

  it("contain a request with lists, options and an expiry", () => {
    const data = { title: "Café & crème", speakers: [{ name: "Ada" }] };
    assert.deepEqual(decodeShortLink(encode([kid, "event@2", data, { width: 800 }, 4_102_444_800])), {
      kid,
      template: "event@2",
      data,
      options: { width: 800 },
      exp: 4_102_444_800,
    });
    const withoutOptions = { kid, template: "blog", data: {}, options: {}, exp: undefined };
    assert.deepEqual(decodeShortLink(encode([kid, "blog", {}])), withoutOptions);
    assert.deepEqual(decodeShortLink(encode([kid, "blog", {}, null])), withoutOptions);
  });

  it("are rejected unless their payload is an array of these types", () => {
    const wrong = [
      null,
      {},
      "text",
      [],
      [kid, "blog"],
      [kid, "blog", null],
      [kid, "blog", []],
      [1, "blog", {}],
      [kid, 2, {}],
      [kid, "blog", {}, 5],
      [kid, "blog", {}, []],
      [kid, "blog", {}, {}, "tomorrow"],
      [kid, "blog", {}, {}, -1],
      [kid, "blog", {}, {}, 1.5],
      [kid, "blog", {}, {}, 1e12],
      [kid, "blog", {}, {}, null],
      [kid, "blog", {}, {}, 1, 2],
    ];
    for (const value of wrong) assert.equal(decodeShortLink(encode(value)), undefined, JSON.stringify(value));
    for (const payload of ["", "A", "e30", "not json"]) assert.equal(decodeShortLink(payload), undefined);
  });
});
