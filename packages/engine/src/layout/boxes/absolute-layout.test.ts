import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  element,
  image,
  layOutRects,
  sceneOf,
  type TestNode,
  type TestStyle,
} from "../../testing/test-scenes.ts";

function layOut(root: TestNode) {
  return layOutRects(sceneOf(400, 300, root));
}

/** An absolutely positioned box with an `inset`. */
function absolute(style: TestStyle, ...children: TestNode[]): TestNode {
  return element({ position: "absolute", ...style }, ...children);
}

describe("absolute layout", () => {
  const size = { width: 50, height: 40 };
  const all = { top: 10, right: 20, bottom: 30, left: 40 };
  const cases: [string, TestStyle, number[]][] = [
    ["places a box from the left and top", { ...size, inset: { left: 5, top: 7 } }, [5, 7, 50, 40]],
    [
      "places a box from the right and bottom",
      { ...size, inset: { right: 5, bottom: 7 } },
      [345, 253, 50, 40],
    ],
    ["adds margins to insets", { ...size, margin: 3, inset: { right: 5, top: 7 } }, [342, 10, 50, 40]],
    ["stretches between insets", { inset: all }, [40, 10, 340, 260]],
    ["ignores right and bottom if over-constrained", { ...size, inset: all }, [40, 10, 50, 40]],
    ["centers by automatic margins", { ...size, margin: "auto", inset: 0 }, [175, 130, 50, 40]],
    [
      "clamps a stretched size, and centers it",
      { maxWidth: 100, margin: "auto", inset: 0 },
      [150, 0, 100, 300],
    ],
    [
      "overflows at the start with an automatic margin there",
      { ...size, width: 450, margin: { left: "auto" }, inset: { left: 10, right: 20 } },
      [-70, 0, 450, 40],
    ],
    ["shrinks to fit its text", { inset: { left: 10, top: 0 } }, [10, 0, 48, 20]],
    ["shrinks to the space before the edge", { inset: { left: 370, top: 0 } }, [370, 0, 30, 40]],
    [
      "resolves percentages of the card",
      { width: { percent: 50 }, height: { percent: 10 }, inset: { left: { percent: 25 }, top: 0 } },
      [100, 0, 200, 30],
    ],
    [
      "follows the aspect ratio from its stretched height",
      { aspectRatio: 0.5, inset: { top: 0, bottom: 0, left: 0 } },
      [0, 0, 150, 300],
    ],
    ["follows the aspect ratio from its stretched width", { aspectRatio: 2, inset: 0 }, [0, 0, 400, 200]],
  ];
  for (const [title, style, expected] of cases) {
    it(title, () => assert.deepEqual(layOut(element({}, absolute(style, "abc defg")))[0], expected));
  }

  it("stays at its position in the flow without insets, after collapsed margins", () => {
    const before = element({ height: 20, margin: { bottom: 15 } });
    const rects = layOut(element({ padding: { left: 8 } }, before, absolute(size), element({ height: 5 })));
    assert.deepEqual(rects[1], [8, 35, 50, 40]);
    assert.deepEqual(rects[2], [8, 35, 392, 5]);
  });

  it("refers to the padding box of the nearest positioned ancestor", () => {
    const parent: TestStyle = { position: "relative", border: 2, padding: 5, margin: 10, height: 100 };
    const rects = layOut(
      element({}, element(parent, element({}, absolute({ ...size, inset: { right: 0, bottom: 0 } })))),
    );
    assert.deepEqual(rects["0/0/0"], [338, 68, 50, 40]);
  });

  it("refers to a transformed ancestor", () => {
    const parent: TestStyle = { transform: [{ kind: "rotate", angle: 5 }], height: 100 };
    const rects = layOut(element({}, element(parent, absolute({ ...size, inset: { left: 0, bottom: 0 } }))));
    assert.deepEqual(rects["0/0"], [0, 60, 50, 40]);
  });

  it("keeps the natural size of an image between insets", () => {
    const rects = layOut(element({}, image({ position: "absolute", inset: 0 }, 80, 40)));
    assert.deepEqual(rects[0], [0, 0, 80, 40]);
  });

  it("gives percentages of a stretched height to its children", () => {
    const rects = layOut(element({}, absolute({ inset: 0 }, element({ height: { percent: 50 } }))));
    assert.deepEqual(rects["0/0"], [0, 0, 400, 150]);
  });
});
