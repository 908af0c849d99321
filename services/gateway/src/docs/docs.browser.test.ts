import assert from "node:assert/strict";
import { getSharedPlacard, poll, startBrowser, type Browser } from "@placard/testing";
import axe from "axe-core";

describe("the documentation in a browser", () => {
  let url: string;
  let browser: Browser;
  before(async () => {
    url = (await getSharedPlacard()).publicUrl;
    browser = await startBrowser();
    await browser.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  after(() => browser?.close());

  it("fits phone and desktop widths, loads nothing from other origins, and logs no errors", async () => {
    for (const path of [
      "/docs",
      "/docs/quick-start",
      "/docs/templates",
      "/docs/template-properties",
      "/docs/security",
      "/docs/operations",
      "/docs/accounts",
      "/docs/reference",
    ]) {
      await browser.page.goto(`${url}${path}`);
      for (const width of path === "/docs" ? [1280, 320] : [320]) {
        await browser.page.setViewportSize({ width, height: 900 });
        const pageWidth = await browser.page.locator("html").evaluate((html) => html.scrollWidth);
        assert.ok(pageWidth <= width, `${path}: ${pageWidth} px at ${width}`);
      }
    }
    assert.deepEqual(browser.errors(), []);
    assert.deepEqual(browser.origins(), [url]);
  });

  it("passes axe in light and dark, on a desktop and a phone", async () => {
    for (const path of ["/docs/signed-links", "/docs/reference"]) {
      await browser.page.goto(`${url}${path}`);
      // Axe takes seconds for all operations, which have the same markup.
      await browser.page.evaluate(`{
        const others = "section:not(#generateImage, #generateImage *, :has(#errors, #generateImage))";
        if (document.querySelector("#generateImage"))
          for (const section of document.querySelectorAll(others)) section.remove();
      }`);
      await browser.page.evaluate(axe.source);
      for (const [colorScheme, width] of [
        ["light", 1280],
        ["dark", 320],
      ] as const) {
        await browser.page.setViewportSize({ width, height: 900 });
        await browser.page.emulateMedia({ colorScheme });
        const violations = await browser.page.evaluate(`axe.run("body", { resultTypes: ["violations"] })
          .then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))`);
        assert.deepEqual(violations, [], `${path}, ${colorScheme}, ${width} px`);
      }
    }
  });

  it("finds guides and operations with the keyboard", async () => {
    await browser.page.goto(`${url}/docs`);
    await browser.page.getByRole("combobox", { name: "Search the documentation" }).waitFor();
    await browser.page.keyboard.press("/");
    await browser.page.keyboard.type("code-unit order");
    await browser.page.getByRole("option", { name: /^Signature/ }).waitFor();
    await browser.page.keyboard.press("Enter");
    await browser.page.waitForURL(`${url}/docs/signed-links#signature`);
    const readScroll = () => browser.page.evaluate<number>("scrollY");
    const before = await readScroll();
    await browser.page.keyboard.press("/");
    await browser.page.keyboard.type("image_unavailable");
    await browser.page.getByRole("option", { name: /^Warnings/ }).waitFor();
    assert.ok(before > 0);
    assert.equal(await readScroll(), before, "the page is where it was");
    await browser.page.keyboard.press("Escape");
    await browser.page.keyboard.type("revokeApiKey");
    await browser.page.getByRole("option", { name: /^Revoke an API key/ }).waitFor();
    await browser.page.keyboard.press("Enter");
    await browser.page.waitForURL(`${url}/docs/reference#revokeApiKey`);
  });

  it("finds sections by words that they don't contain, and with typos", async () => {
    await browser.page.goto(`${url}/docs`);
    for (const [query, path] of Object.entries({
      "github actions": "recipes#rendering-all-cards-in-ci",
      webohok: "webhooks",
      403: "signed-links#checking-a-link",
    })) {
      await browser.page.getByRole("combobox").fill(query);
      const first = `${url}/docs/${path}`;
      // Not waitForFunction: the page's Content-Security-Policy forbids to evaluate the text again.
      await poll(`${first} to be the first result`, () =>
        browser.page.evaluate<boolean>(`document.querySelector("#result-0 a")?.href === "${first}"`),
      );
    }
  });

  it("has copy buttons next to code, not over it", async () => {
    await browser.page.goto(`${url}/docs/signed-links`);
    await browser.page.locator(".code .copy").first().waitFor();
    for (const width of [390, 1280]) {
      await browser.page.setViewportSize({ width, height: 900 });
      const covered = await browser.page.evaluate(`[...document.querySelectorAll(".code")].filter((block) =>
        block.querySelector(".copy").getBoundingClientRect().bottom >
          block.querySelector("code").getBoundingClientRect().top).length`);
      assert.equal(covered, 0, `${width} px`);
    }
  });

  it("shows all columns of tables on phones", async () => {
    await browser.page.setViewportSize({ width: 390, height: 844 });
    await browser.page.goto(`${url}/docs/api`);
    const clipped = await browser.page.evaluate(
      `[...document.querySelectorAll(".table")].filter((table) => table.scrollWidth > table.clientWidth).length`,
    );
    assert.equal(clipped, 0);
  });

  it("copies code blocks", async () => {
    await browser.page.goto(`${url}/docs/quick-start`);
    await browser.page.getByRole("button", { name: "Copy" }).nth(2).click();
    await browser.page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await browser.page.evaluate("navigator.clipboard.readText()");
    assert.match(String(copied), new RegExp(`^curl ${url}/api/v1/og/generate`));
  });

  it("has a menu on phones, which closes with its button and when a link is followed", async () => {
    await browser.page.setViewportSize({ width: 390, height: 844 });
    await browser.page.goto(`${url}/docs/reference`);
    const menu = browser.page.getByRole("navigation", { name: "Documentation" });
    assert.equal(await menu.isVisible(), false);
    await browser.page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Console" }).waitFor();
    await menu.getByRole("button", { name: "Close" }).click();
    await menu.waitFor({ state: "hidden" });
    await browser.page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: /Get the image for a signed link/ }).click();
    await menu.waitFor({ state: "hidden" });
  });
});
