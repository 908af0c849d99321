import assert from "node:assert/strict";
import { openConsole, startPlacard, type ConsolePage, type Placard } from "@placard/testing";
import request from "supertest";

describe("a journey through the console", function () {
  this.timeout(60_000);
  let placard: Placard;
  let at: ConsolePage;
  let key = "";
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_AUTH: "0" } });
  });
  before(async () => {
    at = await openConsole(placard.url);
  });
  after(() => at?.close());
  after(() => placard.stop());

  const authorization = () => `Bearer ${key}`;

  it("begins with what Placard is for, and pictures of its own", async () => {
    await at.heading("Open Graph images behind URLs that never break").waitFor();
    const loaded: unknown = await at.page.evaluate(`Promise.all(
      [...document.querySelectorAll(".gallery img")].map(async (image) => {
        image.loading = "eager";
        await image.decode();
        return image.naturalWidth;
      }),
    )`);
    assert.deepEqual(loaded, [960, 960, 960]);
  });

  it("makes an account with a passkey", async () => {
    await at.signUp("Ada@example.com", "Ada Lovelace");
    await at.waitForMessage("Your account is made, and you are signed in.");
    assert.equal(await at.page.title(), "Playground · Placard");
  });

  it("makes an API key, shown once, copied by a button", async () => {
    await at.openPage("API keys");
    await at.page.getByLabel("Name of the new key").fill("ci <b>");
    await at.button("Make a key").click();
    await at.waitForMessage("The key is made.");
    await at.button("Copy the key").click();
    await at.waitForMessage("The key is on the clipboard.");
    key = await clipboard();
    assert.match(key, /^plk_[0-9A-Za-z]{36}$/);
    await request(placard.url).get("/api/v1/og/templates").set("Authorization", authorization()).expect(200);
    await at.page.reload();
    const listed = at.page.getByRole("listitem").filter({ hasText: "ci <b>" });
    await listed.getByText(`plk_…${key.slice(-4)}`).waitFor();
    await listed.getByText("last used just now").waitFor();
    assert.equal(await at.page.getByText(key).count(), 0, "a key is shown once");
  });

  it("draws in the playground, with a key of its own that ends after a day", async () => {
    await at.openPage("Playground");
    await at.button("Make a key for the playground").click();
    await status("Drawn:");
    await at.page.getByLabel("Title").fill('Tea & "scones"');
    await at.page.getByRole("img", { name: 'The card “Tea & "scones"”' }).waitFor();
    const shown: unknown = await at.page.evaluate(
      `document.getElementById("preview-image").decode().then(() => document.getElementById("preview-image").naturalWidth)`,
    );
    assert.equal(shown, 1200);
    assert.equal(await at.page.getByRole("figure").filter({ hasText: 'Tea & "scones"' }).count(), 5);
  });

  it("gives snippets that work: the command asks for the very card that is shown", async () => {
    const card = await at.page.locator("#preview-image").getAttribute("src");
    const meta = await snippet("Meta tags");
    const address = /property="og:image" content="([^"]+)"/.exec(meta)?.[1] ?? "";
    assert.equal(new URL(address).pathname, new URL(card ?? "").pathname);
    assert.match(meta, /property="og:image:width" content="1200"/);
    assert.match(meta, /property="og:image:height" content="630"/);
    assert.match(meta, /name="twitter:card" content="summary_large_image"/);
    assert.match(meta, /content="Tea &amp; &quot;scones&quot;"/);
    assert.match(await snippet("TypeScript"), /placard\.generateImage\(\{\n {2}template: "blog",/);

    const [, body = ""] = /-d '(.*)'$/s.exec(await snippet("curl")) ?? [];
    const { headers, body: answer } = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", authorization())
      .set("Content-Type", "application/json")
      .send(body)
      .expect(200);
    assert.deepEqual([headers["x-cache"], answer.data.url], ["HIT", address]);
    const image = await request(placard.url).get(new URL(address).pathname).expect(200);
    assert.equal(image.headers["content-type"], "image/png");
  });

  it("loads pictures from where the page is, whatever the server's public address", async () => {
    const address: unknown = await at.page.evaluate(
      `import("/playground/draw.js").then(({ ownAddress }) => ownAddress({ url: "https://og.example/at/og/a.png" }))`,
    );
    assert.equal(address, `${at.url}/og/a.png`);
  });

  it("draws every template, and what was drawn before comes from the cache", async () => {
    const draws = async (template: string, words: string) => {
      await at.page.getByRole("radio", { name: template }).check();
      await at.page.getByRole("img", { name: `The card “${words}` }).waitFor();
    };
    await draws("Event", "Web Performance Summit");
    await draws("Product", "Aurora Desk Lamp");
    await draws("Blog post", 'Tea & "scones"');
    await at.page.locator("#preview-facts").getByText("HIT").waitFor();
    await at.page.getByRole("radio", { name: "Square" }).check();
    await at.page.getByRole("radio", { name: "WebP" }).check();
    await at.page.getByRole("img", { name: "drawn 1080 by 1080 pixels" }).waitFor();
    await at.page.locator("#preview-facts").getByText("WEBP").waitFor();
  });

  it("tells what is to know of a card", async () => {
    await at.page.getByLabel("Author").fill("long ".repeat(23));
    await at.page.getByRole("list", { name: "Warnings" }).getByText("author:").waitFor();
    await at.page.getByLabel("Author").fill("Ada");
    await at.page.locator("#preview-warnings li").waitFor({ state: "detached" });
  });

  it("does all that without a word in the console or against its policy, and asks no other host", () => {
    assert.deepEqual(at.errors(), []);
    assert.deepEqual(at.origins(), [at.url]);
  });

  it("says at a field what the API has against it", async () => {
    await at.page.getByLabel("Title").fill("");
    await at.page.getByRole("radio", { name: "Custom" }).check();
    await at.page.getByLabel("Width").fill("99");
    await status("Not drawn: see the fields that are marked.");
    for (const [label, fault] of [
      ["Title", "Is required"],
      ["Width", "Must be at least 200"],
    ] as const) {
      const field = at.page.getByLabel(label);
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      const described = (await field.getAttribute("aria-describedby")) ?? "";
      assert.equal(await at.page.locator(`#${described.split(" ").at(-1)}`).textContent(), fault);
    }
    await at.page.getByLabel("Title").fill("Back again");
    await at.page.getByRole("radio", { name: "Link" }).check();
    await at.page.getByRole("img", { name: "The card “Back again”" }).waitFor();
  });

  it("asks for another key when the playground's is revoked", async () => {
    await at.openPage("API keys");
    await at.page.getByRole("listitem").filter({ hasText: "expires tomorrow" }).waitFor();
    await at.button("Revoke Playground").click();
    await at.button("Revoke the key").click();
    await at.waitForMessage("The key “Playground” is revoked.");
    await at.openPage("Playground");
    await at.page.getByText("The playground's key is no longer good").waitFor();
    await at.button("Make a key for the playground").click();
    await status("cache:");
  });

  it("makes a signing key and revokes it", async () => {
    await at.openPage("Signing keys");
    await at.page.getByLabel("Name of the new signing key").fill("blog");
    await at.button("Make a signing key").click();
    await at.button("Copy the secret").click();
    await at.waitForMessage("The secret is on the clipboard.");
    assert.match(await clipboard(), /^plks_[\w-]{43}$/);
    await at.button("Revoke blog").click();
    await at.button("Revoke the signing key").click();
    await at.waitForMessage("The signing key “blog” is revoked.");
    await at.page.getByText("You have no signing keys yet.").waitFor();
  });

  it("goes back and forth by the browser's buttons, and says where it is", async () => {
    await at.page.goBack();
    await at.heading("Playground").waitFor();
    assert.equal(await at.page.title(), "Playground · Placard");
    await at.page.goForward();
    await at.heading("Signing keys").waitFor();
    assert.equal(await at.page.evaluate("document.activeElement.textContent"), "Signing keys");
  });

  it("revokes the playground's key when its user signs out", async () => {
    const own: unknown = await at.page.evaluate(`JSON.parse(sessionStorage["placard-playground-key"]).key`);
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
    await request(placard.url)
      .get("/api/v1/og/templates")
      .set("Authorization", `Bearer ${String(own)}`)
      .expect(401);
    assert.equal(await at.page.evaluate("sessionStorage.length"), 0);
  });

  const clipboard = async () => String(await at.page.evaluate("navigator.clipboard.readText()"));
  const status = (text: string) => at.page.locator("#preview-status").getByText(text).waitFor();

  async function snippet(kind: string): Promise<string> {
    await at.page.getByRole("radio", { name: kind }).check();
    await at.button("Copy the snippet").click();
    await at.waitForMessage("The snippet is on the clipboard.");
    return await clipboard();
  }
});
