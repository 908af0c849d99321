import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { element, layOutRects, sceneOf, type TestNode, type TestStyle } from "../../testing/test-scenes.ts";
import { distributeWidth, intrinsicWidths, measureColumns, type Column } from "./table-columns.ts";

function layOut(root: TestNode) {
  return layOutRects(sceneOf(400, 300, root));
}

const row = (...children: TestNode[]) => element({ display: "table-row" }, ...children);
const cell = (style: TestStyle, ...children: TestNode[]) =>
  element({ display: "table-cell", ...style }, ...children);
const column = (own: Partial<Column>): Column => ({
  min: 10,
  max: 40,
  percent: undefined,
  isFixed: false,
  ...own,
});

describe("table layout", () => {
  it("gives rows and cells that are missing anonymous ones", () => {
    const table = element({ display: "table" }, cell({}, "abc"), row(element({}, "ab"), cell({}, "abcd")));
    const rects = layOut(element({}, table));
    assert.deepEqual(
      [rects["0"], rects["0/0"], rects["0/1"]],
      [
        [0, 0, 42, 40],
        [0, 0, 18, 20],
        [0, 20, 42, 20],
      ],
    );
    assert.deepEqual(
      [rects["0/1/0"], rects["0/1/1"]],
      [
        [0, 20, 18, 20],
        [18, 20, 24, 20],
      ],
    );
  });

  it("shares half of a collapsed border with the cell on each side", () => {
    const table = element(
      { display: "table", collapsesBorders: true },
      row(
        cell({ border: 2, collapsesBorders: true }, "ab"),
        cell({ border: 4, collapsesBorders: true }, "ab"),
      ),
    );
    const rects = layOut(element({}, table));
    assert.deepEqual(
      [rects["0/0/0"], rects["0/0/1"]],
      [
        [1, 2, 15, 24],
        [16, 2, 16, 24],
      ],
    );
  });

  it("grows rows with a height, or with a cell that has one, only if there are no others", () => {
    const heightsIn = (...rows: TestNode[]) => {
      const rects = layOut(element({}, element({ display: "table", height: 100 }, ...rows)));
      return rows.map((_, index) => rects[`0/${index}`]![3]);
    };
    const fixed = row(cell({ height: 30 }, "a"));
    assert.deepEqual(heightsIn(row(cell({}, "a")), fixed), [70, 30]);
    assert.deepEqual(heightsIn(fixed, fixed), [50, 50]);
  });

  const distributions: [string, Column[], number, number[]][] = [
    ["gives columns their minimum if there is no room", [column({}), column({})], 5, [10, 10]],
    ["grows columns between minimum and maximum", [column({ max: 20 }), column({})], 40, [15, 25]],
    [
      "grows columns beyond their content in proportion to it",
      [column({ max: 20 }), column({})],
      90,
      [30, 60],
    ],
    ["keeps fixed columns while others can grow", [column({ isFixed: true }), column({})], 100, [40, 60]],
    ["gives percentages of the table first", [column({ percent: 50 }), column({})], 80, [40, 40]],
  ];
  for (const [title, columns, width, expected] of distributions) {
    it(title, () => assert.deepEqual(distributeWidth(columns, width), expected));
  }

  it("makes room for percentages of the content of other columns", () => {
    assert.deepEqual(intrinsicWidths([column({ percent: 20 }), column({})]), { min: 20, max: 200 });
  });

  it("distributes the needs of a spanning cell to its columns", () => {
    const single = { ...column({ max: 20 }), column: 0, columnSpan: 1 };
    const spanning = { ...column({ min: 60, max: 100 }), column: 0, columnSpan: 2 };
    const columns = measureColumns([spanning, single], 2, 4);
    assert.equal(
      columns.reduce((sum, { min }) => sum + min, 0),
      56,
    );
    assert.equal(
      columns.reduce((sum, { max }) => sum + max, 0),
      96,
    );
  });
});
