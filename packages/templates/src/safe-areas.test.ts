import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { safeAreas, safeAreasOf } from "./safe-areas.ts";

describe("safe areas", () => {
  it("come from X for link previews, from stories for 9:16, and are absent for squares and banners", () => {
    const platformsOf = (width: number, height: number) =>
      safeAreasOf({ width, height }).map(({ platform }) => platform);
    assert.deepEqual(platformsOf(1200, 630), ["x"]);
    assert.deepEqual(platformsOf(1600, 900), ["x"]);
    assert.deepEqual(platformsOf(1080, 1920), ["stories"]);
    assert.deepEqual(platformsOf(1080, 1080), []);
    assert.deepEqual(platformsOf(2048, 400), []);
  });

  it("lie within the card", () => {
    for (const { x, y, width, height } of safeAreas.flatMap(({ covered }) => covered)) {
      assert.ok(x >= 0 && y >= 0 && width > 0 && height > 0);
      assert.ok(x + width <= 1 && y + height <= 1);
    }
  });
});
