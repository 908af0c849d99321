import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage } from "@placard/testing";

const logo = {
  name: "logo.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" fill="#0f766e"/></svg>',
  ),
};
/** What the tests read of a brand in a request. */
interface BrandSettings {
  colors?: { accent?: string };
  displayName?: string;
  logo?: { onLight?: string };
}

const cards = ["Blog post", "Product", "Event"];
const ids = ["blog", "product", "event"];

describe("the brand in the console", () => {
  let at: ConsolePage;
  before(async () => {
    at = await openConsole((await getSharedPlacard()).publicUrl);
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
  });
  after(() => at?.close());

  const setup = () => at.page.getByRole("region", { name: "Start with your brand" });
  const page = () => at.page.getByRole("region", { name: "Brand", exact: true });

  /** Waits until the three cards are rendered with a brand. */
  async function cardsWith(isExpected: (brand: BrandSettings) => boolean): Promise<void> {
    const rendered = cards.map((_, index) =>
      at.page.waitForResponse((response) => {
        if (!response.url().endsWith("/og/templates/preview")) return false;
        const { template, brand } = response.request().postDataJSON() as {
          template: unknown;
          brand?: BrandSettings;
        };
        return template === ids[index] && isExpected(brand ?? {}) && response.ok();
      }),
    );
    await Promise.all(rendered);
    for (const name of cards)
      await at.page
        .getByRole("img", { name: `${name} card in your brand` })
        .and(at.page.locator(":visible"))
        .waitFor();
  }

  it("is not saved while nothing is entered, and hides the playground until it is saved or skipped", async () => {
    await setup().getByRole("button", { name: "Save brand" }).click();
    await setup().getByText("Enter a name, a color or a logo, or skip this step.").waitFor();
    assert.equal(await at.page.evaluate("document.activeElement.id"), "brand-setup-name");
    assert.equal(await at.page.locator("#playground-content").isVisible(), false);
  });

  it("is the first thing that a new user sets, and shows the built-in templates in its name, color and logo", async () => {
    const colored = cardsWith(
      ({ colors, displayName }) => colors?.accent === "#0f766e" && displayName === "Acme",
    );
    await setup().getByLabel("Brand name").fill("Acme");
    await setup().getByLabel("Brand color", { exact: true }).fill("#0f766e");
    await colored;
    const withLogo = cardsWith(({ logo: used }) => used?.onLight !== undefined);
    await setup().getByLabel("Logo", { exact: true }).setInputFiles(logo);
    await withLogo;
    await setup().getByRole("button", { name: "Save brand" }).click();
    await at.waitForMessage("Your brand was saved.");
    await setup().waitFor({ state: "hidden" });
    await at.page.locator("#playground-content").waitFor();
    await at.page.getByText("More options").click();
    await at.page.locator("#playground-brand").selectOption("No brand");
  });

  it("is kept, and can be changed on its page", async () => {
    await at.page.reload();
    await at.openPage("Brand");
    const accent = page().getByLabel("Accent", { exact: true });
    await at.page.locator("#brand-accent:not(:placeholder-shown)").waitFor();
    assert.equal(await accent.inputValue(), "#0f766e");
    assert.equal(await page().getByLabel("Brand name").inputValue(), "Acme");
    assert.equal(await setup().count(), 0);
    await page().getByLabel("Website").fill("acme.example");
    await page().getByRole("button", { name: "Save brand" }).click();
    await at.waitForMessage("Your brand was saved.");
  });

  it("cannot be changed before it is loaded, so that nothing entered is replaced", async () => {
    let letThrough = () => {};
    const answered = new Promise<void>((resolve) => (letThrough = resolve));
    await at.page.route("**/api/v1/brands", async (route) => {
      await answered;
      await route.continue();
    });
    await at.page.reload();
    await at.openPage("Brand");
    const background = page().getByLabel("Background", { exact: true });
    assert.equal(await background.isDisabled(), true);
    letThrough();
    await background.fill("#ffffff");
    await at.page.unroute("**/api/v1/brands");
    assert.equal(await background.inputValue(), "#ffffff");
    assert.equal(await page().getByLabel("Website").inputValue(), "acme.example");
  });

  it("shows the contrast of its colors, and which ones are hard to read", async () => {
    const contrast = page().getByRole("list", { name: "Contrast" });
    assert.match(await contrast.innerText(), /Text on the accent\s+5\.4:1/);
    assert.doesNotMatch(await contrast.innerText(), /hard to read/);
    await page().getByLabel("Background", { exact: true }).fill("#ffffff");
    await page().getByLabel("Supporting text", { exact: true }).fill("#bbb");
    await contrast.getByText("1.9:1, hard to read: needs 4.5:1").waitFor();
    await page().getByLabel("Headlines", { exact: true }).first().fill("dark");
    await page().getByText("Enter a color as #rrggbb.").waitFor();
    await page().getByRole("button", { name: "Save brand" }).click();
    const focused = await at.page.evaluate("document.activeElement.labels[0].textContent");
    assert.equal(focused, "Headlines", "the focus moves to the field, and nothing is saved");
  });

  it("is removed after a confirmation", async () => {
    await page().getByRole("button", { name: "Remove brand" }).click();
    await at.page.getByRole("dialog").getByRole("button", { name: "Remove brand" }).click();
    await at.waitForMessage("Your brand was removed.");
    assert.equal(await page().getByLabel("Brand name").inputValue(), "");
  });

  it("can be skipped by a new user, and is then not asked for again", async () => {
    await at.page.reload();
    await at.openPage("Playground");
    await setup().getByRole("button", { name: "Skip for now" }).click();
    await setup().waitFor({ state: "hidden" });
    await at.page.reload();
    await at.page.getByText("Up to date").waitFor();
    assert.equal(await setup().isVisible(), false);
  });

  it("causes no browser errors or policy violations", () => {
    assert.deepEqual(at.errors(), []);
  });
});
