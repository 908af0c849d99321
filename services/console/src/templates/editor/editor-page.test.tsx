import assert from "node:assert/strict";
import { EditorView } from "@codemirror/view";
import { textFitWarning } from "@placard/contracts/text-fit-warning";
import { waitFor, within } from "@testing-library/dom";
import { ApiError } from "../../testing/fake-api.ts";
import { openDraft } from "../../testing/open-draft.ts";

const page = { id: "mine", name: "Mine", fields: {} };

interface PreviewBody {
  data: { title: string };
  options: { height: number };
}

describe("the page of the template editor", () => {
  it("shows the card without a selection in tabs in which nothing is selected on it", async () => {
    const app = await openDraft("<main>{{title}}</main>", page);
    try {
      await app.findByRole("application", { name: "Canvas" });
      app.getByRole("tab", { name: "Use it" }).click();
      await waitFor(() => assert.equal(app.queryByRole("application"), null));
      app.getByRole("img", { name: "Preview of the template" });
    } finally {
      await app.close();
    }
  });

  it("shows how the draft differs from the one of another tab, or that this was published or discarded", async () => {
    const app = await openDraft("<main>mine</main>", page, {
      "PUT /og/templates/mine/draft": new ApiError(409, "conflict"),
    });
    const type = () => {
      const view = document.querySelector(".code-editor")!.shadowRoot!.querySelector(".cm-editor")!;
      EditorView.findFromDOM(view as HTMLElement)!.dispatch({ changes: { from: 0, insert: " " } });
    };
    try {
      (await app.findByRole("tab", { name: "HTML" })).click();
      await waitFor(() => assert.ok(document.querySelector(".code-editor")?.shadowRoot?.firstChild));
      const other = { json: JSON.stringify(page), html: "<main>theirs</main>", assets: {} };
      app.api.answer("GET /og/templates/mine/draft", other);
      type();
      const difference = await app.findByRole("region", { name: "The other draft and this one" });
      await waitFor(() => {
        const texts = [...difference.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot?.textContent);
        assert.match(texts.join(""), /theirs/);
      });
      assert.equal(within(difference).getAllByRole("heading").length, 1, "of HTML, not of JSON");
      app.api.answer("GET /og/templates/mine/draft", new ApiError(404, "not_found"));
      app.click("Keep this draft");
      await app.waitFor("The other draft was published or discarded.");
    } finally {
      await app.close();
    }
  });

  it("refuses to publish a draft with errors before it asks", async () => {
    const problem = {
      file: "template.html",
      line: 1,
      column: 1,
      severity: "error",
      message: "`blink` is not supported",
      suggestion: "Use `p`.",
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
      const shown = app.getByRole("list", { name: "Problems" }).textContent;
      assert.match(shown, /blink is not supported\. Use p\.$/);
      assert.equal(app.queryAllByRole("dialog").length, 0);
    } finally {
      await app.close();
    }
  });

  it("refuses to publish an example that does not fit its field, and names the field", async () => {
    const title = { type: "string", maxLength: 3, example: "Long" };
    const warning = {
      ...{ file: "template.json", pointer: "/fields/title/example", line: 1, column: 1 },
      ...{ severity: "warning", code: "invalid_example" },
      message: "/fields/title/example must have at most 3 characters; this has 4",
    };
    const app = await openDraft(
      "<main>{{title}}</main>",
      { ...page, fields: { title } },
      {
        "POST /og/templates/lint": { problems: [warning] },
        "POST /og/templates/preview": new ApiError(400, "validation_failed"),
      },
    );
    try {
      await app.findByRole("button", { name: "Insert" }); // the design tools are loaded
      await app.waitFor(/1 warning/);
      app.getByRole("tab", { name: "Fields" }).click();
      const shown = app.getByRole("list", { name: "Problems" });
      await waitFor(() => assert.match(shown.textContent, /^TemplateWarning: The example of “Title” must/));
      app.click("Publish");
      await app.waitFor(
        /^The example of “Title” must have at most 3 characters; this has 4. Change it in Fields/,
      );
      assert.equal(app.queryAllByRole("dialog").length, 0);
    } finally {
      await app.close();
    }
  });

  it("says before it publishes that it replaces a version which is not in the draft, and then shows the first sample", async () => {
    const html = "<main>{{place}}</main>";
    const template = { id: "mine", name: "Mine", fields: { place: "string" } };
    const published = {
      ...{ id: "mine", name: "Mine", version: 1, versions: [{ version: 1, createdAt: "2027-01-01" }] },
      document: { template, html, assets: {} },
    };
    const json = JSON.stringify(template);
    const app = await openDraft("", template, {
      "GET /og/templates": { templates: [{ id: "mine", source: "account" }] },
      "GET /og/templates/mine": published,
      "GET /og/templates/mine/draft": { json, html: "<main><p>{{place}}</p></main>", assets: {}, version: 1 },
      "POST /og/templates/mine/versions": { version: 3 },
      "DELETE /og/templates/mine/draft": {},
    });
    try {
      await app.waitFor("No problems");
      app.api.answer("GET /og/templates/mine", { ...published, version: 2 });
      const data = app.getByLabelText<HTMLSelectElement>("Data");
      data.value = "Longest texts";
      data.dispatchEvent(new Event("change"));
      app.click("Publish");
      await app.waitFor(/after you began this draft/);
      app.click("Publish version");
      await app.waitFor(/^Version 3 was published/);
      const next = app.getByRole("tab", { name: "Use it" });
      await waitFor(() => assert.equal(document.activeElement, next));
      assert.equal(data.value, "Examples");
      const link = app.getByRole("link", { name: "Try in playground" });
      assert.equal(link.getAttribute("href"), "#/playground/mine");
      app.api.answer("POST /og/generate", { url: "https://example.com/og/1.png" });
      app.click("Create image URL");
      const url = await app.findByLabelText<HTMLInputElement>("Image URL");
      assert.equal(url.value, "https://example.com/og/1.png");
    } finally {
      await app.close();
    }
  });

  it("asks before it publishes cards with warnings, of all sizes and samples, once for each, and shows them, or leads to the proof of unusual data", async () => {
    const warningsOf: Readonly<Record<string, string>> = { One: "Small.", Two: "Hard to read." };
    const samples = ["Fine", "One", "Two"].map((name) => ({ name, data: { title: name } }));
    const template = { ...page, fields: { title: { type: "string", maxLength: 40 } }, samples };
    const app = await openDraft("<main>{{title}}</main>", template, {
      "POST /og/templates/preview": ({ body }: { body: PreviewBody }) => {
        const { title } = body.data;
        const message = title === "Fine" && body.options.height > 1000 ? "Cut off." : warningsOf[title];
        const warnings = message ? [{ code: "low_contrast", field: "template", message }] : [];
        return { image: "UklGRg==", warnings, boxes: [] };
      },
    });
    try {
      await app.waitFor("No problems");
      app.click("Publish");
      await app.waitFor("Fine (Square, Story)");
      await app.waitFor("Two (Link, Square, Story, Small link)");
      const lists = within(app.getByRole("dialog")).getAllByRole("list");
      assert.deepEqual(
        lists.map((list) => list.textContent),
        ["Template: Cut off.", "Template: Small.", "Template: Hard to read."],
      );
      app.click("Show this card: Fine (Square, Story)");
      await waitFor(() => assert.equal(app.queryAllByRole("dialog").length, 0));
      await app.findByRole("radio", { name: "Square 1080 × 1080", checked: true });
      app.click("Publish");
      await app.waitFor("Two (Link, Square, Story, Small link)");
      app.click("Show this card: Two (Link, Square, Story, Small link)");
      await waitFor(() => assert.equal(app.queryAllByRole("dialog").length, 0));
      assert.equal((await app.findByLabelText<HTMLSelectElement>("Data")).value, "Two");
      app.click("Publish");
      await app.waitFor("Two (Link, Square, Story, Small link)");
      app.click("Check them in Proof");
      await app.findByRole("tab", { name: "Proof", selected: true });
      const previews = app.api.requests.filter(({ path }) => path === "/og/templates/preview");
      const titles = new Set(previews.map(({ body }) => (body as PreviewBody).data.title));
      assert.deepEqual([...titles].toSorted(), ["Fine", "One", "Two"]);
    } finally {
      await app.close();
    }
  });

  it("says that it checks the cards, and does not ask or publish after another page was opened meanwhile", async () => {
    const answers: (() => void)[] = [];
    const app = await openDraft("<main></main>", page, { "GET /keys": { keys: [] } });
    const warnings = [{ code: "low_contrast", field: "template", message: "Hard to read." }];
    const card = { image: "UklGRg==", warnings, boxes: [] };
    try {
      await app.waitFor("No problems");
      app.api.answer("POST /og/templates/preview", () => {
        return new Promise<object>((resolve) => answers.push(() => resolve(card)));
      });
      app.click("Publish");
      await waitFor(() => assert.notEqual(answers.length, 0));
      await app.findByRole("button", { name: "Checking…" });
      app.api.answer("POST /og/templates/preview", card);
      app.goTo("keys");
      await app.waitFor("Create API key");
      for (const answer of answers) answer();
      await waitFor(() => assert.ok(!document.querySelector(".busy-bar")));
      assert.equal(app.queryAllByRole("dialog").length, 0);
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
      await app.waitFor(/^Whoever has the link sees the draft/);
      assert.ok(!app.api.requests.some(({ path, method }) => path === "/og/reviews" && method === "POST"));
      app.click("Create link");
      await app.waitFor(/^Review link created/);
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

  it("shows warnings before the data, and makes all texts with a low contrast readable in one step of the history", async () => {
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
      await app.waitFor("2 warnings.");
      const order = app
        .getByRole("list", { name: "Warnings" })
        .compareDocumentPosition(app.getByLabelText("Data"));
      assert.equal(order, Node.DOCUMENT_POSITION_FOLLOWING);
      await written(/<p style=\\"color: #ffffff\\">One<\/p><p style=\\"color: #ffffff\\">Two/);
      app.click("Undo");
      await written(/<p>One<\/p><p>Two/);
    } finally {
      await app.close();
    }
  });

  it("limits the length of the entries of a list", async () => {
    const list = { type: "array", items: { type: "string", maxLength: 60 } };
    const app = await openDraft("<main>Hello</main>", { ...page, fields: { facts: list } });
    try {
      (await app.findByRole("tab", { name: "Fields" })).click();
      const length = await app.findByLabelText<HTMLInputElement>("Max. length of an entry");
      assert.equal(length.value, "60");
      length.value = "40";
      length.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await waitFor(() => assert.match(JSON.stringify(app.api.requests.at(-1)?.body), /"maxLength":40/));
    } finally {
      await app.close();
    }
  });

  it("has the text or image on the card as the example of its field, and shows another one on the card", async () => {
    const fields = { photo: { type: "string", format: "image-url" }, text: { type: "string", example: "b" } };
    const samples = [{ name: "One", data: { photo: "https://example.com/a.png", text: "a" } }];
    const html = '<main><img src="{{photo}}" alt="">{{text}}</main>';
    const app = await openDraft(html, { ...page, fields, samples });
    try {
      (await app.findByRole("tab", { name: "Fields" })).click();
      const examples = await app.findAllByLabelText<HTMLInputElement>("Example");
      assert.deepEqual(
        examples.map(({ value }) => value),
        ["https://example.com/a.png", "a"],
      );
      for (const [index, value] of ["https://example.com/b.png", "c"].entries()) {
        examples[index]!.value = value;
        for (const event of ["input", "change"])
          examples[index]!.dispatchEvent(new Event(event, { bubbles: true }));
      }
      const shown = () => (app.api.requests.at(-1)?.body as { data?: object } | undefined)?.data;
      await waitFor(() => assert.deepEqual(shown(), { photo: "https://example.com/b.png", text: "c" }));
    } finally {
      await app.close();
    }
  });

  it("says why a field is not deleted until another tab is shown", async () => {
    const app = await openDraft("<main>{{title}}</main>", { ...page, fields: { title: "string" } });
    try {
      (await app.findByRole("tab", { name: "Fields" })).click();
      (await app.findByLabelText("Delete the field title")).click();
      await app.findByText(/The card uses “Title”/);
      app.getByRole("tab", { name: "JSON" }).click();
      app.getByRole("tab", { name: "Fields" }).click();
      await app.findByLabelText("Delete the field title");
      await waitFor(() => assert.equal(app.queryAllByText(/The card uses/).length, 0));
    } finally {
      await app.close();
    }
  });

  it("renames, deletes and adds parts of a list", async () => {
    const plans = { type: "array", items: { name: "string", price: "string" }, example: [{ name: "Pro" }] };
    const html = '<main><p each="plan of plans">{{plan.name}}</p></main>';
    const app = await openDraft(html, { ...page, fields: { plans } });
    const written = async (text: RegExp) =>
      waitFor(() => {
        const body = JSON.stringify(app.api.requests.at(-1)?.body);
        assert.match(body.replaceAll(/[\\ ]/g, ""), text);
      });
    try {
      (await app.findByRole("tab", { name: "Fields" })).click();
      const parts = within(await app.findByRole("group", { name: "Parts of an entry" }));
      const [name] = parts.getAllByLabelText<HTMLInputElement>("Name");
      name!.value = "title";
      name!.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      await written(/"title":"string".*"example":\[\{"title":"Pro"\}\].*\{\{plan.title\}\}/);
      parts.getByRole("button", { name: "Delete the part price" }).click();
      await written(/"items":\{"title":"string"\}/);
      parts.getByRole("button", { name: "Delete the part title" }).click();
      await app.findByText(/at least one part/);
      parts.getByLabelText<HTMLInputElement>("New part").value = "Old price";
      parts.getByRole("button", { name: "Add part" }).click();
      await written(/"items":\{"title":"string","old_price":\{"type":"string"\}\}/);
    } finally {
      await app.close();
    }
  });

  it("says what a designer can do about a text that is cut off, which a button selects, or a logo that is hard to see", async () => {
    const message =
      "“title” is too long for this card and was cut off. Shorten it or request a larger image.";
    const logo = { code: "low_contrast", field: "brand/logo/onLight", message: "The logo is hard to see." };
    const warnings = [{ code: "text_truncated", field: "title", message }, logo];
    const card = { image: "UklGRg==", width: 1200, height: 630, warnings, boxes: [], variables: {} };
    const app = await openDraft("<main><p>A</p><p>{{title}}</p></main>", page, {
      "POST /og/templates/preview": card,
    });
    try {
      await app.waitFor("Title is cut off. Raise “Max. lines”, lower “Smallest”, or make a photo smaller.");
      (await app.findByRole("button", { name: "Select “Title”" })).click();
      await app.findByRole("heading", { name: "Title" });
      const link = app.getByRole("link", { name: "Logos of the brand" });
      assert.equal(link.getAttribute("href"), "#/brand");
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

  it("edits a date that the card shows in parts in letters with which all of it fits", async () => {
    const box = { x: 0, y: 0, width: 240, height: 300 };
    const look = {
      fontFamily: ["Inter"],
      fontWeight: 700,
      textAlign: "start",
      color: "#111",
      letterSpacing: -10,
    };
    const text = { ...box, ...look, fontSize: 200, lineHeight: 240 };
    const template = { ...page, fields: { date: { type: "string", example: "2027-06-19" } } };
    const app = await openDraft("<main><p>{{date | day}}</p></main>", template, {
      "POST /og/templates/preview": {
        ...{ width: 1200, height: 630, image: "UklGRg==", warnings: [], variables: {} },
        boxes: [{ path: "0", ...box, text }],
      },
    });
    try {
      const canvas = await app.findByRole("application", { name: "Canvas" });
      (await app.findByRole("treeitem", { name: /^Date/ })).click();
      await app.findByRole("heading", { name: /^Date/ });
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      const { style, value } = await app.findByLabelText<HTMLTextAreaElement>("Text of the element");
      const shown = [value, style.fontSize, style.lineHeight, style.letterSpacing];
      assert.deepEqual(shown, ["2027-06-19", "40px", "48px", "-2px"]);
    } finally {
      await app.close();
    }
  });

  it("keeps the text before an entry that Enter has added, if undo removes that before the card shows it", async () => {
    const box = { x: 0, y: 0, width: 1200, height: 630 };
    const items = { type: "array", items: "string" };
    const samples = [{ name: "One", data: { items: ["One"] } }];
    const app = await openDraft(
      "<main><p each='item of items'>{{item}}</p></main>",
      { ...page, fields: { items }, samples },
      {
        "POST /og/templates/preview": {
          ...{ width: 1200, height: 630, image: "UklGRg==", warnings: [], variables: {} },
          boxes: [{ path: "0:0", ...box }],
        },
      },
    );
    const press = (on: HTMLElement, key: string, ctrlKey = false) =>
      on.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }));
    try {
      const canvas = await app.findByRole("application", { name: "Canvas" });
      (await app.findByRole("treeitem", { name: /^Item/ })).click();
      await app.findByRole("heading", { name: /^Item/ });
      press(canvas, "Enter");
      const text = await app.findByLabelText<HTMLTextAreaElement>("Text of the element");
      text.value = "Two";
      press(text, "Enter");
      press(canvas, "z", true);
      await waitFor(() => assert.ok(press(canvas, "q"), "keys are not kept for an entry any more"));
      app.click("Redo");
      await waitFor(() => {
        const last = app.api.requests.findLast(({ path }) => path === "/og/templates/preview")!;
        assert.deepEqual((last.body as { data: object }).data, { items: ["Two", "Two"] });
      });
    } finally {
      await app.close();
    }
  });

  it("begins an empty card with a title by one click", async () => {
    const app = await openDraft("<main></main>", page);
    try {
      (await app.findByRole("button", { name: "Insert: Title" })).click();
      await app.findByRole("treeitem", { name: "Title", selected: true });
    } finally {
      await app.close();
    }
  });

  it("limits a text that is edited in place to the characters of its field, and says so", async () => {
    const box = { x: 0, y: 0, width: 1200, height: 630 };
    const template = { ...page, fields: { title: { type: "string", maxLength: 5, example: "One" } } };
    const app = await openDraft("<main><p>{{title}}</p></main>", template, {
      "POST /og/templates/preview": {
        ...{ width: 1200, height: 630, image: "UklGRg==", warnings: [], variables: {} },
        boxes: ["", "0"].map((path) => ({ path, ...box })),
      },
    });
    try {
      const canvas = await app.findByRole("application", { name: "Canvas" });
      (await app.findByRole("treeitem", { name: "Title" })).click();
      await app.findByRole("heading", { name: "Title" });
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      const text = await app.findByLabelText<HTMLTextAreaElement>("Text of the element");
      text.value = "On😀🎉ly";
      text.dispatchEvent(new Event("input", { bubbles: true }));
      await app.waitFor(/^The text has at most 5 characters/);
      assert.equal(text.value, "On😀🎉l");
      text.value = "とうきょうと";
      text.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
      assert.equal(text.value, "とうきょうと");
      text.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
      text.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
      assert.equal(text.value, "とうきょう");
      text.value = "Four";
      text.dispatchEvent(new Event("input", { bubbles: true }));
      await waitFor(() => assert.ok(!app.queryByText(/^The text has at most/)));
      assert.ok(text.isConnected);
    } finally {
      await app.close();
    }
  });

  it("proves the draft against the current version, and compares the cards that changed or lack an entry", async () => {
    const drawing = { image: "UklGRg==", warnings: [] };
    const card = { width: 1200, height: 630, before: drawing, after: drawing, newWarnings: [] };
    const message = "The contrast of `accent` on `ground` is 2.0:1.";
    const warning = { code: "low_contrast", field: "brand/colors/accent", message };
    const full = { ...drawing, warnings: [textFitWarning("omitted", "items/1")] };
    const worse = { ...full, warnings: [warning, ...full.warnings] };
    const cases = [
      { ...card, name: "longest", kind: "stress", difference: 0.2, newWarnings: [warning], after: worse },
      { ...card, name: "shortest", kind: "stress", difference: 0 },
      { ...card, name: "arabic", kind: "stress", difference: null, before: null, after: full },
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
      await app.waitFor(/The contrast of “Accent” on “Background color” is 2.0:1/);
      const lists = await app.findAllByText(/^Items: 1 entry is not on the card/);
      assert.equal(lists.length, 2);
      app.click("Compare: Longest, 1200 × 630");
      await app.findByRole("slider");
      assert.equal(app.queryByRole("heading", { name: /^Shortest/ }), null);
    } finally {
      await app.close();
    }
  });

  it("lists unchanged cards that lack a text or have low contrast if the proof finds no other ones", async () => {
    const before = { image: "UklGRg==", warnings: [] };
    const cardWith = (name: string, fit: "omitted" | "truncated") => {
      const after = { ...before, warnings: [textFitWarning(fit, "title")] };
      const size = { width: 1200, height: 630 };
      return { ...size, name, kind: "stress", difference: 0, before: after, after, newWarnings: [] };
    };
    const cases = [cardWith("longest", "omitted"), cardWith("emoji", "truncated")];
    const summary = { cases: 2, changed: 0, newWarnings: [], messages: [] };
    const app = await openDraft("<main>{{title}}</main>", page, {
      "POST /og/templates/mine/proof": { version: 1, cases, summary },
    });
    try {
      await app.waitFor("No problems");
      app.getByRole("tab", { name: "Proof" }).click();
      (await app.findByRole("button", { name: "Run proof" })).click();
      await app.waitFor("Unchanged cards with warnings: 1.");
      assert.equal(app.getAllByRole("list", { name: /^Warnings: Longest/ }).length, 1);
      assert.equal(app.queryByRole("heading", { name: /^Emoji/ }), null);
    } finally {
      await app.close();
    }
  });

  it("says next to the count of problems that a card could not be rendered with its data", async () => {
    const app = await openDraft("<main>{{title}}</main>", page, {
      "POST /og/templates/preview": new ApiError(400, "invalid_request"),
    });
    try {
      await app.waitFor("The card could not be rendered");
      assert.equal(app.queryByText("No problems"), null);
    } finally {
      await app.close();
    }
  });

  it("counts and lists the warnings of other sizes while it shows these, and marks each of them", async () => {
    const draw = ({ body: { options } }: { body: PreviewBody }) => ({
      ...{ width: 1200, height: options.height, image: "UklGRg==", boxes: [], variables: {} },
      warnings: options.height === 1080 ? [textFitWarning("omitted", "title")] : [],
    });
    const app = await openDraft("<main>{{title}}</main>", page, { "POST /og/templates/preview": draw });
    try {
      await app.waitFor("No problems");
      const box = await app.findByRole("checkbox", { name: "All sizes" });
      box.click();
      const square = await app.findByRole("button", { name: "Square 1080 × 1080" });
      await app.waitFor("1 warning (below the card)");
      const notes = () =>
        app.getAllByRole("group", { name: /^Square|^Story/ }).map(({ textContent }) => textContent);
      assert.match(notes()[0]!, /10801 warningTitle is not on the card: there is no room/);
      assert.doesNotMatch(notes()[1]!, /warning/);
      square.click();
      await app.waitFor("1 warning (below the card)");
      box.click();
      app.getByRole("radio", { name: /^Link/ }).click();
      await app.waitFor("No problems");
    } finally {
      await app.close();
    }
  });

  it("says in words which data the card lacks, and keeps the pictures of all sizes", async () => {
    const details = [{ path: "/data/title", message: "is required" }];
    let isMissing = false;
    const draw = ({ body: { options } }: { body: PreviewBody }) => {
      if (isMissing) throw new ApiError(400, "validation_failed", details);
      return { ...options, image: "UklGRg==", boxes: [], variables: {}, warnings: [] };
    };
    const app = await openDraft("<main>{{title}}</main>", page, { "POST /og/templates/preview": draw });
    const pictures = () => document.querySelectorAll(".size-card img").length;
    const requests = () => app.api.requests.filter(({ path }) => path.endsWith("/preview")).length;
    try {
      (await app.findByRole("checkbox", { name: "All sizes" })).click();
      await waitFor(() => assert.equal(pictures(), 4));
      isMissing = true;
      app.getByRole("radio", { name: /^Square/ }).click();
      await app.findByText("Enter a title. Until then, the card is as it was before.");
      await waitFor(() => assert.ok(requests() >= 8)); // also for the other sizes
      assert.equal(pictures(), 4);
    } finally {
      await app.close();
    }
  });

  it("says below the card which text of a sample is missing, without code", async () => {
    const problem = {
      ...{ file: "template.json", pointer: "/samples/0/data/title", line: 1, column: 1 },
      ...{ severity: "error", message: "/samples/0/data/title is required" },
    };
    const answers = { "POST /og/templates/lint": { problems: [problem] } };
    const app = await openDraft("<main>{{title}}</main>", page, answers);
    try {
      await app.findByText("“Title” must not be empty. Fix the errors to update the card.");
      assert.doesNotMatch(document.body.textContent, /\/samples|JSON \(/);
    } finally {
      await app.close();
    }
  });

  it("shows all sizes also in the next template if they were shown in the last one", async () => {
    const app = await openDraft("<main></main>", page);
    try {
      const box = () => app.findByRole<HTMLInputElement>("checkbox", { name: "All sizes" });
      assert.equal((await box()).checked, false);
      (await box()).click();
      app.goTo("templates");
      await app.findByRole("heading", { name: "Templates" });
      app.goTo("templates/mine");
      assert.equal((await box()).checked, true);
    } finally {
      await app.close();
    }
  });

  it("shows a layer at its place in a file with carriage returns", async () => {
    const app = await openDraft("<main>\r\n<p>One</p>\r\n<p>Two</p>\r\n</main>", page);
    try {
      (await app.findByRole("treeitem", { name: "Two" })).click();
      await app.findByRole("heading", { name: "Two" });
      app.click("Show in code");
      await waitFor(() => {
        const root = document.querySelector(".code-editor")?.shadowRoot;
        const { state } = EditorView.findFromDOM(root!.querySelector(".cm-editor")!)!;
        assert.equal(state.doc.lineAt(state.selection.main.head).text, "<p>Two</p>");
      });
    } finally {
      await app.close();
    }
  });
});
