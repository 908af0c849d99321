import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { stressCards } from "./stress-cards.ts";

describe("the unusual cards of a proof", () => {
  it("have lists as long as in the first sample", () => {
    const fields = { days: { type: "array", items: { type: "string" } } };
    const samples = [{ name: "week", data: { days: ["Mo", "Tu", "We", "Th", "Fr"] } }];
    const html = '<ul><li each="day of days">{{day}}</li></ul>';
    const { template } = compileTemplate({
      template: { id: "a", name: "A", fields, samples },
      html,
      assets: {},
    });
    const [card] = stressCards(template!).filter(({ name }) => name === "longest");
    assert.equal((card!.data["days"] as string[]).length, 5);
  });
});
