import assert from "node:assert/strict";
import { textFitWarning } from "@placard/contracts/text-fit-warning";
import { joinEntries } from "./list-entries.ts";

describe("The warnings about the entries of a list", () => {
  const covered = { code: "content_covered", field: "title", message: "Covered." } as const;
  const missing = ["steps/2/name", "steps/2/text", "steps/3/name"].map((field) =>
    textFitWarning("omitted", field),
  );
  const cut = textFitWarning("truncated", "steps/0/name");
  const textsOf = (data?: object) =>
    joinEntries([covered, cut, ...missing], data as never).map(({ message }) => message);

  it("come first, as one that says how many are on the card, or how many are not", () => {
    const help = " Lower its “Smallest” or “Space between”, or make a photo smaller.";
    const rest = [covered.message, cut.message];
    const whole = `“steps”: 2 of 4 entries are on the card with all their texts.${help}`;
    assert.deepEqual(textsOf({ steps: [1, 2, 3, 4] }), [whole, ...rest]);
    assert.deepEqual(textsOf(), [
      `“steps”: 2 entries are not on the card with all their texts.${help}`,
      ...rest,
    ]);
  });

  it("are none about entries that the template hides on purpose", () => {
    assert.deepEqual(joinEntries([textFitWarning("hidden", "steps/0")], { steps: [1] }), []);
  });
});
