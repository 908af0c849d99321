import assert from "node:assert/strict";
import { boxes, css, html, open } from "../../../../testing/open-canvas.ts";
import { boxAt, editableBoxes } from "./boxes.ts";

describe("A box on the canvas", () => {
  it("is reached at its pseudo-elements, which have no boxes of their own", () => {
    const { context } = open(html, [
      ...boxes,
      ["0/0/::after", 40, 60, 20, 4],
      ["0/1:0/::before", 160, 60, 20, 4],
      ["0/1:0", 160, 10, 100, 40],
    ]);
    assert.equal(context.boxes.length, boxes.length + 1);
    assert.equal(boxAt(context.boxes, context.design.styles.value, 45, 62)?.path, "0/0");
    assert.deepEqual(boxAt(context.boxes, context.design.styles.value, 165, 62)?.element.path, "0/1");
    assert.equal(boxAt(context.boxes, context.design.styles.value, 100, 62)?.path, "");
  });

  it("is not reached below a free text, unless it is in front by its stacking order", () => {
    const source = `${css}<style>.raised { position: relative; z-index: 2 }</style>
      <main><p class="free">Chip</p><img alt=""><img class="raised" alt=""></main>`;
    const { context } = open(source, [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 100, 40, 80],
      ["1", 10, 10, 40, 20],
      ["2", 60, 10, 40, 20],
    ]);
    const pathAt = (x: number) => boxAt(context.boxes, context.design.styles.value, x, 20)?.path;
    assert.deepEqual([20, 70, 150].map(pathAt), ["0", "2", ""]);
  });

  it("is edited below an empty element, such as a photo below a shade", () => {
    const source = `${css}<main><img class="free" src="{{photo}}" alt=""><i class="free"></i></main>`;
    const { context } = open(source, [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 400, 200],
      ["1", 0, 0, 400, 200],
    ]);
    const { styles, template } = context.design;
    const pathAt = (reached: typeof context.boxes) => boxAt(reached, styles.value, 20, 20)?.path;
    assert.equal(pathAt(context.boxes), "1");
    assert.equal(pathAt(editableBoxes(context.boxes, template.value)), "0");
  });
});
