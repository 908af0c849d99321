import assert from "node:assert/strict";
import { findDropPlace, resize, smallestAt, snap } from "./geometry.ts";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe("snap", () => {
  it("moves the nearest line to a target, and shows all lines that are then at one", () => {
    const snapped = snap("x", [97, 147, 197], [0, 100, 200, 400], 5);
    assert.deepEqual(snapped, {
      by: 3,
      guides: [
        { axis: "x", at: 100 },
        { axis: "x", at: 200 },
      ],
    });
  });

  it("moves the first line to the grid of 8 px if no target is near", () => {
    assert.deepEqual(snap("y", [41, 60], [500], 5), { by: -1, guides: [] });
    assert.deepEqual(snap("y", [44, 60], [500], 5), { by: 0, guides: [] });
  });
});

describe("smallestAt", () => {
  it("finds the smallest box at a point, and the inner one of equal boxes", () => {
    const [card, row, photo] = [box(0, 0, 100, 100), box(0, 0, 50, 20), box(0, 0, 50, 20)];
    assert.equal(smallestAt([card, row, photo], 10, 10), photo);
    assert.equal(smallestAt([card, row, photo], 10, 50), card);
    assert.equal(smallestAt([row, photo], 10, 50), undefined);
  });
});

describe("resize", () => {
  it("keeps the opposite edges, and at least one pixel", () => {
    assert.deepEqual(resize(box(10, 20, 100, 50), "se", 5, -10), box(10, 20, 105, 40));
    assert.deepEqual(resize(box(10, 20, 100, 50), "nw", 5, -10), box(15, 10, 95, 60));
    assert.deepEqual(resize(box(10, 20, 100, 50), "w", 500, 9), box(109, 20, 1, 50));
  });
});

describe("findDropPlace", () => {
  const container = box(0, 0, 300, 300);
  it("finds the place in a row, also in its next line", () => {
    const row = [box(0, 0, 100, 50), box(100, 0, 100, 50), box(0, 60, 100, 50)];
    const indexes = [
      [20, 20],
      [120, 20],
      [180, 20],
      [20, 80],
      [90, 80],
    ].map(([x, y]) => findDropPlace(row, container, x!, y!).index);
    assert.deepEqual(indexes, [0, 1, 2, 2, 3]);
  });

  it("finds the place in a column, and in an empty container", () => {
    const column = [box(0, 0, 200, 50), box(0, 50, 100, 50)];
    assert.deepEqual(findDropPlace(column, container, 0, 60), { index: 1, line: box(0, 48.5, 100, 3) });
    assert.equal(findDropPlace(column, container, 0, 90).index, 2);
    assert.equal(findDropPlace([], container, 5, 5).index, 0);
  });
});
