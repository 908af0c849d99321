import assert from "node:assert/strict";
import { renderPrice } from "./render-price.ts";

describe("the price of a render", () => {
  const card = { width: 1200, height: 630, format: "png" } as const;

  it("is in proportion to pixels and encodes, rounded up", () => {
    const prices = [
      renderPrice(card),
      renderPrice({ ...card, scale: 2 }),
      renderPrice({ ...card, maxBytes: 1_000 }), // PNG has no quality
      renderPrice({ ...card, format: "webp", maxBytes: 1_000 }),
      renderPrice({ ...card, format: "auto" }),
      renderPrice({ ...card, format: "auto", maxBytes: 1_000 }),
      renderPrice({ width: 2045, height: 2040, format: "webp", maxBytes: 1_000 }),
    ];
    assert.deepEqual(prices, [1, 3, 1, 2, 2, 3, 10]);
  });
});
