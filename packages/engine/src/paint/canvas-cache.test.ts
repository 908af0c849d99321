import assert from "node:assert/strict";
import { createCanvas } from "canvas";
import { CanvasCache } from "./canvas-cache.ts";

describe("the cache of gradients and shadows", () => {
  const add = (cache: CanvasCache, key: string, side = 10) => {
    const canvas = createCanvas(side, side);
    cache.add(key, canvas);
    return canvas;
  };

  it("keeps a canvas that is needed again, and frees one that is needed once", () => {
    const cache = new CanvasCache(1000);
    const first = add(cache, "a");
    assert.deepEqual([cache.get("a"), first.width], [undefined, 0]);
    const second = add(cache, "a");
    assert.equal(cache.get("a"), second);
    assert.equal(second.width, 10);
  });

  it("frees the least recently used canvases when they take too many bytes, and one that is too large", () => {
    const cache = new CanvasCache(1000);
    const [a, b, c] = ["a", "b", "c"].map((key) => {
      add(cache, key);
      return add(cache, key);
    });
    assert.deepEqual([cache.get("a"), cache.get("b"), cache.get("c")], [undefined, b, c]);
    assert.equal(a!.width, 0);
    add(cache, "large", 20);
    const large = add(cache, "large", 20);
    assert.deepEqual([cache.get("large"), large.width, cache.get("c")], [undefined, 0, c]);
  });
});
