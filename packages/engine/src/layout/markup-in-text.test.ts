import assert from "node:assert/strict";
import { describeMarkup } from "./markup-in-text.ts";

describe("markup in a text", () => {
  it("is an HTML tag or a character reference", () => {
    const cases = [
      ["Now <b>free</b>", "<b>"],
      ["Line<br/>break", "<br/>"],
      ["Read </P>", "</P>"],
      ['A <a href="https://example.com/a-long-address">link</a>', '<a href="https://example…'],
      ["Hidden <!-- note -->", "<!--"],
    ] as const;
    for (const [text, tag] of cases)
      assert.equal(
        describeMarkup("title", text),
        `“title” contains HTML, such as ${tag}, which is shown as written. Remove the tags.`,
      );
    for (const reference of ["&amp;", "&#39;", "&#x27;", "&nbsp;", "&quot;", "&hellip;", "&Auml;"])
      assert.equal(
        describeMarkup("author", `Tom ${reference} Ada`),
        `“author” contains the character reference ${reference}, which is shown as written. Send the character itself.`,
      );
  });

  it("is not a comparison, a name with an ampersand, a type or an address", () => {
    const texts = [
      "a < b",
      "a<b and c>d",
      "1 < 2 > 0",
      "AT&T",
      "R&D; Q&A;",
      "Tom & Ada",
      "Map<String, List<T>>",
      "C++ <vector>",
      "Write to <ada@example.com>",
      "I <3 you",
      "&;",
      "&#;",
      "&copy",
      "",
    ];
    for (const text of texts) assert.equal(describeMarkup("title", text), undefined, text);
  });
});
