import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage, type SharedPlacard } from "@placard/testing";

describe("forms of the console", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  const email = `forms-${Date.now()}@example.com`;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.url);
  });
  after(() => at?.close());

  const region = (name: string) => at.page.getByRole("region", { name });
  const focused = () => at.page.evaluate("document.activeElement.id");
  /** The description that assistive technology reads with a field. */
  const description = async (id: string) =>
    String(
      await at.page.evaluate(
        `(document.getElementById("${id}").getAttribute("aria-describedby") ?? "").split(" ").map((each) => document.getElementById(each)?.textContent ?? "").join(" ")`,
      ),
    );

  it("say what to enter in each empty or invalid field, beside it, and move the focus to the first one", async () => {
    const form = region("Create an account");
    await form.getByLabel("Email").fill("not an address");
    await form.getByLabel("Name").fill("   ");
    await at.button("Create account and passkey").click();
    assert.equal(await focused(), "register-email");
    assert.match(await description("register-email"), /^Enter an email address, such as you@example\.com\./);
    assert.match(await description("register-name"), /^Enter your name\./);
    assert.equal(await at.page.locator("#register-name").getAttribute("aria-invalid"), "true");
    await form.getByLabel("Name").fill("Ada");
    assert.equal(await at.page.locator("#register-name").getAttribute("aria-invalid"), null);
    assert.equal(await form.getByText("Enter your name.").count(), 0);
    assert.equal(await at.page.locator("#message").innerText(), "");
  });

  it("show what the server says about a field beside it, without its path and without a request ID", async () => {
    await at.signUp(email, "Ada");
    await at.openPage("Account");
    await at.page.locator("#profile-name").fill("\u200b");
    await at.button("Save").click();
    await region("Profile").getByText("Name must contain at least one visible character").waitFor();
    assert.equal(await focused(), "profile-name");
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    const form = region("Create an account");
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Name").fill("Another Ada");
    await at.button("Create account and passkey").click();
    await form.getByText("An account with this email address already exists.").waitFor();
    assert.equal(await focused(), "register-email");
    assert.doesNotMatch(await at.page.locator("body").innerText(), /Request ID|\/name|\/email/);
  });

  it("suggest an account or a recovery when no passkey was used", async () => {
    await at.page.evaluate(
      `navigator.credentials.get = () => Promise.reject(new DOMException("", "NotAllowedError"))`,
    );
    await at.button("Sign in with a passkey").click();
    await region("Sign in").getByText("this device has no passkey for this site").waitFor();
    await at.page.getByRole("link", { name: "create an account" }).click();
    assert.equal(await focused(), "register-email");
    await at.page.getByRole("link", { name: "recover yours" }).click();
    await at.heading("Recover your account").waitFor();
  });

  it("link to the address where passkeys work, at an address where they don't", async () => {
    assert.equal(await at.page.locator("#address-notice").isVisible(), false);
    // The page is at localhost, which is not the host of this relying party.
    const data = { signup: "open", hasMail: false, rpId: "og.example.com", url: "https://og.example.com" };
    await at.page.route(/auth\/config/, (route) => route.fulfill({ json: { success: true, data } }));
    await at.page.goto(`${at.url}/#/keys`);
    await at.page.reload();
    await at.page.getByText("Passkeys don't work at localhost.").waitFor();
    const href = await at.page.locator("#address-notice a").getAttribute("href");
    assert.equal(href, "https://og.example.com/#/keys");
  });
});
