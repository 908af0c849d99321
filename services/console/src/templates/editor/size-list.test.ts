import assert from "node:assert/strict";
import { remarkOn } from "./size-list.tsx";

describe("The remark on a size", () => {
  const card = (y: number, height: number) => ({
    height: 1000,
    boxes: [
      { path: "", x: 0, y: 0, width: 1000, height: 1000 },
      { path: "0", x: 0, y: 0, width: 1000, height: 1000 },
      { path: "0/0", x: 0, y, width: 1000, height },
    ],
  });

  it("says where a card is empty below its content, and nothing on a card that is used", () => {
    assert.equal(remarkOn(card(0, 450) as never), "Empty below 45 %");
    assert.equal(remarkOn(card(400, 300) as never), undefined);
    assert.equal(remarkOn({ height: 1000, boxes: [] } as never), undefined);
  });
});
