import assert from "node:assert/strict";
import { newWordsOf } from "./data-field.tsx";

describe("newWordsOf", () => {
  it("has no descriptions that repeat the label", () => {
    for (const description of ["Title", "Post title", "", undefined])
      assert.equal(newWordsOf(description, "Title"), undefined);
  });

  it("has descriptions that say more", () => {
    for (const description of ["Summary, one or two sentences", "Label such as “New” or “Fixed”"])
      assert.equal(newWordsOf(description, "Description"), description);
  });
});
