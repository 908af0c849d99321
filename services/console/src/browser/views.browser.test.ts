import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, poll, type ConsolePage } from "@placard/testing";
import axe from "axe-core";

/** The pages of the account, each with a text that is shown when its data is loaded. */
const pages: Readonly<Record<string, string | RegExp>> = {
  Playground: "Up to date.",
  Templates: "You have no templates yet.",
  Images: "1 image shown.",
  "Check a page": "Address of the page",
  Brand: "Save brand",
  Sites: "Not verified",
  "API keys": "Enter a name.",
  "Signing keys": "blog",
  Webhooks: "https://example.invalid/placard-webhook",
  Passkeys: "Passkey on Linux",
  Sessions: "This session",
  Account: "This wasn't me",
};

describe("the views of the console, in a browser", () => {
  let at: ConsolePage;
  before(async () => {
    at = await openConsole((await getSharedPlacard()).publicUrl);
  });
  after(() => at?.close());

  /** Checks the current view for barriers, for a horizontal scroll bar, and for its length. */
  async function inspect(name: string): Promise<void> {
    const { page } = at;
    const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
    assert.ok(height <= 2500, `${name}: ${height} px long`);
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    assert.ok(overflow <= 0, `${name}: ${overflow} px too wide`);
    // Through the debugger, because the content security policy blocks injected scripts.
    await page.evaluate(`window.axe === undefined && (() => { ${axe.source} })()`);
    const violations: unknown =
      await page.evaluate(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html + failureSummary)]))`);
    assert.deepEqual(violations, [], name);
  }

  /** Creates something with the session of the page. */
  const post = (path: string, body: object) =>
    at.page.evaluate(`fetch("/api/v1${path}", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: ${JSON.stringify(JSON.stringify(body))},
    })`);

  it("work with the keyboard alone, with a visible focus", async () => {
    const { keyboard } = at.page;
    await at.heading("Sign in").waitFor();
    await tabTo("Email");
    await keyboard.type(`${crypto.randomUUID()}@example.com`);
    await tabTo("Name");
    await keyboard.type("Kay");
    await keyboard.press("Enter");
    await at.heading("Start with your brand").waitFor();
    await tabTo("Skip for now");
    await keyboard.press("Enter");
    await at.page.getByText("Up to date.").waitFor();
    await tabTo("Blog post");
    await keyboard.press("ArrowRight");
    await at.page.getByText("Up to date.").waitFor();
    await at.page.reload();
    await at.heading("Playground").waitFor();
    await tabTo("Skip to content");
    await keyboard.press("Enter");
    assert.equal(await at.page.evaluate("document.activeElement.id"), "main");
    await at.page.reload();
    await tabTo("API");
    await keyboard.press("Enter");
    await at.heading("API keys").and(at.page.locator(":focus")).waitFor();
    await tabTo("Name of the new API key");
    await keyboard.type("ci");
    await keyboard.press("Enter");
    await at.page.getByText(/^The API key “.+” was created/).waitFor();
    await tabTo("Revoke ci");
    await keyboard.press("Enter");
    await tabTo("Revoke API key");
    await keyboard.press("Enter");
    await at.waitForMessage("The API key “ci” was revoked.");
    await at.page.reload();
    await tabTo("Sign out");
    await keyboard.press("Enter");
    await at.waitForMessage("You are signed out.");
  });

  it("support the browser's back button", async () => {
    await at.page.goto(`${at.url}/#recover`);
    await at.heading("Recover your account").waitFor();
    await at.page.goBack();
    await at.heading("Sign in").waitFor();
  });

  it("have no barriers that axe finds, fit a phone, and cause no policy violation", async () => {
    const { page } = at;
    await page.setViewportSize({ width: 360, height: 740 });
    await inspect("front page");
    await page.getByRole("link", { name: "Lost your passkey?" }).click();
    await at.heading("Recover your account").waitFor();
    await inspect("recovery");
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
    await at.heading("Start with your brand").waitFor();
    await inspect("brand setup");
    await at.button("Skip for now").click();
    await post("/og/generate", { template: "blog", data: { title: "An image" } });
    await post("/signing-keys", { name: "blog" });
    await post("/sites", { domain: "localhost:9" });
    await post("/webhooks", { url: "https://example.invalid/placard-webhook", events: ["image.rendered"] });
    for (const [name, text] of Object.entries(pages)) {
      await at.openPage(name);
      if (name === "API keys") await at.button("Create API key").click();
      await page.getByRole("main").getByText(text).first().waitFor();
      await inspect(name);
    }
    await at.button("Delete account").click();
    await page.getByRole("dialog").waitFor();
    await inspect("dialog with a form");
    await page.keyboard.press("Escape");
    await at.openPage("Templates");
    await at.button("Copy Blog post").click();
    await page.getByRole("dialog").getByRole("button", { name: "Copy template" }).click();
    await page.getByText("No problems").waitFor();
    await inspect("template editor");
    await page.getByRole("application", { name: "Canvas" }).click({ position: { x: 60, y: 50 } });
    await at.heading("Title").waitFor();
    await inspect("template editor with a text");
    await at.button("Card").click();
    await at.heading("Card").waitFor();
    await inspect("template editor with the card");
    assert.deepEqual(at.errors(), []);
    assert.deepEqual(at.origins(), [at.url]);
  });

  it("have the data of a template right below its card on a phone", async () => {
    await at.page.evaluate(`location.hash = "#/templates/my-blog"; scrollTo(0, 0)`);
    await at.page.getByText("Edit this data").waitFor();
    await poll("the data to be below the card", async () => {
      const data = await at.page.getByText("Edit this data").boundingBox();
      const image = await at.page.getByRole("img", { name: "Preview of the template" }).boundingBox();
      const distance = data!.y - image!.y - image!.height;
      return distance > 0 && distance < 120;
    });
  });

  it("open one part of the template editor at a time on a phone, whose page stays below 2500 px", async () => {
    const { page } = at;
    await page.getByRole("application", { name: "Canvas" }).click({ position: { x: 60, y: 50 } });
    await at.heading("Title").waitFor();
    await page.keyboard.press("s"); // shows all sizes
    await page.getByLabel("Data", { exact: true }).selectOption("Longest texts");
    for (const [opened, part] of [
      ["Warnings", page.getByRole("list", { name: "Warnings" })],
      ["Edit this data", page.getByRole("textbox", { name: "Category" })],
      ["View", page.getByRole("group", { name: "All sizes" })],
      ["Layers", page.getByRole("tree")],
      ["Text", page.getByLabel("Font weight", { exact: true })],
    ] as const) {
      await page.locator("summary", { hasText: opened }).first().click();
      await part.waitFor();
      await poll("the others to be closed", () =>
        page.evaluate<boolean>("document.querySelectorAll('details[open]').length === 1"),
      );
      await page.locator(".size-list [aria-busy=true]").first().waitFor({ state: "detached" });
      assert.ok((await page.evaluate<number>("document.documentElement.scrollHeight")) < 2500);
    }
  });

  it("have each color in the middle of its ring on a phone", async () => {
    const swatch = at.page.getByRole("group", { name: "Colors: Text color" }).getByRole("button").first();
    const [ring, color] = await Promise.all([swatch.boundingBox(), swatch.locator("i").boundingBox()]);
    assert.equal(Math.round(ring!.x + ring!.width / 2), Math.round(color!.x + color!.width / 2));
  });

  it("show nothing below a part that is loading, so that no button moves away during a click", async () => {
    const { page } = at;
    let answer!: () => void;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/account/usage*", async (route) => {
      await isAnswered;
      await route.continue();
    });
    await at.openPage("Account");
    await page.getByRole("heading", { name: "Usage" }).waitFor();
    assert.equal(await at.button("Delete account").isVisible(), false);
    answer();
    await at.button("Delete account").waitFor();
  });

  it("keep the navigation in one row on a phone, with the current page in sight", async () => {
    await at.openPage("Sessions");
    const navigation = at.page.getByRole("navigation", { name: "Console" });
    const box = await navigation.boundingBox();
    assert.ok(box && box.height < 60, `${box?.height} px high`);
    const link = await navigation.getByRole("link", { name: "Account" }).boundingBox();
    assert.ok(link && link.x >= 0 && link.x + link.width <= 360);
  });

  it("keep the preview in sight on a phone while the last field is edited", async () => {
    await at.openPage("Playground");
    await at.page.getByText("Up to date.").waitFor();
    await at.page.getByLabel("Category").focus();
    const image = await at.page.getByRole("img", { name: /^Image “/ }).boundingBox();
    const field = await at.page.getByLabel("Category").boundingBox();
    assert.ok(image && image.y >= 0 && image.y + image.height < 400, JSON.stringify(image));
    assert.ok(field && field.y > image.y + image.height, "the preview doesn't cover the field");
  });

  it("can't parse a string as HTML", async () => {
    await assert.rejects(at.page.evaluate("document.body.innerHTML = '<p>text</p>'"), /TrustedHTML/);
  });

  /** Presses Tab until the element with this name has the focus, which must be visible at each stop. */
  async function tabTo(name: string): Promise<void> {
    const named = at.page.getByLabel(name, { exact: true }).or(at.page.getByText(name, { exact: true }));
    await named.filter({ visible: true }).first().waitFor();
    for (let presses = 0; presses < 60; presses++) {
      await at.page.keyboard.press("Tab");
      const [focusedName, outline] = (await at.page.evaluate(`(() => {
        const { activeElement } = document;
        const outlined = activeElement.type === "radio" ? activeElement.nextElementSibling : activeElement;
        const name = activeElement.ariaLabel ?? activeElement.labels?.[0]?.innerText ?? activeElement.innerText;
        const needsOutline = activeElement !== document.body;
        return [name.trim(), needsOutline ? getComputedStyle(outlined).outlineStyle : "not needed"];
      })()`)) as [string, string];
      assert.notEqual(outline, "none", `the focus is not visible at ${focusedName}`);
      if (focusedName === name) return;
    }
    assert.fail(`no element named ${name} can have the focus`);
  }
});
