import assert from "node:assert/strict";
import { parsePath } from "./svg-path.ts";

describe("Path data", () => {
  it("becomes absolute lines and cubic curves", () => {
    assert.deepEqual(parsePath("m10 10h5v5l-5 0z"), [
      ["M", 10, 10],
      ["L", 15, 10],
      ["L", 15, 15],
      ["L", 10, 15],
      ["Z"],
    ]);
    assert.deepEqual(parsePath("M0 0Q3 3 6 0T12 0"), [
      ["M", 0, 0],
      ["C", 2, 2, 4, 2, 6, 0],
      ["C", 8, -2, 10, -2, 12, 0],
    ]);
    const kinds = parsePath("M0 0A10 10 0 1 1 20 0S9 9 1 1")?.map(([kind]) => kind);
    assert.deepEqual(kinds, ["M", "C", "C", "C"]);
  });

  it("is refused if it is invalid or out of range", () => {
    for (const data of ["M", "L0 0", ".5", "M0 0 5", "M0 0X", "M0 0L1e9 0", "M0 0L1e999 0"])
      assert.equal(parsePath(data), undefined, data);
    assert.deepEqual(parsePath(""), []);
  });
});
