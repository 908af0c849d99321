import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  canonicalLink,
  isSignedBy,
  linkOptions,
  linkRequest,
  parseLinkQuery,
  signLink,
} from "./signed-link.ts";

describe("signed links", () => {
  it("match the test vector in the documentation", async () => {
    const text = await readFile(new URL("../../../docs/signed-links.md", import.meta.url), "utf8");
    const vector = JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? "");
    const query = new Map<string, string>(Object.entries(vector.parameters));
    assert.equal(canonicalLink(vector.file, query), vector.canonical);
    assert.equal(signLink(vector.secret, vector.canonical), vector.sig);
    assert.ok(isSignedBy(vector.secret, vector.canonical, vector.sig));
  });

  it("are parsed the same for every encoding of the same values", () => {
    const queries = ["a=%C3%A9+b&c=", "&&c&a=%c3%a9%20b&", "%61=%C3%A9%20%62&c="];
    for (const query of queries) {
      const parsed = parseLinkQuery(query);
      assert.deepEqual(Object.fromEntries(parsed.query), { a: "é b", c: "" }, query);
      assert.deepEqual([parsed.repeated, parsed.malformed], [[], []], query);
    }
  });

  it("have every option but the format and the cache as a parameter, and numbers as numbers", () => {
    const options = {
      width: 800,
      height: 400,
      scale: 2,
      quality: 70,
      maxBytes: 9000,
      brand: "1",
      locale: "de",
      layout: "2",
    };
    const focus = { cover: "50% 20%" };
    assert.deepEqual(linkOptions.toSorted(), [...Object.keys(options), "focus"].toSorted());
    const texts = Object.entries(options).map(([name, value]) => [name, String(value)] as const);
    const query = new Map([["title", "2027"], ["kid", "k"], ["exp", "1"], ["sig", "s"], ...texts]);
    query.set("focus", JSON.stringify(focus));
    assert.deepEqual(linkRequest("blog", "auto", query), {
      template: "blog",
      data: { title: "2027" },
      options: { ...options, focus, format: "auto" },
    });
    for (const text of ["top", "{", "[]"]) {
      const { options: given } = linkRequest("blog", "png", new Map([["focus", text]]));
      assert.notDeepEqual((given as { focus?: unknown }).focus, undefined, text);
    }
  });

  it("name the parameters that are repeated or not percent-encoded UTF-8", () => {
    const cases: [string, { repeated?: string[]; malformed?: string[] }][] = [
      ["a=1&a=1", { repeated: ["a"] }],
      ["a&%61", { repeated: ["a"] }],
      ["__proto__=1&__proto__=2&__proto__=3", { repeated: ["__proto__"] }],
      ["a=%", { malformed: ["a"] }],
      ["a=%zz&b=%ff", { malformed: ["a", "b"] }],
      ["a=%ED%A0%80", { malformed: ["a"] }],
      ["%=a", { malformed: ["%"] }],
    ];
    for (const [raw, { repeated = [], malformed = [] }] of cases) {
      const parsed = parseLinkQuery(raw);
      assert.deepEqual([parsed.repeated, parsed.malformed], [repeated, malformed], raw);
    }
  });

  it("have different canonical forms for different parameters", () => {
    const forms = [
      { a: "1&b=2" },
      { a: "1", b: "2" },
      { "a=1&b": "2" },
      { a: "1%26b=2" },
      { a: "1\nb=2" },
      { A: "1", b: "2" },
      { a: "1", b: "2", __proto__x: "" },
    ].map((query) => canonicalLink("blog.png", new Map(Object.entries(query))));
    assert.equal(new Set(forms).size, forms.length);
  });

  it("accept only the exact signature, including the unused bits of its last character", () => {
    const query = new Map([["kid", "0123456789abcdef"]]);
    const canonical = canonicalLink("blog.png", query);
    const sig = signLink("secret", canonical);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const accepted = alphabet
      .split("")
      .filter((last) => isSignedBy("secret", canonical, sig.slice(0, -1) + last));
    assert.deepEqual(accepted, [sig.at(-1)]);
    for (const other of ["", `${sig}=`, `${sig}A`, sig.slice(1), sig.toLowerCase()]) {
      assert.ok(!isSignedBy("secret", canonical, other), other);
    }
  });
});
