import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the output options of the playground", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
    await at.button("Skip for now").click();
    await at.page.getByText("Up to date").waitFor();
  });
  after(() => at?.close());

  const fact = (name: string, value: string) =>
    at.page.locator(".preview-facts > div").filter({ hasText: name }).getByText(value).waitFor();

  it("reduce the quality to a largest file, and say who accepts it", async () => {
    await fact("Accepted by", "WhatsApp, X, LinkedIn, Facebook");
    await at.page.getByLabel("Format").selectOption("Automatic");
    await at.page.getByText("More options").click();
    await at.page.getByLabel("File limit, kB").fill("30");
    await at.page
      .locator(".preview-facts")
      .getByText(/^JPEG, quality \d+$/)
      .waitFor();
    assert.equal(await at.page.locator(".preview-facts").getByText("Too large for").count(), 0);
  });

  it("draw the card twice as large", async () => {
    await at.page.getByLabel("Scale").selectOption("2×, high resolution");
    await fact("Dimensions", "2400 × 1260");
  });

  it("are part of the image URL and of signed links", async () => {
    await at.page.getByRole("button", { name: "Create image URL", exact: true }).click();
    const url = new URL(await at.copyWith("Copy URL"));
    assert.match(url.pathname, /\.auto$/);
    const { headers, body } = await request(placard.url).get(url.pathname).expect(200);
    assert.equal(headers["content-type"], "image/jpeg");
    assert.ok(body.length <= 30_000);
    await at.page.getByRole("radio", { name: "Signed link" }).check();
    const code = at.page.locator(".snippet");
    for (const part of ["blog.auto", "maxBytes", "30000", "scale"]) await code.getByText(part).waitFor();
    await at.page.getByRole("radio", { name: "Meta tags" }).check();
    await code.getByText('<meta property="og:image:type" content="image/jpeg" />').waitFor();
  });

  it("create images of several sizes with the tags for all of them", async () => {
    await at.page.getByRole("group", { name: "Also create" }).getByLabel("Story 1080 × 1920").check();
    await at.page.getByRole("group", { name: "Also create" }).getByLabel("Banner 1500 × 500").check();
    await at.page.getByLabel("Scale").selectOption("1×");
    await fact("Dimensions", "1200 × 630");
    await at.button("Create image URL for the tags").click();
    const tags = await at.copyWith("Copy snippet");
    const valuesOf = (name: string) =>
      [...tags.matchAll(new RegExp(`property="${name}" content="([^"]*)"`, "g"))].map(([, value]) => value);
    assert.deepEqual(valuesOf("og:image:width"), ["1200", "1080", "1500"]);
    assert.deepEqual(valuesOf("og:image:height"), ["630", "1920", "500"]);
    for (const url of valuesOf("og:image"))
      await request(placard.url)
        .get(new URL(url ?? "").pathname)
        .expect(200);
    assert.equal(tags.match(/twitter:card/g)?.length, 1);
    await at.page.getByLabel("Banner 1500 × 500").uncheck();
    await at.button("Create image URL for the tags").waitFor();
    await at.page.getByLabel("Scale").selectOption("2×, high resolution");
    await fact("Dimensions", "2400 × 1260");
    await at.page.getByLabel("Story 1080 × 1920").uncheck();
  });

  it("show the limit of pixels at the scale", async () => {
    await at.page.getByLabel("Size").selectOption("Square 1080 × 1080");
    await at.page
      .locator("#playground-scale-error")
      .getByText(/at most 1,048,576 pixels/)
      .waitFor();
  });

  it("are kept when the page is reloaded", async () => {
    await at.page.getByLabel("Size").selectOption("Link 1200 × 630");
    await fact("Dimensions", "2400 × 1260");
    await at.page.reload();
    await fact("Dimensions", "2400 × 1260");
    assert.equal(await at.page.getByLabel("File limit, kB").inputValue(), "30");
    assert.deepEqual(
      at.errors().filter((error) => !/400/.test(error)),
      [],
    );
  });
});
