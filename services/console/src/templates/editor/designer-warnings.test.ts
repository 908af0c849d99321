import assert from "node:assert/strict";
import { textFitWarning } from "@placard/contracts/text-fit-warning";
import { forDesigners } from "./designer-warnings.ts";

describe("The warnings for designers", () => {
  it("say how many entries of a list have room, and name what else has none, or is cut off, in one, with labels of the panel", () => {
    const warnings = [
      ...["items/1", "items/2"].map((field) => textFitWarning("omitted", field)),
      ...["summary", "date", "title"].map((field) => textFitWarning("omitted", field)),
      ...["title", "facts/0", "facts/1"].map((field) => textFitWarning("truncated", field)),
      textFitWarning("omitted", "summary"), // at another size
      textFitWarning("beyondCard", "title"),
      { code: "image_omitted", field: "photo", message: "The image “photo” was left out." } as const,
    ];
    const messages = forDesigners(warnings, { items: ["a", "b", "c"] }).map(({ message }) => message);
    assert.deepEqual(messages, [
      "“items”: 1 of 3 entries are on the card with all their texts. Lower its “Smallest” or “Space between”, or make a photo smaller.",
      "Summary, Date, Title, Photo are not on the card: there is no room, or the place is outside. Lower the font size “Smallest” or “Space between”, or make a photo smaller.",
      "Title, Fact 1 are cut off. Raise “Max. lines”, lower “Smallest”, or make a photo smaller.",
      "“title” is cut off by the edge of the card. Lower “Smallest”, or set “Breaks in long words” to “Anywhere”.",
    ]);
  });
});
