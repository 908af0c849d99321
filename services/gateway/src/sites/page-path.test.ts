import assert from "node:assert/strict";
import { parsePagePath, readPageFile } from "./page-path.ts";

describe("the path of a page", () => {
  it("is the path of its URL, percent-encoded", () => {
    for (const path of [
      "/",
      "/blog/my-post",
      "/blog/my-post/",
      "/a.html",
      "/@user:1/x%20y",
      "/caf%C3%A9",
      "/~x/%7e",
    ])
      assert.equal(parsePagePath(path), path);
    assert.equal(parsePagePath("/café/日本"), "/caf%C3%A9/%E6%97%A5%E6%9C%AC");
    assert.equal(parsePagePath(`/${"x".repeat(1_023)}`)?.length, 1_024);
  });

  it("can't be taken for another path or another host", () => {
    for (const path of [
      ...["", "blog", "//evil.example", "/a//b", "/\\evil.example", "/a/../b", "/..", "/.", "/a/./b"],
      ...[
        "/%2e%2e/a",
        "/%2E./a",
        "/a/.%2e",
        "/a%2fb",
        "/a%2Fb",
        "/a%5cb",
        "/%00",
        "/a%0d%0ab",
        "/%zz",
        "/%c3",
      ],
      ...["/a b", "/a\tb", "/a\nb", "/a?b", "/a#b", "@evil.example/", ":80/a", `/${"x".repeat(1_024)}`],
      ...[`/${"é".repeat(400)}`, "/\u0000", "/\u0085"],
    ])
      assert.equal(parsePagePath(path), undefined, JSON.stringify(path));
  });
});

describe("the link of a page", () => {
  it("is the path with an extension, whatever its query", () => {
    assert.deepEqual(readPageFile("/.png"), { path: "/", extension: "png" });
    assert.deepEqual(readPageFile("/blog/my-post/.webp?a.b=c/d.jpg"), {
      path: "/blog/my-post/",
      extension: "webp",
    });
    assert.deepEqual(readPageFile("/v1.2/index.html.jpg"), { path: "/v1.2/index.html", extension: "jpg" });
    assert.equal(readPageFile("/../admin.png").path, undefined);
    assert.equal(readPageFile("png").path, undefined);
  });
});
