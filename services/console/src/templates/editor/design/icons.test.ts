import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { findIcons, parseIcons, toSvg, type Icon } from "./icons.ts";

describe("the icons of the template editor", () => {
  let icons: Icon[];
  before(async () => {
    const assets = new URL("../../../public/assets/", import.meta.url);
    const file = (await readdir(assets)).find((name) => /^icons-.+svg$/.test(name))!;
    icons = parseIcons(await readFile(new URL(file, assets), "utf8"));
  });
  const find = (query: string) => findIcons(icons, query).map(({ name }) => name);

  it("are those of Lucide, of which common ones are shown first", () => {
    assert.ok(icons.length > 1_500);
    assert.equal(find("").length, 77);
  });

  it("are found by the starts of words of their names and tags, names first", () => {
    assert.equal(find("Rock")[0], "rocket");
    assert.ok(find("space").includes("rocket"));
    assert.equal(find("arrow up right")[0], "arrow-up-right");
    assert.ok(find("arrow").length <= 96);
    assert.deepEqual(find("nothing like this"), []);
  });

  it("are SVG documents in the color of the text", () => {
    const rocket = icons.find(({ name }) => name === "rocket")!;
    assert.match(toSvg(rocket), /^<svg [^>]*stroke="currentColor"[^>]*>(?:<path d="[^"]+" ?\/>)+<\/svg>$/);
  });
});
