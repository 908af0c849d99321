import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { canonicalLink, isSignedBy, parseLinkQuery, signLink } from "./signed-link.ts";

describe("signed links", () => {
  it("are signed as the document's test vector says", async () => {
    const text = await readFile(new URL("../../../docs/signed-links.md", import.meta.url), "utf8");
    const vector = JSON.parse(/```json\n([^]*?)```/.exec(text)?.[1] ?? "");
    const query = new Map<string, string>(Object.entries(vector.parameters));
    assert.equal(canonicalLink(vector.file, query), vector.canonical);
    assert.equal(signLink(vector.secret, vector.canonical), vector.sig);
    assert.ok(isSignedBy(vector.secret, vector.file, new Map([...query, ["sig", vector.sig]])));
  });

  it("are read alike however a query writes the same values", () => {
    const forms = ["a=%C3%A9+b&c=", "&&c&a=%c3%a9%20b&", "%61=%C3%A9%20%62&c="];
    for (const form of forms) {
      assert.deepEqual(
        Object.fromEntries(parseLinkQuery(form) ?? []),
        { a: "é b", c: "" },
        JSON.stringify(form),
      );
    }
  });

  it("are not read where a name comes twice or something is no percent-encoded UTF-8", () => {
    for (const form of [
      "a=1&a=1",
      "a&%61",
      "__proto__=1&__proto__=2",
      "a=%",
      "a=%zz",
      "a=%ff",
      "a=%ED%A0%80",
      "%=a",
    ]) {
      assert.equal(parseLinkQuery(form), undefined, form);
    }
  });

  it("can't be given one form by two sets of parameters", () => {
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

  it("keep to one signature, to the bit", () => {
    const query = new Map([["kid", "0123456789abcdef"]]);
    const sig = signLink("secret", canonicalLink("blog.png", query));
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const good = alphabet
      .split("")
      .filter((last) =>
        isSignedBy("secret", "blog.png", new Map([...query, ["sig", sig.slice(0, -1) + last]])),
      );
    assert.deepEqual(good, [sig.at(-1)]);
    for (const other of ["", `${sig}=`, `${sig}A`, sig.slice(1), sig.toLowerCase()]) {
      assert.ok(!isSignedBy("secret", "blog.png", new Map([...query, ["sig", other]])), other);
    }
  });
});
