import assert from "node:assert/strict";
import { formatCount } from "./counts.ts";

describe("counts in the console", () => {
  it("have a noun in the plural unless the number is 1", () => {
    const texts = [0, 1, 2, 1234].map((value) => formatCount(value, "image"));
    assert.deepEqual(texts, ["0 images", "1 image", "2 images", "1,234 images"]);
  });
});
