import assert from "node:assert/strict";
import { createBatch } from "./batch.ts";

describe("a batch", () => {
  const batches: number[][] = [];
  const read = createBatch(3, (items: readonly number[]) => {
    batches.push([...items]);
    return items.includes(13)
      ? Promise.reject(new Error("unlucky"))
      : Promise.resolve(items.map((item) => item * 2));
  });
  const double = (item: number) =>
    new Promise<number | string>((resolve) => {
      read(item, (error, reply) => resolve(reply ?? (error as Error).message));
    });
  beforeEach(() => batches.splice(0));

  it("gives each item of one iteration of the event loop its own reply, at most 3 at a time", async () => {
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map(double)), [2, 4, 6, 8]);
    assert.equal(await double(5), 10);
    assert.deepEqual(batches, [[1, 2, 3], [4], [5]]);
  });

  it("that fails gives each of its items the error, and does not affect others", async () => {
    assert.deepEqual(await Promise.all([11, 12, 13, 14].map(double)), ["unlucky", "unlucky", "unlucky", 28]);
  });
});
