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

  it("insert after a list instead of in each of its entries, once that is chosen", async () => {
    const html = '<main><ul><li each="item of items">{{item}}</li></ul></main>';
    const fields = { items: { type: "array", items: "string" } };
    const app = await openDraft(html, { id: "mine", name: "Mine", fields });
    try {
      (await app.findByRole("treeitem", { name: /each of Items/ })).click();
      (await app.findByRole("button", { name: "Insert" })).click();
      await app.findByText(/^Inserted in each of Items/);
      app.getByRole("button", { name: "Insert after the list instead" }).click();
      await app.findByText("Inserted after “List”");
      assert.equal(app.queryByRole("button", { name: /instead/ }), null);
      assert.equal(app.getByRole("button", { name: "Insert" }).getAttribute("aria-expanded"), "true");
    } finally {
      await app.close();
    }
  });
});
