import assert from "node:assert/strict";
import { pixelsOf } from "./quantity.ts";

describe("pixelsOf", () => {
  it("knows lengths that depend on the size of the card alone", () => {
    for (const [css, pixels] of [
      ["-1.5px", -1.5],
      ["0", 0],
      ["25cqh", 157.5],
      ["calc(-1 * 64px - 2vmax)", -88],
      ["calc(2px * PI / pi)", 2],
      ["min(10cqw, 100px)", 100],
      ["1em", undefined],
      ["1rem", undefined],
      ["50%", undefined],
      ["2", undefined],
      ["1px 2px", undefined],
      ["var(--a)", undefined],
      ["fit(1px, 2px)", undefined],
      ["#fff", undefined],
      ["", undefined],
    ] as const)
      assert.equal(pixelsOf(css, { width: 1200, height: 630 }), pixels);
  });
});
