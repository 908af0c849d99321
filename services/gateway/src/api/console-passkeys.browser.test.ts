import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, poll, type ConsolePage, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the deletion of a passkey in the console", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  let key = "";
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
    await at.signUp("ada.of.the.passkeys@example.com", "Ada Lovelace");
  });
  after(() => at?.close());

  const items = () => at.page.getByRole("listitem").filter({ visible: true });
  const dialog = () => at.page.getByRole("dialog");
  const requestTemplates = () =>
    request(placard.url).get("/api/v1/og/templates").set("Authorization", `Bearer ${key}`);

  async function createKeys(): Promise<void> {
    await at.openPage("API keys");
    await at.page.getByLabel("Name of the new API key").fill("ci");
    await at.button("Create API key").click();
    await at.waitForMessage("The API key was created.");
    key = await at.copyWith("Copy API key");
    await at.openPage("Signing keys");
    await at.page.getByLabel("Name of the new signing key").fill("blog");
    await at.button("Create signing key").click();
    await at.waitForMessage("The signing key was created.");
  }

  it("offers to revoke the keys that were created with it, and keeps them by default", async () => {
    await createKeys();
    await at.openPage("Passkeys");
    await at.button("Rename Passkey on Linux").click();
    await at.page.getByLabel("New name").fill("Old phone");
    await at.button("Rename").click();
    await at.waitForMessage("The passkey was renamed to “Old phone”.");
    await at.replaceAuthenticator();
    await at.button("Add a passkey").click();
    await at.waitForMessage("The passkey was added to your account.");

    await at.button("Delete Old phone").click();
    await dialog().waitFor();
    assert.deepEqual(await dialog().getByRole("listitem").allInnerTexts(), ["ci", "blog"]);
    await at.button("Delete passkey").click();
    await at.waitForMessage("The passkey “Old phone” was deleted. You are signed out");
    await requestTemplates().expect(200);
  });

  it("revokes these keys if the user selects it", async () => {
    await at.signIn();
    await createKeys();
    await at.openPage("Passkeys");
    await at.button("Rename Passkey on Linux").click();
    await at.page.getByLabel("New name").fill("Stolen phone");
    await at.button("Rename").click();
    await at.waitForMessage("The passkey was renamed to “Stolen phone”.");
    await at.replaceAuthenticator();
    await at.button("Add a passkey").click();
    await at.waitForMessage("The passkey was added to your account.");
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.signIn();

    await at.openPage("Passkeys");
    await at.button("Delete Stolen phone").click();
    await dialog().getByLabel("Also revoke the keys that were created with it.").check();
    await at.button("Delete passkey").click();
    await at.waitForMessage("The passkey “Stolen phone” was deleted, and its keys were revoked.");
    await requestTemplates().expect(401);
    await at.openPage("Signing keys");
    await poll(
      "the list of keys to have only the key of the other passkey",
      async () => (await items().count()) === 1,
    );
  });

  it("removes it from the user's password manager", async () => {
    await at.replaceAuthenticator();
    await at.openPage("Passkeys");
    await at.button("Add a passkey").click();
    await at.waitForMessage("The passkey was added to your account.");
    assert.equal((await at.listPasskeys()).length, 1);
    await at.button("Delete Passkey on Linux").last().click();
    await at.button("Delete passkey").click();
    await at.waitForMessage("The passkey “Passkey on Linux” was deleted.");
    await poll("the browser to have no passkey", async () => (await at.listPasskeys()).length === 0);
  });
});
