import assert from "node:assert/strict";
import { waitFor } from "@testing-library/dom";
import { openDraft } from "../../../testing/open-draft.ts";

const page = { id: "mine", name: "Mine", fields: {} };

describe("the layers", () => {
  it("adds or removes a layer with Shift or Ctrl", async () => {
    const app = await openDraft("<main><p>One</p><p>Two</p><p>Three</p></main>", page);
    const click = async (name: string, keys: MouseEventInit) =>
      (await app.findByRole("treeitem", { name })).dispatchEvent(
        new MouseEvent("click", { bubbles: true, ...keys }),
      );
    const isSelected = () =>
      app.getAllByRole("treeitem").map((layer) => layer.getAttribute("aria-selected") === "true");
    try {
      for (const [name, keys, expected] of [
        ["Three", {}, [false, false, false, true]],
        ["One", { shiftKey: true }, [false, true, false, true]],
        ["Two", { ctrlKey: true }, [false, true, true, true]],
        ["Two", { metaKey: true }, [false, true, false, true]],
      ] as const) {
        await click(name, keys);
        await waitFor(() => assert.deepEqual(isSelected(), expected));
      }
    } finally {
      await app.close();
    }
  });

  it("are in the order of the card at the shown size", async () => {
    const order = "@container (width: 1080px) and (height: 1080px) { .two { order: -1 } }";
    const app = await openDraft(
      `<style>${order}</style><main style="display: flex"><p>One</p><p class="two">Two</p></main>`,
      page,
    );
    const layers = () => app.getAllByRole("treeitem").map((layer) => layer.getAttribute("aria-label"));
    try {
      await waitFor(() => assert.deepEqual(layers(), ["Card", "One", "Two"]));
      app.getByRole("radio", { name: /^Square/ }).click();
      await waitFor(() => assert.deepEqual(layers(), ["Card", "Two", "One"]));
    } finally {
      await app.close();
    }
  });

  it("and the panel say at which size a layer is hidden, until it is shown again", async () => {
    const app = await openDraft('<main><p>One</p><div if="two"><p>Two</p></div></main>', {
      ...page,
      fields: { two: "string" },
    });
    const layer = (name: RegExp) => app.findByRole("treeitem", { name });
    try {
      (await layer(/^One$/)).click();
      app.getByRole("radio", { name: /^Square/ }).click();
      await app.findByLabelText("Only at 1080 × 1080");
      const [, , group] = app.getAllByRole("treeitem");
      group!.click();
      await waitFor(() => assert.equal(group!.getAttribute("aria-selected"), "true"));
      group!.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
      await app.findByText(/^Hidden at Square. .*To delete it at all sizes, uncheck “Only at 1080 × 1080”./);
      const hidden = await layer(/hidden at Square$/);
      const inner = await layer(/^Two$/);
      assert.deepEqual(
        [hidden, inner].map(({ className }) => className),
        ["row hidden-layer", "row hidden-layer"],
      );
      const noneHidden = () => waitFor(() => assert.ok(!app.queryByRole("treeitem", { name: /hidden at/ })));
      app.getByRole("radio", { name: /^Link/ }).click();
      await noneHidden();
      assert.equal(app.queryByText(/^Hidden at/), null);
      app.getByRole("radio", { name: /^Square/ }).click();
      (await app.findByRole("button", { name: "Show at Square" })).click();
      await noneHidden();
    } finally {
      await app.close();
    }
  });

  it("and the panel show an element that is hidden at all sizes at one of them, or at all from the first one", async () => {
    const rule = "p { display: flex }";
    const app = await openDraft(`<style>${rule}</style><main><p style="display: none">One</p></main>`, page);
    const isHidden = () => app.queryByRole("treeitem", { name: /hidden at/ }) !== null;
    const size = (name: RegExp) => app.getByRole("radio", { name }).click();
    try {
      (await app.findByRole("treeitem", { name: /^One/ })).click();
      await app.findByRole("button", { name: "Show at all sizes" });
      size(/^Square/);
      (await app.findByRole("button", { name: "Show at Square" })).click();
      await waitFor(() => assert.equal(isHidden(), false));
      size(/^Story/);
      await waitFor(() => assert.equal(isHidden(), true));
      size(/^Link/);
      (await app.findByRole("button", { name: "Show at all sizes" })).click();
      await waitFor(() => assert.equal(isHidden(), false));
    } finally {
      await app.close();
    }
  });

  it("renames a layer in place after a double click", async () => {
    const app = await openDraft("<main><p>Hello</p></main>", page);
    try {
      const layer = await app.findByRole("treeitem", { name: "Hello" });
      layer.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
      const input = await app.findByLabelText<HTMLInputElement>("Layer name");
      input.value = "Intro";
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await app.findByRole("treeitem", { name: "Intro" });
    } finally {
      await app.close();
    }
  });

  it("drops a layer beside a text that it just entered, never into it, and takes that back by a key outside of text fields", async () => {
    const app = await openDraft("<main><p>One</p><p>Two</p></main>", page);
    const layers = () =>
      app.getAllByRole("treeitem").map(({ ariaLevel, textContent }) => [ariaLevel, textContent]);
    const drag = (layer: HTMLElement, type: string) =>
      layer.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientY: 1 }));
    try {
      const [, one, two] = await app.findAllByRole("treeitem");
      const before = layers();
      two!.getBoundingClientRect = () => new DOMRect(0, 0, 100, 2);
      drag(one!, "dragstart");
      assert.ok(!drag(two!, "dragenter"), "the browser drops nothing where the event is not canceled");
      drag(two!, "drop");
      await waitFor(() => assert.deepEqual(layers(), [before[0], before[2], before[1]]));
      const undoIn = (target: HTMLElement) =>
        target.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
      const field = document.body.appendChild(document.createElement("input"));
      undoIn(field);
      field.remove();
      assert.notDeepEqual(layers(), before);
      undoIn(app.getByRole("radio", { name: /^Square/ }));
      await waitFor(() => assert.deepEqual(layers(), before));
    } finally {
      await app.close();
    }
  });

  it("selects all layers beside the selected one, or in the card, with Ctrl+A, and edits the text of one that is not locked with Enter", async () => {
    const boxes = ["", "0", "1"].map((path) => ({ path, x: 0, y: 0, width: 1200, height: 630 }));
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes, variables: {} };
    const app = await openDraft("<main><p>One</p><p>Two</p></main>", page, {
      "POST /og/templates/preview": card,
    });
    try {
      const [root, one, two] = await app.findAllByRole("treeitem");
      const press = (layer: HTMLElement, key: string, init?: KeyboardEventInit) =>
        !layer.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
      const select = async (layer: HTMLElement) => {
        layer.click();
        await waitFor(() => assert.equal(layer.tabIndex, 0));
      };
      assert.ok(press(root!, "a", { ctrlKey: true }), "the page is not selected");
      const selected = () =>
        app.getAllByRole("treeitem", { selected: true }).map((each) => each.getAttribute("aria-label"));
      await waitFor(() => assert.deepEqual(selected(), ["One", "Two"]));
      const canvas = await app.findByRole("application", { name: "Canvas" });
      await select(one!);
      assert.ok(press(canvas, "a", { ctrlKey: true }), "the page is not selected");
      await waitFor(() => assert.deepEqual(selected(), ["One", "Two"]));
      app.click("Lock: Two");
      await select(two!);
      press(two!, "Enter");
      await select(one!);
      assert.equal(app.queryByLabelText("Text of the element"), null);
      press(one!, "Enter");
      assert.equal((await app.findByLabelText<HTMLTextAreaElement>("Text of the element")).value, "One");
    } finally {
      await app.close();
    }
  });
});
