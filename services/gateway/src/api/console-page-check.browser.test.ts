import assert from "node:assert/strict";
import {
  getSharedPlacard,
  openConsole,
  poll,
  startHttpServer,
  type ConsolePage,
  type SharedPlacard,
  type TestHttpServer,
} from "@placard/testing";
import request from "supertest";

describe("the console's check of a page", () => {
  let placard: SharedPlacard;
  let site: TestHttpServer;
  let at: ConsolePage;

  before(async () => {
    placard = await getSharedPlacard();
    const { body } = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "How we made our site fast", author: "Ada Lovelace" } })
      .expect(200);
    const card = (await request(placard.url).get(new URL(body.data.url).pathname).expect(200)).body as Buffer;
    site = await startHttpServer({
      "/post": (_req, res) =>
        res.writeHead(200, { "content-type": "text/html; charset=utf-8" })
          .end(`<title>How we made our site fast</title><meta property="og:image" content="${site.url}/card.png">
            <meta property="og:title" content="How we made our site fast"><meta name="twitter:card" content="summary">`),
      "/card.png": (_req, res) => res.writeHead(200, { "content-type": "image/png" }).end(card),
    });
    at = await openConsole(placard.publicUrl);
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
    await at.button("Skip for now").click();
    await at.openPage("Check a page");
  });
  after(async () => {
    await at?.close();
    await site?.stop();
  });

  it("shows the card of each platform with the page's image, and what is wrong, with tags to copy", async () => {
    const { page } = at;
    await page.getByLabel("Address of the page").fill(`${site.url}/post`);
    await at.button("Check page").click();
    await page.getByText("The page has no description").waitFor();
    assert.match(
      await page.getByRole("status").filter({ hasText: "warning" }).innerText(),
      /\d warnings?, \d hints?\.$/,
    );
    const figures = page.locator("#page-report figure");
    assert.deepEqual(await figures.locator("figcaption").allInnerTexts(), [
      "X",
      "Facebook",
      "LinkedIn",
      "Slack",
      "WhatsApp",
      "Discord",
      "iMessage",
    ]);
    await poll("the seven images to be decoded", async () => {
      const widths = await page.evaluate<number[]>(
        `[...document.querySelectorAll("#page-report figure img")].map(({ naturalWidth }) => naturalWidth)`,
      );
      return widths.length === 7 && widths.every((width) => width === 1200);
    });
    assert.equal(await figures.locator(".with-thumbnail").count(), 2, "X and Discord show a thumbnail");
    const tag = '<meta name="twitter:card" content="summary_large_image" />';
    assert.equal(await at.copyWith(`Copy tag ${tag}`), tag);
    await at.waitForMessage("The tag was copied to the clipboard.");
  });

  it("says that a page can't be fetched, and adds https:// to an address without a scheme", async () => {
    const { page } = at;
    const address = page.getByLabel("Address of the page");
    await address.fill("localhost:1/post"); // nothing listens there
    await at.button("Check page").click();
    await page.getByText("The page could not be fetched: its host is unknown").waitFor();
    assert.equal(await address.inputValue(), "https://localhost:1/post");
    assert.equal(await page.locator("#page-report figure").count(), 0);
  });

  it("says beside the field what is wrong with an address", async () => {
    const { page } = at;
    await page.getByLabel("Address of the page").fill("");
    await at.button("Check page").click();
    await page.getByText("Enter the address of a public page.").waitFor();
    await page.getByLabel("Address of the page").fill("ftp://example.com/");
    await at.button("Check page").click();
    await page.getByText("Address of the page must be an http or https URL").waitFor();
  });

  it("removes the report when the user signs out", async () => {
    const { page } = at;
    await page.getByLabel("Address of the page").fill(`${site.url}/post`);
    await at.button("Check page").click();
    await page.locator("#page-report figure").first().waitFor();
    await at.button("Sign out").click();
    await at.heading("Sign in").waitFor();
    assert.equal(await page.locator("#page-report > *").count(), 0);
  });
});
