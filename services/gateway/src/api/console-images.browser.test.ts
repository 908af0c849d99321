import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, poll, type ConsolePage, type SharedPlacard } from "@placard/testing";

describe("the images of the account in the console", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.url);
    await at.signUp(`images-${Date.now()}@example.com`, "Ada");
  });
  after(() => at?.close());

  const items = () => at.page.locator("#image-list > li");
  const status = (text: string) => at.page.locator("#images-status").getByText(text).waitFor();
  const generate = async (title: string) => {
    const token = await at.page.evaluate("JSON.parse(localStorage['placard-session']).token");
    const response = await fetch(`${placard.url}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${String(token)}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        template: "blog",
        data: { title },
        options: { format: "jpeg", width: 400, height: 210 },
      }),
    });
    assert.equal(response.status, 200);
  };

  it("lead to the playground if there are none", async () => {
    await at.openPage("Images");
    await status("You have no images yet. Create one in the playground.");
  });

  it("are shown newest first in pages of 24, with their template and today's renders", async () => {
    for (let i = 1; i <= 26; i++) await generate(`Card ${i}`);
    await at.page.reload();
    await status("24 images shown.");
    await at.page.getByText("26 images. ").waitFor();
    assert.match(await items().first().innerText(), /Card 26\s+Blog post\s*400 × 210 JPEG/);
    const picture = items().first().locator("img");
    // Not waitForFunction: the console's Content-Security-Policy forbids to evaluate the text again.
    await poll("the picture to be loaded", () =>
      at.page.evaluate<boolean>("document.querySelector('#image-list img').naturalWidth === 400"),
    );
    assert.equal(await picture.getAttribute("loading"), "lazy");
    await at.button("Show more images").click();
    await status("26 images shown.");
    assert.equal(await at.button("Show more images").isVisible(), false);
  });

  it("are opened by a click on their title", async () => {
    const opened = at.page.context().waitForEvent("page");
    await items().first().getByText("Card 26").click();
    const tab = await opened;
    await tab.waitForURL(`${at.url}/og/*.jpeg`);
    await tab.close();
  });

  it("are found by their texts", async () => {
    await at.page.getByLabel("Search images").fill("CARD 17");
    await status("1 image shown.");
    await at.page.getByLabel("Search images").fill("nothing like this");
    await status("No image contains “nothing like this”.");
    await at.page.getByLabel("Search images").fill("card 17");
    await status("1 image shown.");
  });

  it("have a link to copy, and can be deleted after a confirmation, which updates their number", async () => {
    const link = await at.copyWith("Copy link of Card 17");
    await at.waitForMessage("The link was copied to the clipboard.");
    assert.ok(link.startsWith(`${placard.publicUrl}/og/`), link);
    const fetched = async () => (await fetch(link.replace(placard.publicUrl, placard.url))).status;
    assert.equal(await fetched(), 200);
    await at.button("Delete Card 17").click();
    await at.button("Cancel").click();
    assert.equal(await fetched(), 200);
    await at.button("Delete Card 17").click();
    await at.button("Delete image").click();
    await at.waitForMessage("The image “Card 17” was deleted.");
    assert.equal(await fetched(), 404);
    assert.equal(await items().count(), 0);
    await at.page.getByText("25 images. 26 renders today (UTC).").waitFor();
  });

  it("leave the page at sign-out", async () => {
    await at.page.getByLabel("Search images").fill("");
    await status("24 images shown.");
    await at.button("Sign out").click();
    await at.heading("Sign in").waitFor();
    assert.equal(await items().count(), 0);
  });
});
