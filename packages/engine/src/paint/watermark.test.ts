import assert from "node:assert/strict";
import { createCanvas } from "canvas";
import { paintWatermark } from "./watermark.ts";

describe("paintWatermark", () => {
  for (const [width, height] of [
    [1200, 630],
    [1080, 1920],
    [2048, 200],
    [200, 200],
  ] as const) {
    for (const background of ["#ffffff", "#000000", "#7a7a7a"]) {
      it(`is visible in every quarter of ${width}×${height} on ${background}, and changes little`, () => {
        const context = createCanvas(width, height).getContext("2d");
        context.fillStyle = background;
        context.fillRect(0, 0, width, height);
        paintWatermark(context, { width, height });
        const [w, h] = [width / 2, height / 2];
        for (const [x, y] of [
          [0, 0],
          [w, 0],
          [0, h],
          [w, h],
        ] as const) {
          const { data } = context.getImageData(x, y, w, h);
          const plain = Number.parseInt(background.slice(1, 3), 16);
          let changed = 0;
          for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i]! - plain) > 20) changed++;
          const share = changed / (data.length / 4);
          assert.ok(share > 0.005 && share < 0.3, `${share} of the quarter at ${x}, ${y}`);
        }
      });
    }
  }
});
