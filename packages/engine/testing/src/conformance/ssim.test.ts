import assert from "node:assert/strict";
import { computeSsim, type Pixels } from "./ssim.ts";

function draw(color: (x: number, y: number) => number): Pixels {
  const data = new Uint8Array(32 * 32 * 3);
  for (let at = 0; at < data.length; at++) {
    const pixel = Math.floor(at / 3);
    data[at] = color(pixel % 32, Math.floor(pixel / 32));
  }
  return { width: 32, height: 32, data };
}

describe("SSIM", () => {
  const stripes = draw((x) => (x % 8 < 4 ? 0 : 255));

  it("is 1 for equal images and for images of one color", () => {
    assert.equal(computeSsim(stripes, stripes), 1);
    assert.equal(
      computeSsim(
        draw(() => 90),
        draw(() => 90),
      ),
      1,
    );
  });

  it("is close to 1 for rounding differences and negative for inverted images", () => {
    assert.ok(
      computeSsim(
        stripes,
        draw((x) => (x % 8 < 4 ? 1 : 254)),
      ) > 0.999,
    );
    assert.ok(
      computeSsim(
        stripes,
        draw((x) => (x % 8 < 4 ? 255 : 0)),
      ) < 0,
    );
  });

  it("is 0 for images of different sizes", () => {
    assert.equal(computeSsim(stripes, { ...stripes, height: 31 }), 0);
  });
});
