import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createFixedWidthFormatter } from "../../testing/fixed-width-text.ts";
import {
  layOutScene,
  element,
  image,
  layOutRects,
  sceneOf,
  type TestNode,
  type TestStyle,
} from "../../testing/test-scenes.ts";

/** The rectangles of all boxes on a card of 400×300 with this root. */
function layOut(root: TestNode) {
  return layOutRects(sceneOf(400, 300, root));
}

/** A block of a height with margins at top and bottom. */
function block(height: number, top: number, bottom: number, style: TestStyle = {}): TestNode {
  return element({ height, margin: { top, bottom }, ...style });
}

describe("block layout", () => {
  it("fills the card with the root", () => {
    assert.deepEqual(layOut(element({})), { "": [0, 0, 400, 300] });
  });

  const collapsing: [string, TestNode[], Record<string, number[]>][] = [
    ["the larger of two adjoining margins", [block(10, 0, 30), block(10, 20, 0)], { 1: [0, 40, 400, 10] }],
    [
      "positive and negative margins to their sum",
      [block(10, 0, 30), block(10, -20, 0)],
      { 1: [0, 20, 400, 10] },
    ],
    ["two negative margins to the smaller", [block(10, 0, -3), block(10, -5, 0)], { 1: [0, 5, 400, 10] }],
    [
      "margins through an empty box",
      [block(10, 0, 5), element({ margin: { top: 30, bottom: 20 } }), block(10, 10, 0)],
      { 1: [0, 40, 400, 0], 2: [0, 40, 400, 10] },
    ],
    [
      "the margins of a parent and its first child",
      [element({ margin: { top: 10 } }, block(10, 30, 0))],
      { 0: [0, 30, 400, 10], "0/0": [0, 30, 400, 10] },
    ],
    [
      "the margins of a parent and its last child",
      [element({ margin: { bottom: 10 } }, block(10, 0, 30)), block(10, 0, 0)],
      { 0: [0, 0, 400, 10], 1: [0, 40, 400, 10] },
    ],
  ];
  for (const [title, children, expected] of collapsing) {
    it(`collapses ${title}`, () => assertRects(layOut(element({}, ...children)), expected));
  }

  const separating: [string, TestStyle, number[]][] = [
    ["padding", { padding: { top: 1 } }, [0, 0, 400, 41]],
    ["a border", { border: { top: 1 } }, [0, 0, 400, 41]],
    ["hidden overflow", { overflow: "hidden" }, [0, 0, 400, 60]],
    ["a flex container", { display: "flex" }, [0, 0, 400, 60]],
  ];
  for (const [title, style, expected] of separating) {
    it(`keeps the margin of a first child inside of ${title}`, () => {
      assertRects(layOut(element({}, element(style, block(10, 30, 20)))), { 0: expected });
    });
  }

  it("discards the margin of a last child below a minimum height", () => {
    const rects = layOut(element({}, element({ minHeight: 50 }, block(10, 0, 30)), block(10, 0, 0)));
    assertRects(rects, { 0: [0, 0, 400, 50], 1: [0, 50, 400, 10] });
  });

  const widths: [string, TestStyle, number[]][] = [
    ["fills the containing block", { margin: { left: 10, right: 20 } }, [10, 0, 370, 20]],
    ["resolves percentages", { width: { percent: 25 } }, [0, 0, 100, 20]],
    [
      "adds padding and border for content-box",
      { width: 100, padding: 5, border: 1, boxSizing: "content-box" },
      [0, 0, 112, 32],
    ],
    ["is at least padding and border", { width: 5, padding: 5, border: 1 }, [0, 0, 12, 52]],
    [
      "centers with automatic margins",
      { width: 100, margin: { left: "auto", right: "auto" } },
      [150, 0, 100, 20],
    ],
    [
      "moves right with an automatic left margin",
      { width: 100, margin: { left: "auto", right: 10 } },
      [290, 0, 100, 20],
    ],
    ["takes the widest word as min-content", { width: "min-content" }, [0, 0, 24, 40]],
    ["takes the whole line as max-content", { width: "max-content" }, [0, 0, 48, 20]],
    ["takes the whole line as fit-content if it fits", { width: "fit-content" }, [0, 0, 48, 20]],
    ["clamps to max-width", { maxWidth: 90 }, [0, 0, 90, 20]],
    ["prefers min-width to max-width", { maxWidth: 90, minWidth: { percent: 50 } }, [0, 0, 200, 20]],
    ["follows the aspect ratio from the height", { height: 50, aspectRatio: 2 }, [0, 0, 100, 50]],
    ["determines the height by the aspect ratio", { width: 50, aspectRatio: 0.5 }, [0, 0, 50, 100]],
    ["grows beyond the aspect ratio with the content", { width: 24, aspectRatio: 4 }, [0, 0, 24, 40]],
    [
      "ignores a percentage height without a definite height around it",
      { maxHeight: { percent: 50 } },
      [0, 0, 400, 20],
    ],
  ];
  for (const [title, style, expected] of widths) {
    it(title, () => {
      assertRects(layOut(element({}, element({}, element(style, "abc defg")))), { "0/0": expected });
    });
  }

  it("resolves percentages of definite heights", () => {
    const rects = layOut(
      element({}, element({ height: { percent: 50 } }, element({ height: { percent: 50 } }))),
    );
    assertRects(rects, { 0: [0, 0, 400, 150], "0/0": [0, 0, 400, 75] });
  });

  it("ignores the left margin of over-constrained boxes in right-to-left text", () => {
    const rects = layOut(
      element({ direction: "rtl" }, element({ width: 100, margin: { left: 7, right: 10 } })),
    );
    assertRects(rects, { 0: [290, 0, 100, 0] });
  });

  it("wraps text between blocks in anonymous boxes, and ignores white space between them", () => {
    const rects = layOut(element({}, block(10, 0, 5), " ", block(10, 0, 5), " text ", block(10, 5, 0)));
    assertRects(rects, { 2: [0, 15, 400, 10], 4: [0, 55, 400, 10] });
  });

  it("splits an inline element around a block", () => {
    const rects = layOut(
      element({}, element({ display: "inline" }, "before", block(10, 0, 0), "after"), block(10, 0, 0)),
    );
    assertRects(rects, { "0/1": [0, 20, 400, 10], 1: [0, 50, 400, 10] });
  });

  it("moves relatively positioned boxes without moving others", () => {
    const moved = element({ position: "relative", inset: { left: 5, top: { percent: 10 } }, height: 10 });
    const rects = layOut(element({}, element({ height: 100 }, moved, block(10, 0, 0))));
    assertRects(rects, { "0/0": [5, 10, 400, 10], "0/1": [0, 10, 400, 10] });
  });

  it("moves the content of relatively positioned inline elements", () => {
    const content = element({ display: "inline-block" }, "b");
    const moved = element({ display: "inline", position: "relative", inset: { left: 5, top: -3 } }, content);
    assertRects(layOut(element({}, "a ", moved)), { "1/0": [17, -3, 6, 20] });
  });

  const images: [string, TestStyle, number[]][] = [
    ["its natural size", {}, [0, 0, 80, 40]],
    ["its natural ratio from the width", { width: 40 }, [0, 0, 40, 20]],
    ["its natural ratio from the height", { height: 60 }, [0, 0, 120, 60]],
    ["its natural ratio in a maximum width", { maxWidth: 40 }, [0, 0, 40, 20]],
    ["its natural ratio in a maximum height", { maxHeight: 10 }, [0, 0, 20, 10]],
    ["its natural ratio in a minimum height", { minHeight: 80 }, [0, 0, 160, 80]],
    ["the smaller of two maximum sizes", { maxWidth: 60, maxHeight: 20 }, [0, 0, 40, 20]],
    ["its padding around the natural size", { padding: 5 }, [0, 0, 90, 50]],
    ["another aspect ratio from its style", { width: 100, aspectRatio: 1 }, [0, 0, 100, 100]],
  ];
  for (const [title, style, expected] of images) {
    it(`gives an image ${title}`, () => {
      assertRects(layOut(element({}, image({ display: "block", ...style }, 80, 40))), { 0: expected });
    });
  }

  it("aligns an inline-block at its last baseline, and one that clips at its bottom", () => {
    const inlineBlock = (style: TestStyle) => element({ display: "inline-block", ...style }, "a", "\n", "b");
    assertRects(layOut(element({}, "x ", inlineBlock({}), element({ display: "block", height: 5 }))), {
      1: [12, 0, 6, 40],
      2: [0, 40, 400, 5],
    });
    assertRects(layOut(element({}, "x ", inlineBlock({ overflow: "hidden" }), element({ height: 5 }))), {
      1: [12, 0, 6, 40],
      2: [0, 45, 400, 5],
    });
  });

  const alignments: [TestStyle["alignContent"], number][] = [
    ["normal", 0],
    ["center", 40],
    ["flex-end", 80],
    ["space-around", 40],
    ["space-between", 0],
  ];
  for (const [alignContent = "normal", y] of alignments) {
    it(`aligns the content of a block by align-content: ${alignContent}`, () => {
      const style = { height: 100, alignContent };
      assert.equal(layOut(element({}, element(style, element({ height: 20 }))))["0/0"]?.[1], y);
      const { texts } = layOutScene(
        sceneOf(400, 300, element({}, element(style, "text"))),
        createFixedWidthFormatter,
      );
      assert.equal(texts[0]?.fragment.contentOffset, y);
    });
  }

  it("fills its containing block with the size stretch, margins included", () => {
    const inner = element({ width: "stretch", height: "stretch", margin: 10 });
    const rects = layOut(element({}, element({ display: "flow-root", width: 200, height: 100 }, inner)));
    assert.deepEqual(rects["0/0"], [10, 10, 180, 80]);
    const limited = element({ width: 500, height: 20, maxWidth: "stretch", minHeight: "stretch" });
    assert.deepEqual(
      layOut(element({}, element({ width: 200, height: 100 }, limited)))["0/0"],
      [0, 0, 200, 100],
    );
    const basis = element({ flexBasis: "stretch", flexShrink: 0 });
    const column: TestStyle = { display: "flex", flexDirection: "column", width: 200, height: 100 };
    assert.deepEqual(layOut(element({}, element(column, basis)))["0/0"], [0, 0, 200, 100]);
  });

  it("limits the content-based height of a box with an aspect ratio by its maximum width", () => {
    const box = element({ maxWidth: 40, aspectRatio: 2 }, "abc defg hijk");
    assert.deepEqual(layOut(element({ display: "flex", alignItems: "flex-start" }, box))[0], [0, 0, 40, 20]);
  });
});

function assertRects(actual: Record<string, number[]>, expected: Record<string, number[]>): void {
  for (const [path, rect] of Object.entries(expected)) assert.deepEqual(actual[path], rect, `box ${path}`);
}
