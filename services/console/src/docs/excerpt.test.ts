import assert from "node:assert/strict";
import { excerptOf } from "./excerpt.ts";

const textOf = (parts: ReturnType<typeof excerptOf>) =>
  parts.map(({ part, isMatch }) => (isMatch ? `[${part}]` : part)).join("");

describe("excerptOf", () => {
  it("marks the terms in the text around the first one", () => {
    assert.equal(
      textOf(excerptOf("Sign the link with the key.", ["link", "key"])),
      "Sign the [link] with the [key].",
    );
    assert.equal(textOf(excerptOf("Using it in `in_use`", ["in"])), "Using it [in] `[in]_use`");
    const long = `${"words ".repeat(40)}the signature ${"more ".repeat(40)}`;
    const excerpt = textOf(excerptOf(long, ["signature"]));
    assert.match(excerpt, /^….*\[signature\].*…$/u);
    assert.ok(excerpt.length < 160);
  });

  it("is the beginning of a text without the terms", () => {
    assert.equal(textOf(excerptOf("Some text", ["(other"])), "Some text");
    assert.equal(textOf(excerptOf("Some text", [])), "Some text");
    assert.equal(textOf(excerptOf("", ["term"])), "");
  });
});
