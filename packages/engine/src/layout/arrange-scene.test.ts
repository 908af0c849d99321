import assert from "node:assert/strict";
import type { Fit } from "@placard/templates/scene";
import { describe, it } from "mocha";
import { createFixedWidthFormatter } from "../testing/fixed-width-text.ts";
import { element, image, rectsOf, sceneOf, type TestNode, type TestStyle } from "../testing/test-scenes.ts";
import { withPauses } from "../testing/resumable-formatters.ts";
import { arrangeScene } from "./arrange-scene.ts";
import type { PlacedBox } from "./placed.ts";

/** A fitted font size. Letters are 0.6 of it wide, lines twice as high. */
interface TestFit extends Fit {
  /** What the layout has chosen. */
  size: number;
}

function fitOf(min: number, max: number): TestFit {
  return { min, max, size: max };
}

async function arrange(width: number, height: number, root: TestNode) {
  const arranged = await arrangeScene(sceneOf(width, height, root), withPauses(createFixedWidthFormatter));
  noteSizes(arranged.root);
  return { ...arranged, rects: rectsOf(arranged.root) };
}

function noteSizes(box: PlacedBox): void {
  if (box.node.fit) (box.node.fit as TestFit).size = box.em;
  if (box.kind === "element") box.children.forEach(noteSizes);
}

/** A fitted text of `words` words with 5 letters. */
function text(fit: Fit, words: number, style: TestStyle = {}): TestNode {
  return element({ fit, flexShrink: 0, ...style }, Array.from({ length: words }, () => "abcde").join(" "));
}

describe("fitting text", () => {
  it("keeps the largest size if everything fits, in one layout", async () => {
    const fit = fitOf(10, 50);
    const { layouts, rects } = await arrange(1000, 400, element({}, text(fit, 2)));
    assert.equal(fit.size, 50);
    assert.equal(layouts, 1);
    assert.deepEqual(rects[0], [0, 0, 1000, 100]);
  });

  it("finds the largest size whose lines fit line-clamp", async () => {
    const fit = fitOf(10, 50);
    const { layouts } = await arrange(500, 1000, element({}, text(fit, 10, { lineClamp: 2 })));
    // 5 words and 4 spaces in a line are 29 letters: 500 / 29 / 0.6
    assert.equal(fit.size, 28);
    assert.ok(layouts <= 3, `${layouts} layouts`);
  });

  it("finds the largest size whose line fits its width without wrapping", async () => {
    const fit = fitOf(10, 50);
    await arrange(300, 1000, element({}, text(fit, 3, { whiteSpace: "nowrap" })));
    assert.equal(fit.size, 29); // 300 / 17 letters / 0.6
  });

  it("finds the largest size of a line with a box whose text has the same size", async () => {
    const fit = fitOf(10, 50);
    const box = element({ display: "inline-block" }, "abcde");
    await arrange(300, 1000, element({}, element({ fit, whiteSpace: "nowrap" }, "abcde ", box)));
    assert.equal(fit.size, 45); // 300 / 11 letters / 0.6
  });

  it("finds the largest size at which the text is no higher than its box", async () => {
    const fit = fitOf(10, 50);
    await arrange(300, 1000, element({}, text(fit, 10, { height: 100 })));
    // 3 lines of 4 words fit into the width at 21 px, but into the height at 16 px; 2 lines of 5 words fit at
    // 17 px
    assert.equal(fit.size, 17);
  });

  it("shrinks until nothing ends beyond the card", async () => {
    const fit = fitOf(10, 50);
    const column = { display: "flex", flexDirection: "column" } as const;
    const { rects, layouts } = await arrange(
      300,
      200,
      element(column, text(fit, 8), element({ height: 80, flexShrink: 0 })),
    );
    assert.equal(fit.size, 21); // 4 words in a line are 23 letters: 300 / 23 / 0.6
    assert.deepEqual(rects[1], [0, 84, 300, 80]);
    assert.ok(layouts <= 7, `${layouts} layouts`); // bisecting 41 sizes
  });

  it("shrinks until nothing ends beyond an ancestor that clips", async () => {
    const fit = fitOf(10, 50);
    await arrange(300, 500, element({}, element({ height: 60, overflow: "hidden" }, text(fit, 4))));
    assert.equal(fit.size, 21);
  });

  it("shrinks the larger of two texts first", async () => {
    const title = fitOf(10, 50);
    const subtitle = fitOf(10, 20);
    await arrange(1000, 90, element({}, text(title, 1), text(subtitle, 1)));
    assert.deepEqual([title.size, subtitle.size], [25, 20]);
    await arrange(1000, 60, element({}, text(title, 1), text(subtitle, 1)));
    assert.deepEqual([title.size, subtitle.size], [15, 15]);
  });

  it("keeps the size of a text whose reduction makes no room", async () => {
    const [beside, tight, tighter] = [fitOf(10, 60), fitOf(10, 50), fitOf(10, 40)];
    const columns = [
      element({ width: 300 }, text(beside, 1)),
      element({ width: 300 }, text(tight, 4), text(tighter, 4)),
    ];
    await arrange(600, 300, element({ display: "flex" }, ...columns));
    assert.equal(beside.size, 60);
    assert.ok(tight.size < 50 && tighter.size < 40, `${tight.size}, ${tighter.size}`);
  });

  it("shrinks the largest text of a box whose own size is fitted, too, and the others only as far as needed", async () => {
    const [texts, title] = [fitOf(10, 20), fitOf(10, 50)];
    const content = [text(title, 1), element({ fit: texts }, text(texts, 1)), text(texts, 1)];
    await arrange(1000, 140, element({ fit: texts }, element({ fit: texts, height: 140 }, ...content)));
    assert.deepEqual([title.size, texts.size], [30, 20]);
    await arrange(1000, 90, element({ fit: texts }, element({ fit: texts, height: 90 }, ...content)));
    assert.deepEqual([title.size, texts.size], [15, 15]);
    await arrange(1000, 40, element({ fit: texts }, element({ fit: texts, height: 40 }, text(title, 1))));
    assert.equal(title.size, 20);
  });

  it("shrinks a text of a few lines a little to save a line", async () => {
    const fit = fitOf(10, 50);
    const { rects } = await arrange(500, 400, element({}, text(fit, 3))); // 17 letters: 510 px
    assert.equal(fit.size, 49);
    assert.equal(rects[0]?.[3], 98);
  });

  it("keeps a word unbroken that fits at a smaller size", async () => {
    const fit = fitOf(10, 50);
    await arrange(120, 400, element({}, text(fit, 2)));
    assert.equal(fit.size, 40);
  });
});

describe("dropping elements", () => {
  const filler = (drop: number, height: number) => element({ drop, height, flexShrink: 0 });

  it("drops the highest number first, and as few elements as needed", async () => {
    const { rects, droppedFrom } = await arrange(
      100,
      100,
      element({}, filler(1, 50), filler(3, 50), filler(2, 50)),
    );
    assert.deepEqual(Object.keys(rects).sort(), ["", "0", "2"]);
    assert.equal(droppedFrom, 3);
  });

  it("shrinks text to its smallest size before it drops elements", async () => {
    const fit = fitOf(10, 50);
    const column = element({}, text(fit, 1), filler(1, 70));
    assert.equal((await arrange(1000, 100, column)).droppedFrom, Infinity);
    assert.equal(fit.size, 15);
    assert.equal((await arrange(1000, 80, column)).droppedFrom, 1);
    assert.equal(fit.size, 40);
  });

  it("shrinks texts before images that a column shrinks, and those before it drops elements", async () => {
    const fit = fitOf(10, 50);
    const photo = image({ height: 80, minHeight: 20 }, 400, 300);
    const column = { display: "flex", flexDirection: "column" } as const;
    for (const [height, size, photoHeight, droppedFrom] of [
      [160, 25, 80, Infinity],
      [75, 10, 25, Infinity],
      [60, 20, 20, 1], // what was dropped makes room for the text
    ]) {
      const filling = element({ height: 30, flexShrink: 0, drop: 1 });
      const card = await arrange(1000, height!, element(column, text(fit, 1), photo, filling));
      assert.deepEqual([fit.size, card.rects[1]![3], card.droppedFrom], [size, photoHeight, droppedFrom]);
    }
  });

  it("shrinks texts for the flex basis of an image in a column, down to their smallest size", async () => {
    const fit = fitOf(10, 50);
    const photo = image({ flexBasis: 80, minHeight: 20 }, 400, 300);
    const column = element({ display: "flex", flexDirection: "column" }, text(fit, 1), photo);
    for (const [height, size, photoHeight] of [
      [200, 50, 80],
      [130, 25, 80],
      [75, 10, 55],
    ] as const) {
      const { rects } = await arrange(1000, height, column);
      assert.deepEqual([fit.size, rects[1]![3]], [size, photoHeight]);
    }
  });

  it("shrinks nothing for an image with a flex basis, whose height has no effect in a column", async () => {
    const fit = fitOf(10, 50);
    const photo = image({ height: 300, flexBasis: 0, flexGrow: 1, minHeight: 0 }, 400, 300);
    const column = { display: "flex", flexDirection: "column" } as const;
    const { rects, layouts } = await arrange(1000, 300, element(column, text(fit, 1), photo));
    assert.deepEqual([fit.size, rects[1]![3], layouts], [50, 200, 1]);
  });

  it("shrinks nothing for an image whose minimum height is a share of an unknown height", async () => {
    const fit = fitOf(10, 50);
    const photo = image({ display: "block", height: 60, minHeight: { percent: 50 } }, 400, 300);
    const { layouts } = await arrange(1000, 400, element({}, element({}, text(fit, 1), photo)));
    assert.deepEqual([fit.size, layouts], [50, 1]);
  });

  it("drops nothing for a text that is too long with or without it", async () => {
    const fit = fitOf(10, 50);
    const { droppedFrom } = await arrange(
      200,
      400,
      element({}, text(fit, 40, { lineClamp: 2 }), filler(1, 20)),
    );
    assert.equal(droppedFrom, Infinity);
    assert.equal(fit.size, 10);
  });

  it("truncates a text that has too many lines itself instead of dropping it, if there is room", async () => {
    const long = () => [fitOf(10, 50), { drop: 1, lineClamp: 2 }] as const;
    const [[first, style], [second]] = [long(), long()];
    const both = () => element({}, text(first, 40, style), text(second, 40, style));
    assert.equal((await arrange(200, 100, both())).droppedFrom, Infinity);
    assert.deepEqual([first.size, second.size], [10, 10]);
    const { droppedFrom } = await arrange(200, 70, both()); // each takes 40 px
    assert.equal(droppedFrom, 1);
  });

  it("drops nothing for a box that always sticks out", async () => {
    const fit = fitOf(10, 50);
    const bleed = element({ width: 600, height: 10 });
    const { droppedFrom } = await arrange(500, 400, element({}, bleed, text(fit, 1), filler(1, 20)));
    assert.equal(droppedFrom, Infinity);
    assert.equal(fit.size, 50);
  });

  it("shrinks nothing for an absolutely positioned image with a maximum height", async () => {
    const fit = fitOf(10, 50);
    const photo = image({ position: "absolute", height: 90, maxHeight: { percent: 50 } }, 400, 300);
    const around = element({ position: "relative", height: 100 }, photo);
    const { layouts } = await arrange(500, 400, element({}, around, text(fit, 1)));
    assert.deepEqual([fit.size, layouts], [50, 1]);
  });

  it("drops nothing for an absolutely positioned decoration that sticks out", async () => {
    const decoration = element({
      position: "absolute",
      inset: { right: -50, top: -50 },
      width: 200,
      height: 200,
    });
    const { droppedFrom, layouts } = await arrange(500, 400, element({}, decoration, filler(1, 20)));
    assert.equal(droppedFrom, Infinity);
    assert.equal(layouts, 1);
  });
});
