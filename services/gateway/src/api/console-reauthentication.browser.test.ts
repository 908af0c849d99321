import assert from "node:assert/strict";
import {
  expireAuthentication,
  getSharedPlacard,
  openConsole,
  type ConsolePage,
  type SharedPlacard,
} from "@placard/testing";

describe("re-authentication in the console", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
    await at.signUp("ada.of.the.confirmation@example.com", "Ada Lovelace");
  });
  after(() => at?.close());

  async function expire(): Promise<void> {
    const token: unknown = await at.page.evaluate("JSON.parse(localStorage['placard-session']).token");
    await expireAuthentication(placard.redis.url, String(token));
  }
  const dialog = () => at.page.getByRole("dialog", { name: "Confirm with your passkey" });
  const items = () => at.page.getByRole("listitem").filter({ visible: true });

  it("is asked for in place, and the action is then repeated", async () => {
    await expire();
    await at.openPage("API keys");
    await at.page.getByLabel("Name of the new API key").fill("ci");
    await at.button("Create API key").click();
    await dialog().waitFor();
    assert.equal(await at.page.evaluate("document.activeElement.innerText"), "Confirm with passkey");
    await at.page.keyboard.press("Enter");
    await at.waitForMessage("The API key was created.");
    await at.button("Copy API key").waitFor();
    assert.equal(await items().count(), 1);
  });

  it("leaves everything as it was if the user cancels", async () => {
    await expire();
    await at.page.getByLabel("Name of the new API key").fill("another");
    await at.button("Create API key").click();
    await dialog().waitFor();
    await at.page.keyboard.press("Escape");
    await at.waitForMessage("Nothing was changed: the action was not confirmed with a passkey.");
    assert.equal(await at.page.getByLabel("Name of the new API key").inputValue(), "another");
    assert.equal(
      await at.button("Copy API key").count(),
      1,
      "the key that was created before is still shown",
    );
    assert.equal(await items().count(), 1);

    await at.button("Revoke ci").click();
    await at.button("Revoke API key").click();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await at.waitForMessage("Nothing was changed: the action was not confirmed with a passkey.");
    assert.equal(await items().count(), 1);
  });

  it("can be retried in the dialog after the passkey prompt failed", async () => {
    await expire();
    await at.button("Revoke ci").click();
    await at.button("Revoke API key").click();
    await at.page.evaluate(`{
      const get = navigator.credentials.get;
      navigator.credentials.get = () => {
        navigator.credentials.get = get;
        return Promise.reject(new DOMException("closed", "NotAllowedError"));
      };
    }`);
    await at.button("Confirm with passkey").click();
    await dialog().getByText("No passkey was used: the prompt was closed or timed out. Try again.").waitFor();
    await at.button("Confirm with passkey").click();
    await at.waitForMessage("The API key “ci” was revoked.");
    await at.page.getByText("You have no API keys yet.").waitFor();
  });

  it("is asked for before a passkey is added or deleted", async () => {
    await expire();
    await at.openPage("Passkeys");
    await at.button("Add a passkey").click();
    await at.button("Confirm with passkey").click();
    await at.waitForMessage(
      "This device already has a passkey of your account. Use another device or a security key.",
    );
  });

  it("asks to sign in again if the session was revoked in the meantime", async () => {
    await expire();
    await at.openPage("Signing keys");
    await at.page.getByLabel("Name of the new signing key").fill("blog");
    await at.button("Create signing key").click();
    await dialog().waitFor();
    await at.page.evaluate(`fetch("/api/v1/auth/logout", {
      method: "POST",
      headers: { Authorization: "Bearer " + JSON.parse(localStorage["placard-session"]).token },
    })`);
    await at.button("Confirm with passkey").click();
    await at.waitForMessage("Your session has expired or was revoked. Sign in again.");
    await at.heading("Sign in").waitFor();
  });

  it("is not asked for at sign-out", async () => {
    await at.signIn();
    await expire();
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
  });
});
