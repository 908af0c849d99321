import assert from "node:assert/strict";
import { openDraft } from "../../../testing/open-draft.ts";

describe("the menus of the design", () => {
  it("move between their open button and their items with the arrow keys", async () => {
    const app = await openDraft("<main></main>", { id: "mine", name: "Mine", fields: {} });
    const press = (key: string) => {
      document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return document.activeElement!.textContent.trim();
    };
    try {
      const toggle = await app.findByRole("button", { name: "Insert" });
      toggle.focus();
      assert.equal(press("ArrowDown"), "Insert", "not while they are hidden");
      toggle.click();
      assert.deepEqual(["ArrowDown", "ArrowDown", "ArrowUp"].map(press), ["Title", "Text", "Title"]);
      assert.deepEqual(["ArrowUp", "ArrowUp", "ArrowDown"].map(press), ["Insert", "Fixed image…", "Insert"]);
      assert.equal(press("Escape"), "Insert");
      assert.equal(toggle.getAttribute("aria-expanded"), "false");
    } finally {
      await app.close();
    }
  });
});
