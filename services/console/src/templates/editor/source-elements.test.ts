import assert from "node:assert/strict";
import { findSourceElement, parseSourceElements } from "./source-elements.ts";

const html = `<style>h1 { color: red }</style>
<main class="card {{kind}} wide">
  <img src="a.png" alt=""> text
  <ul><li each="tag of tags">{{tag}}<br><b>x</b></li></ul>
</main>`;

describe("findSourceElement", () => {
  const nameAt = (path: string) => findSourceElement(parseSourceElements(html), path)?.name;

  it("names elements by tag and classes, from the root", () => {
    assert.deepEqual(["", "0", "1", "1/0:2", "1/0:2/1"].map(nameAt), [
      "main.card.wide",
      "img",
      "ul",
      "li",
      "b",
    ]);
  });

  it("knows where an element starts", () => {
    const element = findSourceElement(parseSourceElements(html), "1/0:2");
    assert.ok(html.slice(element?.offset).startsWith("<li each"));
  });

  it("finds nothing at a path that the source does not have", () => {
    for (const path of ["2", "1/0/2", "x"]) assert.equal(nameAt(path), undefined, path);
    assert.equal(findSourceElement(parseSourceElements(""), ""), undefined);
  });
});
