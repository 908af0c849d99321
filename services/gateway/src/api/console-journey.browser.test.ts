import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { getSharedPlacard, openConsole, type ConsolePage, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the console, from registration to sign-out", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  let key = "";
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
  });
  after(() => at?.close());

  const authorization = () => `Bearer ${key}`;

  it("shows the front page with its sample images", async () => {
    await at.heading("Open Graph images behind URLs that never break").waitFor();
    const loaded: unknown = await at.page.evaluate(`Promise.all(
      [...document.querySelectorAll(".gallery img")].map(async (image) => {
        image.loading = "eager";
        await image.decode();
        return image.naturalWidth;
      }),
    )`);
    assert.deepEqual(loaded, [880, 880, 880]);
  });

  it("creates an account with a passkey", async () => {
    await at.signUp("Ada.of.the.journey@example.com", "Ada Lovelace");
    await at.waitForMessage("Your account was created, and you are signed in.");
    assert.equal(await at.page.title(), "Playground · Placard");
  });

  it("creates an API key, which is shown once and can be copied", async () => {
    await at.openPage("API keys");
    await at.page.getByLabel("Name of the new API key").fill("ci <b>");
    await at.button("Create API key").click();
    await at.waitForMessage("The API key was created.");
    key = await at.copyWith("Copy API key");
    await at.waitForMessage("The API key was copied to the clipboard.");
    assert.match(key, /^plk_[0-9A-Za-z]{36}$/);
    await request(placard.url).get("/api/v1/og/templates").set("Authorization", authorization()).expect(200);
    await at.page.reload();
    const listed = at.page.getByRole("listitem").filter({ hasText: "ci <b>" });
    await listed.getByText(`plk_…${key.slice(-4)}`).waitFor();
    await listed.getByText("last used just now").waitFor();
    assert.equal(await at.page.getByText(key).count(), 0, "the key is not shown again");
  });

  it("creates an API key with the scopes that are selected, at least one", async () => {
    const scope = (name: string) => at.page.getByRole("checkbox", { name });
    const names = ["Generate images", "Delete images", "Publish templates", "Manage sites", "Read account"];
    for (const name of names) await scope(name).uncheck();
    await at.page.getByLabel("Name of the new API key").fill("monitor");
    await at.button("Create API key").click();
    await at.page.getByText("Select at least one scope").waitFor();
    await scope("Read account").check();
    await scope("Generate images").check();
    await at.button("Create API key").click();
    await at.waitForMessage("The API key was created.");
    const item = (name: string) => at.page.getByRole("listitem").filter({ hasText: name });
    await item("monitor").getByText("scopes: images:write, account:read").waitFor();
    await item("ci <b>").getByText("all scopes").waitFor();
    assert.equal(await scope("Delete images").isChecked(), true, "the form is reset");
  });

  it("previews a card in the playground, without storing it", async () => {
    await at.openPage("Playground");
    await at.button("Skip for now").click();
    await status("Up to date.");
    await at.page.getByLabel("Title").fill('Tea & "scones"');
    await at.page.getByRole("img", { name: 'Image “Tea & "scones"”' }).waitFor();
    const width: unknown = await at.page.evaluate(
      `document.querySelector(".preview-image").decode().then(() => document.querySelector(".preview-image").naturalWidth)`,
    );
    assert.equal(width, 1200);
    const figures = at.page.getByRole("figure").filter({ hasText: 'Tea & "scones"' });
    await figures.nth(8).waitFor();
    assert.equal(await figures.count(), 9);
    const { body } = await request(placard.url)
      .get("/api/v1/account/usage")
      .set("Authorization", authorization());
    assert.equal(body.data.days?.at(-1)?.renders ?? 0, 0);
  });

  it("starts a new line on the card where the title has a line break", async () => {
    const title = at.page.getByLabel("Title");
    const sent = previewRequest(({ title: sentTitle }) => sentTitle === "Tea\nand scones");
    await title.fill("Tea \n\n and scones\n");
    await sent;
    await at.page.getByRole("img", { name: "Image “Tea and scones”" }).waitFor();
    await title.fill('Tea & "scones"');
    await at.page.getByRole("img", { name: 'Image “Tea & "scones"”' }).waitFor();
  });

  it("creates an image with a URL that can be copied, opened and downloaded", async () => {
    await at.button("Create image URL").click();
    const url = await at.copyWith("Copy URL");
    await at.waitForMessage("The image URL was copied to the clipboard.");
    assert.equal(await at.page.getByRole("link", { name: "Open", exact: true }).getAttribute("href"), url);
    const image = await request(placard.url).get(new URL(url).pathname).expect(200);
    const downloading = at.page.waitForEvent("download");
    await at.page.getByRole("link", { name: "Download" }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), "blog.png");
    assert.deepEqual(await readFile(await download.path()), image.body);
  });

  it("has snippets that work: the curl command requests the image that was created", async () => {
    const meta = await snippet("Meta tags");
    const url = /property="og:image" content="([^"]+)"/.exec(meta)?.[1] ?? "";
    assert.match(meta, /property="og:title" content="Tea &amp; &quot;scones&quot;"/);
    assert.match(meta, /property="og:description" content="./);
    assert.match(meta, /property="og:url" content="https:\/\/example.com\/your-page"/);
    assert.match(meta, /property="og:image:width" content="1200"/);
    assert.match(meta, /property="og:image:height" content="630"/);
    assert.match(meta, /name="twitter:card" content="summary_large_image"/);
    await at.page.getByText("Social networks can't reach localhost.").waitFor();
    assert.match(await snippet("TypeScript"), /placard\.generateImage\(\{\n {2}template: "blog",/);

    const [, body = ""] = /-d '(.*)'$/s.exec(await snippet("curl")) ?? [];
    const { headers, body: response } = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", authorization())
      .set("Content-Type", "application/json")
      .send(body)
      .expect(200);
    assert.deepEqual([headers["x-cache"], response.data.url], ["HIT", url]);
    const image = await request(placard.url).get(new URL(url).pathname).expect(200);
    assert.equal(image.headers["content-type"], "image/png");
  });

  it("offers to create the image again after a change", async () => {
    await at.page.getByLabel("Title").fill("Changed");
    await at.button("Create image URL").waitFor();
    await at.page.getByLabel("Title").fill('Tea & "scones"');
    await at.page.getByRole("img", { name: 'Image “Tea & "scones"”' }).waitFor();
  });

  it("previews every template and size without moving the form", async () => {
    await at.page.getByRole("radio", { name: "Event", exact: true }).check();
    await at.page.getByLabel("Title").fill("Open studio");
    await at.page.getByRole("img", { name: "Image “Open studio”" }).waitFor();
    await at.page.getByRole("radio", { name: "Product", exact: true }).check();
    await at.page.getByLabel("Tagline").waitFor();
    await at.page
      .locator("#playground")
      .getByRole("textbox", { name: "Name", exact: true })
      .fill("Desk lamp");
    await at.page.getByRole("img", { name: "Image “Desk lamp”" }).waitFor();
    await at.page.getByRole("radio", { name: "Blog post", exact: true }).check();
    await at.page.getByRole("img", { name: 'Image “Tea & "scones"”' }).waitFor();
    const frame = () => at.page.locator("#playground .image-frame").boundingBox();
    const before = await frame();
    await at.page.getByLabel("Size").selectOption("Square 1080 × 1080");
    await at.page.getByLabel("Format").selectOption("WebP");
    await at.page.getByRole("img", { name: "1080 by 1080 pixels" }).waitFor();
    await at.page.locator(".preview-facts").getByText("WebP").waitFor();
    assert.deepEqual(await frame(), before);
    await at.page.getByLabel("Format").selectOption("PNG");
  });

  it("shows the safe area of the image that is shown, also after a change of the size", async () => {
    const areas = () => at.page.locator("#playground .safe-areas span").allTextContents();
    const size = async (name: string, dimensions: string) => {
      await at.page.getByLabel("Size").selectOption(name);
      await at.page.getByRole("img", { name: dimensions }).waitFor();
    };
    await at.page.getByLabel("Show safe area").check();
    await size("Story 1080 × 1920", "1080 by 1920 pixels");
    assert.deepEqual(await areas(), ["Stories", "Stories"]);
    await size("Banner 1500 × 500", "1500 by 500 pixels");
    assert.deepEqual(await areas(), []);
    await at.page.getByText("No platform draws over images of this shape.").waitFor();
    await size("Link 1200 × 630", "1200 by 630 pixels");
    assert.deepEqual(await areas(), ["X"]);
    await at.page.getByText("X may draw over the hatched parts.").waitFor();
    await at.page.getByLabel("Show safe area").uncheck();
  });

  it("keeps template, texts and options across a reload", async () => {
    await at.page.getByLabel("Size").selectOption("Square 1080 × 1080");
    await at.page.getByText("More options").click();
    await at.page.getByLabel("Locale").fill("ja");
    await at.page.getByRole("radio", { name: "Product", exact: true }).check();
    await at.page.getByLabel("Tagline").waitFor();
    await at.page.reload();
    await at.page.getByRole("img", { name: "Image “Desk lamp”, 1080 by 1080 pixels" }).waitFor();
    assert.equal(await at.page.getByLabel("Locale").inputValue(), "ja");
    assert.match(await snippet("curl"), /"locale": "ja"/);
    await at.page.getByLabel("Locale").fill("");
    await at.page.getByLabel("Size").selectOption("Link 1200 × 630");
    await at.page.getByRole("radio", { name: "Blog post", exact: true }).check();
    await at.page.getByRole("img", { name: 'Image “Tea & "scones"”, 1200 by 630 pixels' }).waitFor();
  });

  it("keeps the preview in sight on a phone while the last field is edited", async () => {
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.page.getByLabel("Category").focus();
    const box = await at.page.locator("#playground .image-frame").boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height < 400, JSON.stringify(box));
    const field = await at.page.getByLabel("Category").boundingBox();
    assert.ok(field && field.y > box.y + box.height, "the preview doesn't cover the field");
    await at.page.setViewportSize({ width: 1280, height: 720 });
  });

  it("shows warnings at their fields, which they describe", async () => {
    const author = at.page.getByLabel("Author", { exact: true });
    await author.fill("long ".repeat(23));
    const warning = at.page.locator("#playground-data-author-warning");
    await warning.getByText("Author is too long for this card").waitFor();
    assert.match((await author.getAttribute("aria-describedby")) ?? "", /playground-data-author-warning/);
    await status("Up to date, with 1 warning.");
    await author.fill("Ada");
    await status("Up to date.");
    assert.equal(await warning.textContent(), "");
  });

  it("adds and removes entries of lists", async () => {
    await at.page.getByRole("radio", { name: "Event", exact: true }).check();
    const add = at.button("Add an entry to Speakers");
    const entries = at.page.getByRole("group", { name: /^Speaker \d/ });
    await add.waitFor();
    for (let count = await entries.count(); count > 0; count--)
      await at.page.getByRole("button", { name: "Remove entry 1 of Speakers" }).click();
    await add.click();
    assert.match(
      String(await at.page.evaluate("document.activeElement.id")),
      /^playground-data-speakers-\d+-name$/,
    );
    const sent = previewRequest(({ speakers }) => isDeepStrictEqual(speakers, [{ name: "Ada" }]));
    await at.page.keyboard.type("Ada");
    await sent;
    await at.page.getByRole("button", { name: "Remove entry 1 of Speakers" }).click();
    assert.equal(await entries.count(), 0);
    await at.page.getByRole("radio", { name: "Blog post", exact: true }).check();
    await at.page.getByRole("img", { name: 'Image “Tea & "scones"”' }).waitFor();
  });

  it("causes no browser errors or policy violations, and sends no request to another origin", () => {
    assert.deepEqual(at.errors(), []);
    assert.deepEqual(at.origins(), [at.url]);
  });

  it("shows the API's validation errors at their fields", async () => {
    await at.page.getByLabel("Title").fill("");
    await at.page.getByLabel("Size").selectOption("Custom size");
    await at.page.getByLabel("Width").fill("99");
    await at.page.getByLabel("Locale").fill("not a locale");
    await at.page
      .locator("#playground-locale-error")
      .getByText(/^Locale must/)
      .waitFor();
    await at.page.getByLabel("Locale").fill("");
    await status("The image was not rendered. Fix the marked fields.");
    for (const [label, error] of [
      ["Title", "Enter a title."],
      ["Width", "Width must be at least 200; this is 99."],
    ] as const) {
      const field = at.page.getByLabel(label);
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      const describedBy = (await field.getAttribute("aria-describedby")) ?? "";
      const errorId = describedBy.split(" ").find((id) => id.endsWith("-error"));
      assert.equal(await at.page.locator(`#${errorId}`).textContent(), error);
    }
    await at.button("Create image URL").focus();
    await at.button("Create image URL").click();
    await at.page.locator("#main[aria-busy=false]").waitFor();
    assert.equal(await at.page.locator("#message").innerText(), "", "no message apart from the fields");
    const focused = String(await at.page.evaluate("document.activeElement.id"));
    assert.match(focused, /^playground-(width|data-title)$/);
    await at.page.getByLabel("Title").fill("Back again");
    await at.page.getByLabel("Size").selectOption("Link 1200 × 630");
    await at.page.getByRole("img", { name: "Image “Back again”" }).waitFor();
  });

  it("creates a signing key, builds a link with it, and revokes it", async () => {
    await at.openPage("Signing keys");
    await at.page.getByLabel("Name of the new signing key").fill("blog");
    await at.button("Create signing key").click();
    await at.waitForMessage("The signing key was created.");
    assert.match(await at.copyWith("Copy secret"), /^plks_[\w-]{43}$/);
    await at.waitForMessage("The secret was copied to the clipboard.");
    const builder = at.page.getByRole("region", { name: "Build a signed link" });
    await builder.getByLabel("Title").fill("Tea & (scones)!");
    await builder.getByRole("img", { name: "Image “Tea & (scones)!”" }).waitFor();
    await builder.getByLabel("Expires").selectOption("In 1 day");
    const link = new URL(await at.copyWith("Copy link"));
    await at.waitForMessage("The signed link was copied to the clipboard.");
    assert.match(link.pathname, /^\/og\/sign\/blog\.png$/);
    assert.equal(link.searchParams.get("title"), "Tea & (scones)!");
    assert.ok(link.searchParams.has("exp"));
    await request(placard.url).get(`${link.pathname}${link.search}`).expect(200);
    await builder.getByLabel("Secret").fill("");
    await builder.getByText("Enter the secret of the key").waitFor();
    await at.button("Revoke blog").click();
    await at.button("Revoke signing key").click();
    await at.waitForMessage("The signing key “blog” was revoked.");
    await at.page.getByText("You have no signing keys yet.").waitFor();
    assert.equal(await builder.isVisible(), false);
  });

  it("supports the browser's back and forward buttons, and focuses the heading of the view", async () => {
    await at.page.goBack();
    await at.heading("Playground").waitFor();
    assert.equal(await at.page.title(), "Playground · Placard");
    await at.page.goForward();
    await at.heading("Signing keys").waitFor();
    assert.equal(await at.page.evaluate("document.activeElement.textContent"), "Signing keys");
  });

  it("removes everything from the tab at sign-out", async () => {
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
    assert.equal(await at.page.evaluate("sessionStorage.length"), 0);
  });

  /** Waits for the preview of a card with this data: slow typing sends several requests. */
  const previewRequest = (isExpected: (data: Record<string, unknown>) => boolean) =>
    at.page.waitForRequest((sent) => sent.url().endsWith("/preview") && isExpected(sent.postDataJSON().data));
  const status = (text: string) =>
    at.page.locator("#playground .preview-status").getByText(text, { exact: true }).waitFor();

  async function snippet(kind: string): Promise<string> {
    await at.page.getByRole("radio", { name: kind }).check();
    return await at.copyWith("Copy snippet");
  }
});
