import assert from "node:assert/strict";
import { textFitWarning } from "@placard/contracts/text-fit-warning";
import { forDesigners } from "./designer-warnings.ts";

describe("The warnings for designers", () => {
  it("say how many entries of a list have room, and name all other texts that have none, or are cut off, in one", () => {
    const warnings = [
      ...["items/1", "items/2"].map((field) => textFitWarning("omitted", field)),
      ...["summary", "date", "title"].map((field) => textFitWarning("omitted", field)),
      ...["title", "facts/0", "facts/1"].map((field) => textFitWarning("truncated", field)),
      textFitWarning("omitted", "summary"), // at another size
      textFitWarning("beyondCard", "title"),
    ];
    const messages = forDesigners(warnings, { items: ["a", "b", "c"] }).map(({ message }) => message);
    assert.deepEqual(messages, [
      "“items”: 1 of 3 entries are on the card with all their texts. Give the list room, or make other elements smaller.",
      "Summary, Date, Title are not on the card: there is no room, or the place is outside. Make room, or use another place.",
      "Title, Fact 1 are cut off. Allow more lines, more room, or smaller letters.",
      "“title” is cut off by the edge of the card. Use another place, smaller letters, or words that break.",
    ]);
  });
});
