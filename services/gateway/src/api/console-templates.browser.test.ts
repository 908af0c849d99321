import assert from "node:assert/strict";
import axe from "axe-core";
import { getSharedPlacard, openConsole, poll, type ConsolePage, type SharedPlacard } from "@placard/testing";

describe("the templates in the console", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
    await at.page.setViewportSize({ width: 1440, height: 900 });
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
  });
  after(() => at?.close());

  const editor = (file: string) => at.page.getByRole("textbox", { name: file, exact: true });
  const tab = (name: string) => at.page.getByRole("tab", { name });
  const problems = () => at.page.getByRole("list", { name: "Problems" });
  const card = () => at.page.getByRole("img", { name: "Preview of the template" });
  const noProblems = () => at.page.getByText("No problems").waitFor();

  /** Resolves with the source of the card after it has changed. */
  async function nextCard(previous: string | null): Promise<string | null> {
    await poll("the card to change", async () => (await card().getAttribute("src")) !== previous);
    return await card().getAttribute("src");
  }

  /** Inserts a line after the first one of template.html. */
  async function insertLine(text: string): Promise<void> {
    await editor("template.html").click();
    await at.page.keyboard.press("ControlOrMeta+Home");
    await at.page.keyboard.press("End");
    await at.page.keyboard.press("Enter");
    await at.page.keyboard.insertText(text);
  }

  it("can be tried in the playground", async () => {
    await at.openPage("Templates");
    await at.page.getByRole("link", { name: "Try in playground: Product" }).click();
    await at.heading("Playground").waitFor();
    await at.button("Skip for now").click();
    await at.page.getByRole("radio", { name: "Product", checked: true }).waitFor();
  });

  it("are listed with their cards, and a built-in one can be forked", async () => {
    await at.openPage("Templates");
    await at.button("Fork Blog post").click();
    const dialog = at.page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Our blog");
    await dialog.getByLabel("ID").fill("our-blog");
    await dialog.getByRole("button", { name: "Fork template" }).click();
    await at.heading("Our blog").waitFor();
    await noProblems();
    await card().waitFor();
  });

  it("show an error at its line, with what to use instead", async () => {
    await insertLine("  h1 { float: left; }");
    const problem = problems().getByRole("button", { name: "template.html:2:" });
    assert.match(await problem.innerText(), /float.*display: flex/s);
    await at.page.getByText("Fix the errors to update the card.").waitFor();
    await editor("template.html").locator(".cm-lintRange-error", { hasText: "float" }).waitFor();
  });

  it("are not published with errors, which the message says until the next change", async () => {
    await tab("template.json").click();
    await editor("template.json").click();
    await at.page.keyboard.press("ControlOrMeta+Home");
    await at.page.keyboard.insertText("]");
    await at.button("Publish").click();
    await at.waitForMessage("The template was not published. Fix the errors.");
    await editor("template.json").focus();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await poll("the message to disappear", async () => {
      return (await at.page.locator("#message").textContent()) === "";
    });
    await tab("template.html").click();
    await editor("template.html").focus();
  });

  it("are rendered as the user types", async () => {
    const before = await card().getAttribute("src");
    await at.page.keyboard.press("ControlOrMeta+Z");
    await insertLine("  main { border: 12px solid #e6007e; }");
    await noProblems();
    await nextCard(before);
  });

  it("complete the properties of the language", async () => {
    await insertLine("");
    await at.page.keyboard.type("  h1 { text-wr");
    await at.page.getByRole("option", { name: "text-wrap" }).first().click();
    await at.page.keyboard.type("bal");
    await at.page.getByRole("option", { name: "balance" }).first().click();
    await noProblems();
    assert.match(await editor("template.html").innerText(), /h1 \{ text-wrap: balance\}/);
  });

  it("are shown in three sizes, with the samples of template.json or edited data", async () => {
    let shown = await card().getAttribute("src");
    await at.page.getByRole("radio", { name: "Square 1080 × 1080" }).check();
    shown = await nextCard(shown);
    await at.page.getByText("Edit the sample data").click();
    await at.page.getByLabel("Data as JSON").fill('{"title": "Edited"}');
    shown = await nextCard(shown);
    await at.page.getByLabel("Data as JSON").fill("{");
    await at.page.locator("#editor-data[aria-invalid=true]").waitFor();
    await at.page.getByRole("radio", { name: "Link 1200 × 630" }).check();
    await nextCard(shown);
  });

  it("show the box of the element under the pointer", async () => {
    await card().hover({ position: { x: 3, y: 3 } });
    await at.page.locator(".element-box", { hasText: "1200 × 630" }).waitFor();
    await at.page.mouse.move(0, 0);
  });

  it("have files, which are uploaded and inserted by their path", async () => {
    await tab("Assets").click();
    await at.page.getByLabel("Upload an image or a font").setInputFiles({
      name: "our logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
      ),
    });
    await at.waitForMessage("The file our logo.svg was uploaded.");
    await at.button("Insert the path of our-logo.svg").click();
    await editor("template.html").getByText("assets/our-logo.svg").waitFor();
    await at.page.keyboard.press("ControlOrMeta+Z");
    await noProblems();
  });

  it("are published, and then used by requests with their ID", async () => {
    await at.button("Publish").click();
    await at.waitForMessage("Version 1 was published.");
    const token: unknown = await at.page.evaluate("JSON.parse(localStorage['placard-session']).token");
    const response = await fetch(`${placard.url}/api/v1/og/templates/our-blog`, {
      headers: { Authorization: `Bearer ${String(token)}` },
    });
    const { data } = (await response.json()) as { data: { version: number; document: { html: string } } };
    assert.equal(data.version, 1);
    assert.match(data.document.html, /border: 12px solid #e6007e/);
    await at.openPage("Playground");
    await at.page.getByRole("radio", { name: "Our blog" }).check();
    await at.page.getByLabel("Title").fill("In our own template");
    await at.page.getByRole("img", { name: "Image “In our own template”" }).waitFor();
    await at.button("Create image URL").click();
    await at.button("Copy URL").waitFor();
  });

  it("are compared with the current version before they are published", async () => {
    await at.openPage("Templates");
    await at.page.getByRole("link", { name: "Edit Our blog" }).click();
    await noProblems();
    await insertLine("  h1 { text-decoration: underline; }");
    await noProblems();
    await tab("Proof").click();
    await at.button("Run proof").click();
    await at.page.getByText(/cards were rendered and compared with version 1: \d+ changed/).waitFor();
    const cards = at.page.getByRole("list", { name: "Cards" });
    await cards
      .getByText(/% of the pixels differ/)
      .first()
      .waitFor();
    await cards.getByRole("img", { name: /^Card .*, current version$/ }).waitFor();
    await cards
      .getByRole("button", { name: /^Compare: / })
      .first()
      .click();
    await cards.getByRole("slider").waitFor();
    await tab("template.html").click();
    await insertLine("");
    await tab("Proof").click();
    await at.page.getByText("The draft has changed. Run the proof again.").waitFor();
    await at.button("Discard changes").click();
    await noProblems();
  });

  it("keep their versions, which are compared as pictures and as text, and restored", async () => {
    await at.openPage("Templates");
    await at.page.getByRole("link", { name: "Edit Our blog" }).click();
    await noProblems();
    await insertLine("  h1 { color: red; }");
    await noProblems();
    await at.button("Publish").click();
    await at.waitForMessage("Version 2 was published.");
    await tab("Versions").click();
    await at.button("Compare version 1 with the draft").click();
    await at.heading("Version 1 and the draft").waitFor();
    await at.page.getByRole("slider").fill("20");
    await at.page.locator(".cm-changedLine", { hasText: "color: red" }).waitFor();
    await at.button("Restore version 1 into the draft").click();
    await at.waitForMessage("Version 1 is in the editor.");
    await at.button("Discard changes").click();
    await tab("template.html").click();
    await editor("template.html").getByText("color: red").first().waitFor();
  });

  it("can be archived, restored and deleted", async () => {
    await at.page.getByRole("link", { name: "All templates" }).click();
    await at.button("Archive Our blog").click();
    await at.waitForMessage("The template “Our blog” was archived.");
    assert.equal(await at.button("Delete Our blog").count(), 0);
    await at.page.getByLabel("Show archived templates").check();
    await at.button("Restore Our blog").click();
    await at.waitForMessage("The template “Our blog” was restored.");
    // The browser would report that the card of a deleted template can't be rendered.
    await at.page.locator('img[data-template="our-blog"]:not([src^="data:image/gif"])').waitFor();
    await at.button("Delete Our blog").click();
    await at.page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
    await at.waitForMessage("The template “Our blog” was deleted.");
  });

  it("are accessible and fit every width, with one pane at a time on a phone", async () => {
    await at.button("New template").click();
    await at.page.locator("#template-name").fill("Notes");
    await at.button("Create template").click();
    await noProblems();
    await card().waitFor();
    await at.page.emulateMedia({ reducedMotion: "reduce" });
    for (const name of ["template.html", "template.json", "Assets", "Proof", "Versions"]) {
      await tab(name).click();
      for (const colorScheme of ["light", "dark"] as const) {
        await at.page.emulateMedia({ colorScheme });
        await at.page.evaluate(axe.source);
        const violations: unknown = await at.page.evaluate(`axe.run().then(({ violations }) =>
          violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))`);
        assert.deepEqual(violations, [], `${name}, ${colorScheme}`);
      }
      for (const width of [1440, 820, 390]) {
        await at.page.setViewportSize({ width, height: 800 });
        const overflow: unknown = await at.page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(Number(overflow) <= 0, `${name} at ${width}: ${String(overflow)} px too wide`);
      }
    }
    assert.equal(await card().isVisible(), false);
    await at.page.getByRole("radio", { name: "Preview" }).check();
    await card().waitFor();
    assert.equal(await at.page.getByRole("tablist").isVisible(), false);
  });

  it("cause no browser errors or policy violations", () => {
    assert.deepEqual(at.errors(), []);
  });
});
