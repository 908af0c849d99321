import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the account in the console", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.publicUrl);
    await at.signUp(email, "Ada Lovelace");
  });
  after(() => at?.close());

  const email = "ada.of.the.account@example.com";
  const items = () => at.page.getByRole("listitem").filter({ visible: true });
  const calls = (method: "get" | "post", path: string, token: string) =>
    request(placard.url)[method](`/api/v1${path}`).set("Authorization", `Bearer ${token}`);

  async function signOut(): Promise<void> {
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
    await at.heading("Sign in").waitFor();
  }

  it("stays signed in after a reload, in the same view, until sign-out", async () => {
    await at.openPage("Passkeys");
    await at.page.reload();
    await at.heading("Passkeys").waitFor();
    await at.button("Delete Passkey on Linux").waitFor();
    await signOut();
    await at.page.reload();
    await at.heading("Sign in").waitFor();
  });

  it("signs in with a passkey from autofill", async () => {
    await at.page.evaluate("localStorage.setItem('autofill', 'on')");
    await at.page.reload();
    await at.heading("Passkeys").waitFor();
    await at.waitForMessage("You are signed in.");
    await at.page.evaluate("localStorage.removeItem('autofill')");
    await signOut();
  });

  it("signs in with the button while autofill is active, with and without an email", async () => {
    const autofillStarted = at.page.waitForResponse(/login\/start/);
    await at.page.goto(`${at.url}/#/playground`);
    await at.page.reload();
    await autofillStarted;
    await at.signIn();
    await signOut();
    await at.page.getByLabel("Email (optional)").fill(email);
    await at.signIn();
  });

  it("adds only one passkey per device", async () => {
    await at.openPage("Passkeys");
    await at.button("Add a passkey").click();
    await at.waitForMessage(
      "This device already has a passkey of your account. Use another device or a security key.",
    );
  });

  it("does not offer to delete the last passkey", async () => {
    assert.equal(await items().count(), 1);
    assert.equal(await at.button("Delete Passkey on Linux").isDisabled(), true);
    assert.match(await items().innerText(), /Add another passkey first\. Then you can delete this one\./);
  });

  it("renames a passkey, adds one from another device and deletes the first", async () => {
    await at.button("Rename Passkey on Linux").click();
    await at.page.getByLabel("New name").fill("Old <phone>");
    await at.button("Rename").click();
    await at.waitForMessage("The passkey was renamed to “Old <phone>”.");

    await at.replaceAuthenticator();
    await at.button("Add a passkey").click();
    await at.waitForMessage("The passkey was added to your account.");
    assert.equal(await items().count(), 2);

    await at.button("Delete Old <phone>").click();
    await at.button("Cancel").click();
    assert.equal(await items().count(), 2);
    await at.button("Delete Old <phone>").click();
    await at.button("Delete passkey").click();
    await at.waitForMessage(
      "The passkey “Old <phone>” was deleted. You are signed out, because you had signed in with it.",
    );
    await at.heading("Sign in").waitFor();
    await at.signIn();
    await at.openPage("Passkeys");
    await at.button("Delete Passkey on Linux").waitFor();
    assert.equal(await items().count(), 1);
  });

  it("lists sessions and revokes all others", async () => {
    await signOut();
    const tokens = [await at.signIn()];
    for (let more = 0; more < 2; more++) {
      await at.page.evaluate("localStorage.clear()");
      await at.page.reload();
      tokens.push(await at.signIn());
    }
    await at.openPage("Sessions");
    await items().nth(2).waitFor();
    assert.match(
      await items().first().innerText(),
      /^Chrome on Linux This session\s+signed in .* from 127\.0\.0\.1/,
    );

    // A session that was revoked elsewhere disappears when the user returns to the page.
    await calls("post", "/auth/logout", tokens[0] ?? "").expect(200);
    await at.page.evaluate("dispatchEvent(new Event('focus'))");
    await items().nth(2).waitFor({ state: "detached" });

    await at.button("Revoke all other sessions").click();
    await at.button("Revoke sessions").click();
    await at.waitForMessage("1 session was revoked.");
    await calls("get", "/auth/session", tokens[1] ?? "").expect(401);
    await calls("get", "/auth/session", tokens[2] ?? "").expect(200);
    assert.equal(await at.button("Revoke all other sessions").isVisible(), false);
  });

  it("shows the limit when the account has the maximum number of keys", async () => {
    await signOut();
    const token = await at.signIn();
    for (let i = 0; i < 20; i++)
      await calls("post", "/signing-keys", token)
        .send({ name: `key ${i}` })
        .expect(201);
    await at.openPage("Signing keys");
    await at.page.getByLabel("Name of the new signing key").fill("one too many");
    await at.button("Create signing key").click();
    await at.waitForMessage(
      "An account can have at most 20 signing keys. Revoke one that you no longer use, then retry.",
    );
  });

  it("asks to sign in again after the session was revoked elsewhere", async () => {
    await signOut();
    const token = await at.signIn();
    await at.page.reload({ waitUntil: "networkidle" }); // later requests of the first page would be rejected too
    await at.button("Sign out").waitFor();
    await calls("post", "/auth/logout", token).expect(200);
    // This page sends several requests, and each is rejected.
    await at.page.getByRole("link", { name: "Account" }).click();
    await at.waitForMessage("Your session has expired or was revoked. Sign in again.");
    await at.heading("Sign in").waitFor();
  });
});
