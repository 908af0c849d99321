import assert from "node:assert/strict";
import { remarksOn } from "./size-list.tsx";

describe("The remarks on a size", () => {
  const card = (y: number, height: number) => ({
    width: 1000,
    height: 1000,
    image: "",
    boxes: [
      { path: "", x: 0, y: 0, width: 1000, height: 1000 },
      { path: "0", x: 0, y: 0, width: 1000, height: 1000 },
      { path: "0/0", x: 0, y, width: 1000, height },
    ],
  });

  it("say which platform draws over a small image, and not that one draws over a photo", () => {
    const image = (width: number, height: number) =>
      ({
        width: 1200,
        height: 630,
        image: "",
        boxes: [{ path: "0", x: 64, y: 620 - height, width, height }],
      }) as never;
    assert.equal(remarksOn(image(200, 56)).length, 1);
    assert.deepEqual(remarksOn(image(1000, 500)), []);
    assert.deepEqual(remarksOn(image(400, 8)), []);
  });

  it("say at which size of the card its texts are too small for a phone", () => {
    const text = (fontSize: number, height: number, width = 1200) => {
      const box = { x: 0, y: 200, width: 400, height: 100 };
      const boxes = [{ path: "0", ...box, text: { ...box, fontSize } }];
      return remarksOn({ width, height, image: "", boxes } as never).filter((each) =>
        /hard to read/.test(each),
      );
    };
    assert.deepEqual(
      [text(19, 630), text(20, 630)],
      [["Texts below 20 px are hard to read on a phone: raise their “Smallest” font size"], []],
    );
    assert.deepEqual([text(29, 1200).length, text(30, 1200).length], [1, 0]);
    assert.deepEqual([text(9, 315, 600).length, text(10, 315, 600).length], [1, 0]);
  });

  it("say for which platform the file is too large", () => {
    const file = (bytes: number) =>
      ({ ...card(400, 300), format: "png", image: "A".repeat((bytes * 4) / 3) }) as never;
    assert.deepEqual(remarksOn(file(300_000)), []);
    assert.deepEqual(remarksOn(file(420_000)), ["Larger than 300 kB as PNG: too large for WhatsApp"]);
  });

  it("say which platform draws over a text", () => {
    const link = (x: number, y: number) => {
      const text = { x, y, width: 200, height: 40 };
      return { width: 1200, height: 630, image: "", boxes: [{ path: "0", ...text, text }] } as never;
    };
    assert.deepEqual(remarksOn(link(64, 560)), [
      "On X, the platform covers a text or a small image: raise “Space inside” of the card",
    ]);
    assert.deepEqual(remarksOn(link(64, 500)), []);
    assert.deepEqual(remarksOn(link(920, 560)), []);
  });
});
