import assert from "node:assert/strict";
import { AppError, lanes, requestBodies } from "@placard/contracts";
import { ByteBudget } from "./byte-budget.ts";

const isOverloaded = (error: unknown) => error instanceof AppError && error.code === "overloaded";

for (const size of [requestBodies, ...Object.values(lanes)]) {
  describe(`the bytes of ${size.tasks}`, () => {
    it("have room for a task of another account when an account has all that it gets", () => {
      const budget = new ByteBudget(size);
      let held = 0;
      const fill = () => {
        for (;;) {
          budget.hold("hostile", size.bytesOfTask / 4);
          held += size.bytesOfTask / 4;
        }
      };
      assert.throws(fill, isOverloaded);
      assert.ok(held >= size.bytesOfTask);
      budget.hold("ada", size.bytesOfTask);
      budget.drop("hostile", held);
      budget.drop("ada", size.bytesOfTask);
      held = 0;
      assert.throws(fill, isOverloaded);
    });
  });
}
