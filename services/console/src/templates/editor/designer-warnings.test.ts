import assert from "node:assert/strict";
import { textFitWarning } from "@placard/contracts/text-fit-warning";
import { forDesigners } from "./designer-warnings.ts";

describe("The warnings for designers", () => {
  it("say how many entries of a list have room, and name other texts once that have none", () => {
    const warnings = [
      ...["items/1", "items/2"].map((field) => textFitWarning("omitted", field)),
      textFitWarning("omitted", "summary"),
      textFitWarning("beyondCard", "title"),
    ];
    const messages = forDesigners(warnings, { items: ["a", "b", "c"] }).map(({ message }) => message);
    assert.deepEqual(messages, [
      "“items”: 1 of 3 entries are on the card with all their texts. Give the list room, or make other elements smaller.",
      "“summary” is not on the card: there is no room for it, or it stands outside. Give it room, or move it.",
      "“title” is cut off by the edge of the card. Move it, let its words break, or give it smaller letters.",
    ]);
  });
});
