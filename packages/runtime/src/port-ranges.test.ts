import assert from "node:assert/strict";
import { parsePortRanges } from "./port-ranges.ts";

describe("port ranges", () => {
  it("are parsed from a list of ports and ranges", () => {
    assert.deepEqual(parsePortRanges("80"), [[80, 80]]);
    assert.deepEqual(parsePortRanges("80, 443,8000-8100"), [
      [80, 80],
      [443, 443],
      [8000, 8100],
    ]);
    assert.deepEqual(parsePortRanges("1-65535"), [[1, 65_535]]);
  });

  it("are not parsed from anything else", () => {
    for (const list of ["", "0", "65536", "80-", "-80", "81-80", "80,,443", "http", "80.5", "0-80", "1-2-3"])
      assert.equal(parsePortRanges(list), undefined, list);
  });
});
