import assert from "node:assert/strict";
import { getSharedPlacard, startBrowser, type Browser } from "@placard/testing";

describe("the API reference in a browser", () => {
  let url: string;
  let browser: Browser;
  before(async () => {
    url = (await getSharedPlacard()).publicUrl;
    browser = await startBrowser();
  });
  after(() => browser?.close());

  it("fits phone and desktop widths, loads nothing from other origins, and logs no errors", async () => {
    for (const width of [320, 390, 1280]) {
      await browser.page.setViewportSize({ width, height: 900 });
      await browser.page.goto(`${url}/docs`);
      assert.equal(await browser.page.getByRole("heading", { level: 1 }).innerText(), "API reference");
      const pageWidth = await browser.page.locator("html").evaluate((html) => html.scrollWidth);
      assert.ok(pageWidth <= width, `${pageWidth} px at ${width}`);
    }
    await browser.page.getByRole("link", { name: "getSignedImage" }).click();
    await browser.page.getByRole("region", { name: "Get the image for a signed link" }).waitFor();
    assert.deepEqual(browser.errors(), []);
    assert.deepEqual(browser.origins(), [url]);
  });
});
