import assert from "node:assert/strict";
import { AppError } from "@placard/contracts";
import { pageQuery, paginate } from "./pagination.ts";
import { compileQuery } from "./query.ts";

interface Item {
  id: string;
  time: number;
}

const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).join("");

describe("pagination", () => {
  // Two items of the same time, in no order.
  const list: Item[] = [
    { id: "c", time: 2 },
    { id: "a", time: 1 },
    { id: "e", time: 4 },
    { id: "d", time: 3 },
    { id: "b", time: 2 },
  ];

  /** The ids of every page, following the cursors. */
  function readPages(order: "newest first" | "oldest first", limit: number): string[] {
    const pages: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query = { limit, ...(cursor !== undefined && { cursor }) };
      const { items, nextCursor } = paginate(query, list, order, "time");
      pages.push(idsOf(items));
      cursor = nextCursor;
    }
    return pages;
  }

  it("returns every item once, in order, whatever the limit", () => {
    assert.deepEqual(readPages("oldest first", 2), ["ab", "cd", "e"]);
    assert.deepEqual(readPages("newest first", 2), ["ed", "cb", "a"]);
    assert.deepEqual(readPages("newest first", 5), ["edcba"]);
    assert.deepEqual(readPages("newest first", 1), ["e", "d", "c", "b", "a"]);
  });

  it("returns a complete list without a limit, and the rest of it with a cursor only", () => {
    const order = "newest first";
    const complete = paginate({}, list, order, "time");
    assert.deepEqual([idsOf(complete.items), complete.nextCursor], ["edcba", null]);
    const { nextCursor: cursor } = paginate({ limit: 2 }, list, order, "time");
    const rest = paginate({ cursor: cursor ?? "" }, list, order, "time");
    assert.deepEqual([idsOf(rest.items), rest.nextCursor], ["cba", null]);
    assert.deepEqual(paginate({ limit: 1 }, [], order, "time"), { items: [], nextCursor: null });
  });

  it("skips and repeats nothing when items are created or deleted between pages", () => {
    const order = "newest first";
    const { items, nextCursor } = paginate({ limit: 2 }, list, order, "time");
    const [first, last] = items;
    const changed = [...list.filter((item) => item !== first && item !== last), { id: "f", time: 5 }];
    const next = paginate({ limit: 2, cursor: nextCursor ?? "" }, changed, order, "time");
    assert.equal(idsOf(next.items), "cb");
  });

  it("rejects every invalid limit and cursor", () => {
    const readQuery = compileQuery(pageQuery);
    const pathsOf = (query: Parameters<typeof readQuery>[0]): string[] => {
      try {
        paginate(readQuery(query), list, "newest first", "time");
        return [];
      } catch (error) {
        assert.ok(error instanceof AppError && error.code === "validation_failed", String(error));
        return error.details?.map(({ path }) => path) ?? [];
      }
    };
    for (const limit of ["0", "101", "-1", "1.5", "01", "1e1", " 1", "", "x", "9".repeat(400)])
      assert.deepEqual(pathsOf({ limit }), ["/limit"], limit);
    assert.deepEqual(pathsOf({ limit: ["1", "2"] }), ["/limit"]);
    for (const cursor of ["", "x", "?", "A".repeat(5_000), Buffer.from("NaN:a").toString("base64url")])
      assert.deepEqual(pathsOf({ cursor }), ["/cursor"], cursor);
    assert.deepEqual(pathsOf({ limit: "0", cursor: ["a", "b"] }), ["/limit", "/cursor"]);
    for (const limit of ["1", "100"]) assert.deepEqual(pathsOf({ limit }), []);
  });
});
