import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { createCompileInTurn } from "./compile-in-turn.ts";

describe("compiling documents of several requests", () => {
  it("lets other work run between two documents", async () => {
    const compile = createCompileInTurn();
    const document = {
      template: { id: "card", name: "Card", fields: {} },
      html: "<main></main>",
      assets: {},
    };
    const order: string[] = [];
    const compiled = ["first", "second", "third"].map(async (name) => {
      assert.deepEqual((await compile(document)).problems, []);
      order.push(name);
    });
    while (order.filter((entry) => entry !== "other").length < 3) {
      await setImmediate();
      order.push("other");
    }
    await Promise.all(compiled);
    const [first, second, third] = ["first", "second", "third"].map((name) => order.indexOf(name));
    assert.ok(order.slice(first, second).includes("other"), order.join());
    assert.ok(order.slice(second, third).includes("other"), order.join());
  });
});
