import assert from "node:assert/strict";
import { waitFor, within } from "@testing-library/dom";
import { openApp } from "../../testing/open-app.tsx";

const page = { id: "mine", name: "Mine", fields: {} };

/** Opens the editor with a draft that has no problems. @param answers further ones, or other ones */
function openDraft(html: string, template: object, answers: Readonly<Record<string, unknown>> = {}) {
  return openApp({
    path: "templates/mine",
    answers: {
      "GET /og/templates": { templates: [] },
      "GET /og/drafts": { drafts: [{ id: "mine" }] },
      "GET /og/templates/mine/draft": { json: JSON.stringify(template), html, assets: {} },
      "POST /og/templates/lint": { problems: [] },
      ...answers,
    },
  });
}

describe("the page of the template editor", () => {
  it("refuses to publish a draft with errors before it asks", async () => {
    const problem = {
      file: "template.html",
      line: 1,
      column: 1,
      severity: "error",
      message: "is not supported",
    };
    const app = await openDraft(
      "<blink></blink>",
      {},
      { "POST /og/templates/lint": { problems: [problem] } },
    );
    try {
      await app.waitFor("1 error");
      app.click("Publish");
      await app.waitFor("Fix the errors of the draft first.");
      assert.equal(app.queryAllByRole("dialog").length, 0);
    } finally {
      await app.close();
    }
  });

  it("says before it publishes that it replaces a version which is not in the draft, and what that rejects", async () => {
    const html = "<main>{{venue}}</main>";
    const template = { id: "mine", name: "Mine", fields: { venue: "string" } };
    const published = {
      ...{ id: "mine", name: "Mine", version: 1, versions: [{ version: 1, createdAt: "2027-01-01" }] },
      document: { template, html, assets: {} },
    };
    const json = JSON.stringify({ ...template, fields: { place: "string" } });
    const app = await openDraft("", template, {
      "GET /og/templates": { templates: [{ id: "mine", source: "account" }] },
      "GET /og/templates/mine": published,
      "GET /og/templates/mine/draft": { json, html: "<main>{{place}}</main>", assets: {}, version: 1 },
      "POST /og/templates/mine/versions": { version: 3 },
      "DELETE /og/templates/mine/draft": {},
    });
    try {
      await app.waitFor("No problems");
      app.api.answer("GET /og/templates/mine", { ...published, version: 2 });
      app.click("Publish");
      await app.waitFor("with “venue”, which is removed");
      await app.waitFor(/after you began this draft/);
      app.click("Publish version");
      await app.waitFor(/^Version 3 was published/);
    } finally {
      await app.close();
    }
  });

  it("asks before it publishes a card with warnings, also with data that is not shown, once for each", async () => {
    const warningsOf: Readonly<Record<string, string>> = { One: "Small.", Two: "Hard to read.", A: "Small." };
    const samples = ["Fine", "One", "Two"].map((name) => ({ name, data: { title: name } }));
    const template = { ...page, fields: { title: { type: "string", maxLength: 40 } }, samples };
    const app = await openDraft("<main>{{title}}</main>", template, {
      "POST /og/templates/preview": ({ body }: { body: { data: { title: string } } }) => {
        const message = warningsOf[body.data.title];
        const unusual = { code: "text_truncated", field: "title", message: "Too long." };
        const warnings = message ? [{ code: "low_contrast", field: "template", message }] : [unusual];
        return { image: "UklGRg==", warnings: body.data.title === "Fine" ? [] : warnings, boxes: [] };
      },
    });
    try {
      await app.waitFor("No problems");
      app.click("Publish");
      await app.waitFor("The card with “Two” has 1 warning.");
      const lists = within(app.getByRole("dialog")).getAllByRole("list");
      assert.deepEqual(
        lists.map((list) => list.textContent),
        ["Template: Small.", "Template: Hard to read."],
      );
      app.click("Back to the card with “Two”");
      await waitFor(() => assert.equal(app.queryAllByRole("dialog").length, 0));
      assert.equal((await app.findByLabelText<HTMLSelectElement>("Data")).value, "Two");
    } finally {
      await app.close();
    }
  });

  it("sends the data on the card for review, before the samples", async () => {
    const samples = [{ name: "One", data: { headline: "A" } }];
    const template = { ...page, fields: { headline: "string" }, samples };
    const app = await openDraft("<main>{{headline}}</main>", template, {
      "POST /og/reviews": { url: "https://og.example.com/#/review/a" },
      "GET /og/reviews": { reviews: [] },
    });
    try {
      await app.waitFor("No problems");
      const data = await app.findByLabelText<HTMLSelectElement>("Data");
      data.value = "Longest texts";
      data.dispatchEvent(new Event("change"));
      await app.findByDisplayValue((text) => text.length > 50);
      app.type("Headline", "Mine");
      app.click("Send for review");
      await app.waitFor("The template was sent for review.");
      const { body } = app.api.requests.find(({ path }) => path === "/og/reviews")!;
      const { template: sent } = body as { template: { samples: object[] } };
      assert.deepEqual(sent.samples, [{ name: "Test data", data: { headline: "Mine" } }, ...samples]);
    } finally {
      await app.close();
    }
  });

  it("writes what is typed as data to the shown sample, as one step of the history, and keeps empty entries", async () => {
    const fields = { headline: "string", tags: { type: "array", items: "string" } };
    const samples = [{ name: "One", data: { headline: "A" } }];
    const app = await openDraft("<main>{{headline}}</main>", { ...page, fields, samples });
    try {
      await app.findByDisplayValue("A");
      app.type("Headline", "B");
      app.type("Headline", "Be");
      const undo = app.getByRole<HTMLButtonElement>("button", { name: "Undo" });
      await waitFor(() => assert.equal(undo.disabled, false));
      undo.click();
      await app.findByDisplayValue("A");
      app.click("Add an entry to Tags");
      await app.waitFor("1 tag");
      app.type("Tag 1 *", "C");
      app.click("Add an entry to Tags");
      await app.waitFor("2 tags");
    } finally {
      await app.close();
    }
  });

  it("sets one side of a space, aligns an element by pictures, and shows it only without a field", async () => {
    const fields = { photo: { type: "string", format: "image-url" } };
    const html =
      '<main style="display: flex; flex-direction: column"><p style="padding: 8px">Hello</p></main>';
    const app = await openDraft(html, { ...page, fields });
    const written = async (text: RegExp) =>
      waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), text));
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const space = within(await app.findByRole("group", { name: "Space inside by side" }));
      const left = space.getByLabelText<HTMLInputElement>("Left");
      assert.equal(left.value, "8");
      left.value = "24";
      left.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await written(/padding: 8px 8px 8px 24px/);
      within(app.getByRole("radiogroup", { name: "Align this" }))
        .getByLabelText("Right")
        .click();
      await written(/align-self: flex-end/);
      const show = app.getByLabelText<HTMLSelectElement>("Show");
      show.value = "unless photo";
      show.dispatchEvent(new Event("change"));
      await written(/unless=\\"photo\\"/);
    } finally {
      await app.close();
    }
  });

  it("leads to the elements around an element above its name, and begins at the top for each", async () => {
    const app = await openDraft("<main><div><p>Hello</p></div></main>", page);
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const around = await app.findByRole("navigation", { name: "Elements around it" });
      const first = app.getByRole("region", { name: "Inspector" });
      const buttons = within(around).getAllByRole("button");
      assert.deepEqual(
        buttons.map(({ textContent }) => textContent),
        ["Card", "Column (Hello)"],
      );
      buttons[0]!.click();
      await app.findByRole("heading", { name: "Card" });
      assert.notEqual(app.getByRole("region", { name: "Inspector" }), first);
    } finally {
      await app.close();
    }
  });

  it("makes all texts with a low contrast readable in one step of the history", async () => {
    const html = "<main><p>One</p><p>Two</p></main>";
    const warnings = ["0", "1"].map((element) => {
      const fix = { element, color: "#ffffff" };
      return { code: "low_contrast", field: "template", message: `Text ${element} is hard to read.`, fix };
    });
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings, boxes: [], variables: {} };
    const app = await openDraft(html, page, { "POST /og/templates/preview": card });
    const written = (text: RegExp) =>
      waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), text));
    try {
      (await app.findByRole("button", { name: "Make all 2 texts readable" })).click();
      await written(/<p style=\\"color: #ffffff\\">One<\/p><p style=\\"color: #ffffff\\">Two/);
      app.click("Undo");
      await written(/<p>One<\/p><p>Two/);
    } finally {
      await app.close();
    }
  });

  it("names the other sizes at which a property has another value, and sets it there in one step", async () => {
    const html = `<style>
  main { padding: 64px }
  @container (aspect-ratio <= 1.1) { main { padding: 80px } }
  @container (aspect-ratio <= 0.65) { main { padding: 300px 64px } }
</style><main><p>Hello</p></main>`;
    const app = await openDraft(html, page);
    try {
      (await app.findByRole("treeitem", { name: "Card" })).click();
      await app.waitFor("Different at Square and Story");
      app.click("Use it there: Space inside");
      await waitFor(() => {
        const sent = app.api.requests.at(-1)!.body as { html: string };
        assert.equal(sent.html, html.replaceAll(/(?<=padding: )[^}]+(?= \})/g, "64px"));
      });
      assert.equal(app.queryAllByText("Different at Square and Story").length, 0);
    } finally {
      await app.close();
    }
  });

  it("uploads a photo where it is missing on the card, and selects it", async () => {
    const fields = { photo: { type: "string", format: "image-url" }, title: "string" };
    const html =
      '<main><img src="{{photo}}" alt="" if="photo"><i unless="photo">No photo</i><b unless="title">No title</b></main>';
    const answers = { "POST /assets": { id: "image-1" } };
    const app = await openDraft(html, { ...page, fields }, answers);
    try {
      (await app.findByRole("treeitem", { name: /^No title/ })).click();
      await app.findByRole("heading", { name: "No title" });
      assert.equal(app.queryByText("Image of the shown data"), null);
      (await app.findByRole("treeitem", { name: /^No photo/ })).click();
      await app.findByText("Image of the shown data");
      const inspector = within(app.getByRole("region", { name: "Inspector" }));
      inspector.getByRole("button", { name: /Upload an image/ });
      const file = inspector.getByLabelText<HTMLInputElement>(/^File: /);
      Object.defineProperty(file, "files", { value: [new File(["x"], "photo.png")] });
      file.dispatchEvent(new Event("change", { bubbles: true }));
      await app.findByRole("heading", { name: "Photo" });
    } finally {
      await app.close();
    }
  });

  it("says at which sizes a row is a column, and which height an element has on the card if it gives way", async () => {
    const html = `<style>main { --row: row } @container (aspect-ratio < 1) { main { --row: column } }</style>
<main><div style="display: flex; flex-direction: var(--row)"><img src="{{photo}}" alt="" style="height: 400px"></div></main>`;
    const boxes = [{ path: "0/0", x: 0, y: 0, width: 600, height: 282.4 }];
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes, variables: {} };
    const app = await openDraft(html, page, { "POST /og/templates/preview": card });
    try {
      (await app.findByRole("treeitem", { name: /^Row/ })).click();
      await app.waitFor("A column at Story");
      (await app.findByRole("treeitem", { name: /^Photo/ })).click();
      await app.waitFor("282 on this card");
      assert.equal(app.queryByText("A column at Story"), null);
    } finally {
      await app.close();
    }
  });

  it("offers to repeat an element that is not repeated yet, and shows the list that it has after a refused one", async () => {
    const fields = { items: { type: "array", items: "string" }, tags: { type: "array", items: "string" } };
    const html =
      '<main><ul><li each="item of items"><b>{{item}}</b><i each="tag of tags">{{tag}}</i></li></ul><p>Hello</p></main>';
    const app = await openDraft(html, { ...page, fields });
    const select = async (name: RegExp) => (await app.findByRole("treeitem", { name })).click();
    const choose = (list: HTMLSelectElement, value: string) => {
      list.value = value;
      list.dispatchEvent(new Event("change"));
    };
    try {
      await select(/^Hello/);
      choose(await app.findByLabelText<HTMLSelectElement>("Repeat"), "item of tags");
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /<p each=\\"item of tags\\">/),
      );
      await select(/^Tag/);
      const list = await app.findByLabelText<HTMLSelectElement>("Repeat");
      choose(list, "item of items");
      await app.waitFor(/Choose another name for the loop variable/);
      assert.equal(list.value, "tag of tags");
      app.click("Undo");
      await waitFor(() => assert.equal(app.queryAllByText(/Choose another name/).length, 0));
      await select(/^Item/);
      await app.findByRole("heading", { name: /^Item/ });
      assert.equal(app.queryByLabelText("Repeat"), null);
    } finally {
      await app.close();
    }
  });

  it("says what a designer can do about a text that is cut off", async () => {
    const message =
      "“title” is too long for this card and was cut off. Shorten it or request a larger image.";
    const warnings = [{ code: "text_truncated", field: "title", message }];
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings, boxes: [], variables: {} };
    const app = await openDraft("<main>Hello</main>", page, { "POST /og/templates/preview": card });
    try {
      await app.waitFor("Title is cut off. Give it more lines, more room, or smaller letters.");
    } finally {
      await app.close();
    }
  });

  it("writes a smallest and a largest font size as a range, and one size if they are the same", async () => {
    const app = await openDraft(
      '<main style="--title: 96px"><p style="font-size: 72px">Hello</p></main>',
      page,
    );
    const enter = async (label: string, value: string, written: string) => {
      const group = await app.findByRole("group", { name: "Range of font sizes" });
      const field = within(group).getByLabelText<HTMLInputElement>(label);
      field.value = value;
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() =>
        assert.ok(JSON.stringify(app.api.requests.at(-1)?.body).includes(`font-size: ${written}\\"`)),
      );
    };
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await enter("Smallest", "40", "fit(40px, 72px)");
      app.click("More: Font size");
      await waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /fit\(44px, 76px\)/));
      await enter("Largest", "96", "fit(44px, 96px)");
      await enter("Smallest", "Title / 2", "fit(calc(var(--title) / 2), 96px)");
      await enter("Smallest", "", "96px");
    } finally {
      await app.close();
    }
  });

  it("shows lengths as pixels of the shown card", async () => {
    const css =
      "<style>main { --text: 32px } @container (aspect-ratio < 1.1) { main { --text: 44px } }</style>";
    const text =
      '<p style="font-size: calc(var(--text) * 1.5); margin: calc(-1 * var(--text)) 0; min-height: 10cqw">Hello</p>';
    const app = await openDraft(`${css}<main>${text}</main>`, page);
    const valueOf = (label: string, group = app.getByRole("region", { name: "Inspector" })) =>
      within(group).getByLabelText<HTMLInputElement>(label).value;
    const shown = () => [
      valueOf("Font size"),
      valueOf("Smallest height"),
      valueOf("Top", app.getByRole("group", { name: "Space outside by side" })),
    ];
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      await waitFor(() => assert.deepEqual(shown(), ["48", "120", "-32"]));
      app.getByLabelText(/^Square/).click();
      await waitFor(() => assert.deepEqual(shown(), ["66", "108", "-44"]));
    } finally {
      await app.close();
    }
  });

  it("names the font of a text in either quotes", async () => {
    const html = `<main><p style="font-family: 'Source Serif 4'">Hello</p></main>`;
    const app = await openDraft(html, page);
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const font = await app.findByLabelText<HTMLSelectElement>("Font");
      assert.equal(font.selectedOptions[0]?.textContent, "Source Serif 4");
    } finally {
      await app.close();
    }
  });

  it("gives a text a color of the brand with one click, by its variable", async () => {
    const variables = { "--accent": "#2563eb", "--ink": "#111111" };
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes: [], variables };
    const app = await openDraft("<main><p>Hello</p></main>", page, { "POST /og/templates/preview": card });
    try {
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const colors = await app.findByRole("group", { name: "Colors of the brand: Text color" });
      within(colors).getByRole("button", { name: "Accent" }).click();
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /<p style=\\"color: var\(--accent\)\\">/),
      );
      within(colors).getByRole("button", { name: "Accent", pressed: true });
    } finally {
      await app.close();
    }
  });

  it("gives a template a color instead of the brand's, which the brand's swatches have then", async () => {
    const variables = { "--accent": "#2563eb", "--on-accent": "#ffffff", "--ink": "#111111" };
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings: [], boxes: [], variables };
    const html = "<style>main { gap: 8px }</style><main><p>Hello</p></main>";
    const app = await openDraft(html, page, { "POST /og/templates/preview": card });
    try {
      (await app.findByRole("treeitem", { name: "Card" })).click();
      const accent = await app.findByLabelText<HTMLInputElement>("Accent", { selector: "input" });
      assert.equal(accent.placeholder, "#2563eb");
      accent.value = "#c2410c";
      accent.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() =>
        assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /main { gap: 8px; --accent: #c2410c }/),
      );
      (await app.findByRole("treeitem", { name: "Hello" })).click();
      const swatches = await app.findByRole("group", { name: "Colors of the brand: Text color" });
      assert.equal(within(swatches).getByRole("button", { name: "Accent" }).style.background, "#c2410c");
    } finally {
      await app.close();
    }
  });

  it("selects all layers up to one with Shift, and adds or removes one with Ctrl", async () => {
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
        ["One", { shiftKey: true }, [false, true, true, true]],
        ["Two", { ctrlKey: true }, [false, true, false, true]],
        ["Two", { metaKey: true }, [false, true, true, true]],
      ] as const) {
        await click(name, keys);
        await waitFor(() => assert.deepEqual(isSelected(), expected));
      }
    } finally {
      await app.close();
    }
  });

  it("renames a layer in place after a double click", async () => {
    const app = await openDraft("<main><p>Hello</p></main>", page);
    try {
      const layer = await app.findByRole("treeitem", { name: "Hello" });
      layer.dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
      const input = await app.findByLabelText<HTMLInputElement>("Name of the layer");
      input.value = "Intro";
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await app.findByRole("treeitem", { name: "Intro" });
    } finally {
      await app.close();
    }
  });

  it("holds what is typed after a text is inserted until the card shows it, or until something is clicked", async () => {
    const box = { x: 0, y: 0, width: 1200, height: 630 };
    const card = { width: 1200, height: 630, image: "UklGRg==", warnings: [], variables: {} };
    const app = await openDraft("<main></main>", page, {
      "POST /og/templates/preview": { ...card, boxes: [{ path: "", ...box }] },
    });
    try {
      const canvas = await app.findByRole("application", { name: "Canvas" });
      const isHeld = (key: string) =>
        !canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      app.click("Insert");
      (await app.findByRole("button", { name: "Fixed text" })).click();
      await app.findByRole("treeitem", { name: "Text" });
      assert.equal(isHeld("H"), true);
      canvas.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
      assert.equal(isHeld("H"), false);
    } finally {
      await app.close();
    }
  });

  it("proves the draft against the current version, and compares the cards that changed", async () => {
    const drawing = { image: "UklGRg==", warnings: [] };
    const card = { width: 1200, height: 630, before: drawing, after: drawing, newWarnings: [] };
    const message = "The contrast of `accent` on `ground` is 2.0:1.";
    const warning = { code: "low_contrast", field: "brand/colors/accent", message };
    const cases = [
      { ...card, name: "longest", kind: "stress", difference: 0.2, newWarnings: [warning] },
      { ...card, name: "shortest", kind: "stress", difference: 0 },
    ];
    const summary = {
      cases: 2,
      changed: 1,
      newWarnings: [],
      messages: ["2 cards have low contrast in “brand/colors/accent”."],
    };
    const template = { ...page, fields: { title: "string" } };
    const app = await openDraft("<main>{{title}}</main>", template, {
      "POST /og/templates/mine/proof": { version: 1, cases, summary },
    });
    try {
      await app.waitFor("No problems");
      app.getByRole("tab", { name: "Proof" }).click();
      (await app.findByRole("button", { name: "Run proof" })).click();
      await app.waitFor("2 cards were rendered and compared with version 1: 1 changed.");
      await app.waitFor("2 cards have low contrast in “Accent of the brand”.");
      await app.waitFor(/The contrast of “Accent” on “Background” is 2.0:1/);
      app.click("Compare: Longest, 1200 × 630");
      await app.findByRole("slider");
      assert.equal(app.queryByRole("heading", { name: /^Shortest/ }), null);
    } finally {
      await app.close();
    }
  });
});
