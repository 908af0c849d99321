import assert from "node:assert/strict";
import { hasNewWords } from "./data-field.tsx";

describe("hasNewWords", () => {
  it("is false for descriptions that repeat the label", () => {
    assert.equal(hasNewWords("Name", "Name"), false);
    assert.equal(hasNewWords("Post title", "Title"), false);
    assert.equal(hasNewWords("", "Title"), false);
    assert.equal(hasNewWords(undefined, "Title"), false);
  });

  it("is true for descriptions that say more", () => {
    assert.equal(hasNewWords("Summary, one or two sentences", "Description"), true);
    assert.equal(hasNewWords("Label such as “New” or “Fixed”", "Kind"), true);
  });
});
