import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { canonicalLink, isSignedBy, parseLinkQuery, signLink } from "./signed-link.ts";

describe("signed links", () => {
  it("match the test vector in the documentation", async () => {
    const text = await readFile(new URL("../../../docs/signed-links.md", import.meta.url), "utf8");
    const vector = JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? "");
    const query = new Map<string, string>(Object.entries(vector.parameters));
    assert.equal(canonicalLink(vector.file, query), vector.canonical);
    assert.equal(signLink(vector.secret, vector.canonical), vector.sig);
    assert.ok(isSignedBy(vector.secret, vector.file, new Map([...query, ["sig", vector.sig]])));
  });

  it("are parsed the same for every encoding of the same values", () => {
    const queries = ["a=%C3%A9+b&c=", "&&c&a=%c3%a9%20b&", "%61=%C3%A9%20%62&c="];
    for (const query of queries) {
      assert.deepEqual(
        Object.fromEntries(parseLinkQuery(query) ?? []),
        { a: "é b", c: "" },
        JSON.stringify(query),
      );
    }
  });

  it("are rejected if a parameter is repeated or is not percent-encoded UTF-8", () => {
    for (const query of [
      "a=1&a=1",
      "a&%61",
      "__proto__=1&__proto__=2",
      "a=%",
      "a=%zz",
      "a=%ff",
      "a=%ED%A0%80",
      "%=a",
    ]) {
      assert.equal(parseLinkQuery(query), undefined, query);
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
    const sig = signLink("secret", canonicalLink("blog.png", query));
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const accepted = alphabet
      .split("")
      .filter((last) =>
        isSignedBy("secret", "blog.png", new Map([...query, ["sig", sig.slice(0, -1) + last]])),
      );
    assert.deepEqual(accepted, [sig.at(-1)]);
    for (const other of ["", `${sig}=`, `${sig}A`, sig.slice(1), sig.toLowerCase()]) {
      assert.ok(!isSignedBy("secret", "blog.png", new Map([...query, ["sig", other]])), other);
    }
  });
});
