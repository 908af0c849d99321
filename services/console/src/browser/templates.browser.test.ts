import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { openConsole, poll, type ConsolePage } from "@placard/testing";
import {
  card,
  findBarriers,
  menu,
  noProblems,
  openConsoleOfAda,
  tab,
  unexpectedErrors,
} from "../testing/template-editor.ts";

describe("the template editor of the console, in a browser", () => {
  let at: ConsolePage;
  before(async () => {
    at = await openConsoleOfAda();
  });
  after(() => at?.close());

  const editor = () => at.page.getByRole("textbox", { name: "template.html", exact: true });

  /** Inserts a line after the first one of template.html. */
  async function insertLine(text: string): Promise<void> {
    await editor().click();
    await at.page.keyboard.press("ControlOrMeta+Home");
    await at.page.keyboard.press("End");
    await at.page.keyboard.press("Enter");
    await at.page.keyboard.insertText(text);
  }

  /** Chooses a completion. The editor ignores a click while it updates the list. */
  async function complete(name: string, expected: string): Promise<void> {
    await poll(`the code to contain ${expected}`, async () => {
      if ((await editor().textContent())?.includes(expected)) return true;
      await at.page.getByRole("option", { name }).first().click({ timeout: 1_000 });
      return false;
    });
  }

  it("opens a copy of a built-in template in the design", async () => {
    await at.openPage("Templates");
    await at.button("Copy Blog post").click();
    await at.page.getByRole("dialog").getByRole("button", { name: "Copy template" }).click();
    await noProblems(at);
    await card(at).waitFor();
    await at.page.getByRole("tree", { name: "Layers" }).waitFor();
  });

  it("marks an error in the code, and renders the card as the user types", async () => {
    await tab(at, "HTML").click();
    await insertLine("  h1 { float: left; }");
    await at.page.getByRole("list", { name: "Problems" }).getByText(/float/).first().waitFor();
    await at.page.locator(".cm-lintRange-error", { hasText: "float" }).waitFor();
    const before = await card(at).getAttribute("src");
    await at.page.keyboard.press("ControlOrMeta+Z");
    await insertLine("  main { border: 12px solid #e6007e; }");
    await noProblems(at);
    await poll("the card to change", async () => (await card(at).getAttribute("src")) !== before);
  });

  it("completes the properties of the language", async () => {
    await insertLine("");
    await at.page.keyboard.type("  h1 { text-wr");
    await complete("text-wrap", "text-wrap:");
    await at.page.keyboard.type("bal");
    await complete("balance", "text-wrap: balance");
    await noProblems(at);
  });

  it("finds text in the code", async () => {
    await at.page.keyboard.press("ControlOrMeta+F");
    await at.page.keyboard.type("wrap: balance");
    await at.page.keyboard.press("Enter");
    await at.page.locator(".cm-searchMatch-selected", { hasText: "wrap: balance" }).waitFor();
    await at.page.keyboard.press("Escape");
  });

  it("replaces selected code when one types, with no policy violation in the browser's log", async () => {
    await editor().click();
    await at.page.keyboard.press("ControlOrMeta+Home");
    for (let line = 0; line < 3; line++) await at.page.keyboard.press("Shift+ArrowDown");
    await at.page.keyboard.type("typed");
    await editor().getByText("typed").waitFor();
    assert.deepEqual(unexpectedErrors(at), []);
    await at.page.keyboard.press("ControlOrMeta+Z");
    await noProblems(at);
  });

  it("shows the box of the element under the pointer", async () => {
    await card(at).hover({ position: { x: 3, y: 3 } });
    await at.page.locator(".element-box", { hasText: "1200 × 630" }).waitFor();
    await at.page.mouse.move(0, 0);
  });

  it("changes the CSS of an element that is clicked, as one step of the history, and leads to its rules", async () => {
    await tab(at, "Design").click();
    await card(at).click({ position: { x: 3, y: 3 } });
    await at.page.keyboard.press("Escape"); // what is around it, if the border is undone
    const root = at.page.getByRole("treeitem", { selected: true });
    await root.getByText("Card", { exact: true }).waitFor();
    const padding = at.page.getByLabel("Space inside", { exact: true });
    const before = await card(at).getAttribute("src");
    await padding.fill("31");
    await padding.press("Enter");
    await noProblems(at);
    await poll("the card to change", async () => (await card(at).getAttribute("src")) !== before);
    await padding.fill("wide");
    await padding.press("Enter");
    await at.page.locator(".source-field .field-error", { hasText: "wide" }).waitFor();
    await padding.press("Escape");
    await at.button("Show in code").click();
    await editor().and(at.page.locator(":focus")).waitFor();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await noProblems(at);
    assert.doesNotMatch((await editor().textContent()) ?? "", /31px/);
    const rules = at.page.getByRole("group", { name: "Rules of the element" });
    await rules.getByRole("button", { name: "main", exact: true }).first().click();
    await at.page.locator(".cm-activeLine", { hasText: "main {" }).waitFor();
  });

  it("fills the width of the design with the layers and the panel in wide windows", async () => {
    await tab(at, "Design").click();
    const right = async (selector: string) => {
      const { x, width } = (await at.page.locator(selector).boundingBox())!;
      return x + width;
    };
    for (const width of [1680, 1920]) {
      await at.page.setViewportSize({ width, height: 1050 });
      const gap = (await right(".design-panel")) - (await right(".inspector"));
      assert.ok(gap < 20, `${gap} px at ${width}`);
    }
    await at.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("edits elements with the keyboard, and a text in place without the frame of the selection", async () => {
    await tab(at, "Design").click();
    const layers = at.page.getByRole("tree", { name: "Layers" });
    const names = async () => layers.getByRole("treeitem").allTextContents();
    const before = await names();
    await layers.getByRole("treeitem").first().click();
    await at.page.keyboard.press("ArrowDown");
    await at.page.keyboard.press("ControlOrMeta+D");
    await poll("a copy", async () => (await names()).length > before.length);
    await at.page.keyboard.press("Delete");
    await poll("the copy to be deleted", async () => (await names()).length === before.length);
    await menu(at, "Insert", "Fixed text");
    await at.page.keyboard.type("Written in place"); // also before there is a field
    const text = at.page.getByRole("textbox", { name: "Text of the element" });
    await text.waitFor();
    assert.equal(await text.inputValue(), "Written in place");
    await text.press("Escape");
    await layers.getByText("Written in place").waitFor();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await at.page.keyboard.press("ControlOrMeta+Z");
    await poll("the text to be removed", async () => (await names()).length === before.length);
    await layers.getByText("Title", { exact: true }).click();
    const frame = at.page.locator(".element-box.selected");
    await poll("the field to have the lines of the card, and the width of its column", async () => {
      const box = (await frame.boundingBox())!;
      await at.page.mouse.dblclick(box.x + 9, box.y + box.height / 2);
      await text.waitFor({ timeout: 5_000 });
      assert.equal(await at.page.locator(".element-box.selected, .resize-handles, .length-strip").count(), 0);
      const value = await text.inputValue();
      const { height } = (await text.boundingBox())!;
      await text.fill("A title that is longer than the line of the column that it is in");
      const { x, width } = (await text.boundingBox())!;
      if (height < box.height + 2 && Math.abs(x + width - box.x - box.width) < 2) return true;
      await text.fill(value); // the card or its font was still loading
      await text.press("Escape");
      return false;
    });
    await text.fill("A value of the field");
    await text.press("Enter");
    await at.button("Open the field “Title”").click();
    await at.page.getByLabel("Example").and(at.page.locator(":focus")).waitFor();
    await tab(at, "JSON").click();
    await at.page.getByText('"A value of the field"').first().waitFor();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await noProblems(at);
  });

  it("uploads files, and inserts their path", async () => {
    await tab(at, "Assets").click();
    await at.page.getByLabel("Upload an image or a font").setInputFiles({
      name: "our logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
      ),
    });
    await at.waitForMessage("The file our logo.svg was uploaded.");
    await at.button("Insert the path of our-logo.svg").click();
    const path = editor().getByText("assets/our-logo.svg");
    await path.waitFor();
    await editor().and(at.page.locator(":focus")).waitFor();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await path.waitFor({ state: "detached" });
    await noProblems(at);
    await tab(at, "Assets").click();
    const damaged = { name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(5_000_000) };
    await at.page.getByLabel("Upload an image or a font").setInputFiles(damaged);
    await at.waitForMessage("The browser can't read this image.");
  });

  it("shows that an action takes long, and asks before it publishes cards that can't be rendered", async () => {
    let answer!: () => void;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await at.page.route("**/og/templates/preview", async (route) => {
      await isAnswered;
      await route.fulfill({ status: 504 });
    });
    await at.button("Publish").click();
    const bar = at.page.locator(".busy-bar");
    await poll("the bar", async () => (await bar.evaluate((it) => getComputedStyle(it).opacity)) === "1");
    answer();
    const dialog = at.page.getByRole("dialog");
    await dialog.getByText("The cards could not be rendered now").waitFor();
    assert.equal(await bar.count(), 0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await at.page.unrouteAll();
  });

  it("publishes versions on a phone, where the page and the buttons of the dialog stay where they are", async () => {
    await at.page.setViewportSize({ width: 390, height: 400 });
    const top = () =>
      at.page.evaluate<number>(
        "scrollY + document.querySelector('.editor-workspace').getBoundingClientRect().top",
      );
    const before = await top();
    // It asks then.
    await at.page.route("**/og/templates/preview", (route) => route.fulfill({ status: 504 }));
    await at.button("Publish").click();
    const dialog = at.page.getByRole("dialog");
    const publish = dialog.getByRole("button", { name: "Publish version" });
    await publish.and(at.page.locator(":focus")).waitFor();
    assert.equal(await dialog.evaluate(({ scrollTop }) => scrollTop), 0, "it begins with its heading");
    assert.ok((await publish.boundingBox())!.y < 400);
    await at.page.unrouteAll();
    await publish.click();
    await at.waitForMessage("Version 1 was published.");
    assert.equal(await top(), before);
    await at.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("has code for the published version, and compares it with the draft as pictures and as text", async () => {
    await tab(at, "HTML").click();
    await tab(at, "Use it").click(); // where code is shown at once, unlike on a phone
    await at.page.getByText('placardLink(PLACARD_SECRET, "my-blog.png"').waitFor();
    assert.ok(await at.button("Publish").isDisabled());
    await tab(at, "HTML").click();
    await insertLine("  h1 { text-decoration: underline; }");
    await noProblems(at);
    await tab(at, "Versions").click();
    await at.button("Compare version 1 with the draft").click();
    await at.heading("Version 1 and the draft").waitFor();
    await at.page.getByRole("slider").fill("20");
    await at.page.locator(".cm-changedLine", { hasText: "underline" }).waitFor();
    const [download] = await Promise.all([
      at.page.waitForEvent("download"),
      at.button("Download template.html").click(),
    ]);
    assert.equal(download.suggestedFilename(), "template.html");
    assert.match(await readFile(await download.path(), "utf8"), /h1 { text-decoration: underline; }\n/);
  });

  it("is reviewed by people without an account, whose comments it shows until the link is revoked", async () => {
    await at.button("Send for review").click();
    await at.button("Create link").click();
    const link = await at.copyWith("Copy link");
    const visitor = await openConsole(at.url);
    try {
      const { page } = visitor;
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto(link);
      await visitor.heading("My blog post").waitFor();
      for (const size of ["Link", "Square", "Story"])
        await page
          .getByRole("img", { name: new RegExp(`: ${size}, `) })
          .first()
          .waitFor();
      await page.getByLabel("Large pictures").check();
      await page.getByLabel("Comment", { exact: true }).fill("<b>Larger</b>\nplease");
      await page.getByLabel("Your name (optional)").fill("Grace");
      await visitor.button("Send comment").click();
      await visitor.waitForMessage("Your comment was sent.");
      assert.deepEqual(await findBarriers(page), []);
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.equal(overflow, 0);

      await at.page.evaluate("dispatchEvent(new Event('focus'))");
      const review = at.page.getByRole("list", { name: "Reviews" });
      await review.getByText("<b>Larger</b>").waitFor();
      assert.match(await review.innerText(), /1 comment[^]*Grace[^]*<b>Larger<\/b>\nplease/);
      await at.button("Revoke the link").click();
      await at.page.getByRole("dialog").getByRole("button", { name: "Revoke link" }).click();
      await at.waitForMessage("The link was revoked.");
      assert.deepEqual(visitor.errors(), []);
      await page.reload();
      await page.getByText("Review not found.").waitFor();
    } finally {
      await visitor.close();
    }
  });

  it("keeps the draft in the account across reloads, and shows a change of another tab", async () => {
    await tab(at, "HTML").click();
    await insertLine("  /* first tab */");
    await at.page.getByText("Saving …").waitFor();
    await at.page.getByText(/Unpublished changes$/).waitFor();
    const other = await at.page.context().newPage();
    await other.goto(at.page.url());
    await other.getByRole("tab", { name: "HTML" }).click();
    const text = other.getByRole("textbox", { name: "template.html", exact: true });
    await text.getByText("first tab").waitFor();
    await text.click();
    await other.keyboard.press("ControlOrMeta+Home");
    await other.keyboard.type("<!-- second tab -->");
    await other.getByText("Saving …").waitFor();
    await other.getByText(/Unpublished changes$/).waitFor();
    await other.close();
    await insertLine("  /* conflict */");
    await at.page.getByText("This template was edited elsewhere.").waitFor();
    await at.button("Use the other one").click();
    // It opens on the code, as it was left.
    await poll("the draft of the second tab", async () =>
      ((await editor().textContent()) ?? "").includes("second tab"),
    );
  });

  it("imports HTML under the policy of the console", async () => {
    await at.openPage("Templates");
    await at.button("Import HTML").click();
    const buffer = Buffer.from('<title>Launch</title><p style="float: left">Hello</p>');
    const file = { name: "launch.html", mimeType: "text/html", buffer };
    await at.page.getByLabel("Files").setInputFiles(file);
    await poll("the name", async () => (await at.page.getByLabel("Name").inputValue()) === "Launch");
    await at.page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await at.heading("Launch").waitFor();
    await at.page.getByRole("region", { name: "Import report" }).getByText("float: left").waitFor();
    await noProblems(at);
    await card(at).waitFor();
  });

  it("causes no browser errors or policy violations", () => {
    assert.deepEqual(unexpectedErrors(at), []);
  });
});
