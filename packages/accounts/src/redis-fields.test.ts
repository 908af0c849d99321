import assert from "node:assert/strict";
import { readFields } from "./redis-fields.ts";

describe("readFields", () => {
  const read = (reply: unknown) =>
    readFields({ hmget: () => Promise.resolve(reply as string[]) }, "key", ["id", "owner"]);

  it("reads no fields from the reply to another command", async () => {
    assert.deepEqual(await read(["1", null]), { id: "1", owner: undefined });
    for (const reply of ["OK", null, ["1"], ["1", "2", "3"]])
      await assert.rejects(read(reply), { code: "unavailable" });
  });
});
