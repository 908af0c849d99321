import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { packRgb } from "./pack-rgb.ts";

describe("packRgb", () => {
  for (const pixels of [1, 2, 3, 4, 5, 7, 8, 67]) {
    it(`packs ${pixels} BGRA pixels into RGB`, () => {
      const bgra = Buffer.alloc(pixels * 4, 255);
      const expected = Buffer.alloc(pixels * 3);
      for (let pixel = 0; pixel < pixels; pixel++) {
        const [red, green, blue] = [pixel + 1, pixel + 80, 255 - pixel];
        bgra.set([blue, green, red], pixel * 4);
        expected.set([red, green, blue], pixel * 3);
      }
      assert.deepEqual(packRgb(bgra), expected);
    });
  }
});
