import assert from "node:assert/strict";
import { poll, type ConsolePage } from "@placard/testing";
import {
  card,
  findBarriers,
  menu,
  noProblems,
  openConsoleOfAda,
  tab,
  unexpectedErrors,
} from "../testing/template-editor.ts";

/** An image of one pixel. */
const image = {
  name: "photo.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** A file that the server would refuse for its size. */
const largeImage = { ...image, buffer: Buffer.concat([image.buffer, Buffer.alloc(5 * 1024 * 1024)]) };

describe("the canvas of the template editor, in a browser", () => {
  let at: ConsolePage;
  const html = `<style>
  main { padding: 40px; background: #fff; }
  .row { display: flex; gap: 20px; padding: 10px; }
  .row p { width: 200px; height: 100px; background: #cde; }
  .pin { position: absolute; right: 203px; top: 302px; width: 160px; height: 80px; background: #c33; }
</style>
<main>
  <div class="row">
    <p>One</p>
    <p>Two</p>
  </div>
  <div class="pin">Pin</div>
</main>
`;
  const canvas = () => at.page.getByRole("application", { name: "Canvas" });
  const layer = (name: string) => at.page.getByRole("treeitem", { name: new RegExp(`^${name}(?!,)`) });
  /** What the server has last stored, observed in the browser: requests for it would take much CPU time. */
  let stored = { html, json: "", assets: {} };
  let id = "";
  let count = 0;
  const pathOf = (template: string) => `/api/v1/og/templates/${template}/draft`;
  const waitForSource = (pattern: RegExp) =>
    poll(`the HTML to have ${String(pattern)}`, () => pattern.test(stored.html));
  /** Waits until the canvas shows the boxes of the draft. */
  const waitForBox = (text: string) =>
    at.page.locator(".element-box.selected:not(.moved)", { hasText: text }).waitFor();

  /** Waits until the canvas shows the selected element as the first or the last one of the row. */
  const waitForPlace = (place: "first" | "last") =>
    poll(`the selected element to be the ${place} one of its row`, async () => {
      const [middle] = await toScreen(200, 0);
      const box = await at.page.locator(".element-box.selected:not(.moved)").boundingBox();
      return box !== null && box.x < middle === (place === "first");
    });

  /** A place on the screen of a point of the card. */
  async function toScreen(x: number, y: number): Promise<[number, number]> {
    const box = (await canvas().boundingBox())!;
    return [box.x + (x * box.width) / 1200, box.y + (y * box.width) / 1200];
  }

  async function drag(from: readonly [number, number], to: readonly [number, number]) {
    const { mouse } = at.page;
    await mouse.move(...(await toScreen(...from)));
    await mouse.down();
    await mouse.move(...(await toScreen(to[0] - 20, to[1])));
    await mouse.move(...(await toScreen(...to)));
  }

  /** Opens a new template in the design. */
  async function open(source = html, template: object = { fields: {} }) {
    const before = id;
    id = `canvas-${++count}`;
    stored = { html: source, json: JSON.stringify({ id, name: "Canvas", ...template }), assets: {} };
    const headers = { "Content-Type": "application/json", "Placard-Session": "cookie" };
    const put = { method: "PUT", headers, body: JSON.stringify(stored) };
    await at.page.evaluate(`fetch("${pathOf(id)}", ${JSON.stringify(put)})`);
    await at.page.evaluate(
      `localStorage.removeItem("placard-editor-views"); location.hash = "#/templates/${id}"`,
    );
    await at.page.locator(".editor-bar code").getByText(id, { exact: true }).waitFor();
    await tab(at, "Design").click();
    await canvas().waitFor();
    // An account has at most 20 drafts.
    if (before !== "")
      await at.page.evaluate(`fetch("${pathOf(before)}", ${JSON.stringify({ method: "DELETE", headers })})`);
  }

  before(async () => {
    at = await openConsoleOfAda();
    at.page.on("response", (response) => {
      const request = response.request();
      if (request.method() === "PUT" && response.url().endsWith(pathOf(id)) && response.ok())
        stored = request.postDataJSON() as typeof stored;
    });
  });
  beforeEach(() => open());
  after(() => at?.close());

  it("moves an absolutely positioned element that snaps to a guide, before the card is rendered", async () => {
    await drag([900, 340], [662, 340]);
    await at.page.locator(".snap-guide.x").waitFor();
    await at.page.locator(".element-box.moved").waitFor();
    await at.page.mouse.up();
    await waitForSource(/right: 440px; top: 30[0-4]px/); // the center of the card
    await waitForBox("Pin · ");
  });

  it("takes no change back by its key during a drag", async () => {
    await layer("Pin").click();
    await canvas().focus();
    await at.page.keyboard.press("ArrowRight");
    await waitForSource(/right: 202px/);
    await waitForBox("Pin · ");
    await drag([900, 340], [700, 340]);
    await at.page.locator(".element-box.moved").waitFor();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await at.page.keyboard.press("Escape");
    await at.page.mouse.up();
    await at.page.keyboard.press("ArrowRight");
    await waitForSource(/right: 201px/);
  });

  it("moves the selection by 1 px and 8 px with arrow keys, and undoes each", async () => {
    await layer("Pin").click();
    await canvas().focus();
    const right = () => waitForSource(/right: 203px/);
    for (const [key, value] of [
      ["ArrowRight", /right: 202px/],
      ["Shift+ArrowRight", /right: 194px/],
    ] as const) {
      await at.page.keyboard.press(key);
      await waitForSource(value);
    }
    await at.page.keyboard.press("ControlOrMeta+Z");
    await at.page.keyboard.press("ControlOrMeta+Z");
    await right();
  });

  it("keeps a part of an element that is dragged or moved with keys on the card", async () => {
    await layer("Pin").click();
    await waitForBox("160 × 80");
    await drag([900, 340], [1400, 340]);
    await at.page.mouse.up();
    await waitForSource(/right: -152px; top: 30\dpx/);
    await waitForBox("160 × 80");
    await canvas().focus();
    for (const key of ["Shift+ArrowRight", "Shift+ArrowUp"]) await at.page.keyboard.press(key);
    await waitForSource(/right: -152px; top: 29\dpx/);
  });

  it("resizes with handles, and changes gaps and paddings, also all sides that differ at once", async () => {
    await layer("Pin").click();
    await waitForBox("160 × 80");
    const { x, y } = (await at.page.locator("[data-handle=se]").boundingBox())!;
    await at.page.mouse.move(x + 5, y + 5);
    await at.page.mouse.down();
    await at.page.mouse.move(x + 65, y + 45, { steps: 3 });
    await at.page.mouse.up();
    await waitForSource(/width: (2[4-9]\d)px; height: 1[4-5]\dpx/);
    await layer(".*row").click();
    await waitForBox("(row)");
    for (const [kind, property] of [
      ["gap", /gap: (?:2[1-9]|[3-9]\d)px/],
      ["padding.x", /padding: 10px (?!10px 10px 10px)\d+px 10px \d+px/],
    ] as const) {
      const grip = (await at.page.locator(`.length-strip.${kind} i`).last().boundingBox())!;
      await at.page.mouse.move(grip.x + 3, grip.y + 3);
      await at.page.mouse.down();
      await at.page.mouse.move(grip.x + 23, grip.y + 3, { steps: 3 });
      await at.page.mouse.up();
      await waitForSource(property);
      await waitForBox("(row)");
    }
    const padding = at.page.getByLabel("Space inside", { exact: true });
    assert.equal(await padding.inputValue(), "");
    assert.equal(await padding.getAttribute("placeholder"), "By side");
    await padding.press("ArrowUp");
    await waitForSource(/padding: 11px (?!11px 11px 11px)\d+px 11px \d+px/);
  });

  it("says at the pointer and afterwards how much room there is for an element that a handle makes larger", async () => {
    await layer("One").click();
    await waitForBox("One · 200 × 100");
    const { x, y } = (await at.page.locator("[data-handle=e]").boundingBox())!;
    await at.page.mouse.move(x + 5, y + 5);
    await at.page.mouse.down();
    const [edge] = await toScreen(1190, 0);
    await at.page.mouse.move(edge, y + 5, { steps: 3 });
    const room = /leave room for 9\d\d × 100/;
    await at.page.locator(".element-box.moved", { hasText: room }).waitFor();
    await at.page.keyboard.press("Delete"); // has no effect during a drag
    await at.page.mouse.up();
    await at.page.getByRole("status").filter({ hasText: room }).waitFor();
  });

  it("ends all fields of the inspector at one line, with and without buttons", async () => {
    await layer(".*row").click();
    const ends = await at.page.evaluate<number[]>(`[...document.querySelectorAll(
      ".inspector .source-field:not(.side-fields *, details:not([open]) *) > :nth-last-child(1 of :not(p))",
    )].map((field) => Math.round(field.getBoundingClientRect().right))`);
    assert.ok(ends.length > 5);
    assert.equal(new Set(ends).size, 1, ends.join());
  });

  it("moves an element to another place of its row", async () => {
    await layer("One").click();
    await waitForBox("One · 200 × 100");
    await drag([150, 100], [560, 105]);
    await at.page.mouse.up();
    await waitForSource(/<p>Two<\/p>\n    <p>One<\/p>/);
    await waitForPlace("last");
  });

  it("moves an element only at the shown size, and says at the pointer why it does not move elsewhere", async () => {
    await layer("One").click();
    await waitForBox("One · 200 × 100");
    await at.page.getByLabel("Only at 1200 × 630").check();
    await drag([150, 100], [560, 105]);
    await at.page.mouse.up();
    await waitForSource(/<p>One<\/p>\n    <p class="p-1">Two/);
    await waitForSource(/height: 630px\) \{\s+\.p-1 \{ order: -1; \}/);
    await at.page
      .getByRole("tree")
      .and(at.page.getByText(/Two\s+One/))
      .waitFor();
    await waitForPlace("last");
    await drag([390, 100], [700, 340]);
    const reason = /moves only within its row, column or grid/;
    await at.page.locator(".element-box.moved", { hasText: reason }).waitFor();
    const cursorOf = (element: Element) => getComputedStyle(element).cursor;
    assert.equal(await canvas().evaluate(cursorOf), "not-allowed");
    await at.page.mouse.up();
    await at.page.getByRole("status").filter({ hasText: reason }).waitFor();
  });

  it("drops an element where a line and the name of the container show it, in a column of both, and takes that back", async () => {
    await layer("Two").click();
    await waitForBox("Two · 200 × 100");
    await drag([390, 100], [150, 142]);
    await at.page.locator(".element-box.into", { hasText: "(row)" }).waitFor();
    await at.page.locator(".drop-line").waitFor();
    await at.page.mouse.up();
    await waitForSource(/flex-direction: column[^>]*>\s*<p[^>]*>One<\/p>\s*<p[^>]*>Two<\/p>\s*<\/div>/);
    await canvas().focus();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await waitForSource(/^(?!.*flex-direction: column)/s);
  });

  it("takes a change back by its key in the panel, and keeps the focus on the card beside the code", async () => {
    await layer("One").click();
    const size = at.page.getByLabel("Font size", { exact: true });
    await size.fill("41");
    await size.press("Enter");
    await waitForSource(/font-size: 41px/);
    await size.press("ControlOrMeta+Z");
    await waitForSource(/^(?!.*41px)/s);
    await tab(at, "HTML").click();
    await at.page.mouse.click(...(await toScreen(900, 340)));
    await at.page.locator(".cm-activeLine", { hasText: "Pin" }).waitFor();
    await canvas().and(at.page.locator(":focus")).waitFor();
  });

  it("says on the card and in the layers that a layer is hidden while editing, and shows it again", async () => {
    await at.button("Hide while editing: Pin").click();
    const hidden = at.page.locator("li.hidden-layer", { hasText: /Pin\s+hidden while editing/ });
    const eyes = await hidden.locator("path").first().getAttribute("d");
    assert.notEqual(eyes, await layer("One").locator("path").first().getAttribute("d"));
    const chip = at.page.locator(".canvas-frame").getByText("1 layer hidden while editing");
    await chip.getByRole("button", { name: "Show" }).click();
    await chip.waitFor({ state: "detached" });
    await hidden.waitFor({ state: "detached" });
    assert.equal(stored.html, html);
  });

  it("names a layer, and moves it with its look to the place where it is dropped in the layers", async () => {
    await layer("One").click();
    await at.page.getByText("Name and conditions").click();
    await at.page.getByLabel("Layer name").fill("First");
    await at.page.keyboard.press("Enter");
    await waitForSource(/<p data-name="First">One/);
    const [first, pin] = [layer("First"), layer("Pin")];
    const { height } = (await pin.boundingBox())!;
    await first.dragTo(pin, { targetPosition: { x: 30, y: height - 2 } });
    await waitForSource(/Pin<\/div>\n  <p data-name="First" style="[^"]*background: #cde">/);
    await first.dragTo(layer(".*row"));
    await waitForSource(/<p>Two<\/p>\n    <p data-name="First"[^>]*>One/);
    await at.page.getByLabel("Layer name").fill("");
    await at.page.keyboard.press("Enter");
    await waitForSource(/<p>Two<\/p>\n    <p style="[^"]*">One/);
  });

  it("selects several elements with Shift, which are changed, copied and deleted together", async () => {
    await layer("Two").click();
    await waitForBox("Two · 200 × 100");
    await at.page.keyboard.down("Shift");
    await at.page.mouse.click(...(await toScreen(900, 340)));
    await at.page.keyboard.up("Shift");
    await poll(
      "two selected elements",
      async () => (await at.page.locator(".element-box.selected").count()) === 2,
    );
    await at.page.getByRole("heading", { name: "2 elements selected" }).waitFor();
    const opacity = at.page.getByLabel("Opacity", { exact: true });
    await at.page.locator("details", { has: opacity }).locator("summary").click();
    await opacity.fill("0.5");
    await opacity.press("Enter");
    await waitForSource(/opacity: 0\.5[^]*opacity: 0\.5/);
    await at.button("Undo").click();
    await canvas().focus();
    await at.page.keyboard.press("ControlOrMeta+D");
    await waitForSource(/Pin<\/div>\n  <div class="pin"[^>]*>Pin/);
    await at.page.keyboard.press("Delete");
    await waitForSource(/Pin<\/div>\n<\/main>/);
    await noProblems(at);
  });

  it("adds what is beside the selected element with Shift, and not what is in that", async () => {
    await layer("Pin").click();
    await at.page.keyboard.down("Shift");
    await at.page.mouse.click(...(await toScreen(100, 100)));
    await at.page.keyboard.up("Shift");
    await at.page.getByRole("heading", { name: "2 elements selected" }).waitFor();
    const names = await at.page.getByRole("treeitem", { selected: true }).allTextContents();
    assert.equal(names.length, 2);
    assert.match(names[0]!, /row/);
  });

  it("inserts icons as assets, and images and lists with a field, each as one step", async () => {
    await layer("Card").click();
    await at.button("Icon").click();
    await at.page.getByRole("searchbox", { name: "Search for icons" }).fill("space launch");
    await at.button("rocket").click();
    await waitForSource(/<img src="assets\/rocket.svg"/);
    await menu(at, "Insert", "List");
    await at.page.keyboard.type("Typed at once");
    await at.page.getByRole("textbox", { name: "Text of the element" }).press("Escape");
    await poll("the first entry", () => stored.json.includes('"example": ["Typed at once", "Second"'));
    await waitForSource(/each="item of items"/);
    await at.page.getByLabel("Image to insert").setInputFiles(largeImage);
    await waitForSource(/<img src="\{\{image\}\}"[^>]* if="image">/);
    // The image is dropped at the right edge of the list.
    await waitForBox("Image · ");
    const outline = at.page.locator(".element-box.selected").first();
    const from = (await outline.boundingBox())!;
    assert.ok(from.height > 50, `${from.height} px high`);
    await layer("List").click();
    await waitForBox("List · ");
    const list = (await outline.boundingBox())!;
    await at.page.mouse.move(from.x + 30, from.y + 30);
    await at.page.mouse.down();
    await at.page.mouse.move(list.x + list.width - 30, list.y + 9);
    await at.page.mouse.move(list.x + list.width - 9, list.y + 9);
    await at.page.mouse.up();
    await waitForSource(/<div style="display: flex; [^>]*>\s+<ul style="[^"]*; flex: 1; min-width: 0"/);
    await waitForBox("Image · ");
    const dropped = (await outline.boundingBox())!;
    assert.ok(dropped.x > list.x + 50 && dropped.height > 50, JSON.stringify(dropped));
    await at.button("Extend to the edges of the card").click();
    const [cardEdge] = await toScreen(1200, 0);
    await poll("the image at the edge of the card", async () => {
      const box = await outline.boundingBox();
      return box !== null && Math.abs(box.x + box.width - cardEdge) < 1;
    });
    for (let step = 0; step < 6; step++) await at.button("Undo").click();
    await waitForSource(/^(?!.*(?:rocket|items))/s);
    assert.deepEqual(stored.assets, {});
  });

  it("moves an element only at the shown size, and shows a zoom, safe areas and rulers", async () => {
    await layer("Pin").click();
    await at.page.getByLabel("Only at 1200 × 630").check();
    await canvas().focus();
    await at.page.keyboard.press("ArrowDown");
    const outlineOf = (element: Element) => getComputedStyle(element).outlineStyle;
    assert.equal(await at.page.locator(".image-frame").evaluate(outlineOf), "solid", "a visible focus");
    await waitForSource(/@container \(width: 1200px\) and \(height: 630px\) \{\s+\.pin \{ top: /);
    await at.page.getByLabel("Safe areas").check();
    await at.page.getByText("Covered by X").waitFor();
    await at.page.getByLabel("Zoom").selectOption("100 %");
    await poll("the card in its own size", async () => (await canvas().boundingBox())?.width === 1200);
    await canvas().focus();
    await at.page.keyboard.press("r");
    const mark = (await at.page.locator(".ruler.x span", { hasText: "600" }).boundingBox())!;
    assert.ok(Math.abs(mark.x - (await toScreen(600, 0))[0]) < 1);
    await at.page.keyboard.press("r");
    await at.page.locator(".ruler").first().waitFor({ state: "detached" });
  });

  it("makes a text readable that is hard to read, with one click and as one step", async () => {
    await layer("Two").click();
    const color = at.page.getByLabel("Text color", { exact: true });
    await color.fill("#c5d8ea");
    await color.press("Enter");
    await at.page.getByText(/The contrast of “Two”/).waitFor();
    await at.page.locator("label", { hasText: "Square 1080" }).click();
    await at.page.getByLabel("Only at 1080 × 1080").and(at.page.locator(":checked")).waitFor();
    await at.button("Use black").click();
    await waitForSource(/^(?!.*(?:c5d8ea|width: 1080px)).*color: #000000/s); // at all sizes
    await at.page.locator("label", { hasText: "Link 1200" }).click();
    await at.page.getByText(/The contrast of “Two”/).waitFor({ state: "detached" });
    await at.button("Undo").click();
    await waitForSource(/color: #c5d8ea/);
    await at.button("Undo").click();
    await waitForSource(/^(?!.*c5d8ea)/s);
    await noProblems(at);
  });

  it("shows all sizes at once by a key, and the one that is clicked on the canvas", async () => {
    const sizes = at.page.getByRole("group", { name: "All sizes" });
    await canvas().focus();
    await at.page.keyboard.press("s");
    await poll("a card of each size", async () => (await sizes.locator("img").count()) === 4);
    await sizes.getByRole("button", { name: "Square" }).click();
    await poll("a square canvas", async () => (await card(at).getAttribute("height")) === "1080");
    await sizes.getByRole("button", { name: /^Link/ }).press("Enter");
    await poll("the canvas of links", async () => (await card(at).getAttribute("height")) === "630");
  });

  it("goes to the next entry of a list with Enter, adds one after the last, and removes it if its text stays", async () => {
    await menu(at, "Insert", "List");
    const text = at.page.getByRole("textbox", { name: "Text of the element" });
    const waitForEntries = (...entries: string[]) =>
      poll(entries.join(), () =>
        stored.json.includes(`"example": ${JSON.stringify(entries).replaceAll(",", ", ")}`),
      );
    for (const [shown, typed] of [
      ["First", "One"],
      ["Second", "Two"],
      ["Third", "Three"],
      ["Three", "Four"],
    ]) {
      await poll(`the field to have ${shown}`, async () => (await text.inputValue()) === shown);
      await text.fill(typed!);
      await text.press("Enter");
    }
    await waitForEntries("One", "Two", "Three", "Four", "Four");
    await poll("the next field", async () => (await text.inputValue()) === "Four");
    await text.press("Enter");
    await waitForEntries("One", "Two", "Three", "Four");
    assert.equal(await text.count(), 0);
  });

  it("edits the value that is double-clicked, also after Ctrl+A, which selects all layers on the card", async () => {
    const fields = { home: "string", away: "string" };
    const samples = [{ name: "One", data: { home: "3", away: "1" } }];
    const style = "main { display: flex; padding: 100px; font-size: 200px } p { white-space: nowrap }";
    const source = `<style>${style}</style><main><p>{{home}}<i>:</i>{{away}}</p><b>Two</b></main>`;
    await open(source, { fields, samples });
    await layer("Home").click();
    const box = (await at.page.locator(".element-box.selected").boundingBox())!;
    await at.page.mouse.dblclick(box.x + box.width - 9, box.y + box.height / 2);
    const text = at.page.getByRole("textbox", { name: "Text of the element" });
    await text.waitFor();
    const selected = () => at.page.evaluate("String(getSelection())");
    assert.equal(await selected(), "1");
    await text.press("ControlOrMeta+A");
    await at.page.keyboard.type("7");
    await text.press("Escape");
    await poll("the second value to change", () => /"away": ?"7"/.test(stored.json));
    assert.match(stored.json, /"home": ?"3"/);
    assert.equal(stored.html, source);
    await at.page.keyboard.press("ControlOrMeta+A");
    await at.page.getByRole("heading", { name: "2 elements selected" }).waitFor();
    assert.equal(await selected(), "");
  });

  it("adds, renames and deletes fields, and switches the test data with a key", async () => {
    await tab(at, "Fields").click();
    await at.page.getByLabel("New field").fill("name");
    await at.button("Add field").click();
    await tab(at, "Design").click();
    await layer("Card").click();
    await menu(at, "Insert", "Name");
    await waitForSource(/<p style="[^"]*" if="name">\{\{name\}\}<\/p>/);
    // It has no example, so its field is opened.
    await at.page.getByLabel("Example").and(at.page.locator(":focus")).waitFor();
    await at.page.getByRole("textbox", { name: "Name" }).fill("title");
    await at.page.keyboard.press("Enter");
    await waitForSource(/<p style="[^"]*" if="title">\{\{title\}\}<\/p>/);
    await at.button("Delete the field title").click();
    await at.page.locator(".fields-panel .field-error", { hasText: "uses “Title”" }).waitFor();
    await noProblems(at);
    await at.page.getByLabel("New field").fill("speakers");
    await at.page.getByLabel("Type", { exact: true }).last().selectOption("List");
    await at.button("Add field").click();
    await at.button("Add an entry to Example").click();
    await at.page.keyboard.type("Grace Hopper");
    await canvas().focus();
    const hasExample = () => stored.json.includes('"example": ["Grace Hopper"]');
    await poll("the example", hasExample);
    await at.button("Remove entry 1 of Example").click();
    await poll("the list to be empty", () => !hasExample());
    await at.page.keyboard.press("ControlOrMeta+Z");
    await poll("the removed entry to be back", hasExample);
    await at.page.getByLabel("New field").fill("photo");
    await at.page.getByLabel("Type", { exact: true }).last().selectOption("Image");
    await at.button("Add field").click();
    await at.page.getByLabel("File: Example").setInputFiles(image);
    await poll("the image", () => stored.json.includes('"example": "asset:'));
    await canvas().focus();
    const before = await card(at).getAttribute("src");
    await at.page.keyboard.press("]");
    await poll("the card to change", async () => (await card(at).getAttribute("src")) !== before);
    assert.equal(await at.page.getByLabel("Data", { exact: true }).inputValue(), "Shortest texts");
  });

  it("asks before the page is left while one types, and stores the text", async () => {
    await layer("One").click();
    await canvas().focus();
    await at.page.keyboard.press("Enter");
    await at.page.keyboard.type("Typed");
    const isLeft = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
    assert.equal(await at.page.evaluate(`(${String(isLeft)})()`), false);
    await waitForSource(/>Typed<\/p>/);
  });

  it("opens the layers when the window is made wider than on a phone", async () => {
    const { width, height } = at.page.viewportSize()!;
    await at.page.setViewportSize({ width: 390, height: 844 });
    try {
      await open();
      const tree = at.page.getByRole("tree", { name: "Layers" });
      assert.equal(await tree.isVisible(), false);
      await at.page.setViewportSize({ width, height });
      await tree.waitFor();
    } finally {
      await at.page.setViewportSize({ width, height });
    }
  });

  it("has no barriers that axe finds, also with the pointer on a tab", async () => {
    await tab(at, "JSON").hover();
    assert.deepEqual(await findBarriers(at.page), []);
  });

  it("causes no browser errors or policy violations", () => {
    assert.deepEqual(unexpectedErrors(at), []);
  });
});
