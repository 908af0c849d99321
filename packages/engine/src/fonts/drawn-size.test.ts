import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { TextFragment } from "../layout/placed.ts";
import { drawnSize, fontOf } from "./drawn-size.ts";

describe("drawn font sizes", () => {
  it("are whole pixels for whole sizes, and a limited number for all others", () => {
    const sizes = new Set<number>();
    for (let size = 8; size < 400; size += 0.013) {
      const drawn = drawnSize(size);
      assert.ok(Math.abs(drawn / size - 1) < 0.008, `${size} ${drawn}`);
      sizes.add(drawn);
    }
    assert.ok(sizes.size < 1200, String(sizes.size));
    const style = { fontWeight: 700, fontStyle: "italic" };
    const node = { style } as TextFragment["node"];
    assert.equal(fontOf({ node, families: `"Inter"`, fontSize: 37.8 }), `italic 700 37.75px "Inter"`);
    for (const size of [8, 13, 64, 100, 233, 400]) assert.equal(drawnSize(size), size);
  });
});
