import assert from "node:assert/strict";
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
    assert.deepEqual(loaded, [960, 960, 960]);
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
    await at.button("Copy API key").click();
    await at.waitForMessage("The API key was copied to the clipboard.");
    key = await clipboard();
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
    for (const name of ["Generate images", "Delete images", "Publish templates", "Read account"])
      await scope(name).uncheck();
    await at.page.getByLabel("Name of the new API key").fill("monitor");
    await at.button("Create API key").click();
    await at.waitForMessage("Select at least one scope");
    await scope("Read account").check();
    await scope("Generate images").check();
    await at.button("Create API key").click();
    await at.waitForMessage("The API key was created.");
    const item = (name: string) => at.page.getByRole("listitem").filter({ hasText: name });
    await item("monitor").getByText("scopes: images:write, account:read").waitFor();
    await item("ci <b>").getByText("all scopes").waitFor();
    assert.equal(await scope("Delete images").isChecked(), true, "the form is reset");
  });

  it("renders an image in the playground, with a key that expires after a day", async () => {
    await at.openPage("Playground");
    await at.button("Create playground key").click();
    await status("Rendered:");
    await at.page.getByLabel("Title").fill('Tea & "scones"');
    await at.page.getByRole("img", { name: 'Image “Tea & "scones"”' }).waitFor();
    const width: unknown = await at.page.evaluate(
      `document.getElementById("preview-image").decode().then(() => document.getElementById("preview-image").naturalWidth)`,
    );
    assert.equal(width, 1200);
    assert.equal(await at.page.getByRole("figure").filter({ hasText: 'Tea & "scones"' }).count(), 5);
  });

  it("has snippets that work: the curl command requests the image that is shown", async () => {
    const src = await at.page.locator("#preview-image").getAttribute("src");
    const meta = await snippet("Meta tags");
    const url = /property="og:image" content="([^"]+)"/.exec(meta)?.[1] ?? "";
    assert.equal(new URL(url).pathname, new URL(src ?? "").pathname);
    assert.match(meta, /property="og:image:width" content="1200"/);
    assert.match(meta, /property="og:image:height" content="630"/);
    assert.match(meta, /name="twitter:card" content="summary_large_image"/);
    assert.match(meta, /content="Tea &amp; &quot;scones&quot;"/);
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

  it("loads images from the page's origin, independent of the server's public URL", async () => {
    await at.page.route("**/api/v1/og/generate", async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: { url: string } };
      json.data.url = json.data.url.replace(/^.*\/og\//, "https://og.example/at/og/");
      await route.fulfill({ response, json });
    });
    await at.page.getByLabel("Title").fill("Elsewhere");
    const image = at.page.getByRole("img", { name: "Image “Elsewhere”" });
    await image.waitFor();
    assert.match((await image.getAttribute("src")) ?? "", new RegExp(`^${at.url}/og/[\\w-]+\\.png$`));
    await at.page.unroute("**/api/v1/og/generate");
    await at.page.getByLabel("Title").fill('Tea & "scones"');
  });

  it("renders every template, and serves repeated requests from the cache", async () => {
    const select = async (template: string, title: string) => {
      await at.page.getByRole("radio", { name: template }).check();
      await at.page.getByRole("img", { name: `Image “${title}` }).waitFor();
    };
    await select("Event", "Web Performance Summit");
    await select("Product", "Aurora Desk Lamp");
    await select("Blog post", 'Tea & "scones"');
    await at.page.locator("#preview-facts").getByText("HIT").waitFor();
    await at.page.getByRole("radio", { name: "Square" }).check();
    await at.page.getByRole("radio", { name: "WebP" }).check();
    await at.page.getByRole("img", { name: "1080 by 1080 pixels" }).waitFor();
    await at.page.locator("#preview-facts").getByText("WEBP").waitFor();
  });

  it("shows warnings", async () => {
    await at.page.getByLabel("Author", { exact: true }).fill("long ".repeat(23));
    await at.page.getByRole("list", { name: "Warnings" }).getByText("author:").waitFor();
    await at.page.getByLabel("Author", { exact: true }).fill("Ada");
    await at.page.locator("#preview-warnings li").waitFor({ state: "detached" });
  });

  it("causes no browser errors or policy violations, and sends no request to another origin", () => {
    assert.deepEqual(at.errors(), []);
    assert.deepEqual(at.origins(), [at.url]);
  });

  it("shows the API's validation errors at their fields", async () => {
    await at.page.getByLabel("Title").fill("");
    await at.page.getByRole("radio", { name: "Custom" }).check();
    await at.page.getByLabel("Width").fill("99");
    await status("The image was not rendered. Fix the marked fields.");
    for (const [label, error] of [
      ["Title", "Is required"],
      ["Width", "Must be at least 200"],
    ] as const) {
      const field = at.page.getByLabel(label);
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      const describedBy = (await field.getAttribute("aria-describedby")) ?? "";
      assert.equal(await at.page.locator(`#${describedBy.split(" ").at(-1)}`).textContent(), error);
    }
    await at.page.getByLabel("Title").fill("Back again");
    await at.page.getByRole("radio", { name: "Link" }).check();
    await at.page.getByRole("img", { name: "Image “Back again”" }).waitFor();
  });

  it("asks for a new key after the playground's key was revoked", async () => {
    await at.openPage("API keys");
    await at.page.getByRole("listitem").filter({ hasText: "expires tomorrow" }).waitFor();
    await at.button("Revoke Playground").click();
    await at.button("Revoke API key").click();
    await at.waitForMessage("The API key “Playground” was revoked.");
    await at.openPage("Playground");
    await at.page.getByText("The playground's key has expired or was revoked.").waitFor();
    await at.button("Create playground key").click();
    await status("cache:");
  });

  it("creates and revokes a signing key", async () => {
    await at.openPage("Signing keys");
    await at.page.getByLabel("Name of the new signing key").fill("blog");
    await at.button("Create signing key").click();
    await at.button("Copy secret").click();
    await at.waitForMessage("The secret was copied to the clipboard.");
    assert.match(await clipboard(), /^plks_[\w-]{43}$/);
    await at.button("Revoke blog").click();
    await at.button("Revoke signing key").click();
    await at.waitForMessage("The signing key “blog” was revoked.");
    await at.page.getByText("You have no signing keys yet.").waitFor();
  });

  it("supports the browser's back and forward buttons, and focuses the heading of the view", async () => {
    await at.page.goBack();
    await at.heading("Playground").waitFor();
    assert.equal(await at.page.title(), "Playground · Placard");
    await at.page.goForward();
    await at.heading("Signing keys").waitFor();
    assert.equal(await at.page.evaluate("document.activeElement.textContent"), "Signing keys");
  });

  it("revokes the playground's key at sign-out", async () => {
    const playgroundKey: unknown = await at.page.evaluate(
      `JSON.parse(sessionStorage["placard-playground-key"]).key`,
    );
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
    await request(placard.url)
      .get("/api/v1/og/templates")
      .set("Authorization", `Bearer ${String(playgroundKey)}`)
      .expect(401);
    assert.equal(await at.page.evaluate("sessionStorage.length"), 0);
  });

  const clipboard = async () => String(await at.page.evaluate("navigator.clipboard.readText()"));
  const status = (text: string) => at.page.locator("#preview-status").getByText(text).waitFor();

  async function snippet(kind: string): Promise<string> {
    await at.page.getByRole("radio", { name: kind }).check();
    await at.button("Copy snippet").click();
    await at.waitForMessage("The snippet was copied to the clipboard.");
    return await clipboard();
  }
});
