import assert from "node:assert/strict";
import { compile } from "../../testing/compile-card.ts";
import { StyleCache } from "./style-tree.ts";

describe("the cache of styles", () => {
  const compiled = (color: string) => compile(`<main style="color: ${color}">{{title}}</main>`).template!;
  const red = compiled("#ff0000");
  const styleOf = (styles: StyleCache | undefined, width: number, template = red) => {
    const { style } = template.scene({ title: "Title" }, { width, height: 630, styles }).root;
    return style;
  };

  it("keeps the styles of a size for later cards", () => {
    const styles = new StyleCache(1024 * 1024);
    assert.equal(styleOf(styles, 1200), styleOf(styles, 1200));
    assert.notEqual(styleOf(styles, 1200), styleOf(styles, 1080));
    assert.notEqual(styleOf(undefined, 1200), styleOf(undefined, 1200));
  });

  it("keeps the most recently used styles of all templates, up to a number of bytes", () => {
    const styles = new StyleCache(50 * 1024);
    const blue = compiled("#0000ff");
    const sizes = Array.from({ length: 20 }, (_, i) => 1000 + i);
    const kept = sizes.map((width) => {
      const template = width % 2 === 0 ? red : blue;
      styleOf(styles, width, template);
      return { width, template, style: styleOf(styles, width, template) };
    });
    const isKept = kept.toReversed().map(({ width, template, style }) => {
      return styleOf(styles, width, template) === style;
    });
    assert.ok(isKept[0] && isKept[1], "one of each template");
    assert.ok(isKept.includes(false));
    assert.deepEqual(
      isKept,
      isKept.toSorted((a, b) => Number(b) - Number(a)),
    );
  });
});
