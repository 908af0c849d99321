import assert from "node:assert/strict";
import { createCanvas } from "canvas";
import { describe, it } from "mocha";
import { readPixels } from "./pixels.ts";

describe("readPixels", () => {
  const canvas = createCanvas(3, 2);
  const context = canvas.getContext("2d");
  context.fillStyle = "#010203";
  context.fillRect(0, 0, 3, 2);

  it("passes the pixels as BGRA, and returns what is read", () => {
    assert.deepEqual(
      readPixels(canvas, (bgra) => [bgra.length, ...bgra.subarray(0, 4)]),
      [24, 3, 2, 1, 255],
    );
  });

  it("frees the memory of the pixels once they are read, also if reading them fails", () => {
    const read: Buffer[] = [];
    readPixels(canvas, (bgra) => read.push(bgra));
    assert.throws(() =>
      readPixels(canvas, (bgra) => {
        read.push(bgra);
        throw new Error("failed");
      }),
    );
    assert.deepEqual(
      read.map(({ buffer }) => buffer.byteLength),
      [0, 0],
    );
  });
});
