import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { compileInSteps } from "@placard/templates";
import { createCompileInTurn } from "./compile-in-turn.ts";

describe("compiling documents of several requests", () => {
  it("lets other work run between the steps of each document", async () => {
    const compile = createCompileInTurn();
    const document = {
      template: { id: "card", name: "Card", fields: {} },
      html: "<main></main>",
      assets: {},
    };
    const order: string[] = [];
    const compiled = ["first", "second"].map(async (name) => {
      assert.deepEqual((await compile(document)).problems, []);
      order.push(name);
    });
    while (order.filter((entry) => entry !== "other").length < 2) {
      await setImmediate();
      order.push("other");
    }
    await Promise.all(compiled);
    const steps = [...compileInSteps(document)].length;
    const between = order.indexOf("second") - order.indexOf("first");
    assert.ok(steps > 4 && between > steps, `${steps} steps: ${order.join()}`);
  });
});
