import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { createFixedWidthFormatter } from "../../testing/fixed-width-text.ts";
import {
  layOutScene,
  element,
  image,
  layOutRects,
  rectsToText,
  sceneOf,
  type TestNode,
  type TestStyle,
} from "../../testing/test-scenes.ts";

/** The rectangles of the items of a flex container of 200×100 on a card of that size. */
function layOut(container: TestStyle, ...items: TestNode[]): (number[] | undefined)[] {
  const scene = sceneOf(200, 100, element({ display: "flex", ...container }, ...items));
  const rects = layOutRects(scene);
  return items.map((_, i) => rects[i]);
}

/** A box of a size that is not flexible. */
function rigid(width: number, height: number, style: TestStyle = {}): TestNode {
  return element({ width, height, flexShrink: 0, ...style });
}

describe("flex layout", () => {
  const cases: [string, TestStyle, TestNode[], string][] = [
    ["stretches items in a row", {}, [element({ width: 20 }), element({}, "ab")], "0 0 20 100, 20 0 12 100"],
    [
      "grows items by their factors",
      {},
      [element({ flexGrow: 1 }), element({ flexGrow: 3 })],
      "0 0 50 100, 50 0 150 100",
    ],
    [
      "grows by a part of the free space if the factors are less than 1",
      {},
      [element({ flexGrow: 0.25 })],
      "0 0 50 100",
    ],
    [
      "balances items over lines, with empty items at the ends of lines",
      { flexWrap: "wrap", balancedLines: 1, alignItems: "flex-start", alignContent: "flex-start" },
      [rigid(90, 10), rigid(60, 10), rigid(0, 10), rigid(60, 10), rigid(50, 10)],
      "0 0 90 10, 90 0 60 10, 150 0 0 10, 0 10 60 10, 60 10 50 10",
    ],
    [
      "aligns items by their last baselines at the end of the line",
      { alignItems: "last baseline" },
      [element({ width: 40, alignSelf: "flex-start" }, "a"), element({ width: 6 }, "a b"), rigid(10, 10)],
      "0 0 40 20, 40 60 6 40, 46 85 10 10",
    ],
    [
      "evaluates expressions of % and pixels",
      {},
      [
        element({
          width: { calculation: { kind: "length", px: -20, percent: 50, em: 0 }, hasPercent: true },
        }),
        element({ flexGrow: 1 }),
      ],
      "0 0 80 100, 80 0 120 100",
    ],
    [
      "shrinks items to less than the percentages of their content refer to",
      { flexDirection: "column" },
      [element({ height: 100 }, element({ height: { percent: 100 } })), rigid(10, 60)],
      "0 0 200 40, 0 40 10 60",
    ],
    [
      "shrinks items by their factor times their base size",
      {},
      [element({ width: 100, minWidth: 0 }), element({ width: 200, minWidth: 0 })],
      "0 0 66.671875 100, 66.671875 0 133.328125 100",
    ],
    [
      "gives what a limited item leaves to the others",
      {},
      [element({ flexGrow: 1, maxWidth: 20 }), element({ flexGrow: 1 })],
      "0 0 20 100, 20 0 180 100",
    ],
    [
      "does not shrink items below their widest word",
      {},
      [element({ flexBasis: 150 }, "abcdefghij abc"), rigid(180, 10)],
      "0 0 60 100, 60 0 180 10",
    ],
    [
      "shrinks items with hidden overflow below their widest word",
      {},
      [element({ flexBasis: 150, overflow: "hidden" }, "abcdefghij"), rigid(180, 10)],
      "0 0 20 100, 20 0 180 10",
    ],
    [
      "does not grow min-width: auto beyond a width",
      {},
      [element({ width: 30 }, "abcdefghij"), rigid(190, 10)],
      "0 0 30 100, 30 0 190 10",
    ],
    ["takes flex-basis for the width", {}, [element({ flexBasis: 70, width: 20 })], "0 0 70 100"],
    ["resolves a percentage of flex-basis", {}, [element({ flexBasis: { percent: 25 } })], "0 0 50 100"],
    ["separates items by a gap", { columnGap: 10 }, [rigid(20, 5), rigid(20, 5)], "0 0 20 5, 30 0 20 5"],
    [
      "stacks items in a column",
      { flexDirection: "column", rowGap: 5 },
      [rigid(20, 10), element({}, "ab")],
      "0 0 20 10, 0 15 200 20",
    ],
    [
      "grows items in a column",
      { flexDirection: "column" },
      [rigid(20, 10), element({ flexGrow: 1 })],
      "0 0 20 10, 0 10 200 90",
    ],
    [
      "reverses a row",
      { flexDirection: "row-reverse" },
      [rigid(20, 5), rigid(30, 5)],
      "180 0 20 5, 150 0 30 5",
    ],
    [
      "reverses a column",
      { flexDirection: "column-reverse" },
      [rigid(20, 5), rigid(30, 5)],
      "0 95 20 5, 0 90 30 5",
    ],
    [
      "starts a row at the right in right-to-left text",
      { direction: "rtl" },
      [rigid(20, 5), rigid(30, 5)],
      "180 0 20 5, 150 0 30 5",
    ],
    ["orders items", {}, [rigid(20, 5, { order: 1 }), rigid(30, 5)], "30 0 20 5, 0 0 30 5"],
    [
      "wraps items, and stretches the lines",
      { flexWrap: "wrap" },
      [rigid(150, 20), rigid(100, 30)],
      "0 0 150 20, 0 45 100 30",
    ],
    [
      "wraps items upwards",
      { flexWrap: "wrap-reverse", alignContent: "flex-start" },
      [rigid(150, 20), rigid(100, 30)],
      "0 80 150 20, 0 50 100 30",
    ],
    [
      "distributes lines",
      { flexWrap: "wrap", alignContent: "space-between" },
      [rigid(150, 20), rigid(100, 30)],
      "0 0 150 20, 0 70 100 30",
    ],
    [
      "aligns baselines",
      { alignItems: "baseline" },
      [element({ padding: { top: 10 } }, "a"), element({}, "b")],
      "0 0 6 30, 6 10 6 20",
    ],
    [
      "aligns the bottom of boxes without text as baseline",
      { alignItems: "baseline" },
      [rigid(10, 50), element({}, "b")],
      "0 0 10 50, 10 35 6 20",
    ],
    [
      "lets align-self win",
      { alignItems: "center" },
      [rigid(10, 10), rigid(10, 10, { alignSelf: "flex-end" })],
      "0 45 10 10, 10 90 10 10",
    ],
    [
      "pushes items apart by automatic margins",
      {},
      [rigid(10, 10), rigid(10, 10, { margin: { left: "auto" } })],
      "0 0 10 10, 190 0 10 10",
    ],
    ["centers an item by automatic margins", {}, [rigid(10, 10, { margin: "auto" })], "95 45 10 10"],
    [
      "keeps the height of an image that does not stretch",
      { alignItems: "flex-start" },
      [image({}, 80, 40)],
      "0 0 80 40",
    ],
    ["stretches an image, and keeps its ratio", {}, [image({}, 20, 40)], "0 0 50 100"],
    ["makes bare text an item", {}, ["text ", rigid(10, 10)], "none, 24 0 10 10"],
    [
      "ignores white space between items",
      {},
      [rigid(10, 10), " ", rigid(10, 10)],
      "0 0 10 10, none, 10 0 10 10",
    ],
    [
      "positions absolutely positioned children by the alignment",
      { justifyContent: "center", alignItems: "flex-end" },
      [rigid(20, 10, { position: "absolute" })],
      "90 90 20 10",
    ],
  ];
  for (const [title, container, items, expected] of cases) {
    it(title, () => assert.equal(rectsToText(layOut(container, ...items)), expected));
  }

  const justifications: [TestStyle["justifyContent"], number[], number[]][] = [
    ["flex-start", [0, 20], [0, 150]],
    ["flex-end", [160, 180], [-100, 50]],
    ["center", [80, 100], [-50, 100]],
    ["space-between", [0, 180], [0, 150]],
    ["space-around", [40, 140], [0, 150]],
    ["space-evenly", [53.328125, 126.65625], [0, 150]],
  ];
  for (const [justifyContent = "normal", fitting, overflowing] of justifications) {
    it(`justifies content by ${justifyContent}, overflow included`, () => {
      const xs = (width: number) =>
        layOut({ justifyContent }, rigid(width, 5), rigid(width, 5)).map((rect) => rect?.[0]);
      assert.deepEqual(xs(20), fitting);
      assert.deepEqual(xs(150), overflowing);
    });
  }

  it("resolves percentages of the height of a stretched item", () => {
    const scene = sceneOf(
      200,
      100,
      element({ display: "flex" }, element({}, element({ height: { percent: 50 } }))),
    );
    assert.deepEqual(layOutRects(scene)["0/0"], [0, 0, 0, 50]);
  });

  it("lays out each text a few times only, however deeply flex containers are nested", () => {
    let tree = element({ flexGrow: 1 }, "text in the middle");
    for (let depth = 0; depth < 15; depth++) {
      const siblings = Array.from({ length: 12 }, () => element({ flexGrow: 1 }, "some words"));
      const direction = depth % 2 === 0 ? "column" : "row";
      tree = element(
        { display: "flex", flexGrow: 1, flexDirection: direction, flexWrap: "wrap" },
        tree,
        ...siblings,
      );
    }
    let layouts = 0;
    layOutScene(sceneOf(1200, 630, tree), (items, container) => (sizes) => {
      const formatter = createFixedWidthFormatter(items, container)(sizes);
      return {
        ...formatter,
        layOut(width) {
          layouts++;
          return formatter.layOut(width);
        },
      };
    });
    const texts = 15 * 12 + 1;
    assert.ok(layouts < 10 * texts, `${layouts} layouts of ${texts} texts`);
  });

  const selfAlignments: [TestStyle["alignSelf"], TestStyle, number[]][] = [
    ["self-end", { flexDirection: "column" }, [0, 0, 20, 10]],
    ["self-start", { flexDirection: "column" }, [180, 0, 20, 10]],
    ["self-end", { flexWrap: "wrap-reverse" }, [0, 90, 20, 10]],
    ["start", { flexWrap: "wrap-reverse" }, [0, 0, 20, 10]],
    ["flex-start", { flexWrap: "wrap-reverse" }, [0, 90, 20, 10]],
  ];
  for (const [alignSelf = "auto", container, expected] of selfAlignments) {
    it(`aligns a right-to-left item by ${alignSelf} in ${JSON.stringify(container)}`, () => {
      const item = (position: "static" | "absolute") =>
        rigid(20, 10, { alignSelf, position, direction: "rtl" });
      assert.deepEqual(layOut(container, item("static")), [expected]);
      assert.deepEqual(layOut(container, item("absolute")), [expected]);
    });
  }
});
